// `bankside listen` as a separate process, against the API over HTTP and real receivers.
import { readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { stripVTControlCharacters } from "node:util";
import { describe, expect, it } from "vitest";
import { createMerchant } from "../../server/merchants/create-merchant";
import { projectRoot } from "../../server/test/code-rules/files";
import { ctx } from "../../server/test/rows/fixtures";
import { createEvent, runDue } from "../../server/test/rows/webhook-events";
import { until } from "../../server/test/until";
import { ok, status } from "../../server/test/webhooks/webhook-shops";
import { generateWebhookSecret } from "../../server/webhooks/secrets/change-secrets";
import { verifyWebhook } from "../src/index.js";
import { startFaultyProxy } from "./faulty-proxy";
import { matches } from "./guides";
import { idsOf, listenersOfEachTest, secretOf } from "./listen-tool";

const guide = readFileSync(path.join(projectRoot, "docs/integrate/webhooks.md"), "utf8");
/** The output of this command in the guide. */
const GUIDE = /^```text\n(Forwarding test events[\s\S]*?)\n```$/m.exec(guide)?.[1] ?? "";
const steady = (text: string) => text.replace(/^\d\d:\d\d:\d\d/gm, "time").replace(/\d+ ms/g, "ms");

const { shops, desk: at, bankside, listening, createEvents, recorded } = listenersOfEachTest();

describe("bankside listen", () => {
  it("posts every event like a delivery: same bytes and headers, signed with its own secret", async () => {
    const [shop, desk] = [await shops.receiver(ok), await shops.receiver(ok)];
    await shops.pointAt(shop.url);
    await generateWebhookSecret(ctx, { merchant_id: shops.merchantId });
    const tool = await listening(desk.url);
    for (const name of ["completed", "failed", "expired"])
      await createEvent(shops.merchantId, { object: { status: name, note: "Zażółć, 支払い" } });
    await until(() => desk.received.length === 3);
    while ((await runDue()) > 0);
    expect(idsOf(desk.received)).toEqual(await recorded());
    for (const { headers, body } of desk.received) {
      const event = await verifyWebhook({ payload: body, headers, secret: secretOf(tool) });
      const delivered = shop.received.find((one) => one.headers["x-event-id"] === event.id);
      expect(delivered?.body).toEqual(body);
      // Differs by connection.
      const changing = ["host", "connection", "x-signature", "x-timestamp"];
      const fixed = (all: object) =>
        Object.entries(all)
          .filter(([name]) => !changing.includes(name))
          .sort();
      expect(fixed(headers)).toEqual(fixed(delivered?.headers ?? {}));
      expect(Object.keys(headers).sort()).toEqual(Object.keys(delivered?.headers ?? {}).sort());
    }
  });

  it("prints the secret, then one line per attempt as in the guide, without colours on a pipe; three attempts, then the next event", async () => {
    const desk = await shops.receiver(ok);
    const tool = await listening(desk.url);
    await createEvent(shops.merchantId, { sequence: 2, object: { metadata: { order_id: "1001" } } });
    await tool.hasPrinted("  1001 (2)  ");
    desk.answer = status(503);
    await createEvent(shops.merchantId, { type: "payment_link.used", object: { order_id: "1002" } });
    await tool.hasPrinted("skipped");
    const ids = await recorded();
    const shown = GUIDE.replace("http://localhost:3000", at.api).replace("http://localhost:4000/hook", desk.url);
    expect(steady(tool.lines.join("\n"))).toSatisfy((text: string) => matches(text, steady(shown)));
    expect(tool.lines.slice(-4).map((line) => line.split("  ")[3])).toEqual([ids[0], ids[1], ids[1], ids[1]]);
    expect(tool.lines.map(stripVTControlCharacters)).toEqual(tool.lines);
    desk.answer = ok;
    await createEvents(1);
    await until(() => desk.received.length === 5);
    expect(idsOf(desk.received).slice(1)).toEqual([ids[1], ids[1], ids[1], (await recorded())[2]]);
    expect(await tool.stop()).toEqual({ code: 0, signal: null, wrong: "" });
    expect(tool.lines.at(-1)).toBe("Stopped. The next run resumes here.");
  });

  it("never receives events of live payments or of other merchants", async () => {
    const desk = await shops.receiver(ok);
    const other = await createMerchant(ctx, { brandName: "Other" });
    await createEvent(shops.merchantId, { test: false });
    await createEvent(other.id);
    await listening(desk.url, ["--after", "start"]);
    await createEvent(shops.merchantId, { test: false });
    await createEvent(other.id);
    const subjectId = await createEvent(shops.merchantId);
    await until(() => desk.received.length > 0);
    // The others are older and would have come first.
    expect(desk.received.map(({ body }) => JSON.parse(String(body)).data.object.id)).toEqual([subjectId]);
  });

  it("resumes where it stopped with the same secret, and another name is another listener", async () => {
    const desk = await shops.receiver(ok);
    const first = await listening(desk.url);
    await createEvents(1);
    await until(() => desk.received.length === 1);
    await first.stop();
    await createEvents(2);
    const second = await listening(desk.url);
    expect(second.lines.join("\n")).toContain('Listener "default", from where it stopped.');
    await until(() => desk.received.length === 3);
    await second.stop();
    expect(idsOf(desk.received)).toEqual(await recorded());
    const other = await listening(desk.url, ["--name", "other"]);
    expect(other.lines.join("\n")).toContain('Listener "other", from now on.');
    expect(secretOf(first)).toMatch(/^whsec_/);
    expect([secretOf(second), secretOf(other) === secretOf(first)]).toEqual([secretOf(first), false]);
    const printed = bankside(["listen", "--print-secret", "--name", "other"], { BANKSIDE_URL: "" });
    await printed.ended;
    expect(printed.lines).toEqual([secretOf(other)]);
  });

  it("starts with the first event, after an event, or now, with --after", async () => {
    const desk = await shops.receiver(ok);
    await createEvents(3);
    const ids = await recorded();
    const receivedAfter = async (after: string, count: number) => {
      desk.received.length = 0;
      const tool = await listening(desk.url, ["--after", after]);
      await until(() => desk.received.length >= count);
      await tool.stop();
      return idsOf(desk.received);
    };
    expect(await receivedAfter("start", 3)).toEqual(ids);
    expect(await receivedAfter(String(ids[0]), 2)).toEqual(ids.slice(1));
    expect(await receivedAfter("now", 0)).toEqual([]);
  });

  it("posts only the types of --events and skips the others for good", async () => {
    const desk = await shops.receiver(ok);
    const first = await listening(desk.url, ["--events", "payment_link.used,payment_request.failed"]);
    for (const type of ["payment_request.pending", "payment_link.used", "payment_request.expired"] as const)
      await createEvent(shops.merchantId, { type });
    await createEvent(shops.merchantId, { type: "payment_request.failed" });
    await first.hasPrinted("payment_request.failed");
    await first.stop();
    await listening(desk.url);
    await createEvents(1);
    await until(() => desk.received.length === 3);
    const types = desk.received.map(({ body }) => JSON.parse(String(body)).type);
    expect(types).toEqual(["payment_link.used", "payment_request.failed", "payment_request.succeeded"]);
  });

  it.each([
    { args: [], before: 0 },
    { args: ["--after", "start"], before: 3 },
  ])(
    "posts an event again, then the next ones in order, after SIGKILL before it was recorded: $args",
    async (given) => {
      const desk = await shops.receiver(() => undefined);
      await createEvents(given.before);
      const first = await listening(desk.url, given.args);
      await createEvents(3 - given.before);
      await until(() => desk.received.length === 1);
      first.child.kill("SIGKILL");
      expect((await first.ended).signal).toBe("SIGKILL");
      desk.answer = ok;
      await listening(desk.url);
      await until(() => desk.received.length === 4);
      const ids = await recorded();
      expect(idsOf(desk.received)).toEqual([ids[0], ...ids]);
    },
  );

  it("records the event in flight at Ctrl-C, and does not post it again", async () => {
    let respond = (): unknown => undefined;
    const desk = await shops.receiver((response) => (respond = () => response.end()));
    const first = await listening(desk.url);
    await createEvents(1);
    await until(() => desk.received.length === 1);
    const ended = first.stop();
    // For the signal to be handled first. The result is the same if it is not.
    await pause(200);
    respond();
    expect(await ended).toMatchObject({ code: 0 });
    desk.answer = ok;
    await createEvents(1);
    await listening(desk.url);
    await until(() => desk.received.length === 2);
    expect(idsOf(desk.received)).toEqual(await recorded());
  });

  it("waits for a receiver that does not run, reports it once and posts in order", async () => {
    const gone = await shops.receiver(ok);
    const port = Number(new URL(gone.url).port);
    gone.close();
    const tool = await listening(gone.url);
    await createEvents(2);
    await tool.hasPrinted("is unreachable");
    const back = await shops.receiver(ok, { port });
    await until(() => back.received.length === 2);
    await tool.stop();
    const ids = await recorded();
    expect(idsOf(back.received)).toEqual(ids);
    const sentence = `${gone.url} is unreachable: connection refused (ECONNREFUSED). Waiting to send ${ids[0]}.`;
    expect(tool.lines.filter((line) => line.includes("unreachable"))).toEqual([sentence]);
  });

  it("does not follow a redirect, and stops at a failed event with --stop-on-failure", async () => {
    const elsewhere = await shops.receiver(ok);
    const desk = await shops.receiver(status(307, { location: elsewhere.url }));
    const strict = await listening(desk.url, ["--stop-on-failure", "--json"]);
    await createEvents(2);
    expect(await strict.ended).toMatchObject({ code: 1, wrong: "" });
    const [first] = await recorded();
    const tries = strict.json().slice(1);
    expect(tries.map(({ event_id, attempt, error, next }) => [event_id, attempt, error, next])).toEqual([
      [first, 1, "redirect (307), not followed", "again"],
      [first, 2, "redirect (307), not followed", "again"],
      [first, 3, "redirect (307), not followed", "stop"],
    ]);
    desk.answer = ok;
    await listening(desk.url);
    await until(() => desk.received.length === 5);
    expect([idsOf(desk.received).slice(3), elsewhere.received]).toEqual([await recorded(), []]);
  });

  it("continues after the installation was unreachable, and loses nothing", async () => {
    const desk = await shops.receiver(ok);
    const proxy = await startFaultyProxy(at.api);
    const tool = await listening(desk.url, [], { BANKSIDE_URL: proxy.url });
    const bad = { status: 502, body: "<html>Bad gateway</html>", headers: { "content-type": "text/html" } };
    proxy.plan("/api/v1/webhook-events", "lost_halfway", bad);
    for (let index = 1; index <= 2; index += 1) {
      await createEvents(1);
      await until(() => desk.received.length === index);
    }
    await tool.hasPrinted("answers again");
    await tool.stop();
    await proxy.close();
    expect(idsOf(desk.received)).toEqual(await recorded());
    expect(tool.lines.filter((line) => line.startsWith(proxy.url))).toEqual([
      expect.stringContaining("does not answer: "),
      `${proxy.url} answers again.`,
    ]);
  });

  it("prints one JSON object per line with --json, and the body with --print-body", async () => {
    const desk = await shops.receiver(ok);
    const tool = await listening(desk.url, ["--json", "--print-body"]);
    await createEvents(1);
    await tool.hasPrinted('"kind":"event"');
    tool.child.kill("SIGTERM");
    expect((await tool.ended).code).toBe(0);
    const [id] = await recorded();
    const secret = expect.stringMatching(/^whsec_[0-9a-f]{64}$/);
    expect(tool.json()).toMatchObject([
      { kind: "listening", url: at.api, to: desk.url, name: "default", webhook_secret: secret, began: "now" },
      { kind: "event", event_id: id, accepted: true, status: 200, attempt: 1, body: String(desk.received[0]?.body) },
      { kind: "stopped" },
    ]);
  });
});
