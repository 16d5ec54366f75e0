import { createServer as createTcpServer } from "node:net";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Ctx } from "../../../lib/context";
import { db } from "../../../lib/db";
import { newId } from "../../../lib/ids";
import { createMerchant } from "../../../merchants/create-merchant";
import { barrier } from "../../../test/barrier";
import { moveClock, query } from "../../../test/database";
import { onLoopback } from "../../../test/processes/on-loopback";
import { requestWithSlot } from "../../../test/request-slots";
import { ctx } from "../../../test/rows/fixtures";
import { openLoopback } from "../../../test/webhooks/loopback-receivers";
import { about, guardWith, probesOf, states } from "../../../test/webhooks/probes";
import { ok, shopsOfEachTest, status } from "../../../test/webhooks/webhook-shops";
import { signature } from "../../delivery/signature";
import { generateWebhookSecret } from "../../secrets/change-secrets";
import { RATED, secondsToWait } from "../rate-store";
import { PROBES_PER_WINDOW, probeEndpoint } from "./probe-endpoint";
import { insertProbe } from "./probe-store";
import { readLastProbe } from "./read-last-probe";

openLoopback();
const shops = shopsOfEachTest();
const { probe, saveUnchecked } = probesOf(shops);

describe("a probe of a correct receiver", () => {
  it("finds no problem and sends one event in three calls, each with its own signature", async () => {
    const shop = await shops.receiver(ok);
    await shops.pointAt(shop.url);
    const { webhook_secret: secret } = await generateWebhookSecret(ctx, { merchant_id: shops.merchantId });
    const { report } = await probe();
    const { speed: _onABusyMachine, ...rest } = states(report.findings);
    expect(rest).toEqual({
      ...{ name: "good", connection: "good", encryption: "warn", redirect: "good" },
      ...{ wall: "good", answer: "good", clock: "good" },
    });
    expect(report.summary).toMatch(/^The endpoint accepted the event[.]/);
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

  it("is no delivery, is audited with its host only, and can be read later", async () => {
    const shop = await shops.receiver(ok);
    await shops.endpoint({ name: "orders", url: `${shop.url}?key=private` });
    const { id, report } = await probe(undefined, "orders");
    const audit = "SELECT detail FROM audit_entries WHERE action = 'webhook_endpoint.probed' AND merchant_id = $1";
    const deliveries = "SELECT count(*)::int AS n FROM webhook_deliveries WHERE merchant_id = $1";
    const rows = {
      audit: (await query(audit, [shops.merchantId])).rows,
      deliveries: (await query(deliveries, [shops.merchantId])).rows[0].n,
    };
    expect(rows).toEqual({ audit: [{ detail: { name: "orders", host: new URL(shop.url).host } }], deliveries: 0 });
    const last = await readLastProbe(ctx, { merchantId: shops.merchantId, name: "orders" });
    expect(last).toMatchObject({ id, report: JSON.parse(JSON.stringify(report)) });
    expect(await readLastProbe(ctx, { merchantId: shops.merchantId, name: null })).toBeNull();
  });
});

describe("a probe during which the URL is changed", () => {
  it("sends nothing more to the old URL, and reports the call that was made", async () => {
    const next = await shops.receiver(ok);
    const shop = await shops.receiver((response, call) => void shops.pointAt(next.url).then(() => ok(response, call)));
    await shops.pointAt(shop.url);
    const { report } = await probe();
    expect([shop.received.length, next.received.length]).toEqual([1, 0]);
    expect(report.answer).toMatchObject({ status: 200 });
  });

  it("before its first call sends nothing at all", async () => {
    const shop = await shops.receiver(ok);
    await saveUnchecked("https://shop.example.com/hook");
    const guard = guardWith([]);
    const resolve = async () => {
      await shops.pointAt(shop.url);
      return ["93.184.215.14"];
    };
    await expect(probe({ ...guard, resolve })).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
      message: "The URL changed during the test. Start a new test. Nothing was sent.",
    });
    expect(shop.received).toEqual([]);
  });
});

describe("a probe of a slow receiver", () => {
  it("holds no request slot while it waits for the name server and for each response", async () => {
    const request = await requestWithSlot();
    const held: string[] = [];
    const note = (what: string) => held.push(`${what} ${request.held()}`);
    const shop = await shops.receiver((response, call) => {
      note("call");
      return ok(response, call);
    });
    const { port } = new URL(shop.url);
    await saveUnchecked(`http://shop.example.com:${port}/hook`);
    const resolve = async () => {
      note("name");
      return ["127.0.0.1"];
    };
    await request.run(() => probe({ ...guardWith([]), resolve }));
    // The guard resolves the name again for each of the calls.
    expect(held).toEqual(["name 0", ...Array(3).fill(["name 0", "call 0"]).flat()]);
    expect(request.held()).toBe(1);
  });
});

