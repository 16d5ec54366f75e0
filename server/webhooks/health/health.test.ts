import { describe, expect, it } from "vitest";
import { now } from "../../lib/clock";
import type { Ctx } from "../../lib/context";
import { db } from "../../lib/db";
import { createMerchant } from "../../merchants/create-merchant";
import { moveClock, moveToMiddleOf, query } from "../../test/database";
import { ctx } from "../../test/rows/fixtures";
import { createEvent, createEvents } from "../../test/rows/webhook-events";
import { shopsOfEachTest } from "../../test/webhooks/webhook-shops";
import { editEndpoint } from "../endpoints/edit-endpoint";
import { switchEndpoint } from "../endpoints/switch-endpoint";
import { addIncrements, findCurrentUrls } from "./health-store";
import { listFailingEndpoints } from "./list-failing-endpoints";
import { listHealth } from "./list-health";
import { pauseEndpoint, resumeEndpoint } from "./pause-endpoint";
import { findEndpointRef } from "./pause-store";
import { updateEndpointHealth } from "./update-endpoint-health";

const shops = shopsOfEachTest();
const at = (name: string | null) => ({ merchantId: shops.merchantId, name });
const healthOfOne = async (name: string | null) =>
  (await listHealth(ctx, { merchantId: shops.merchantId })).find((one) => one.name === name);
const audited = async () => {
  const sql =
    "SELECT action, detail FROM audit_entries WHERE merchant_id = $1 AND action LIKE 'webhook_destination.%' ORDER BY id";
  return (await query<{ action: string }>(sql, [shops.merchantId])).rows;
};

/** Records `count` attempts with the same result. */
async function tried(name: string | null, count: number, ok = false): Promise<void> {
  const found = await findEndpointRef(db(), shops.merchantId, name);
  if (!found) throw new Error("no destination");
  const one = {
    endpointKey: found.id,
    merchantId: shops.merchantId,
    url: (await findCurrentUrls(db(), [found.id])).get(found.id),
    ok,
    error: ok ? null : "status 503",
    at: now(),
    durationMs: 120,
    hadHealth: true,
  };
  await db().$transaction((tx) => updateEndpointHealth(tx, Array(count).fill({ ...one, hadHealth: ok })));
}

/** Twenty failures over more than a minute. */
async function openCircuit(name: string | null): Promise<void> {
  await tried(name, 1);
  await moveClock("61 seconds");
  await tried(name, 19);
}

