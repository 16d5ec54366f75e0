import { type AddressInfo, createServer as createTcpServer } from "node:net";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Ctx } from "../../lib/context";
import { db } from "../../lib/db";
import { newId } from "../../lib/ids";
import { createMerchant } from "../../merchants/create-merchant";
import { moveClock, query } from "../../test/database";
import { ctx } from "../../test/fixtures";
import { openLoopback } from "../../test/loopback-receivers";
import { meetingOf } from "../../test/meeting";
import { about, guardWith, probesOf, states } from "../../test/probes";
import { ok, shopsOfEachTest, status } from "../../test/webhook-shops";
import { generateWebhookSecret } from "../generate-webhook-secret";
import { RATED, secondsToWait } from "../rate-store";
import { signature } from "../sign";
import { PROBES_PER_WINDOW, probeDestination } from "./probe-destination";
import { insertProbe } from "./probe-store";
import { readLastProbe } from "./read-last-probe";

openLoopback();
const shops = shopsOfEachTest();
const { probe, saveUnchecked } = probesOf(shops);

describe("a probe of a receiver that is right", () => {
  it("finds nothing to mend, and sends three signed calls of one event, each with a signature of its own moment", async () => {
    const shop = await shops.receiver(ok);
    await shops.pointAt(shop.url);
    const { webhook_secret: secret } = await generateWebhookSecret(ctx, { merchant_id: shops.merchantId });
    const { report } = await probe();
    const { speed: _onABusyMachine, ...rest } = states(report.findings);
    expect(rest).toEqual({
      ...{ name: "good", connection: "good", encryption: "warn", redirect: "good" },
      ...{ wall: "good", answer: "good", clock: "good" },
    });
    expect(report.news).toMatch(/^Reached, and it took the event[.]/);
    expect(report.answer).toMatchObject({ status: 200, body: "thanks" });
    expect(shop.received).toHaveLength(3);
    expect(new Set(shop.received.map(({ headers }) => headers["x-event-id"])).size).toBe(1);
    for (const { headers, body } of shop.received) {
      const t = Number(headers["x-timestamp"]);
      expect(headers["x-signature"]).toBe(signature(secret, t, body.toString()));
    }
    expect(JSON.parse(shop.received[0]?.body.toString() ?? "")).toMatchObject({
      ...{ object: "event", type: "webhook.test" },
      data: { object: { object: "webhook_endpoint", name: null } },
    });
  });

  it("is no delivery, is audited by its host alone, and is there when the page is opened again", async () => {
    const shop = await shops.receiver(ok);
    await shops.endpoint({ name: "orders", url: `${shop.url}?key=private` });
    const { id, report } = await probe(undefined, "orders");
    const rows = await query(async (client) => {
      const audit = "SELECT detail FROM audit_entries WHERE action = 'webhook_endpoint.probed' AND merchant_id = $1";
      const deliveries = "SELECT count(*)::int AS n FROM webhook_deliveries WHERE merchant_id = $1";
      return {
        audit: (await client.query(audit, [shops.merchantId])).rows,
        deliveries: (await client.query(deliveries, [shops.merchantId])).rows[0].n,
      };
    });
    expect(rows).toEqual({ audit: [{ detail: { name: "orders", host: new URL(shop.url).host } }], deliveries: 0 });
    const last = await readLastProbe(ctx, { merchantId: shops.merchantId, name: "orders" });
    expect(last).toMatchObject({ id, report: JSON.parse(JSON.stringify(report)) });
    expect(await readLastProbe(ctx, { merchantId: shops.merchantId, name: null })).toBeNull();
  });
});

