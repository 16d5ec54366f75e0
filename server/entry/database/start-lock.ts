import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { warn } from "../step";
import { connectTo, databaseName } from "./start-database";

/** An advisory lock of a database, held while one process migrates or prepares it. It ends with its connection. */
const START_LOCK = 7_303;
const RETRY_MS = 250;
/** A wait is reported at once, then this often. */
const REPORT_EVERY_MS = 15_000;
/** The time between two looks for a session that blocks a migration. */
const BLOCKER_CHECK_MS = 1_000;
/**
 * PostgreSQL ends the session of a host that was lost, and with it the lock, after about a minute; by default after two
 * hours.
 */
const DEAD_PEER = "SET tcp_keepalives_idle = 30; SET tcp_keepalives_interval = 10; SET tcp_keepalives_count = 3";

/** Another session of the database; null: not visible to this role, or unknown. */
type OtherSession = {
  pid: number;
  application: string | null;
  address: string | null;
  since: Date | null;
  state: string | null;
};

/** The columns of an `OtherSession`, from `pg_stat_activity AS a`. */
const SESSION = `a.pid, nullif(a.application_name, '') AS application, host(a.client_addr) AS address,
  a.backend_start AS since, a.state`;

/**
 * Runs `work` while no other process migrates or prepares the database. While another does, says at once and then every
 * 15 s which session that is. `databaseUrl`: of the role that owns the tables. `signal`: ends the wait. Throws a start
 * error for an unreachable database.
 */
export async function underStartLock<T>(
  databaseUrl: string,
  work: (client: pg.Client) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const client = await connectTo(databaseUrl);
  try {
    await client.query(DEAD_PEER);
    const report = reporter();
    const what = `Waiting for another process to prepare the database ${databaseName(databaseUrl)}`;
    for (let unseen = 0; !(await tryLock(client)); ) {
      const [holder] = await holders(client);
      unseen = holder ? 0 : unseen + 1;
      // No holder seen: at the first look it has just released the lock; at the second this role cannot see its session.
      if (holder || unseen > 1) report(what, holder ?? null);
      await sleep(RETRY_MS, undefined, signal ? { signal } : {});
    }
    return await work(client);
  } finally {
    await client.end();
  }
}

/**
 * While `work` runs on `client`, says which session holds a lock that it waits for, at the first look and then every
 * 15 s.
 */
export async function reportingBlockers<T>(databaseUrl: string, client: pg.Client, work: () => Promise<T>): Promise<T> {
  const { rows } = await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
  const done = new AbortController();
  // Only a report: the work does not need it.
  const watching = watchBlockers(databaseUrl, rows[0]?.pid ?? 0, done.signal).catch(() => undefined);
  try {
    return await work();
  } finally {
    done.abort();
    await watching;
  }
}

async function watchBlockers(databaseUrl: string, waiting: number, signal: AbortSignal): Promise<void> {
  const report = reporter();
  const sql = `SELECT ${SESSION}
    FROM unnest(pg_blocking_pids($1)) AS blocker JOIN pg_stat_activity AS a ON a.pid = blocker`;
  // First, because most migrations are done by then.
  await sleep(BLOCKER_CHECK_MS, undefined, { signal });
  const client = await connectTo(databaseUrl);
  try {
    for (;;) {
      const [session] = (await client.query<OtherSession>(sql, [waiting])).rows;
      if (session) report("The migration waits for a lock of another session", session);
      await sleep(BLOCKER_CHECK_MS, undefined, { signal });
    }
  } finally {
    await client.end();
  }
}

async function tryLock(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ granted: boolean }>("SELECT pg_try_advisory_lock($1) AS granted", [START_LOCK]);
  return rows[0]?.granted === true;
}

async function holders(client: pg.Client): Promise<OtherSession[]> {
  const sql = `SELECT ${SESSION} FROM pg_locks AS l JOIN pg_stat_activity AS a USING (pid)
    WHERE l.locktype = 'advisory' AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
      AND l.classid = 0 AND l.objid = $1 AND l.objsubid = 1 AND l.granted`;
  return (await client.query<OtherSession>(sql, [START_LOCK])).rows;
}

function reporter(): (what: string, session: OtherSession | null) => void {
  let dueAt = 0;
  return (what, session) => {
    if (performance.now() < dueAt) return;
    dueAt = performance.now() + REPORT_EVERY_MS;
    warn(waitSentence(what, session));
  };
}

/** What is waited for, whose session that is, and how to end it. */
function waitSentence(what: string, session: OtherSession | null): string {
  if (session === null)
    return `${what}. This role does not see its session: as an administrator, look for "bankside start" in pg_stat_activity.`;
  const { pid, application, address, since, state } = session;
  const facts = [
    `PostgreSQL process ${pid}`,
    ...(application === null ? [] : [`"${application}"`]),
    ...(address === null ? [] : [`from ${address}`]),
    ...(since === null ? [] : [`connected since ${since.toISOString()}`]),
    ...(state === null ? [] : [state]),
  ];
  return `${what}: ${facts.join(", ")}. If that program no longer runs, end its session: SELECT pg_terminate_backend(${pid});`;
}
