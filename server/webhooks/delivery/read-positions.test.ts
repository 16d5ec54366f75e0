import { beforeEach, describe, expect, it } from "vitest";
import { sizeOf } from "../../../verification/depth";
import { db } from "../../lib/db";
import { newId } from "../../lib/ids";
import { createMerchant } from "../../merchants/create-merchant";
import { moveClock, query, stopClock } from "../../test/database";
import { ctx } from "../../test/rows/fixtures";
import { vacuum } from "../../test/rows/vacuum";
import { createEvent, createEvents, runDue } from "../../test/rows/webhook-events";
import { until } from "../../test/until";
import { ok, shopsOfEachTest, status } from "../../test/webhooks/webhook-shops";
import { setWebhookUrl } from "../endpoints/set-webhook-url";
import { recordEvent } from "../events/record-event";
import { pauseEndpoint, resumeEndpoint } from "../health/pause-endpoint";
import { CONCURRENCY_LIMITS, deliverJob } from "../jobs";
import { claimDeliveries, findEarlierStarts } from "./claim-store";
import { checkReadPositions, readPositions } from "./read-positions";

const shops = shopsOfEachTest();
beforeEach(stopClock);

const claimed = async () => (await deliverJob.claim(100)).length;
/** Deliveries before the starts, which no claim would find. */
const hidden = () => findEarlierStarts(db(), readPositions().queues);
const sql = async (text: string, values: unknown[] = []) => (await query(text, values)).rows;

/** Records an event in a transaction that stays open until `commit`. */
async function recordSlowly(merchantId: string): Promise<{ commit(): Promise<void> }> {
  let end: (() => void) | undefined;
  let recorded = false;
  const committed = db().$transaction(
    async (tx) => {
      const type = "payment_request.succeeded" as const;
      const event = { merchantId, subjectId: newId(), sequence: 1, type, test: true, endpoints: [], object: {} };
      await recordEvent(tx, event);
      recorded = true;
      await new Promise<void>((resolve) => {
        end = resolve;
      });
    },
    { timeout: 60_000 },
  );
  await until(() => recorded);
  return {
    async commit() {
      end?.();
      await committed;
    },
  };
}

describe("a delivery of a transaction that commits after later ones were delivered", () => {
  beforeEach(async () => shops.pointAt((await shops.receiver(ok)).url));

  /** A delivery of a transaction that was open for so long, while a later one was recorded and delivered. */
  async function commitAfter(open: string): Promise<void> {
    const slow = await recordSlowly(shops.merchantId);
    await moveClock(open);
    await createEvent(shops.merchantId);
    expect(await runDue()).toBe(1);
    await createEvent(shops.merchantId);
    expect(await runDue()).toBe(1);
    await slow.commit();
  }

  it("is claimed at once when the transaction was open for less than a second", async () => {
    await commitAfter("0.9 seconds");
    expect(await claimed()).toBe(1);
  });

  it("is claimed after the next check when it was open for longer", async () => {
    await commitAfter("2 seconds");
    expect(await claimed()).toBe(0);
    await until(async () => {
      await checkReadPositions();
      return (await hidden()).length === 0;
    });
    expect(await claimed()).toBe(1);
  });

  it("is claimed at once by a process that has not claimed yet", async () => {
    await commitAfter("2 seconds");
    const order = { limit: 100, limits: CONCURRENCY_LIMITS, leaseS: 25 };
    expect(await claimDeliveries({ ...order, positions: { queues: [], inFlight: null } })).toHaveLength(1);
  });
});

describe("a claim", () => {
  it("finds queues before, between and after those that it knows", async () => {
    const merchants: string[] = [];
    for (let index = 0; index < 7; index += 1) {
      const { id } = await createMerchant(ctx, { brandName: "Acme" });
      await setWebhookUrl(ctx, { webhook_url: (await shops.receiver(ok)).url, merchant_id: id });
      merchants.push(id);
    }
    for (const index of [2, 4]) await createEvent(merchants[index] ?? "");
    expect(await runDue()).toBe(2);
    for (const id of merchants) await createEvents(id, 2);
    expect(await claimed()).toBe(14);
  });

  it("ignores positions in the future, after the clock was set back", async () => {
    await shops.pointAt((await shops.receiver(ok)).url);
    await moveClock("1 hour");
    await createEvent(shops.merchantId);
    expect(await runDue()).toBe(1);
    await moveClock("-1 hour");
    await createEvents(shops.merchantId, 20);
    expect([await claimed(), await claimed()]).toEqual([CONCURRENCY_LIMITS.perEndpoint, 0]);
  });
});