describe("the health of a merchant's endpoints", () => {
  it("lists each endpoint, the default URL first, with waiting deliveries and the day's figures", async () => {
    await shops.pointAt("https://shop.example.com/default?key=secret");
    await shops.endpoint({ name: "orders" });
    await shops.endpoint({ name: "old" });
    await switchEndpoint(ctx, { ...at("old"), name: "old", to: "disabled" });
    await createEvents(shops.merchantId, 3);
    await moveToMiddleOf("hour");
    await tried("orders", 3, true);
    await tried("orders", 1);
    const list = await listHealth(ctx, { merchantId: shops.merchantId });
    expect(list.map(({ name, state }) => [name, state])).toEqual([
      [null, "healthy"],
      ["old", "disabled"],
      ["orders", "failing"],
    ]);
    const [first, , orders] = list;
    expect(first).toMatchObject({ waiting: { count: 3, more: false }, lastSuccessAt: null, since: null });
    expect(first?.nextTryAt).toBeInstanceOf(Date);
    expect(first?.day).toMatchObject({ ok: 0, failed: 0, medianMs: null });
    expect(orders).toMatchObject({ failures: 1, lastError: "status 503", nextTryAt: null });
    expect(orders?.lastSuccessAt).toBeInstanceOf(Date);
    expect(orders?.day).toMatchObject({ ok: 3, failed: 1 });
    expect(orders?.day.medianMs).toBeGreaterThan(99);
    expect(orders?.day.medianMs).toBeLessThan(151);
    expect(orders?.day.hours).toHaveLength(24);
    expect(orders?.day.hours.at(-1)).toEqual({ ok: 3, failed: 1 });
  });

  it("has the same figures before and after the increments are added to their hours", async () => {
    await shops.endpoint({ name: "orders" });
    await moveToMiddleOf("hour");
    await tried("orders", 3, true);
    await tried("orders", 2);
    const before = await healthOfOne("orders");
    expect(before?.day).toMatchObject({ ok: 3, failed: 2 });
    await addIncrements(db());
    expect(await healthOfOne("orders")).toEqual(before);
    await tried("orders", 1);
    expect((await healthOfOne("orders"))?.day).toMatchObject({ ok: 3, failed: 3 });
  });

  it("drops an hour after a day and keeps the last success", async () => {
    await shops.endpoint({ name: "orders" });
    await moveToMiddleOf("hour");
    await tried("orders", 2, true);
    await moveClock("23 hours");
    expect((await healthOfOne("orders"))?.day.hours.at(0)).toEqual({ ok: 2, failed: 0 });
    await moveClock("1 hour");
    expect(await healthOfOne("orders")).toMatchObject({ day: { ok: 0 }, lastSuccessAt: expect.any(Date) });
  });

  it("is refused to other merchants", async () => {
    await shops.endpoint({ name: "orders" });
    await openCircuit("orders");
    const other = await createMerchant(ctx, { brandName: "Other" });
    expect(await listHealth(ctx, { merchantId: other.id })).toEqual([]);
    expect(await listFailingEndpoints(ctx, { merchantId: other.id })).toEqual([]);
    const theirs = { merchantId: other.id, name: "orders" };
    await expect(pauseEndpoint(ctx, theirs)).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(resumeEndpoint(ctx, theirs)).rejects.toMatchObject({ code: "NOT_FOUND" });
    const actor = { kind: "user", id: null } as const;
    const caller = { kind: "merchant", merchantId: other.id, actor, scopes: [], testOnly: false } as const;
    const foreign: Ctx = { ...ctx, caller };
    await expect(listHealth(foreign, at("orders"))).rejects.toMatchObject({ code: "MERCHANT_NOT_FOUND" });
    await expect(pauseEndpoint(foreign, at("orders"))).rejects.toMatchObject({ code: "MERCHANT_NOT_FOUND" });
  });
});

describe("failing endpoints", () => {
  it("include open circuits and exclude paused and disabled endpoints", async () => {
    await shops.pointAt("https://shop.example.com/default");
    for (const name of ["fails", "open", "paused", "disabled", "well"]) await shops.endpoint({ name });
    await openCircuit("open");
    for (const name of ["fails", "paused", "disabled", null]) await tried(name, 2);
    await tried("well", 1);
    await tried("well", 1, true);
    await pauseEndpoint(ctx, at("paused"));
    await switchEndpoint(ctx, { ...at("disabled"), name: "disabled", to: "disabled" });
    const found = await listFailingEndpoints(ctx, { merchantId: shops.merchantId });
    expect(found.map(({ name, state }) => [name, state])).toEqual(
      expect.arrayContaining([
        ["open", "circuit_open"],
        ["fails", "failing"],
        [null, "failing"],
      ]),
    );
    expect(found).toHaveLength(3);
    expect(found[0]?.name).toBe("open");
  });
});

describe("a pause by a person", () => {
  it("begins and ends once, with one audit entry each", async () => {
    await shops.endpoint({ name: "orders" });
    await pauseEndpoint(ctx, at("orders"));
    await pauseEndpoint(ctx, at("orders"));
    expect(await healthOfOne("orders")).toMatchObject({ state: "paused", nextTryAt: null });
    await resumeEndpoint(ctx, at("orders"));
    await resumeEndpoint(ctx, at("orders"));
    expect(await healthOfOne("orders")).toMatchObject({ state: "healthy" });
    expect(await audited()).toEqual([
      { action: "webhook_destination.paused", detail: { name: "orders" } },
      { action: "webhook_destination.resumed", detail: { name: "orders" } },
    ]);
  });

  it("is NOT_FOUND for a default URL that is not set and for an unknown name", async () => {
    await expect(pauseEndpoint(ctx, at(null))).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(pauseEndpoint(ctx, at("nothing"))).rejects.toMatchObject({ code: "NOT_FOUND" });
    await shops.pointAt("https://shop.example.com/default");
    await pauseEndpoint(ctx, at(null));
    expect(await healthOfOne(null)).toMatchObject({ state: "paused" });
  });

  it("is FORBIDDEN for test-only credentials", async () => {
    await shops.endpoint({ name: "orders" });
    const tests: Ctx = { ...ctx, caller: { ...ctx.caller, testOnly: true } };
    await expect(pauseEndpoint(tests, at("orders"))).rejects.toMatchObject({ code: "FORBIDDEN" });
    await expect(resumeEndpoint(tests, at("orders"))).rejects.toMatchObject({ code: "FORBIDDEN" });
    expect(await audited()).toEqual([]);
  });
});