describe("a probe says what stands in the way", () => {
  it.each<[string, string[], RegExp]>([
    ["a name that does not resolve", [], /does not resolve/],
    ["a name that leads inside", ["10.0.0.7"], /1 IPv4 address, all in a private or reserved network/],
    ["a name with one bad answer", ["93.184.215.14", "10.0.0.7"], /2 IPv4 addresses, some in a private/],
  ])("%s, and sends nothing", async (_, addresses, expected) => {
    await saveUnchecked("https://shop.example.com/hook");
    const { report } = await probe(guardWith(addresses));
    expect(about(report.findings, "name")).toMatchObject({ state: "bad", found: expect.stringMatching(expected) });
    expect(report).toMatchObject({ request: null, answer: null, news: expect.stringMatching(expected) });
    expect(report.findings.filter(({ state }) => state === "unreached")).toHaveLength(7);
  });

  it("an address that the guard does not let through, in the guard's words", async () => {
    await saveUnchecked("https://10.0.0.1/hook");
    const { report } = await probe();
    expect(report.news).toBe("The address leads into a private or reserved network.");
    expect(report.request).toBeNull();
  });

  it("a dead port: no connection, and no word about why", async () => {
    const gone = createTcpServer();
    await new Promise<void>((resolve) => gone.listen(0, "127.0.0.1", resolve));
    const { port } = gone.address() as AddressInfo;
    await new Promise((resolve) => gone.close(resolve));
    await shops.pointAt(`http://127.0.0.1:${port}/hook`);
    const { report } = await probe();
    expect(about(report.findings, "connection")).toMatchObject({ state: "bad", found: "No connection." });
    expect(states(report.findings)).toMatchObject({ answer: "unreached", speed: "unreached", clock: "unreached" });
    expect(JSON.stringify(report)).not.toMatch(/refused|ECONN/i);
  });

  it("a redirect, and which address to save instead", async () => {
    const shop = await shops.receiver((response) => response.writeHead(308, { location: "/hook/" }).end());
    await shops.pointAt(shop.url);
    const { report } = await probe();
    expect(about(report.findings, "redirect")).toMatchObject({ state: "bad", suggestion: `${shop.url}/` });
    expect(about(report.findings, "answer")?.state).toBe("unreached");
  });

  it("a bot wall, which a 202 would have made look like a delivery", async () => {
    const shop = await shops.receiver(status(202, { "x-amzn-waf-action": "challenge" }));
    await shops.pointAt(shop.url);
    const { report } = await probe();
    expect(about(report.findings, "wall")).toMatchObject({
      state: "bad",
      found: "AWS WAF answered, in front of your receiver (202).",
      why: expect.stringContaining("would look delivered"),
      todo: expect.stringContaining("Bankside-Webhooks/1"),
    });
    expect(states(report.findings)).toMatchObject({ answer: "unreached", speed: "unreached", clock: "unreached" });
  });

  it("a receiver that is slow, be it only once", async () => {
    // Only the receiver's first answer takes time: what else the machine does meanwhile takes none.
    let elapsedMs = 0;
    const shop = await shops.receiver((response) => {
      elapsedMs = 3_200;
      response.end();
    });
    await shops.pointAt(shop.url);
    const clock = vi.spyOn(performance, "now").mockImplementation(() => elapsedMs);
    const { report } = await probe().finally(() => clock.mockRestore());
    expect(about(report.findings, "speed")).toMatchObject({
      state: "warn",
      todo: expect.stringContaining("answer at once"),
    });
  });

  it.each([
    [200, "warn", /3 min ahead of ours/],
    [-4_000, "bad", /67 min behind ours/],
  ] as const)("a clock that is off by %i s", async (offS, state, words) => {
    const date = new Date(Date.now() + offS * 1000).toUTCString();
    const shop = await shops.receiver((response) => response.writeHead(200, { date }).end());
    await shops.pointAt(shop.url);
    const { report } = await probe();
    expect(about(report.findings, "clock")).toMatchObject({ state, found: expect.stringMatching(words) });
  });
});

describe("probes are limited", () => {
  beforeEach(async () => shops.pointAt((await shops.receiver(ok)).url));

  it(`to ${PROBES_PER_WINDOW} of a merchant in ten minutes, also when they come at once`, async () => {
    const outcomes = await Promise.allSettled(Array.from({ length: PROBES_PER_WINDOW + 2 }, () => probe()));
    const refused = outcomes.filter((one) => one.status === "rejected");
    expect(refused.map(({ reason }) => reason.code)).toEqual(["TOO_MANY_REQUESTS", "TOO_MANY_REQUESTS"]);
    const waitS: number = refused[0]?.reason.metadata.retry_after_s;
    expect(waitS).toBeGreaterThan(0);
    const other = (await createMerchant(ctx, { brandName: "Other" })).id;
    await query((client) =>
      client.query(
        "INSERT INTO webhook_defaults (merchant_id, url) SELECT $1, url FROM webhook_defaults WHERE merchant_id = $2",
        [other, shops.merchantId],
      ),
    );
    await probeDestination(ctx, { merchantId: other, name: null });
    await moveClock(`${waitS} seconds`);
    await probe();
  });

  it("TWIN: go beyond it when two are counted at once and neither waits for the other", async () => {
    const limit = { most: 1, windowS: 600 };
    const row = { merchantId: shops.merchantId, destinationId: shops.merchantId, url: "https://shop.example.com/" };
    const counted = () =>
      db().$transaction(async (tx) => {
        expect(await secondsToWait(tx, RATED.probes(shops.merchantId), limit)).toBeNull();
        await insertProbe(tx, { ...row, id: newId() }, { kept: 20, windowS: 600 });
        await bothCounted();
      });
    const bothCounted = meetingOf(2);
    await Promise.all([counted(), counted()]);
    expect(await db().$transaction((tx) => secondsToWait(tx, RATED.probes(shops.merchantId), limit))).toBeGreaterThan(
      0,
    );
  });

  it("to those who may, of destinations that are there", async () => {
    const actor = { kind: "credential", id: null } as const;
    const caller = { kind: "merchant", merchantId: shops.merchantId, actor, scopes: [], testOnly: true } as const;
    const testOnly: Ctx = { ...ctx, caller };
    await expect(probeDestination(testOnly, { name: null })).rejects.toMatchObject({ code: "FORBIDDEN" });
    await expect(probe(undefined, "nobody")).rejects.toMatchObject({ code: "NOT_FOUND" });
    const other = (await createMerchant(ctx, { brandName: "Other" })).id;
    await expect(probeDestination(ctx, { merchantId: other, name: null })).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
    });
  });
});