describe("a probe finds", () => {
  it.each<[string, string[], RegExp]>([
    ["a name that does not resolve", [], /does not resolve/],
    ["a name with a private address", ["10.0.0.7"], /1 IPv4 address, all in a private or reserved network/],
    ["a name with one private address of two", ["93.184.215.14", "10.0.0.7"], /2 IPv4 addresses, some in a private/],
  ])("%s, and sends nothing", async (_, addresses, expected) => {
    await saveUnchecked("https://shop.example.com/hook");
    const { report } = await probe(guardWith(addresses));
    expect(about(report.findings, "name")).toMatchObject({ state: "bad", found: expect.stringMatching(expected) });
    expect(report).toMatchObject({ request: null, answer: null, summary: expect.stringMatching(expected) });
    expect(report.findings.filter(({ state }) => state === "unreached")).toHaveLength(7);
  });

  it("an address that the guard refuses, with the guard's reason", async () => {
    await saveUnchecked("https://10.0.0.1/hook");
    const { report } = await probe();
    expect(report.summary).toBe("The address points to a private or reserved network.");
    expect(report.request).toBeNull();
  });

  it("a closed port: no connection, without the cause", async () => {
    const gone = await onLoopback(createTcpServer());
    await gone.close();
    await shops.pointAt(`${gone.origin}/hook`);
    const { report } = await probe();
    expect(about(report.findings, "connection")).toMatchObject({ state: "bad", found: "No connection." });
    expect(states(report.findings)).toMatchObject({ answer: "unreached", speed: "unreached", clock: "unreached" });
    expect(JSON.stringify(report)).not.toMatch(/refused|ECONN/i);
  });

  it("a redirect, with the address to save instead", async () => {
    const shop = await shops.receiver((response) => response.writeHead(308, { location: "/hook/" }).end());
    await shops.pointAt(shop.url);
    const { report } = await probe();
    expect(about(report.findings, "redirect")).toMatchObject({ state: "bad", suggestion: `${shop.url}/` });
    expect(about(report.findings, "answer")?.state).toBe("unreached");
  });

  it("a bot protection that answers 202", async () => {
    const shop = await shops.receiver(status(202, { "x-amzn-waf-action": "challenge" }));
    await shops.pointAt(shop.url);
    const { report } = await probe();
    expect(about(report.findings, "wall")).toMatchObject({
      state: "bad",
      found: "AWS WAF responded instead of your receiver (202).",
      why: expect.stringContaining("counts as delivered"),
      todo: expect.stringContaining("Bankside-Webhooks/1"),
    });
    expect(states(report.findings)).toMatchObject({ answer: "unreached", speed: "unreached", clock: "unreached" });
  });

  it("a receiver that is slow in one of three calls", async () => {
    // Only the receiver's first response takes time; other delays of the machine do not count.
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
      todo: expect.stringContaining("Store the event, respond"),
    });
  });

  it.each([
    [200, "warn", /3 min ahead/],
    [-4_000, "bad", /67 min behind/],
  ] as const)("a clock that is off by %i s", async (offS, state, words) => {
    const date = new Date(Date.now() + offS * 1000).toUTCString();
    const shop = await shops.receiver((response) => response.writeHead(200, { date }).end());
    await shops.pointAt(shop.url);
    const { report } = await probe();
    expect(about(report.findings, "clock")).toMatchObject({ state, found: expect.stringMatching(words) });
  });
});

describe("probes", () => {
  beforeEach(async () => shops.pointAt((await shops.receiver(ok)).url));

  it(`are limited to ${PROBES_PER_WINDOW} per merchant in ten minutes, also with concurrent requests`, async () => {
    const outcomes = await Promise.allSettled(Array.from({ length: PROBES_PER_WINDOW + 2 }, () => probe()));
    const refused = outcomes.filter((one) => one.status === "rejected");
    expect(refused.map(({ reason }) => reason.code)).toEqual(["TOO_MANY_REQUESTS", "TOO_MANY_REQUESTS"]);
    const waitS: number = refused[0]?.reason.metadata.retry_after_s;
    expect(waitS).toBeGreaterThan(0);
    const other = (await createMerchant(ctx, { brandName: "Other" })).id;
    await query(
      "INSERT INTO webhook_defaults (merchant_id, url) SELECT $1, url FROM webhook_defaults WHERE merchant_id = $2",
      [other, shops.merchantId],
    );
    await probeEndpoint(ctx, { merchantId: other, name: null });
    await moveClock(`${waitS} seconds`);
    await probe();
  });

  it("control: exceed the limit without the lock", async () => {
    const limit = { most: 1, windowS: 600 };
    const row = { merchantId: shops.merchantId, endpointKey: shops.merchantId, url: "https://shop.example.com/" };
    const counted = () =>
      db().$transaction(async (tx) => {
        expect(await secondsToWait(tx, RATED.probes(shops.merchantId), limit)).toBeNull();
        await insertProbe(tx, { ...row, id: newId() }, { kept: 20, windowS: 600 });
        await bothCounted();
      });
    const bothCounted = barrier(2);
    await Promise.all([counted(), counted()]);
    expect(await db().$transaction((tx) => secondsToWait(tx, RATED.probes(shops.merchantId), limit))).toBeGreaterThan(
      0,
    );
  });

  it("are refused to unauthorised callers and for unknown endpoints", async () => {
    const actor = { kind: "credential", id: null } as const;
    const caller = { kind: "merchant", merchantId: shops.merchantId, actor, scopes: [], testOnly: true } as const;
    const testOnly: Ctx = { ...ctx, caller };
    await expect(probeEndpoint(testOnly, { name: null })).rejects.toMatchObject({ code: "FORBIDDEN" });
    await expect(probe(undefined, "unknown")).rejects.toMatchObject({ code: "NOT_FOUND" });
    const other = (await createMerchant(ctx, { brandName: "Other" })).id;
    await expect(probeEndpoint(ctx, { merchantId: other, name: null })).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
    });
  });
});
