import { createHash, randomBytes, randomUUID } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { localSecret, makeDataDir } from "../../lib/config/local-secrets";
import { startError } from "../../lib/config/start-error";
import { freePort } from "./free-port";
import { hostsOf, servingPort, supportsSocket, urlOf } from "./postgres-address";
import { isOpenTo, type Launcher, launcherFor } from "./postgres-launcher";

/** A running embedded PostgreSQL, which this process started or found running. */
export interface EmbeddedPostgres {
  /** The URL of one of its databases for the role that owns it, password included. */
  url(database: string): string;
  /** The same for the runtime role, which owns nothing. `ensureDatabase` creates it. */
  runtimeUrl(database: string): string;
  /** Creates the database and the runtime role unless they exist. */
  ensureDatabase(database: string): Promise<void>;
  /** Claims the data directory for this server process; false while another server holds it. */
  claimServer(): Promise<boolean>;
  /** Ends the use; stops PostgreSQL unless another process still uses it. */
  release(): Promise<void>;
}

export interface EmbeddedOptions {
  dataDir: string;
  /** False for temporary test databases: a crash of the machine may lose them. */
  durable: boolean;
  /** False: only over loopback, for proxies in front of it. By default over a Unix socket, if the folder supports one. */
  usesSocket?: boolean;
  /** Ends the start between two steps. */
  signal?: AbortSignal;
}

interface Cluster extends EmbeddedOptions {
  /** PostgreSQL's own data directory. */
  folder: string;
  launcher: Launcher;
  password: string;
  runtimePassword: string;
}

const USER = "postgres";
/** Owns no table (ADR 52). Its rights on tables are granted by `runtime-role.ts`. */
const RUNTIME_USER = "bankside_app";
const MAX_CONNECTIONS = 200;
const START_DEADLINE_MS = 60_000;
const RETRY_MS = 100;
const CONNECT_TIMEOUT_MS = 5_000;
const LOG_TAIL_CHARACTERS = 600;
const DUPLICATE_OBJECT = "42710";
const UNIQUE_VIOLATION = "23505";
/**
 * Advisory locks in the database `postgres`. Every process that uses the cluster shares the first; one server holds the
 * second.
 */
const USERS_LOCK = 7_301;
const SERVER_LOCK = 7_302;

/**
 * Starts the embedded PostgreSQL of a data directory, or connects to a running one: it keeps running when its process
 * is killed, and the command line runs beside a server. It listens on 127.0.0.1 and, where the data folder supports one,
 * on a Unix socket, which is used then. Its users hold advisory locks instead of storing process ids: a lock ends with its holder, while a process id can be reused.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  makeDataDir(options.dataDir);
  const cluster = await openCluster(options);
  const deadline = Date.now() + START_DEADLINE_MS;
  for (let output = ""; ; await sleep(RETRY_MS)) {
    const client = await attach(cluster);
    if (client) return running(cluster, client);
    // After a try to connect, so that a server that this start has started is returned and then released.
    options.signal?.throwIfAborted();
    if (Date.now() > deadline) throw startError(`The embedded PostgreSQL did not start. ${output}${logTail(cluster)}`);
    if (!existsSync(path.join(cluster.folder, "PG_VERSION"))) await initialise(cluster);
    options.signal?.throwIfAborted();
    output = await startServer(cluster);
  }
}

/** Whether a data directory has a cluster, running or not. */
export function hasCluster(dataDir: string): boolean {
  return foldersOf(path.resolve(dataDir)).some((folder) => existsSync(path.join(folder, "PG_VERSION")));
}

async function openCluster(options: EmbeddedOptions): Promise<Cluster> {
  const dataDir = path.resolve(options.dataDir);
  const newPassword = () => randomBytes(24).toString("base64url");
  const password = localSecret(dataDir, "database_password", newPassword);
  const runtimePassword = localSecret(dataDir, "database_runtime_password", newPassword);
  const secrets = { password, runtimePassword };
  const [inside, elsewhere] = foldersOf(dataDir);
  const existing = [inside, elsewhere].find((folder) => existsSync(folder));
  const launcher = launcherFor(existing ?? inside);
  if (!launcher.user) return { ...options, ...secrets, dataDir, launcher, folder: inside };

  // The unprivileged user must reach the data: in DATA_DIR if the folders above it allow that, otherwise in another
  // folder.
  chmodSync(dataDir, 0o711);
  const folder = isOpenTo(dataDir, launcher.user.uid) ? inside : elsewhere;
  if (folder === elsewhere) {
    chmodSync(dataDir, 0o700);
    mkdirSync(path.dirname(elsewhere), { recursive: true, mode: 0o711 });
  }
  if (existing && existing !== folder) renameSync(existing, folder);
  if (existing && statSync(folder).uid !== launcher.user.uid) await launcher.own(folder);
  return { ...options, ...secrets, dataDir, launcher, folder };
}

/** The possible data folders: inside the data directory, or outside for a user who can't reach it. */
function foldersOf(dataDir: string): [inside: string, elsewhere: string] {
  const name = createHash("sha256").update(dataDir).digest("hex").slice(0, 16);
  return [path.join(dataDir, "postgres"), path.join("/var/lib/bankside", name, "postgres")];
}

