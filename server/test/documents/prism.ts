import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import net from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { removeAtEnd } from "../../../scripts/lib/remove-at-end.mjs";
import { freePorts } from "../processes/free-ports";

const require = createRequire(import.meta.url);
const START_TIMEOUT_MS = 60_000;
const POLL_EVERY_MS = 50;

export type Prism = { port: number; close(): void };

/**
 * Prism as a validating proxy in a separate process, on a loopback port; without an `upstream` as a mock, which answers
 * by the document's examples. The document is read from a local file, so that nothing is fetched. Requests are only
 * validated where `requests` is set: tests send invalid ones on purpose. Without `--errors`, because Prism would then
 * answer 401 instead of the product, and accept an undeclared failure status; its violations are in the header
 * `sl-violations` of each answer.
 * @throws Error with Prism's output, when it does not start
 */
export async function startPrism(
  document: unknown,
  upstream: string | null,
  { requests } = { requests: false },
): Promise<Prism> {
  const folder = mkdtempSync(path.join(tmpdir(), "bankside-prism-"));
  removeAtEnd(folder);
  const file = path.join(folder, "openapi.json");
  writeFileSync(file, JSON.stringify(document));
  const [port = 0] = await freePorts(1);
  const program = require.resolve("@stoplight/prism-cli/dist/index.js");
  const flags = ["--port", port, "--host", "127.0.0.1", "--multiprocess", "false", "--cors", "false"];
  const quiet = ["--verboseLevel", "fatal"];
  const role =
    upstream === null ? ["mock", file] : ["proxy", file, upstream, "--validate-request", requests ? "true" : "false"];
  const child = spawn(process.execPath, [program, ...role, ...flags.map(String), ...quiet], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (said += chunk));
  const close = () => {
    process.off("exit", close);
    child.kill();
    rmSync(folder, { recursive: true, force: true });
  };
  process.once("exit", close);
  const failed = new Promise<never>((_, reject) => {
    const because = (reason: string) => reject(new Error(`Prism did not start: ${reason}\n${said.trim()}`));
    child.once("error", (error) => because(error.message));
    child.once("exit", (code) => because(`it ended with ${code}.`));
    setTimeout(() => because("it did not listen in time."), START_TIMEOUT_MS).unref();
  });
  failed.catch(() => undefined);
  try {
    await Promise.race([listens(port), failed]);
  } catch (error) {
    close();
    throw error;
  }
  return { port, close };
}

async function listens(port: number): Promise<void> {
  while (!(await accepts(port))) await pause(POLL_EVERY_MS);
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect(port, "127.0.0.1");
    socket.once("connect", () => resolve(true));
    socket.once("error", () => resolve(false));
    socket.once("close", () => socket.destroy());
    socket.once("connect", () => socket.end());
  });
}
