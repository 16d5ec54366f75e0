import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { afterEach, beforeAll, beforeEach, expect } from "vitest";
import { createCredential } from "../../server/identity/credentials/create-credential";
import { bundledProgram } from "../../server/test/processes/program";
import { ctx } from "../../server/test/rows/fixtures";
import { createEvents } from "../../server/test/rows/webhook-events";
import { until } from "../../server/test/until";
import { recordedFor } from "../../server/test/webhooks/test-events";
import { shopsOfEachTest } from "../../server/test/webhooks/webhook-shops";
import { waitingRequests } from "../../server/webhooks/event-feed/wait-for-events";
import { startApi } from "./api";

/**
 * `bankside listen` as a separate process, with a merchant, a test-only key and a state folder for each test. Registers
 * hooks: call it once, at the top of a file.
 */
export function listenersOfEachTest() {
  const shops = shopsOfEachTest();
  const desk = { api: "", key: { client_id: "", client_secret: "" } };
  const children: ChildProcessByStdio<null, Readable, Readable>[] = [];
  let program = "";
  let state = "";
  beforeAll(async () => {
    program = await bundledProgram(new URL("../src/cli/main.ts", import.meta.url));
    desk.api = await startApi();
  });
  beforeEach(async () => {
    state = mkdtempSync(path.join(tmpdir(), "bankside-listen-"));
    desk.key = await createCredential(ctx, { name: "Desk", owner: { merchantId: shops.merchantId }, testOnly: true });
  });
  afterEach(async () => {
    for (const child of children.splice(0)) child.kill("SIGKILL");
    await until(() => waitingRequests() === 0);
    rmSync(state, { recursive: true, force: true });
  });

  /** Starts the command line and collects its lines. */
  function bankside(args: readonly string[], changed: Record<string, string> = {}) {
    const env = {
      PATH: process.env["PATH"],
      XDG_STATE_HOME: state,
      BANKSIDE_URL: desk.api,
      BANKSIDE_CLIENT_ID: desk.key.client_id,
      BANKSIDE_CLIENT_SECRET: desk.key.client_secret,
      ...changed,
    } as unknown as NodeJS.ProcessEnv;
    const child = spawn(process.execPath, [program, ...args], { env, stdio: ["ignore", "pipe", "pipe"] });
    children.push(child);
    const lines: string[] = [];
    let wrong = "";
    createInterface({ input: child.stdout }).on("line", (line) => lines.push(line));
    child.stderr.on("data", (chunk) => (wrong += chunk));
    const ended = once(child, "close").then(([code, signal]) => ({ code, signal, wrong }));
    const hasPrinted = (text: string) =>
      until(() => lines.some((line) => line.includes(text)) || child.exitCode !== null);
    const stop = () => child.kill("SIGINT") && ended;
    return { child, lines, ended, stop, hasPrinted, json: () => lines.map((line) => JSON.parse(line)) };
  }

  return {
    shops,
    desk,
    bankside,
    /** A listener that has started. */
    async listening(to: string, args: readonly string[] = [], changed: Record<string, string> = {}) {
      const tool = bankside(["listen", "--to", to, ...args], changed);
      await tool.hasPrinted(args.includes("--json") ? '"kind":"listening"' : "BANKSIDE_WEBHOOK_SECRET=");
      return tool;
    },
    /** The error of a start that fails. */
    async refusal(args: readonly string[], changed: Record<string, string> = {}) {
      const { lines, ended } = bankside(["listen", ...args], changed);
      const { code, wrong } = await ended;
      expect([code, lines]).toEqual([1, []]);
      return wrong;
    },
    /** The file with the only listener's position. */
    positionFile() {
      const folder = path.join(state, "bankside");
      return path.join(folder, readdirSync(folder)[0] ?? "");
    },
    createEvents: (count: number) => createEvents(shops.merchantId, count),
    recorded: () => recordedFor(shops.merchantId),
  };
}

/** The signing secret that a listener printed. */
export const secretOf = ({ lines }: { lines: string[] }) => /whsec_[0-9a-f]{64}/.exec(lines.join("\n"))?.[0] ?? "";

/** The event ids of these calls, in order. */
export const idsOf = (received: ReadonlyArray<{ headers: Record<string, unknown> }>) =>
  received.map(({ headers }) => headers["x-event-id"]);
