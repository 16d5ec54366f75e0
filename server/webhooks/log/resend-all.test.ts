import { describe, expect, it } from "vitest";
import { sizeOf } from "../../../verification/depth";
import type { Ctx } from "../../lib/context";
import { createMerchant } from "../../merchants/create-merchant";
import { barrier } from "../../test/barrier";
import { moveClock, query } from "../../test/database";
import { type DeliveryRow, deliveryRow, insertDeliveryRows } from "../../test/rows/delivery-rows";
import { ctx } from "../../test/rows/fixtures";
import { createEvent, createEvents, deliveriesOf, runDue } from "../../test/rows/webhook-events";
import { ok, shopsOfEachTest, status } from "../../test/webhooks/webhook-shops";
import { switchEndpoint } from "../endpoints/switch-endpoint";
import { countResend } from "./count-resend";
import type { LogFilterInput } from "./delivery-filter";
import { resendDeliveries } from "./resend-deliveries";

const shops = shopsOfEachTest();

const MANY = sizeOf("deliveries of a resend");
/** 1,000 calls, four at a time, on a busy machine. */
const DRAIN_TIMEOUT_MS = 180_000;

const count = (filter: LogFilterInput = {}, as: Ctx = ctx) =>
  countResend(as, { merchantId: shops.merchantId, ...filter });
type Counted = Awaited<ReturnType<typeof countResend>>;
const resend = ({ until, count }: Counted, filter: LogFilterInput = {}) =>
  resendDeliveries(ctx, { merchantId: shops.merchantId, ...filter, until, count });

/** Past deliveries, each of its own event. */
async function past(states: DeliveryRow["status"][], endpointId: string | null = null): Promise<DeliveryRow[]> {
  const at = new Date(Date.now() - 3_600_000);
  const rows = states.map((status) => ({ ...deliveryRow([1, 0, 0, 0, 0], [endpointId], at), status }));
  await insertDeliveryRows(shops.merchantId, rows);
  return rows;
}

const many = (status: DeliveryRow["status"], length: number) => Array.from({ length }, () => status);

async function drain(): Promise<number> {
  let runs = 0;
  for (let more = await runDue(); more > 0; more = await runDue()) runs += more;
  return runs;
}

