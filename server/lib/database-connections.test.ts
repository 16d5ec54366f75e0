import type net from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { readiness } from "../entry/readiness";
import { beat } from "../jobs/heartbeat";
import { listen } from "../jobs/notify-listener";
import { query } from "../test/database";
import { startTcpProxy, type TcpProxy } from "../test/processes/database-proxy";
import { until } from "../test/until";
import { closeDb, db } from "./db";
import { isDatabaseUnavailable } from "./db-outage";
import { newId } from "./ids";
import { type RequestSlot, runWithSlot } from "./request-slot";

const READY = { ready: true, database: true, worker: true };
const NOT_READY = { ready: false, database: false, worker: false };
const directly = process.env["DATABASE_URL"] ?? "";
/** The first bytes of each connection through the proxy, and what becomes of them. */
const startups: string[] = [];
let change: (startup: string) => string;
let proxy: TcpProxy;

/** The startup message: its length, the protocol, and settings with their values, each ended by a zero byte. */
function passStartup(client: net.Socket, upstream: net.Socket): void {
  client.once("data", (bytes: Buffer) => {
    startups.push(bytes.toString("latin1", 8));
    const settings = Buffer.from(change(bytes.toString("latin1", 8)), "latin1");
    const head = Buffer.from(bytes.subarray(0, 8));
    head.writeInt32BE(8 + settings.length);
    upstream.write(Buffer.concat([head, settings]));
    client.pipe(upstream);
  });
  upstream.pipe(client);
}

beforeAll(async () => {
  proxy = await startTcpProxy(directly, passStartup);
  vi.stubEnv("DATABASE_URL", proxy.url);
});
beforeEach(() => {
  change = (startup) => startup;
  startups.length = 0;
});
afterEach(closeDb);
afterAll(() => {
  vi.unstubAllEnvs();
  proxy.close();
});

const one = async (sql: string) => (await db().$queryRawUnsafe<Record<string, unknown>[]>(sql))[0];
const failure = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  );

/** Changes a setting of the role's new sessions in this file's database. */
const alter = (setting: string) =>
  query(async (client) => {
    const sql = `SELECT format('ALTER ROLE %I IN DATABASE %I ${setting}', $1::text, current_database()) AS sql`;
    const { rows } = await client.query<{ sql: string }>(sql, [new URL(directly).username]);
    await client.query(rows[0]?.sql ?? "");
  });

describe("a connection to the database", () => {
  it("of the pool or of a listener has keepalives, so that the server notices a lost host", async () => {
    expect(await one("SHOW tcp_keepalives_idle")).toEqual({ tcp_keepalives_idle: "30" });
    const listener = listen("test", () => undefined, { name: "test listener" });
    await listener.attempted;
    await listener.stop();
    expect(startups.filter((startup) => startup.includes("test listener"))).toEqual([
      expect.stringContaining("tcp_keepalives_idle=30"),
    ]);
  });

  it.each(["statement_timeout", "options"])("whose %s a pooler dropped is refused", async (setting) => {
    await alter("SET TimeZone = ''America/New_York''");
    proxy.cutAll();
    change = (startup) => startup.replace(new RegExp(`${setting}\0[^\0]*\0`), "");
    await until(async () => /leads to a pooler/.test(String(await failure(one("SELECT 1")))));
    expect(await readiness()).toEqual(NOT_READY);
  });

  it("to a server without writes is refused, and used again after a failover; control: ready before", async () => {
    const set = async (setting: string) => {
      await alter(setting);
      proxy.cutAll();
    };
    const write = () => beat(newId());
    await write();
    expect(await readiness()).toEqual(READY);
    await set("SET default_transaction_read_only = on");
    await until(async () => /read-only/.test(String(await failure(write()))));
    expect(isDatabaseUnavailable(await failure(write()))).toBe(true);
    expect(await readiness()).toEqual(NOT_READY);
    await set("RESET default_transaction_read_only");
    await until(async () => (await failure(write())) === null);
    expect(await readiness()).toEqual(READY);
  });
});

describe("a new connection whose password PostgreSQL refuses", () => {
  it.each([
    ["a statement", () => db().$executeRaw`SELECT 1`],
    ["a query of Prisma", () => db().merchant.count()],
    ["a transaction", () => db().$transaction(async (tx) => tx.merchant.count())],
  ])("fails %s as an unavailable database; control: the same succeeds with the right one", async (_, work) => {
    expect(await failure(work())).toBeNull();
    proxy.cutAll();
    const { username } = new URL(directly);
    change = (startup) => startup.replace(`user\0${username}\0`, "user\0no_such_role\0");
    await until(async () => /password authentication failed|no_such_role/.test(String(await failure(work()))));
    expect(isDatabaseUnavailable(await failure(work()))).toBe(true);
    expect(await readiness()).toEqual(NOT_READY);
  });
});

describe("readiness", () => {
  it("waits for no request; control: a query of the pool waits", async () => {
    await beat(newId());
    const slot = (owner: string): RequestSlot => ({ owner, release: () => undefined, pause: () => null });
    const held = Array.from({ length: 20 }, (_, index) =>
      failure(runWithSlot(slot(index < 10 ? "a" : "b"), () => one("SELECT pg_sleep(600)"))),
    );
    const sleeping = "FROM pg_stat_activity WHERE query LIKE 'SELECT pg_sleep(600)' AND datname = current_database()";
    const rows = async (sql: string) => (await query(sql)).rowCount;
    await until(async () => (await rows(`SELECT ${sleeping}`)) === 20);
    let isServed = false;
    const waiting = one("SELECT 1").finally(() => {
      isServed = true;
    });
    expect(await readiness()).toEqual(READY);
    expect(isServed).toBe(false);
    await rows(`SELECT pg_cancel_backend(pid) ${sleeping}`);
    await Promise.all(held);
    await waiting;
  });
});

describe("isDatabaseUnavailable()", () => {
  const NETWORK =
    "ECONNREFUSED ECONNRESET EHOSTDOWN EHOSTUNREACH ENETDOWN ENETUNREACH EAI_AGAIN ENOTFOUND EPIPE ETIMEDOUT";
  const coded = (code: string) => Object.assign(new Error("no"), { code });

  it.each([...NETWORK.split(" "), "25006", "28P01", "28000", "57P01", "08006", "53300", "P1001", "P2024"])(
    "is true for %s",
    (code) => {
      expect(isDatabaseUnavailable(coded(code))).toBe(true);
      expect(isDatabaseUnavailable(new Error("wrapped", { cause: coded(code) }))).toBe(true);
    },
  );

  it.each([
    { kind: "DatabaseNotReachable" },
    { kind: "ConnectionClosed" },
    { kind: "SocketTimeout" },
    { originalCode: "25006" },
  ])("is true for a raw query of Prisma that failed with %j", (cause) => {
    const error = Object.assign(coded("P2010"), { meta: { driverAdapterError: { cause } } });
    expect(isDatabaseUnavailable(error)).toBe(true);
  });

  it.each(["23505", "40001", "P2010", "EACCES"])("control: is false for %s", (code) => {
    expect(isDatabaseUnavailable(coded(code))).toBe(false);
  });
});
