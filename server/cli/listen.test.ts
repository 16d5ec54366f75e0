// The tool as a process of its own, as an integrator runs it: what it prints, and what a kill at the worst moment costs.
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
import { happen } from "../test/webhook-events";
import { ok, shopsOfEachTest, status } from "../test/webhook-shops";

const shops = shopsOfEachTest();
const guide = readFileSync(path.join(projectRoot, "docs/integrate/webhooks.md"), "utf8");
/** What the guide shows of this command. */
const GUIDE = /^```text\n(Test payments[\s\S]*?)\n```$/m.exec(guide)?.[1] ?? "";
const steady = (text: string) => text.replace(/^\d\d:\d\d:\d\d/gm, "time").replace(/\d+ ms/g, "ms");
/** Any transaction of the whole server holds the tool back for a while, another test's too: no matter of these. */
const HELD_BACK = /^Events wait for an older transaction|^{"kind":"held_back"}$/;
let program: string;
beforeAll(async () => {
  program = await bundledProgram(new URL("./main.ts", import.meta.url));
});
const children: ChildProcessByStdio<null, Readable, Readable>[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
});

/** The tool, started; its lines as they come. */
function bankside(...args: string[]) {
  const child = spawn(process.execPath, [program, ...args], { cwd: projectRoot, stdio: ["ignore", "pipe", "pipe"] });
  children.push(child);
  const lines: string[] = [];
  let wrong = "";
  createInterface({ input: child.stdout }).on("line", (line) => {
    if (!HELD_BACK.test(line)) lines.push(line);
  });
  child.stderr.on("data", (chunk) => (wrong += chunk));
  const ended = once(child, "close").then(([code, signal]) => ({ code, signal, wrong }));
  const hasSaid = (text: string) => until(() => lines.some((line) => line.includes(text)) || child.exitCode !== null);
  return { child, lines, ended, hasSaid, json: () => lines.map((line) => JSON.parse(line)) };
}

const listening = async (forward: string, ...more: string[]) => {
  const tool = bankside("listen", "--forward", forward, "--merchant", shops.merchantId, ...more);
  await tool.hasSaid(more.includes("--json") ? '"kind":"listening"' : "BANKSIDE_WEBHOOK_SECRET=");
  return tool;
};

describe("bankside listen", () => {
  it("prints the secret, then a line an event with what came of it; no colours where no terminal is", async () => {
    const desk = await shops.receiver(ok);
    const tool = await listening(desk.url);
    await happen(shops.merchantId, { sequence: 2, object: { metadata: { order_id: "1001" } } });
    await tool.hasSaid("1001");
    desk.answer = status(503);
    await happen(shops.merchantId, { type: "payment_link.used", object: { order_id: "1002" } });
    await tool.hasSaid("passed over");
    const ids = await recordedFor(shops.merchantId);
    expect(tool.lines.slice(-4).map((line) => line.split("  ")[3])).toEqual([ids[0], ids[1], ids[1], ids[1]]);
    // What the guide shows, but for the names and the times.
    const shown = GUIDE.replace("Olaria do Norte", "Acme").replace("http://localhost:4000/hook", desk.url);
    expect(steady(tool.lines.join("\n"))).toSatisfy((text: string) => matches(text, steady(shown)));
    expect(tool.lines.map(stripVTControlCharacters)).toEqual(tool.lines);
    tool.child.kill("SIGINT");
    expect(await tool.ended).toEqual({ code: 0, signal: null, wrong: "" });
    expect(tool.lines.at(-1)).toBe("Stopped. The next start goes on from here.");
  });

  it("says it as JSON, an object a line, with the body where it is asked for", async () => {
    const desk = await shops.receiver(ok);
    const tool = await listening(desk.url, "--json", "--print");
    await happen(shops.merchantId);
    await tool.hasSaid('"kind":"event"');
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

  it("killed between an event's taking and its recording: told again by the next run, the same id, then the others in order", async () => {
    const desk = await shops.receiver(() => undefined);
    const first = await listening(desk.url);
    for (let index = 0; index < 3; index += 1) await happen(shops.merchantId);
    await until(() => desk.received.length === 1);
    first.child.kill("SIGKILL");
    expect((await first.ended).signal).toBe("SIGKILL");
    desk.answer = ok;
    const second = await listening(desk.url);
    expect(second.lines.join("\n")).toContain('Listener "desk", from where it was.');
    await until(() => desk.received.length === 4);
    const ids = await recordedFor(shops.merchantId);
    expect(idsOf(desk.received)).toEqual([ids[0], ...ids]);
    expect(new Set(desk.received.slice(0, 2).map(({ body }) => String(body))).size).toBe(1);
  });

  it("ended by Ctrl-C while an event is in hand: that one is recorded, and not told again", async () => {
    let letGo = () => undefined as unknown;
    const desk = await shops.receiver((response) => (letGo = () => response.end()));
    const first = await listening(desk.url);
    await happen(shops.merchantId);
    await happen(shops.merchantId);
    await until(() => desk.received.length === 1);
    first.child.kill("SIGINT");
    letGo();
    expect((await first.ended).code).toBe(0);
    desk.answer = ok;
    await listening(desk.url);
    await until(() => desk.received.length === 2);
    expect(idsOf(desk.received)).toEqual(await recordedFor(shops.merchantId));
  });

  it("is refused a second time under one name, with a sentence and no stack", async () => {
    const desk = await shops.receiver(ok);
    await listening(desk.url);
    const second = bankside("listen", "--forward", desk.url, "--merchant", shops.merchantId);
    const { code, wrong } = await second.ended;
    expect([code, second.lines]).toEqual([1, []]);
    expect(wrong).toBe(
      'A listener of the name "desk" is running already. Stop that one, or give this one a --name of its own.\n',
    );
  });

  it("asks for a merchant in words, where there are several; ends with 1 where a failure is to end it", async () => {
    const desk = await shops.receiver(status(500));
    await createMerchant(ctx, { brandName: "Other" });
    const nobody = await bankside("listen", "--forward", desk.url).ended;
    expect(nobody.code).toBe(1);
    expect(nobody.wrong).toContain("There are several merchants. Name one by --merchant <uuid>:\n");
    expect(nobody.wrong).toContain(`${shops.merchantId}  Acme\n`);
    const strict = await listening(desk.url, "--stop-on-failure");
    await happen(shops.merchantId);
    expect(await strict.ended).toMatchObject({
      code: 1,
      wrong: "Stopped: the event was not taken. The next start begins with it.\n",
    });
  });
});