describe("a resend of a filter", () => {
  it(
    "sends what it counted, each once, whatever comes meanwhile, and nothing at a second press",
    async () => {
      const shop = await shops.receiver(ok);
      await shops.pointAt(shop.url);
      const rows = await past([
        ...many("failed", MANY - MANY * 0.4),
        ...many("waiting", MANY * 0.4),
        ...many("delivered", 50),
      ]);
      const counted = await count();
      expect(counted).toMatchObject({
        count: MANY,
        waiting: MANY * 0.4,
        due: 0,
        orMore: false,
        failing: [],
        stopped: [],
      });
      const late = await past(many("failed", 1));
      await query("UPDATE webhook_deliveries SET done_at = now(), created_at = now() WHERE id = $1", [late[0]?.id]);
      await createEvents(shops.merchantId, 2);
      expect(await resend(counted)).toEqual({ sent: MANY });
      expect(await resend(counted)).toEqual({ sent: 0 });
      expect(await drain()).toBe(MANY + 2);
      const ids = shop.received.map((call) => call.headers["x-event-id"]);
      expect(new Set(ids).size).toBe(MANY + 2);
      const untaken = rows.filter(({ status }) => status !== "delivered").map(({ eventId }) => `evt_${eventId}`);
      expect(untaken.every((id) => ids.includes(id))).toBe(true);
      expect(await resend(counted)).toEqual({ sent: 0 });
    },
    DRAIN_TIMEOUT_MS,
  );

  it("is sent once by two concurrent requests, with one audit entry", async () => {
    await shops.pointAt("https://shop.example.com/hook");
    await past(many("failed", 40));
    const filter = { status: "failed" } as const;
    const counted = await count(filter);
    const sent = await Promise.all([resend(counted, filter), resend(counted, filter), resend(counted, filter)]);
    expect(sent.map((one) => one.sent).sort()).toEqual([0, 0, 40]);
    const sql = "SELECT detail FROM audit_entries WHERE action = 'webhook_deliveries.resent' AND merchant_id = $1";
    const { rows } = await query(sql, [shops.merchantId]);
    expect(rows).toEqual([
      { detail: { status: "failed", until: counted.until.toISOString(), brought_forward: 0, added: 40 } },
    ]);
  });

  it("control: without the lock two requests send two sets", async () => {
    await past(many("failed", 5));
    const { chooseResends } = await import("./choose-resends");
    const { insertResends } = await import("./resend-store");
    const { db } = await import("../../lib/db");
    const counted = await count();
    const bothHaveRead = barrier(2);
    const press = () =>
      db().$transaction(async (tx) => {
        const set = await chooseResends({ ...ctx, tx }, shops.merchantId, {}, { until: counted.until, limit: 5 });
        const sent = set ? await insertResends(tx, set) : { added: 0 };
        // Both read before either commits.
        await bothHaveRead();
        return sent.added;
      });
    expect(await Promise.all([press(), press()])).toEqual([5, 5]);
  });

  it("that fails again uses none of the attempts of the schedule", async () => {
    const shop = await shops.receiver(status(500));
    await shops.pointAt(shop.url);
    const subject = await createEvent(shops.merchantId);
    await runDue();
    for (let press = 0; press < 9; press += 1) {
      expect(await resend(await count())).toEqual({ sent: 1 });
      expect(await runDue()).toBe(1);
    }
    await moveClock("6 s");
    expect(await runDue()).toBe(1);
    const [delivery] = await deliveriesOf(subject, shops.merchantId);
    expect(delivery).toMatchObject({ status: "waiting", tries: 11, resent: 9 });
  });

  it("counts a type named twice once", async () => {
    await shops.pointAt("https://shop.example.com/hook");
    await past(many("failed", 3));
    const { rows } = await query("SELECT DISTINCT event_type FROM webhook_deliveries WHERE merchant_id = $1", [
      shops.merchantId,
    ]);
    const types = rows.flatMap(({ event_type }) => [event_type, event_type]);
    const counted = await count({ types });
    expect(counted.count).toBe(3);
    expect(await resend({ ...counted, count: 6 }, { types })).toEqual({ sent: 3 });
  });

  it("covers only the newest delivery of each event and endpoint", async () => {
    const shop = await shops.receiver(status(410));
    await shops.pointAt(shop.url);
    const subject = await createEvent(shops.merchantId);
    await runDue();
    await resend(await count());
    await drain();
    expect((await deliveriesOf(subject, shops.merchantId)).map((one) => one.status)).toEqual(["failed", "failed"]);
    expect((await count()).count).toBe(1);
    shop.answer = ok;
    await resend(await count());
    await drain();
    expect((await count()).count).toBe(0);
    // Delivered events are resent only if the filter asks for that status.
    expect((await count({ status: "delivered" })).count).toBe(1);
    expect(await resend(await count({ status: "delivered" }), { status: "delivered" })).toEqual({ sent: 1 });
    expect(await drain()).toBe(1);
    expect(shop.received).toHaveLength(4);
  });

  it("counts beforehand what would fail and what would wait", async () => {
    const url = "https://shop.example.com/hook";
    const ids = new Map<string, string>();
    for (const name of ["live", "off", "paused"]) {
      await shops.endpoint({ name, url, environment: name === "live" ? "Live" : "Both" });
      const { rows } = await query("SELECT id FROM webhook_endpoints WHERE name = $1 AND merchant_id = $2", [
        name,
        shops.merchantId,
      ]);
      ids.set(name, rows[0].id);
    }
    await past(many("failed", 2), ids.get("live"));
    await past(many("failed", 3), ids.get("off"));
    await past(many("failed", 4), ids.get("paused"));
    await past(many("failed", 5));
    await switchEndpoint(ctx, { merchantId: shops.merchantId, name: "off", to: "disabled" });
    const pause = "INSERT INTO webhook_health (endpoint_key, merchant_id, paused_at) VALUES ($1, $2, now())";
    await query(pause, [ids.get("paused"), shops.merchantId]);
    expect(await count()).toMatchObject({
      count: 14,
      failing: [
        { name: null, count: 5, reason: "no default URL is set" },
        { name: "live", count: 2, reason: "the endpoint accepts live payments only" },
        { name: "off", count: 3, reason: "the endpoint is disabled" },
      ],
      stopped: [{ name: "paused", count: 4, state: "endpoint_paused" }],
    });
    await query(
      `UPDATE webhook_health SET paused_at = NULL, failures = 20, failing_since = now(), circuit_opened_at = now(), trial_at = now()
         WHERE endpoint_key = $1`,
      [ids.get("paused")],
    );
    expect(await count()).toMatchObject({ stopped: [{ name: "paused", count: 4, state: "endpoint_failing" }] });
    expect(await count({ endpoint: "off" })).toMatchObject({ count: 3 });
    expect(await count({ endpoint: "nowhere" })).toMatchObject({ count: 0 });
  });

  it("sends events without an endpoint to their current endpoint, once", async () => {
    await past(many("no_destination", 3));
    expect((await count()).count).toBe(0);
    const shop = await shops.receiver(ok);
    await shops.endpoint({ name: "failures", url: shop.url, eventTypes: ["payment_request.failed"] });
    expect((await count()).count).toBe(0);
    await shops.pointAt(shop.url);
    const counted = await count({ status: "no_destination" });
    expect(counted.count).toBe(3);
    expect(await resend(counted)).toEqual({ sent: 3 });
    expect(await drain()).toBe(3);
    expect((await count()).count).toBe(0);
  });

  it("sends at most what was counted, no other merchant's, and no live ones for test-only callers", async () => {
    await shops.pointAt("https://shop.example.com/hook");
    const rows = await past(many("failed", 6));
    const live = rows.slice(0, 2).map(({ eventId }) => eventId);
    await query("UPDATE webhook_events SET test = false WHERE id = ANY ($1)", [live]);
    const actor = { kind: "credential", id: null } as const;
    const { merchantId } = shops;
    const caller = { kind: "merchant", merchantId, actor, scopes: [], testOnly: true } as const;
    expect((await count({}, { ...ctx, caller })).count).toBe(4);
    const other = await createMerchant(ctx, { brandName: "Other" });
    expect((await countResend(ctx, { merchantId: other.id })).count).toBe(0);
    const counted = await count();
    expect(await resend({ ...counted, count: 2 })).toEqual({ sent: 2 });
    expect(await resend(counted)).toEqual({ sent: 4 });
    for (const wrong of [0, -1, 100_001]) {
      await expect(resend({ ...counted, count: wrong })).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
    }
  });
});