// Created under a temporary name and renamed at the end, so that an interrupted start leaves no incomplete cluster.
async function initialise(cluster: Cluster): Promise<void> {
  const draft = `${cluster.folder}.${randomUUID()}`;
  const passwordFile = `${draft}.password`;
  mkdirSync(draft, { mode: 0o700 });
  writeFileSync(passwordFile, cluster.password, { mode: 0o600 });
  await cluster.launcher.own(draft);
  await cluster.launcher.own(passwordFile);
  const flags = [
    "--auth=scram-sha-256",
    "--encoding=UTF8",
    "--locale=C",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
  ];
  const done = await cluster.launcher.run("initdb", [
    ...["-D", draft, "-U", USER, `--pwfile=${passwordFile}`, "--no-instructions", ...flags],
    ...(cluster.durable ? [] : ["--no-sync"]),
  ]);
  rmSync(passwordFile, { force: true });
  if (done.code !== 0) {
    rmSync(draft, { recursive: true, force: true });
    throw startError(`The embedded database cannot be created in ${cluster.folder}: ${done.output.trim()}`);
  }
  try {
    renameSync(draft, cluster.folder);
  } catch (error) {
    // Another start was faster; its cluster is used.
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(path.join(cluster.folder, "PG_VERSION"))) throw error;
  }
}

// pg_ctl starts the server in its own session: Ctrl-C reaches only this process, which stops the server last.
async function startServer(cluster: Cluster): Promise<string> {
  const remembered = path.join(cluster.dataDir, "postgres.port");
  const port = await freePort(existsSync(remembered) ? Number(readFileSync(remembered, "utf8")) : null);
  writeFileSync(remembered, String(port), { mode: 0o600 });
  const { folder, usesSocket = true } = cluster;
  const settings = {
    listen_addresses: "127.0.0.1",
    // Its data folder: a path of its own would have to be quoted for pg_ctl's shell, and relative it is short.
    unix_socket_directories: usesSocket && (await supportsSocket(folder)) ? "." : "",
    unix_socket_permissions: "0700",
    max_connections: String(MAX_CONNECTIONS),
    log_min_messages: "warning",
    timezone: "UTC",
    log_timezone: "UTC",
    ...(cluster.durable ? {} : { fsync: "off", synchronous_commit: "off", full_page_writes: "off" }),
  };
  const flags = Object.entries(settings).map(([name, value]) => `-c ${name}=${value === "" ? '""' : value}`);
  const done = await cluster.launcher.run("pg_ctl", [
    ...["start", "--wait", "--timeout=30", "-D", cluster.folder, "-l", path.join(cluster.folder, "server.log")],
    ...["-o", `-p ${port} ${flags.join(" ")}`],
  ]);
  return done.code === 0 ? "" : done.output.trim();
}

/** A connection that counts as a user of the cluster; undefined when the server isn't running. */
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

/**
 * Roles belong to the cluster, and two starts may create this one at the same time: the second gets a duplicate error.
 */
async function ensureRuntimeRole(client: pg.Client, password: string): Promise<void> {
  const role = pg.escapeIdentifier(RUNTIME_USER);
  const found = await client.query("SELECT 1 FROM pg_roles WHERE rolname = $1", [RUNTIME_USER]);
  if (found.rowCount !== 0) return;
  const sql = `CREATE ROLE ${role} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE PASSWORD ${pg.escapeLiteral(password)}`;
  await client.query(sql).catch((error: { code?: string }) => {
    if (error.code !== DUPLICATE_OBJECT && error.code !== UNIQUE_VIOLATION) throw error;
  });
}

function running(cluster: Cluster, client: pg.Client): EmbeddedPostgres {
  const { host, port } = client;
  const isGranted = async (key: number) => {
    const { rows } = await client.query<{ granted: boolean }>("SELECT pg_try_advisory_lock($1) AS granted", [key]);
    return rows[0]?.granted === true;
  };
  return {
    url: (database) => urlOf(host, port, database, { user: USER, password: cluster.password }),
    runtimeUrl: (database) => urlOf(host, port, database, { user: RUNTIME_USER, password: cluster.runtimePassword }),
    ensureDatabase: async (database) => {
      await ensureRuntimeRole(client, cluster.runtimePassword);
      const found = await client.query("SELECT 1 FROM pg_database WHERE datname = $1", [database]);
      if (found.rowCount === 0) await client.query(`CREATE DATABASE ${pg.escapeIdentifier(database)}`);
    },
    claimServer: () => isGranted(SERVER_LOCK),
    release: async () => {
      await client.query("SELECT pg_advisory_unlock_all()");
      // Held until PostgreSQL has stopped: a process that starts now finds no server, and starts it again.
      const last = await isGranted(USERS_LOCK);
      if (last)
        await cluster.launcher.run("pg_ctl", ["stop", "--wait", "--timeout=60", "--mode=fast", "-D", cluster.folder]);
      await client.end().catch(() => undefined);
    },
  };
}

function logTail(cluster: Cluster): string {
  const file = path.join(cluster.folder, "server.log");
  return existsSync(file) ? `Its log ends with:\n${readFileSync(file, "utf8").slice(-LOG_TAIL_CHARACTERS)}` : "";
}
