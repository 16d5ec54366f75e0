import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it } from "vitest";
import { now } from "../lib/clock";
import { projectRoot } from "./code-rules/files";
import { moveClock, moveToMiddleOf, query, stopClock } from "./database";
import { freePorts } from "./processes/free-ports";
import { until } from "./until";

const drift = async (seconds: string) => {
  const sql = "SELECT extract(epoch FROM app_now() - now()) = $1::numeric AS same, current_database() AS name";
  return (await query<{ same: boolean; name: string }>(sql, [seconds])).rows[0];
};

it("each test file has its own migrated database", async () => {
  expect((await drift("0"))?.name).toMatch(/^test_\d+_\d+$/);
  const { rowCount } = await query("SELECT 1 FROM payment_requests");
  expect(rowCount).toBe(0);
});

it("moveClock() moves the clock of the database and of the process", async () => {
  const before = now().getTime();
  await moveClock("15 minutes");
  await moveClock("1 second");
  expect(await drift("901")).toMatchObject({ same: true });
  expect(now().getTime() - before).toBeGreaterThanOrEqual(901_000);
});

it("stopClock() stops the clock of the database until it is moved", async () => {
  const read = async (sql: string) => (await query<{ value: string }>(sql)).rows[0]?.value;
  await stopClock();
  const before = await read("SELECT app_now()::text AS value");
  await read("SELECT pg_sleep(0.01)::text AS value");
  expect(await read("SELECT app_now()::text AS value")).toBe(before);
  await moveClock("2 seconds");
  expect(await read(`SELECT (app_now() - '${before}')::text AS value`)).toBe("00:00:02");
});

it.each([
  ["hour", /:(?:30:0\d|29:59\.9)/],
  ["day", / (?:12:00:0\d|11:59:59\.9)/],
] as const)("moves to the middle of the %s, ahead of the present", async (unit, expected) => {
  const before = now();
  await moveToMiddleOf(unit);
  expect(now().toISOString().replace("T", " ")).toMatch(expected);
  expect(now().getTime()).toBeGreaterThan(before.getTime());
});

it("the clock is reset for the next test", async () => {
  expect(await drift("0")).toMatchObject({ same: true });
});

it.each([
  ["in its folder", "postgres"],
  ["in a folder of it", "bankside-e2e-own-1/postgres"],
])("a killed run leaves no PostgreSQL %s and no folder; control: one that it did not name stays", async (_, data) => {
  const [folder, other] = [0, 1].map(() => mkdtempSync(path.join(tmpdir(), "bankside-harness-"))) as [string, string];
  const server = spawn("sleep", ["600"], { stdio: "ignore" });
  const stopped = once(server, "exit");
  mkdirSync(path.join(folder, data), { recursive: true });
  writeFileSync(path.join(folder, data, "postmaster.pid"), `${server.pid}\n${folder}\n`);
  const file = path.join(projectRoot, "scripts/lib/remove-at-end.mjs");
  const script = `import { removeAtEnd } from ${JSON.stringify(file)};
    removeAtEnd(${JSON.stringify(folder)});
    console.log("named");
    setInterval(() => {}, 1000);`;
  const run = spawn(process.execPath, ["--input-type=module", "-e", script], { stdio: ["ignore", "pipe", "inherit"] });
  await once(run.stdout, "data");
  run.kill("SIGKILL");
  expect(await stopped).toEqual([null, "SIGQUIT"]);
  await until(() => !existsSync(folder));
  expect(existsSync(other)).toBe(true);
  rmSync(other, { recursive: true });
});

it("a killed check of the import rules leaves no folder", async () => {
  const temporary = mkdtempSync(path.join(tmpdir(), "bankside-harness-"));
  const env = { ...process.env, TMPDIR: temporary };
  const run = spawn(process.execPath, ["scripts/depcruise.mjs"], { cwd: projectRoot, env, stdio: "ignore" });
  const ended = once(run, "exit");
  // Its folder is named for removal before it has a file.
  await until(() => readdirSync(temporary, { recursive: true }).length > 1);
  run.kill("SIGKILL");
  expect(await ended).toEqual([null, "SIGKILL"]);
  await until(() => readdirSync(temporary).length === 0);
  rmSync(temporary, { recursive: true });
});

it("a stopped bench leaves no program that it started and no folder", async () => {
  const [port = 0] = await freePorts(1);
  const url = `http://127.0.0.1:${port}/`;
  const server = `require("node:http").createServer((_, answer) => answer.end()).listen(${port}, "127.0.0.1")`;
  const script = `import { inDataDir, serve, thenStopAll } from "./bench/processes.ts";
    await inDataDir((folder) => thenStopAll(async () => {
      await serve(["-e", ${JSON.stringify(server)}], {}, ${JSON.stringify(url)});
      console.log(folder);
      await new Promise(() => setInterval(() => {}, 1000));
    }));`;
  const args = ["--import", "tsx", "--input-type=module", "-e", script];
  const run = spawn(process.execPath, args, { cwd: projectRoot, stdio: ["ignore", "pipe", "inherit"] });
  const ended = once(run, "exit");
  const folder = String(await once(run.stdout, "data")).trim();
  expect(existsSync(folder)).toBe(true);
  run.kill("SIGTERM");
  expect(await ended).toEqual([1, null]);
  await expect(fetch(url)).rejects.toThrow();
  await until(() => !existsSync(folder));
});
