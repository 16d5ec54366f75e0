import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { hostsOf, servingPort, urlOf } from "./postgres-address";

/** The session by which a process counts as a user of the embedded PostgreSQL. */
export interface ClusterSession {
  client: pg.Client;
  /** Claims the cluster for this server process; false while another server holds it. */
  claimServer(): Promise<boolean>;
  /** Ends the use; runs `stop` if no other process uses the cluster. */
  end(stop: () => Promise<unknown>): Promise<void>;
}

/** `folder`: PostgreSQL's own data directory. */
type Cluster = { folder: string; password: string };

export const USER = "postgres";
const RETRY_MS = 100;
const CONNECT_TIMEOUT_MS = 5_000;
/**
 * Advisory locks in the database `postgres`. Every process that uses the cluster shares the first; one server holds the
 * second. Not stored process ids: a lock ends with its holder, while a process id can be reused.
 */
const USERS_LOCK = 7_301;
const SERVER_LOCK = 7_302;

/**
 * Undefined when the server isn't running. A session that PostgreSQL ends is opened again with its locks: PostgreSQL ends
 * every session when one of its processes is killed, and without the locks the next command would stop it.
 */
export async function openSession(cluster: Cluster): Promise<ClusterSession | undefined> {
  const first = await attach(cluster);
  if (!first) return undefined;
  let isServer = false;
  let hasEnded = false;
  let reopened = Promise.resolve();
  const use = (client: pg.Client) => {
    session.client = client;
    client.once("end", () => {
      if (!hasEnded) reopened = reopen();
    });
  };
  const reopen = async () => {
    for (; ; await sleep(RETRY_MS)) {
      const client = await attach(cluster);
      if (client) use(client);
      if (client && isServer) await isGranted(client, SERVER_LOCK);
      if (client || hasEnded) return;
    }
  };
  const session: ClusterSession = {
    client: first,
    claimServer: async () => {
      isServer = await isGranted(session.client, SERVER_LOCK);
      return isServer;
    },
    end: async (stop) => {
      hasEnded = true;
      await reopened;
      const { client } = session;
      await client.query("SELECT pg_advisory_unlock_all()").catch(() => undefined);
      // Held until PostgreSQL has stopped: a process that starts now finds no server, and starts it again.
      if (await isGranted(client, USERS_LOCK)) await stop();
      await client.end().catch(() => undefined);
    },
  };
  use(first);
  return session;
}

/** False on a session that has ended, too. */
async function isGranted(client: pg.Client, lock: number): Promise<boolean> {
  const sql = "SELECT pg_try_advisory_lock($1) AS granted";
  const found = await client.query<{ granted: boolean }>(sql, [lock]).catch(() => undefined);
  return found?.rows[0]?.granted === true;
}

/** A connection that shares the users' lock. */
async function attach(cluster: Cluster): Promise<pg.Client | undefined> {
  const port = servingPort(cluster.folder);
  if (port === undefined) return undefined;
  for (const host of hostsOf(cluster.folder, port)) {
    const client = await attachAt(cluster, host, port);
    if (client) return client;
  }
  return undefined;
}

async function attachAt(cluster: Cluster, host: string, port: number): Promise<pg.Client | undefined> {
  const client = new pg.Client({
    connectionString: urlOf(host, port, "postgres", { user: USER, password: cluster.password }),
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
  // The connection is idle until the end. If PostgreSQL is stopped by another process, the pool's queries report it.
  client.on("error", () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ data_directory: string }>("SHOW data_directory");
    if (path.resolve(rows[0]?.data_directory ?? "") !== cluster.folder) throw new Error("another server on this port");
    await client.query("SELECT pg_advisory_lock_shared($1)", [USERS_LOCK]);
    return client;
  } catch {
    await client.end().catch(() => undefined);
    return undefined;
  }
}
