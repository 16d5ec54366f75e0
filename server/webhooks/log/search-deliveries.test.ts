import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import type { Ctx } from "../../lib/context";
import { createMerchant } from "../../merchants/create-merchant";
import { type DeliveryRow, deliveryRow, insertDeliveryRows } from "../../test/rows/delivery-rows";
import { ctx } from "../../test/rows/fixtures";
import { createEndpoint } from "../endpoints/create-endpoint";
import { EVENT_TYPES } from "../events/record-event";
import type { LogFilterInput } from "./delivery-filter";
import { DELIVERY_STATUSES } from "./delivery-status";
import { searchDeliveries } from "./search-deliveries";

const START = new Date("2026-11-01T00:00:00Z");
const NAMES = ["orders", "ledger"];
const ROWS = 160;

let merchantId: string;
let rows: DeliveryRow[];
const nameOf = new Map<string | null, string | null>([[null, null]]);

async function newMerchant(): Promise<string> {
  return (await createMerchant(ctx, { brandName: "Acme" })).id;
}

beforeAll(async () => {
  merchantId = await newMerchant();
  for (const name of NAMES) {
    const { id } = await createEndpoint(ctx, { merchantId, name, url: "https://shop.example.com/hook" });
    nameOf.set(id, name);
  }
  const drawn = fc.array(fc.nat(), { minLength: 5, maxLength: 5 });
  rows = fc.sample(drawn, { numRuns: ROWS, seed: 7 }).map((one) => deliveryRow(one, [...nameOf.keys()], START));
  await insertDeliveryRows(merchantId, rows);
  const other = await newMerchant();
  await insertDeliveryRows(
    other,
    fc.sample(drawn, 100).map((one) => deliveryRow(one, [null], START)),
  );
});

/** The expected deliveries of a filter, newest first. */
function expected(filter: LogFilterInput): DeliveryRow[] {
  const { types, status, endpoint, about, from, to } = filter;
  return rows
    .filter(
      (row) =>
        (!types || types.length === 0 || types.some((type) => type === row.type)) &&
        (!status || row.status === status) &&
        (endpoint === undefined || nameOf.get(row.endpointId) === endpoint) &&
        (!about || about === row.subjectId || about === `evt_${row.eventId}`) &&
        (!from || row.at >= new Date(from)) &&
        (!to || row.at < new Date(to)),
    )
    .sort((a, b) => b.at.getTime() - a.at.getTime() || (a.id < b.id ? 1 : -1));
}

const minute = fc.nat(8).map((index) => new Date(START.getTime() + index * 60_000).toISOString());
const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 2 });
const filters = fc.record({
  types: optional(fc.subarray([...EVENT_TYPES])),
  status: optional(fc.constantFrom(...DELIVERY_STATUSES)),
  endpoint: optional(fc.constantFrom(null, ...NAMES)),
  from: optional(minute),
  to: optional(minute),
});

function search(filter: LogFilterInput, cursor?: string, as: Ctx = ctx) {
  return searchDeliveries(as, { merchantId, ...filter, cursor });
}

describe("the delivery log", () => {
  it("lists a filter's deliveries page by page, each once, and as many as it counts", async () => {
    await fc.assert(
      fc.asyncProperty(filters, async (filter) => {
        const wanted = expected(filter).map(({ id }) => id);
        const first = await search(filter);
        const pages = [first.items.map(({ id }) => id)];
        let page = first;
        while (page.older !== null) {
          page = await search(filter, page.older);
          pages.push(page.items.map(({ id }) => id));
        }
        expect(pages.flat()).toEqual(wanted);
        const counts = Object.values(first.counts).reduce((sum, { count }) => sum + count, 0);
        expect(counts).toBe(expected({ ...filter, status: undefined }).length);
        if (filter.status) expect(first.counts[filter.status].count).toBe(wanted.length);
        // Going back lists the same pages and ends with the first.
        for (const earlier of pages.slice(0, -1).reverse()) {
          page = await search(filter, page.newer ?? "");
          expect(page.items.map(({ id }) => id)).toEqual(earlier);
        }
        expect(page.newer).toBeNull();
      }),
      { numRuns: 25 },
    );
  });

  it("finds the deliveries of one payment and of one event", async () => {
    const [one] = rows;
    if (!one) throw new Error("no rows");
    for (const about of [one.subjectId, one.subjectId.toUpperCase(), `evt_${one.eventId}`]) {
      const { items, counts } = await search({ about });
      expect(items.map(({ id }) => id)).toEqual([one.id]);
      expect(counts[one.status]).toEqual({ count: 1, orMore: false });
    }
    expect((await search({ about: one.id })).items).toEqual([]);
    await expect(search({ about: "Order 7" })).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
  });

  it("is empty for an unknown endpoint and refuses an unknown cursor", async () => {
    expect(await search({ endpoint: "nowhere" })).toMatchObject({ items: [], newer: null, older: null });
    for (const cursor of ["", "older", Buffer.from("older 1 x").toString("base64url")]) {
      await expect(search({}, cursor)).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
    }
  });

  it("shows only tests to test-only callers and no other merchant's", async () => {
    const actor = { kind: "credential", id: null } as const;
    const caller = { kind: "merchant", merchantId, actor, scopes: [], testOnly: true } as const;
    const { counts } = await search({}, undefined, { ...ctx, caller });
    const tests = rows.filter(({ test }) => test).length;
    expect(Object.values(counts).reduce((sum, { count }) => sum + count, 0)).toBe(tests);
    const { items } = await searchDeliveries({ ...ctx, caller }, { status: "failed" });
    expect(items.every(({ event }) => event.test)).toBe(true);
    const other = { ...ctx, caller: { ...caller, merchantId: await newMerchant() } };
    await expect(search({}, undefined, other)).rejects.toMatchObject({ code: "MERCHANT_NOT_FOUND" });
    expect((await searchDeliveries(other, { about: rows[0]?.subjectId ?? "" })).items).toEqual([]);
  });
});
