// Runs the command line as a separate process, kills it between sending an event and recording it, and reads its output.
import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { stripVTControlCharacters } from "node:util";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { matches } from "../../client/test/guides";
import { createMerchant } from "../merchants/create-merchant";
import { projectRoot } from "../test/files";
import { ctx } from "../test/fixtures";
import { idsOf, recordedFor } from "../test/listeners";
import { bundledProgram } from "../test/program";
import { until } from "../test/until";
import { createEvent } from "../test/webhook-events";
import { ok, shopsOfEachTest, status } from "../test/webhook-shops";

const shops = shopsOfEachTest();
const guide = readFileSync(path.join(projectRoot, "docs/integrate/webhooks.md"), "utf8");
/** The output of this command in the guide. */
const GUIDE = /^```text\n(Forwarding test events[\s\S]*?)\n```$/m.exec(guide)?.[1] ?? "";
const steady = (text: string) => text.replace(/^\d\d:\d\d:\d\d/gm, "time").replace(/\d+ ms/g, "ms");
/** A transaction of another test on the same server delays events; these lines are ignored. */
const HELD_BACK = /^Events are waiting for an older database transaction|^{"kind":"held_back"}$/;
let program: string;
beforeAll(async () => {
  program = await bundledProgram(new URL("./main.ts", import.meta.url));
});
const children: ChildProcessByStdio<null, Readable, Readable>[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
});

/** Starts the command line and collects its lines. */
function bankside(...args: string[]) {
  const child = spawn(process.execPath, [program, ...args], { cwd: projectRoot, stdio: ["ignore", "pipe", "pipe"] });
  children.push(child);
  const lines: string[] = [];
  let wrong = "";
  createInterface({ input: child.stdout }).on("line", (line) => {
    if (!HELD_BACK.test(line)) lines.push(line);
  });
  child.stderr.on("data", (chunk) => (wrong += chunk));
  const ended = once(child, "close").then(([code, signal]) => ({
    ...{ code, signal },
    wrong: wrong.replace(/^Installation: the database .*\n/, ""),
  }));
  const hasPrinted = (text: string) =>
    until(() => lines.some((line) => line.includes(text)) || child.exitCode !== null);
  return { child, lines, ended, hasPrinted, json: () => lines.map((line) => JSON.parse(line)) };
}

const listening = async (forward: string, ...more: string[]) => {
  const tool = bankside("listen", "--forward", forward, "--merchant", shops.merchantId, ...more);
  await tool.hasPrinted(more.includes("--json") ? '"kind":"listening"' : "BANKSIDE_WEBHOOK_SECRET=");
  return tool;
};

describe("bankside listen", () => {
  it("prints the secret, then one line per event with the response, without colours on a pipe", async () => {
    const desk = await shops.receiver(ok);
    const tool = await listening(desk.url);
    await createEvent(shops.merchantId, { sequence: 2, object: { metadata: { order_id: "1001" } } });
    await tool.hasPrinted("1001");
    desk.answer = status(503);
    await createEvent(shops.merchantId, { type: "payment_link.used", object: { order_id: "1002" } });
    await tool.hasPrinted("skipped");
    const ids = await recordedFor(shops.merchantId);
    expect(tool.lines.slice(-4).map((line) => line.split("  ")[3])).toEqual([ids[0], ids[1], ids[1], ids[1]]);
    // The guide's output, except for names and times.
    const shown = GUIDE.replace("Olaria do Norte", "Acme").replace("http://localhost:4000/hook", desk.url);
    expect(steady(tool.lines.join("\n"))).toSatisfy((text: string) => matches(text, steady(shown)));
    expect(tool.lines.map(stripVTControlCharacters)).toEqual(tool.lines);
    tool.child.kill("SIGINT");
    expect(await tool.ended).toEqual({ code: 0, signal: null, wrong: "" });
    expect(tool.lines.at(-1)).toBe("Stopped. The next run resumes here.");
  });

  it("prints one JSON object per line with --json, and the body with --print", async () => {
    const desk = await shops.receiver(ok);
    const tool = await listening(desk.url, "--json", "--print");
    await createEvent(shops.merchantId);
    await tool.hasPrinted('"kind":"event"');
    tool.child.kill("SIGTERM");
    expect((await tool.ended).code).toBe(0);
    const [id] = await recordedFor(shops.merchantId);
    expect(tool.json()).toMatchObject([
      {
        kind: "listening",
        merchant_id: shops.merchantId,
        webhook_secret: expect.stringMatching(/^whsec_/),
        began: "now",
      },
      { kind: "event", event_id: id, taken: true, status: 200, tries: 1, body: String(desk.received[0]?.body) },
      { kind: "stopped" },
    ]);
  });

  it("sends an event again with the same id, then the next ones in order, after SIGKILL before it was recorded", async () => {
    const desk = await shops.receiver(() => undefined);
    const first = await listening(desk.url);
    for (let index = 0; index < 3; index += 1) await createEvent(shops.merchantId);
    await until(() => desk.received.length === 1);
    first.child.kill("SIGKILL");
    expect((await first.ended).signal).toBe("SIGKILL");
    desk.answer = ok;
    const second = await listening(desk.url);
    expect(second.lines.join("\n")).toContain('Listener "desk", from where it stopped.');
    await until(() => desk.received.length === 4);
    const ids = await recordedFor(shops.merchantId);
    expect(idsOf(desk.received)).toEqual([ids[0], ...ids]);
    expect(new Set(desk.received.slice(0, 2).map(({ body }) => String(body))).size).toBe(1);
  });

  it("records the event in flight at Ctrl-C and does not send it again", async () => {
    let letGo = () => undefined as unknown;
    const desk = await shops.receiver((response) => (letGo = () => response.end()));
    const first = await listening(desk.url);
    await createEvent(shops.merchantId);
    await createEvent(shops.merchantId);
    await until(() => desk.received.length === 1);
    first.child.kill("SIGINT");
    letGo();
    expect((await first.ended).code).toBe(0);
    desk.answer = ok;
    await listening(desk.url);
    await until(() => desk.received.length === 2);
    expect(idsOf(desk.received)).toEqual(await recordedFor(shops.merchantId));
  });

  it("refuses a second listener of the same name with one sentence and no stack", async () => {
    const desk = await shops.receiver(ok);
    await listening(desk.url);
    const second = bankside("listen", "--forward", desk.url, "--merchant", shops.merchantId);
    const { code, wrong } = await second.ended;
    expect([code, second.lines]).toEqual([1, []]);
    expect(wrong).toBe('A listener named "desk" is already running. Stop it, or choose another --name.\n');
  });

  it("exits with 1 without --merchant if there are several, and at a failure with --stop-on-failure", async () => {
    const desk = await shops.receiver(status(500));
    await createMerchant(ctx, { brandName: "Other" });
    const unnamed = await bankside("listen", "--forward", desk.url).ended;
    expect(unnamed.code).toBe(1);
    expect(unnamed.wrong).toContain("There are several merchants. Choose one with --merchant <uuid>:\n");
    expect(unnamed.wrong).toContain(`${shops.merchantId}  Acme\n`);
    const strict = await listening(desk.url, "--stop-on-failure");
    await createEvent(shops.merchantId);
    expect(await strict.ended).toMatchObject({
      code: 1,
      wrong: "Stopped: your server did not accept the event. The next run starts with it.\n",
    });
  });
});
