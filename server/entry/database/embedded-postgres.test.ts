import { chmodSync, chownSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { afterEach, describe, expect, it, vi } from "vitest";
import { until } from "../../test/until";
import { startEmbeddedPostgres } from "./embedded-postgres";

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** A new data directory, in folders with these names. */
function newDataDir(...names: string[]): string {
  const folder = mkdtempSync(path.join(tmpdir(), "bankside-test-"));
  folders.push(folder);
  const dataDir = path.join(folder, ...names);
  mkdirSync(dataDir, { recursive: true });
  return dataDir;
}

/** The session's role and address at the server: null over a Unix socket. */
async function sessionAt(connectionString: string) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const { rows } = await client.query<{ role: string; address: string | null }>(
    "SELECT current_user AS role, host(inet_client_addr()) AS address",
  );
  await client.end();
  return rows[0];
}

it("the database is used over a Unix socket that only its owner can open, and by a second process too", async () => {
  const dataDir = newDataDir("a folder's name, with spaces");
  const first = await startEmbeddedPostgres({ dataDir, durable: false });
  await first.ensureDatabase("bankside");
  const second = await startEmbeddedPostgres({ dataDir, durable: false });
  for (const { url, runtimeUrl } of [first, second]) {
    expect(await sessionAt(url("bankside"))).toEqual({ role: "postgres", address: null });
    expect(await sessionAt(runtimeUrl("bankside"))).toEqual({ role: "bankside_app", address: null });
  }
  const { port } = new URL(first.url("bankside"));
  const folder = path.join(dataDir, "postgres");
  const modes = [folder, path.join(folder, `.s.PGSQL.${port}`)].map((file) => statSync(file).mode & 0o777);
  expect(modes).toEqual([0o700, 0o700]);
  await second.release();
  await first.release();
});

it("the database is used over loopback where the path is too long for a socket", { tags: "deep" }, async () => {
  const postgres = await startEmbeddedPostgres({ dataDir: newDataDir("x".repeat(90)), durable: false });
  await postgres.ensureDatabase("bankside");
  expect(await sessionAt(postgres.runtimeUrl("bankside"))).toEqual({ role: "bankside_app", address: "127.0.0.1" });
  await postgres.release();
});

it("a server that was started without a socket, as by an earlier release, is used over loopback", {
  tags: "deep",
}, async () => {
  const dataDir = newDataDir();
  const first = await startEmbeddedPostgres({ dataDir, durable: false });
  const { port } = new URL(first.url("postgres"));
  rmSync(path.join(dataDir, "postgres", `.s.PGSQL.${port}`));
  const second = await startEmbeddedPostgres({ dataDir, durable: false });
  expect(await sessionAt(second.url("postgres"))).toEqual({ role: "postgres", address: "127.0.0.1" });
  await second.release();
  await first.release();
});

it("a process whose session was ended takes its locks again: a second one neither claims nor stops the database", async () => {
  const dataDir = newDataDir();
  const first = await startEmbeddedPostgres({ dataDir, durable: false });
  expect(await first.claimServer()).toBe(true);
  const second = await startEmbeddedPostgres({ dataDir, durable: false });
  const client = new pg.Client({ connectionString: first.url("postgres") });
  await client.connect();
  const advisoryLocks = "SELECT pid, objid FROM pg_locks WHERE locktype = 'advisory' ORDER BY objid, pid";
  const read = async () => (await client.query<{ pid: number; objid: number }>(advisoryLocks)).rows;
  const before = await read();
  const holder = before.at(-1)?.pid;
  await client.query("SELECT pg_terminate_backend($1)", [holder]);
  const others = async () => (await read()).filter(({ pid }) => pid !== holder);
  await until(async () => (await others()).length === before.length);
  expect((await others()).map(({ objid }) => objid)).toEqual(before.map(({ objid }) => objid));
  expect(await second.claimServer()).toBe(false);
  await second.release();
  expect(await sessionAt(first.url("postgres"))).toEqual({ role: "postgres", address: null });
  await client.end();
  await first.release();
  await expect(sessionAt(first.url("postgres"))).rejects.toThrow("ENOENT");
});

describe.runIf(process.getuid?.() === 0)("as root", () => {
  const OTHER = 12_345;

  it("with the data folder below another user's closed home, the first start works", async () => {
    const dataDir = newDataDir("home", "data");
    const home = path.dirname(dataDir);
    chownSync(home, OTHER, OTHER);
    chmodSync(home, 0o700);
    const postgres = await startEmbeddedPostgres({ dataDir, durable: false });
    const host = decodeURIComponent(new URL(postgres.url("postgres")).hostname);
    folders.push(path.dirname(String(host)));
    expect(host).toMatch(/^\/var\/lib\/bankside\/\w+\/postgres$/);
    expect(await sessionAt(postgres.url("postgres"))).toEqual({ role: "postgres", address: null });
    await postgres.release();
  });

  it("the database of another user is started as that user, who keeps every file and can start it again", async () => {
    const dataDir = newDataDir("data");
    chmodSync(path.dirname(dataDir), 0o755);
    await (await startEmbeddedPostgres({ dataDir, durable: false })).release();
    const files = () => [
      dataDir,
      ...readdirSync(dataDir, { recursive: true }).map((name) => path.join(dataDir, `${name}`)),
    ];
    for (const file of files()) chownSync(file, OTHER, OTHER);
    const postgres = await startEmbeddedPostgres({ dataDir, durable: false });
    expect(await sessionAt(postgres.url("postgres"))).toEqual({ role: "postgres", address: null });
    await postgres.release();
    expect(files().filter((file) => statSync(file).uid !== OTHER)).toEqual([]);
  });

  it("a database that an earlier release gave to another user is refused to its user, with the command", async () => {
    const dataDir = newDataDir();
    const folder = path.join(dataDir, "postgres");
    mkdirSync(folder);
    const getuid = vi.spyOn(process, "getuid").mockReturnValue(OTHER);
    await expect(startEmbeddedPostgres({ dataDir, durable: false })).rejects.toThrow(
      `The database in ${folder} belongs to another user, as after a start with sudo. Run: sudo chown -R ${OTHER} "${folder}"`,
    );
    getuid.mockRestore();
  });
});
