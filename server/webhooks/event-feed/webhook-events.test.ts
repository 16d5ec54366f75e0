import { describe, expect, it } from "vitest";
import { flushCalls } from "../../http/call-log/call-log";
import { disableCredential } from "../../identity/credentials/disable-credential";
import { boundNamed } from "../../lib/bounds";
import { newId } from "../../lib/ids";
import { createMerchant } from "../../merchants/create-merchant";
import { createPartner } from "../../merchants/create-partner";
import { query } from "../../test/database";
import { productPort } from "../../test/processes/product";
import { ctx, tokenFor } from "../../test/rows/fixtures";
import { runDue } from "../../test/rows/webhook-events";
import { until } from "../../test/until";
import { idsOf, listWebhookEvents, testEventsOfEachTest } from "../../test/webhooks/test-events";
import { ok } from "../../test/webhooks/webhook-shops";
import { waitingRequests } from "./wait-for-events";

const { shops, desk, events, record, tokenOf, recorded } = testEventsOfEachTest();

describe("GET /webhook-events", () => {
  it("200 returns pages in order from the start, with the bytes of a delivery", async () => {
    const receiver = await shops.receiver(ok);
    await shops.pointAt(receiver.url);
    for (const status of ["completed", "failed", "expired"])
      await record({ object: { status, note: "Zażółć, 支払い" } });
    while ((await runDue()) > 0);
    const first = (await events({ after: "start", limit: "2" })).data;
    const second = (await events({ after: first.cursor, limit: "2" })).data;
    const third = (await events({ after: second.cursor })).data;
    expect([...idsOf(first), ...idsOf(second), ...idsOf(third)]).toEqual(await recorded());
    expect([first.has_more, second.has_more, third.has_more]).toEqual([true, false, false]);
    expect(third.cursor).toBe(second.cursor);
    for (const { id, payload } of [...first.events, ...second.events]) {
      const delivered = receiver.received.find(({ headers }) => headers["x-event-id"] === id);
      expect(Buffer.from(payload)).toEqual(delivered?.body);
    }
  });

  it("200 without a cursor starts with the next event, also where there was none", async () => {
    const none = (await events()).data;
    expect(none).toEqual({ events: [], cursor: "start", has_more: false });
    await record();
    const [first] = await recorded();
    expect(idsOf((await events({ after: none.cursor })).data)).toEqual([first]);
    const now = (await events()).data;
    expect(now).toEqual({ events: [], cursor: first, has_more: false });
    await record();
    expect(idsOf((await events({ after: now.cursor })).data)).toEqual((await recorded()).slice(1));
  });

  it("200 never contains events of live payments or of other merchants", async () => {
    const other = await createMerchant(ctx, { brandName: "Other" });
    await record({ test: false });
    await record({}, other.id);
    await record();
    expect(idsOf((await events({ after: "start" })).data)).toEqual(await recorded("test"));
    expect(await recorded("NOT test")).toHaveLength(1);
  });

  it("400 VALIDATION_ERROR for a cursor that is no test event of the merchant", async () => {
    const other = await createMerchant(ctx, { brandName: "Other" });
    await record({}, other.id);
    await record({ test: false });
    const [live] = await recorded();
    const { rows } = await query("SELECT id FROM webhook_events WHERE merchant_id = $1", [other.id]);
    const foreign = `evt_${rows[0]?.id}`;
    for (const after of [String(live), foreign, `evt_${newId()}`, "evt_", "soon", "x".repeat(65)]) {
      const { error } = await events({ after });
      expect([after, error.code, error.metadata?.errors?.[0]?.field]).toEqual([after, "VALIDATION_ERROR", "after"]);
    }
    for (const given of [{ wait: "26" }, { limit: "0" }, { since: "start" }])
      expect((await events(given as Record<string, string>)).error.code).toBe("VALIDATION_ERROR");
  });

  it("403 FORBIDDEN_VIEW without the scope read", async () => {
    const codes = [];
    for (const scope of ["webhooks", "payments"] as const)
      codes.push((await events({}, await tokenOf({ scopes: [scope] }))).error.code);
    expect(codes).toEqual(["FORBIDDEN_VIEW", "FORBIDDEN_VIEW"]);
    expect((await events({}, await tokenOf({ scopes: ["read"] }))).status).toBe(200);
  });

  it("a partner has to name one of its own merchants", async () => {
    const { id: partnerId } = await createPartner(ctx, { name: "Ribeira" });
    const own = await createMerchant(ctx, { brandName: "Own", partnerId });
    const partner = await tokenFor({ partnerId });
    expect((await events({}, partner)).error.code).toBe("MERCHANT_ID_REQUIRED");
    expect((await events({ merchant_id: shops.merchantId }, partner)).error.code).toBe("MERCHANT_NOT_FOUND");
    expect((await events({ merchant_id: own.id }, partner)).status).toBe(200);
  });
});

