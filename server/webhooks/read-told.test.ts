import { beforeAll, describe, expect, it } from "vitest";
import { newId } from "../lib/ids";
import { query } from "../test/database";
import { type DeliveryRow, insertDeliveryRows } from "../test/delivery-rows";
import { ctx, newTenant } from "../test/fixtures";
import { FILL_TIMEOUT_MS, nodesOf, type Plan } from "../test/query-plan";
import { createEndpoint } from "./create-endpoint";
import { readTold } from "./read-told";
import { toldSql } from "./told-store";

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
async function told(parts: readonly Part[], of = merchantId): Promise<string> {
  const subjectId = newId();
  await query(async (client) => {
    let eventId = "";
    for (const [index, { status, tries = 0, endpointId = null, again = false }] of parts.entries()) {
      if (!again) {
        eventId = newId();
        await client.query(
          `INSERT INTO webhook_events (id, merchant_id, type, subject_id, sequence, test, body)
           VALUES ($1, $2, 'payment_request.succeeded', $3, $4, true, '{}')`,
          [eventId, of, subjectId, index + 1],
        );
      }
      await client.query(
        `INSERT INTO webhook_deliveries (id, event_id, merchant_id, endpoint_id, status, tries, created_at, done_at)
         VALUES ($1, $2, $3, $4, $5, $6, app_now() + $7 * interval '1 second', CASE WHEN $5 <> 'waiting' THEN app_now() END)`,
        [newId(), eventId, of, endpointId, status, tries, index],
      );
    }
  });
  return subjectId;
}

async function stateOf(parts: readonly Part[]) {
  const subjectId = await told(parts);
  return (await readTold(ctx, { merchantId, subjectIds: [subjectId] }))(subjectId);
}

describe("how far a payment's events were told", () => {
  it.each<[string, Part[], object]>([
    ["nothing happened yet", [], { state: "none", all: 0 }],
    ["there is nobody to tell", [{ status: "no_destination" }], { state: "none", all: 0 }],
    ["the first try is to come", [{ status: "waiting" }], { state: "waiting", delivered: 0, all: 1 }],
    [
      "one was taken, one is tried again",
      [{ status: "delivered" }, { status: "waiting", tries: 2 }],
      { state: "retried", delivered: 1, all: 2 },
    ],
    [
      "all were taken",
      [{ status: "delivered" }, { status: "delivered", tries: 3 }],
      { state: "delivered", delivered: 2, all: 2 },
    ],
    [
      "one was given up, whatever else is on its way",
      [{ status: "failed" }, { status: "waiting", tries: 1 }],
      { state: "failed", delivered: 0, all: 2 },
    ],
    [
      "what was given up was sent again and taken",
      [{ status: "failed" }, { status: "delivered", again: true }],
      { state: "delivered", delivered: 1, all: 1 },
    ],
    [
      "what was given up was sent again and waits",
      [{ status: "failed" }, { status: "waiting", again: true }],
      { state: "waiting", delivered: 0, all: 1 },
    ],
    [
      "what was taken was sent again, and that was not",
      [{ status: "delivered" }, { status: "failed", again: true }],
      { state: "delivered", delivered: 1, all: 1 },
    ],
  ])("%s", async (_name, parts, expected) => {
    expect(await stateOf(parts)).toMatchObject(expected);
  });

  it("counts each destination of an event by itself: one that took it does not speak for the other", async () => {
    const parts: Part[] = [{ status: "delivered" }, { status: "failed", endpointId, again: true }];
    expect(await stateOf(parts)).toEqual({ state: "failed", delivered: 1, all: 2 });
  });

  it("says nothing of another merchant's, and tells several apart", async () => {
    const other = (await newTenant()).merchantId;
    const [theirs, mine] = [await told([{ status: "failed" }], other), await told([{ status: "delivered" }])];
    const toldOf = await readTold(ctx, { merchantId, subjectIds: [theirs, mine] });
    expect([toldOf(theirs).state, toldOf(mine).state]).toEqual(["none", "delivered"]);
  });
});

describe("among many deliveries, a page of payments", () => {
  const onLog = (node: Plan) => /^webhook_(events|deliveries)/.test(String(node["Relation Name"] ?? ""));
  const touched = (nodes: readonly Plan[]) => ({
    rows: nodes.filter(onLog).reduce((sum, node) => {
      const seen = Number(node["Actual Rows"] ?? 0) + Number(node["Rows Removed by Filter"] ?? 0);
      return sum + seen * Math.max(1, Number(node["Actual Loops"] ?? 1));
    }, 0),
    isScan: nodes.some((node) => onLog(node) && /^(Parallel )?Seq Scan$/.test(node["Node Type"])),
  });
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
    await query((client) => client.query("VACUUM ANALYZE webhook_events, webhook_deliveries"));
    subjectIds = rows.slice(0, PAGE).map(({ subjectId }) => subjectId);
  }, FILL_TIMEOUT_MS);

  it("is looked up by its indexes: its own events and deliveries, and no others", async () => {
    const { rows, isScan } = touched(await nodesOf(toldSql(merchantId, subjectIds)));
    expect(isScan).toBe(false);
    expect(rows).toBeLessThanOrEqual(2 * PAGE);
  });

  it("without the index of an event's deliveries it would look at all of them, which is seen here", async () => {
    const without = ['DROP INDEX "webhook_deliveries_event_id_idx"'];
    expect(touched(await nodesOf(toldSql(merchantId, subjectIds), without)).rows).toBeGreaterThan(ROWS / 2);
  });
});