describe("an open circuit", () => {
  it("is closed by a resume; one more failure opens it again, with a trial after 30 s", async () => {
    await shops.endpoint({ name: "orders" });
    await openCircuit("orders");
    await moveClock("2 minutes");
    await tried("orders", 1);
    expect(await healthOfOne("orders")).toMatchObject({ state: "circuit_open", failures: 21 });
    expect(await healthOfOne("orders")).toMatchObject({ nextTryAt: null });
    await createEvent(shops.merchantId, { endpoints: ["orders"] });
    expect((await healthOfOne("orders"))?.nextTryAt?.getTime()).toBeGreaterThan(now().getTime());
    await resumeEndpoint(ctx, at("orders"));
    expect(await healthOfOne("orders")).toMatchObject({ state: "failing", failures: 21 });
    await tried("orders", 1);
    const again = await healthOfOne("orders");
    expect(again).toMatchObject({ state: "circuit_open" });
    const waitS = ((again?.nextTryAt?.getTime() ?? 0) - now().getTime()) / 1000;
    expect(waitS).toBeLessThan(36.1);
    await resumeEndpoint(ctx, at("orders"));
    await tried("orders", 1, true);
    expect(await healthOfOne("orders")).toMatchObject({ state: "healthy", failures: 0 });
  });

  it("closes when its endpoint's URL changes, while a pause remains", async () => {
    await shops.endpoint({ name: "orders" });
    await openCircuit("orders");
    await editEndpoint(ctx, { ...at("orders"), name: "orders", eventTypes: ["payment_request.failed"] });
    expect(await healthOfOne("orders")).toMatchObject({ state: "circuit_open" });
    await pauseEndpoint(ctx, at("orders"));
    await editEndpoint(ctx, { ...at("orders"), name: "orders", url: "https://new.example.com/hook" });
    expect(await healthOfOne("orders")).toMatchObject({ state: "paused" });
    await resumeEndpoint(ctx, at("orders"));
    expect(await healthOfOne("orders")).toMatchObject({ state: "failing" });
  });

  it("closes when the default URL is set again or a disabled endpoint is enabled", async () => {
    await shops.pointAt("https://shop.example.com/default");
    await shops.endpoint({ name: "orders" });
    await openCircuit(null);
    await openCircuit("orders");
    await shops.pointAt("https://shop.example.com/new");
    expect(await healthOfOne(null)).toMatchObject({ state: "failing" });
    await switchEndpoint(ctx, { ...at("orders"), name: "orders", to: "disabled" });
    expect(await healthOfOne("orders")).toMatchObject({ state: "disabled", since: expect.any(Date) });
    await switchEndpoint(ctx, { ...at("orders"), name: "orders", to: "enabled" });
    expect(await healthOfOne("orders")).toMatchObject({ state: "failing" });
  });

  it("still records events for the endpoint, as a pause does, and never disables it", async () => {
    await shops.endpoint({ name: "orders" });
    await openCircuit("orders");
    await createEvent(shops.merchantId, { endpoints: ["orders"] });
    await pauseEndpoint(ctx, at("orders"));
    await createEvent(shops.merchantId, { endpoints: ["orders"] });
    expect(await healthOfOne("orders")).toMatchObject({ state: "paused", waiting: { count: 2 } });
  });
});