describe("a waiting GET /webhook-events", () => {
  it("200 with the next event; an empty response is not in the request log", async () => {
    const { cursor } = (await events()).data;
    const waiting = events({ after: cursor, wait: "25" });
    await until(() => waitingRequests() === 1);
    await record();
    expect(idsOf((await waiting).data)).toEqual(await recorded());
    expect((await events({ wait: "1" })).data.events).toEqual([]);
    await flushCalls();
    const { rows } = await query(
      "SELECT request, test FROM api_calls WHERE merchant_id = $1 AND endpoint = $2 ORDER BY id",
      [shops.merchantId, listWebhookEvents.id],
    );
    expect(rows.map(({ request, test }) => [JSON.parse(request).query.wait, test])).toEqual([
      [undefined, true],
      ["25", true],
    ]);
  });

  it("401 INVALID_TOKEN once the credential is disabled", async () => {
    const waiting = events({ wait: "25" });
    await until(() => waitingRequests() === 1);
    await disableCredential(ctx, { id: desk.clientId });
    expect((await waiting).error.code).toBe("INVALID_TOKEN");
  });

  it("503 SERVICE_UNAVAILABLE above the limit of one credential, which delays no other", async () => {
    const { own } = boundNamed("webhook events").streams;
    const waiting = Array.from({ length: own }, () => events({ wait: "25" }));
    await until(() => waitingRequests() === own);
    const { status, error, headers } = await events({ wait: "25" });
    expect([status, error.code, headers.get("retry-after")]).toEqual([503, "SERVICE_UNAVAILABLE", "1"]);
    expect(error.message).toContain(`At most ${own} requests of one API key`);
    expect((await events()).status).toBe(200);
    const other = events({ wait: "25" }, await tokenOf({}));
    await until(() => waitingRequests() === own + 1);
    await record();
    for (const one of [...waiting, other]) expect(idsOf((await one).data)).toEqual(await recorded());
  });

  it("503 SERVICE_UNAVAILABLE above the limit of one merchant, however many API keys it has", async () => {
    const { own, merchant, all } = boundNamed("webhook events").streams;
    expect(merchant * 2).toBeLessThanOrEqual(all);
    const keys = await Promise.all(Array.from({ length: merchant / own }, () => tokenOf({})));
    const waiting = keys.flatMap((key) => Array.from({ length: own }, () => events({ wait: "25" }, key)));
    await until(() => waitingRequests() === merchant);
    const { status, error } = await events({ wait: "25" }, await tokenOf({}));
    expect([status, error.message]).toEqual([
      503,
      `At most ${merchant} requests can wait for events of one merchant. Stop one.`,
    ]);
    await record();
    for (const one of waiting) expect((await one).status).toBe(200);
  });

  it("ends when the caller hangs up", async () => {
    const hangUp = new AbortController();
    const url = `http://127.0.0.1:${await productPort()}${listWebhookEvents.path}?wait=25`;
    const waiting = fetch(url, { headers: { authorization: `Bearer ${desk.token}` }, signal: hangUp.signal });
    await until(() => waitingRequests() === 1);
    hangUp.abort();
    await expect(waiting).rejects.toThrow();
    await until(() => waitingRequests() === 0);
  });
});

// The last test: an installation that had a live bank keeps it.
it("403 FORBIDDEN for a credential that can make live payments, and 200 for a test-only one", async () => {
  const live = await tokenOf({});
  // Without a live bank every payment is a test.
  expect((await events({}, live)).status).toBe(200);
  await query(
    `INSERT INTO bank_profiles (id, environment, bank_ids, profile, enabled, first_served_at, updated_at)
       VALUES ('feed', 'live', ARRAY[gen_random_uuid()], '{"id": "feed", "environment": "live"}', false, app_now(), app_now())`,
  );
  // That there was no live bank is cached for half a second.
  await until(async () => (await events({}, live)).status !== 200);
  const { status, error } = await events({}, live);
  expect([status, error.code]).toEqual([403, "FORBIDDEN"]);
  expect(error.message).toContain("test-only API key");
  expect((await events()).status).toBe(200);
});