describe("the start of a queue", () => {
  const SEEDS = [1, 2, 3].slice(0, sizeOf("histories of a queue"));

  it.each(SEEDS)("is never behind a waiting delivery, whatever happened to it (%i)", async (seed) => {
    let state = seed;
    const below = (limit: number) => {
      state = (state * 48_271) % 2_147_483_647;
      return state % limit;
    };
    const shop = await shops.receiver((...call) => (below(3) === 0 ? status(500) : ok)(...call));
    await shops.pointAt(shop.url);
    await shops.endpoint({ name: "named", url: shop.url });
    const acts: (() => Promise<unknown>)[] = [
      () => createEvent(shops.merchantId),
      () => createEvent(shops.merchantId, { endpoints: ["named"] }),
      runDue,
      runDue,
      // A worker that dies with its leases.
      async () => {
        const order = { limit: 3, limits: CONCURRENCY_LIMITS, leaseS: 25, positions: readPositions() };
        await claimDeliveries(order);
      },
      () => moveClock("30 seconds"),
      () => moveClock("3 seconds"),
      () => moveClock("2 minutes"),
      () => pauseEndpoint(ctx, { merchantId: shops.merchantId, name: "named" }),
      () => resumeEndpoint(ctx, { merchantId: shops.merchantId, name: "named" }),
    ];
    let delivered = 0;
    for (let step = 0; step < 120; step += 1) {
      await acts[below(acts.length)]?.();
      expect(await hidden()).toEqual([]);
    }
    await resumeEndpoint(ctx, { merchantId: shops.merchantId, name: "named" });
    shop.answer = ok;
    for (
      let round = 0;
      round < 400 && (await sql("SELECT FROM webhook_deliveries WHERE status = 'waiting'")).length > 0;
      round += 1
    ) {
      await moveClock("10 minutes");
      delivered += await runDue();
    }
    expect(delivered).toBeGreaterThan(0);
    expect(await sql("SELECT DISTINCT status FROM webhook_deliveries WHERE status = 'waiting'")).toEqual([]);
  });

  it("control: a delivery moved before it is found", async () => {
    await shops.pointAt((await shops.receiver(ok)).url);
    await createEvents(shops.merchantId, 2);
    expect(await runDue()).toBe(2);
    await createEvent(shops.merchantId);
    await sql("UPDATE webhook_deliveries SET due_at = due_at - interval '2 seconds' WHERE status = 'waiting'");
    expect(await hidden()).toHaveLength(1);
  });
});

describe("while a session holds an old snapshot", () => {
  const MERCHANTS = 40;
  const DELIVERED = 100;

  /** How many entries of the indexes of deliveries were read so far, by the connection of the last claim too. */
  async function entriesRead(): Promise<number> {
    // A connection reports once a second; this one, which the pool takes up again, at the end of this statement.
    await db().$executeRaw`SELECT pg_stat_force_next_flush()`;
    const read = "SELECT sum(idx_tup_read)::int AS read FROM pg_stat_user_indexes WHERE relname = 'webhook_deliveries'";
    const [row] = await sql(read);
    return row?.read;
  }

  /** Deliveries of each merchant that waited, were leased and were delivered; one is not due yet. */
  async function deliverMany(merchants: string[]): Promise<void> {
    const insert = `WITH events AS (
        INSERT INTO webhook_events (id, merchant_id, type, subject_id, sequence, test, body)
        SELECT gen_random_uuid(), merchant, 'payment_request.succeeded', gen_random_uuid(), 1, TRUE, '{}'
        FROM unnest($1::uuid[]) AS m (merchant), generate_series(1, $2::int) RETURNING id, merchant_id)
      INSERT INTO webhook_deliveries (id, event_id, merchant_id, status) SELECT id, id, merchant_id, 'waiting' FROM events`;
    await sql(insert, [merchants, DELIVERED]);
    await sql(`UPDATE webhook_deliveries SET due_at = app_now() + interval '1 hour' WHERE id IN (
      SELECT DISTINCT ON (merchant_id) id FROM webhook_deliveries)`);
    await sql("UPDATE webhook_deliveries SET lease_until = app_now() WHERE due_at <= app_now()");
    await sql("UPDATE webhook_deliveries SET lease_until = NULL, status = 'delivered' WHERE due_at <= app_now()");
    // The planner knows that hardly a row waits, and likes other indexes than that of due rows.
    await sql("ANALYZE webhook_deliveries");
  }

  it("a claim reads no dead row before its positions; control: all of them without positions", async () => {
    const merchants = Array.from({ length: MERCHANTS }, () => newId());
    // Dead rows of the tests before would be read too: a snapshot is as old as the oldest transaction of any database.
    await query((client) => vacuum(client, ["webhook_deliveries"]));
    const read = await query(async (holder) => {
      await holder.query("BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT FROM webhook_deliveries");
      await deliverMany(merchants);
      await moveClock("10 seconds");
      const [time] = await sql("SELECT app_now()::text AS now");
      const queues = merchants.map((id) => ({ merchantId: id, endpointKey: id, retry: false, dueAt: time?.now, id }));
      const order = { limit: 100, limits: CONCURRENCY_LIMITS, leaseS: 25 };
      const entriesOf = async (positions: ReturnType<typeof readPositions>) => {
        const before = await entriesRead();
        expect(await claimDeliveries({ ...order, positions })).toEqual([]);
        return (await entriesRead()) - before;
      };
      const few = await entriesOf({ queues, inFlight: null });
      const all = await entriesOf({ queues: [], inFlight: null });
      await holder.query("COMMIT");
      return { few, all };
    });
    expect(read.few).toBeLessThan(MERCHANTS * 3);
    expect(read.all).toBeGreaterThan(MERCHANTS * DELIVERED);
  });
});
