import { beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../lib/ids";
import { FILL_TIMEOUT_MS, nodesOf, type Plan, readIn } from "../../test/code-rules/query-plan";
import { query } from "../../test/database";
import { type DeliveryRow, insertDeliveryRows } from "../../test/rows/delivery-rows";
import { ctx, newTenant } from "../../test/rows/fixtures";
import { vacuum } from "../../test/rows/vacuum";
import { createEndpoint } from "../endpoints/create-endpoint";
import { deliverySummarySql } from "./delivery-log-store";
import { readDeliverySummary } from "./read-delivery-summary";

const ROWS = 40_000;
const PAGE = 25;

type Part = Pick<DeliveryRow, "status"> & { tries?: number; endpointId?: string | null; again?: boolean };

let merchantId: string;
let endpointId: string;

beforeAll(async () => {
  merchantId = (await newTenant()).merchantId;
  endpointId = (await createEndpoint(ctx, { merchantId, name: "orders", url: "https://shop.example.com/h" })).id;
});

/** A payment with one event each, or another delivery of the event before where it is sent `again`. */
async function withDeliveries(parts: readonly Part[], of = merchantId): Promise<string> {
  const subjectId = newId();
  let eventId = "";
  for (const [index, { status, tries = 0, endpointId = null, again = false }] of parts.entries()) {
    if (!again) {
      eventId = newId();
      await query(
        `INSERT INTO webhook_events (id, merchant_id, type, subject_id, sequence, test, body)
           VALUES ($1, $2, 'payment_request.succeeded', $3, $4, true, '{}')`,
        [eventId, of, subjectId, index + 1],
      );
    }
    await query(
      `INSERT INTO webhook_deliveries (id, event_id, merchant_id, endpoint_id, status, tries, created_at, done_at)
         VALUES ($1, $2, $3, $4, $5, $6, app_now() + $7 * interval '1 second', CASE WHEN $5 <> 'waiting' THEN app_now() END)`,
      [newId(), eventId, of, endpointId, status, tries, index],
    );
  }
  return subjectId;
}

async function stateOf(parts: readonly Part[]) {
  const subjectId = await withDeliveries(parts);
  return (await readDeliverySummary(ctx, { merchantId, subjectIds: [subjectId] }))(subjectId);
}

describe("the delivery summary of a payment", () => {
  it.each<[string, Part[], object]>([
    ["none, without an event", [], { state: "none", all: 0 }],
    ["none, without an endpoint", [{ status: "no_destination" }], { state: "none", all: 0 }],
    ["pending, before the first attempt", [{ status: "waiting" }], { state: "pending", delivered: 0, all: 1 }],
    [
      "retrying, with one delivered and one retried",
      [{ status: "delivered" }, { status: "waiting", tries: 2 }],
      { state: "retrying", delivered: 1, all: 2 },
    ],
    [
      "delivered, with all delivered",
      [{ status: "delivered" }, { status: "delivered", tries: 3 }],
      { state: "delivered", delivered: 2, all: 2 },
    ],
    [
      "failed, with one failed and one retried",
      [{ status: "failed" }, { status: "waiting", tries: 1 }],
      { state: "failed", delivered: 0, all: 2 },
    ],
    [
      "delivered, with a failed one resent and delivered",
      [{ status: "failed" }, { status: "delivered", again: true }],
      { state: "delivered", delivered: 1, all: 1 },
    ],
    [
      "pending, with a failed one resent",
      [{ status: "failed" }, { status: "waiting", again: true }],
      { state: "pending", delivered: 0, all: 1 },
    ],
    [
      "delivered, with a delivered one resent and failed",
      [{ status: "delivered" }, { status: "failed", again: true }],
      { state: "delivered", delivered: 1, all: 1 },
    ],
  ])("%s", async (_name, parts, expected) => {
    expect(await stateOf(parts)).toMatchObject(expected);
  });

  it("counts each endpoint of an event separately", async () => {
    const parts: Part[] = [{ status: "delivered" }, { status: "failed", endpointId, again: true }];
    expect(await stateOf(parts)).toEqual({ state: "failed", delivered: 1, all: 2 });
  });

  it("does not count deliveries of another merchant, and keeps payments apart", async () => {
    const other = (await newTenant()).merchantId;
    const [theirs, mine] = [
      await withDeliveries([{ status: "failed" }], other),
      await withDeliveries([{ status: "delivered" }]),
    ];
    const summaryOf = await readDeliverySummary(ctx, { merchantId, subjectIds: [theirs, mine] });
    expect([summaryOf(theirs).state, summaryOf(mine).state]).toEqual(["none", "delivered"]);
  });
});

describe("the delivery summary of a payment behind a stopped endpoint", () => {
  const endpointOf = async () => {
    const { id } = await createEndpoint(ctx, {
      merchantId,
      name: `stopped-${newId()}`,
      url: "https://shop.example.com/h",
    });
    return id;
  };
  const PAUSED = "paused_at = app_now()";
  const CIRCUIT_OPEN = "failures = 20, failing_since = app_now(), circuit_opened_at = app_now(), trial_at = app_now()";
  const set = (id: string, change: string) =>
    query(async (client) => {
      await client.query("INSERT INTO webhook_health (endpoint_key, merchant_id) VALUES ($1, $2)", [id, merchantId]);
      await client.query(`UPDATE webhook_health SET ${change} WHERE endpoint_key = $1`, [id]);
    });

  it("is endpoint_paused after a person's pause, whatever was attempted before", async () => {
    const id = await endpointOf();
    await set(id, PAUSED);
    const parts: Part[] = [
      { status: "waiting", endpointId: id },
      { status: "waiting", endpointId: id, tries: 2 },
    ];
    expect(await stateOf(parts)).toEqual({ state: "endpoint_paused", delivered: 0, all: 2 });
  });

  it("is endpoint_disabled after it was disabled, without health too, and before a pause", async () => {
    const id = await endpointOf();
    const parts: Part[] = [{ status: "waiting", endpointId: id, tries: 2 }];
    await query("UPDATE webhook_endpoints SET disabled_at = app_now() WHERE id = $1", [id]);
    expect(await stateOf(parts)).toMatchObject({ state: "endpoint_disabled" });
    await set(id, PAUSED);
    expect(await stateOf(parts)).toMatchObject({ state: "endpoint_disabled" });
  });

  it("is endpoint_failing while the circuit is open, and a failed delivery comes first", async () => {
    const id = await endpointOf();
    await set(id, CIRCUIT_OPEN);
    expect(await stateOf([{ status: "waiting", endpointId: id }])).toMatchObject({ state: "endpoint_failing" });
    const parts: Part[] = [
      { status: "waiting", endpointId: id },
      { status: "failed", endpointId: id },
    ];
    expect(await stateOf(parts)).toMatchObject({ state: "failed" });
  });
});

describe("among many deliveries, the delivery summaries of a page of payments", () => {
  const touched = (nodes: readonly Plan[]) => readIn(nodes, /^webhook_(events|deliveries)$/);
  let subjectIds: string[];

  beforeAll(async () => {
    const rows = Array.from(
      { length: ROWS },
      (_, index): DeliveryRow => ({
        id: newId(),
        eventId: newId(),
        subjectId: newId(),
        type: "payment_request.succeeded",
        status: "delivered",
        endpointId: null,
        test: true,
        at: new Date(Date.now() - index * 1_000),
      }),
    );
    await insertDeliveryRows(merchantId, rows);
    await query((client) => vacuum(client, ["webhook_events", "webhook_deliveries"]));
    subjectIds = rows.slice(0, PAGE).map(({ subjectId }) => subjectId);
  }, FILL_TIMEOUT_MS);

  it("are read by indexes: only their own events and deliveries", async () => {
    const { rows, isScan } = touched(await nodesOf(deliverySummarySql(merchantId, subjectIds)));
    expect(isScan).toBe(false);
    expect(rows).toBeLessThanOrEqual(2 * PAGE);
  });

  it("control: without the index of an event's deliveries all rows are read", async () => {
    const without = ['DROP INDEX "webhook_deliveries_event_id_idx"'];
    expect(touched(await nodesOf(deliverySummarySql(merchantId, subjectIds), without)).rows).toBeGreaterThan(ROWS / 2);
  });
});
