import { type ChildProcess, spawn } from "node:child_process";
import pg from "pg";
import { afterEach, expect, inject, vi } from "vitest";
import { LIMIT_FACTOR } from "../../../verification/limits";
import { newId } from "../../lib/ids";
import { projectRoot } from "../code-rules/files";
import { bundledProgram } from "./program";

// A test starts several processes, one after the other: on a machine with busy cores each takes 20 s.
vi.setConfig({ testTimeout: 180_000 * LIMIT_FACTOR });

/** A program of the product in a process of its own. */
export type ProductProcess = {
  child: ChildProcess;
  /** What it has written so far, standard error included. */
  output(): string;
  /** Resolves with the exit code; null: it was killed. */
  ended: Promise<number | null>;
  /** Resolves when the output has this text; throws when the process ends without it. */
  says(text: string | RegExp): Promise<void>;
};

const MAIN = new URL("../../main.ts", import.meta.url);
const TOOL = new URL("../../cli/main.ts", import.meta.url);

/** What a shell has that starts nothing of Bankside. */
const BARE = {
  PATH: process.env["PATH"] ?? "",
  HOME: process.env["HOME"] ?? "",
  TZ: "UTC",
  NODE_ENV: "test",
  DEMO_SAMPLES: "0",
} as const;

/** A key of ENCRYPTION_KEY, without its id. */
export const keyOf = (fill: number) => Buffer.alloc(32, fill).toString("base64");

/** A real installation, without its database. A worker needs no built pages. */
export const PRODUCTION = {
  BASE_URL: "https://pay.example.com",
  SMTP_URL: "smtp://mail.example.com:587",
  MAIL_FROM: "Bankside <no-reply@pay.example.com>",
  ENCRYPTION_KEY: `k1:${keyOf(1)}`,
  NEXTAUTH_SECRET: "a secret that only this test knows, long enough",
  ROLE: "worker",
};

const started: ProductProcess[] = [];
afterEach(async () => {
  for (const { child } of started) child.kill("SIGKILL");
  await Promise.all(started.splice(0).map(({ ended }) => ended));
});
/** Starts the program of `npm start` with these settings and no others. It is killed when the test ends. */
export async function start(settings: Record<string, string>): Promise<ProductProcess> {
  const product = await spawnProgram(MAIN, [], settings);
  started.push(product);
  return product;
}

/** What a start says that is refused: everything that it prints but its steps. */
export async function refusal(settings: Record<string, string>): Promise<string> {
  const product = await start(settings);
  expect(await product.ended, product.output()).toBe(1);
  const lines = product.output().split("\n");
  return lines.filter((line) => line !== "" && !/^ {2}|^\{"level":"(?:info|warn)"/.test(line)).join("\n");
}

/** Starts, waits until it runs and stops it. */
export async function startsAndStops(settings: Record<string, string>): Promise<void> {
  const product = await start(settings);
  await product.says("Bankside is running");
  product.child.kill("SIGTERM");
  expect(await product.ended, product.output()).toBe(0);
}

/** Runs a command line of `npm run -s bankside --` to its end, with these settings and no others. */
export async function runTool(
  line: string,
  settings: Record<string, string>,
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const { child, ended } = await spawnProgram(TOOL, line.split(" "), settings);
  const said = { stdout: "", stderr: "" };
  child.stdout?.on("data", (chunk: Buffer) => (said.stdout += chunk.toString()));
  child.stderr?.on("data", (chunk: Buffer) => (said.stderr += chunk.toString()));
  return { code: await ended, ...said };
}

/** Starts a command like `runTool`, without waiting for its end. It is killed when the test ends. */
export async function startTool(line: string, settings: Record<string, string>): Promise<ProductProcess> {
  const tool = await spawnProgram(TOOL, line.split(" "), settings);
  started.push(tool);
  return tool;
}

/** An empty database of this run's PostgreSQL; `template`: a copy of another. */
export async function newDatabase(template = "template1"): Promise<string> {
  const url = new URL(inject("postgres").adminUrl);
  const name = `start_${newId().replaceAll("-", "")}`;
  await queryAt(url.toString(), `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`);
  url.pathname = `/${name}`;
  return url.toString();
}

/** A migrated database that was never used. */
export async function unusedDatabase(): Promise<string> {
  const url = await newDatabase(inject("postgres").template);
  await queryAt(url, "DELETE FROM installation; DELETE FROM signing_keys; DELETE FROM encryption_keys");
  return url;
}

/** The rows of a statement on that database, by its owner. */
export async function queryAt<Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

async function spawnProgram(
  entry: URL,
  args: readonly string[],
  settings: Record<string, string>,
): Promise<ProductProcess> {
  const program = await bundledProgram(entry);
  const child = spawn(process.execPath, [program, ...args], {
    cwd: projectRoot,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...BARE, ...settings },
  });
  let said = "";
  let isOver = false;
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (said += chunk.toString()));
  // "close": after the last output.
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  void ended.then(() => (isOver = true));
  return {
    child,
    ended,
    output: () => said,
    says: async (text) => {
      const found = () => (typeof text === "string" ? said.includes(text) : text.test(said));
      while (!found() && !isOver) await new Promise((resolve) => setTimeout(resolve, 20));
      if (!found()) throw new Error(`The process ended without ${text}: ${said}`);
    },
  };
}
