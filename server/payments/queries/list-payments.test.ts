import { beforeAll, describe, expect, it } from "vitest";
import type { Ctx } from "../../lib/context";
import { query } from "../../test/database";
import { newTenant } from "../../test/rows/fixtures";
import { BANKS_OF_ROWS, fillPayments } from "../../test/rows/payment-rows";
import { paymentFilter } from "./list-filter";
import { countViews, listPaymentChoices, listPayments, MAX_COUNTED } from "./list-payments";
import { PAYMENT_STAGES } from "./list-terms";

const ROWS = 12_000;
const LIMIT = 25;

type Fact = {
  id: string;
  stage: string;
  currency: string;
  amount: string;
  flow: string;
  bank: string | null;
  late: boolean;
  returned: boolean;
  reference: string;
  order: string;
  customer: { id: string; name: string; email: string } | null;
  test: boolean;
  at: Date;
};
let ctx: Ctx;
let merchantId: string;
let facts: Fact[];

beforeAll(async () => {
  const [own, other] = [await newTenant(), await newTenant()];
  merchantId = own.merchantId;
  const caller = {
    kind: "merchant",
    merchantId,
    actor: { kind: "user", id: null },
    scopes: [],
    testOnly: false,
  } as const;
  ctx = { caller, requestId: "test", ip: null };
  facts = await query(async (client) => {
    await fillPayments(client, [own.merchantId, other.merchantId], ROWS);
    // The expected result, without our indexes and without the list status.
    const { rows } = await client.query<Fact>(
      `SELECT id, currency, amount, flow, bank_id AS bank, late, reversed_amount IS NOT NULL AS returned,
         payment_reference AS reference, order_id AS "order", customer, test, created_at AS at,
         CASE WHEN status <> 'pending' THEN status
           WHEN expires_at <= app_now() THEN CASE WHEN initiated_at IS NULL THEN 'expired' ELSE 'failed' END
           WHEN initiated_at IS NULL THEN 'open' ELSE 'at_bank' END AS stage
       FROM payment_requests WHERE merchant_id = $1`,
      [merchantId],
    );
    return rows.toSorted((a, b) => b.at.getTime() - a.at.getTime() || (a.id < b.id ? 1 : -1));
  });
});

const list = (input: Record<string, unknown> = {}, cursor?: string) =>
  listPayments(ctx, { ...paymentFilter.parse({ test: false, ...input }), limit: LIMIT, ...(cursor ? { cursor } : {}) });
const live = (is: (fact: Fact) => boolean = () => true) => facts.filter((fact) => !fact.test && is(fact));
const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);

const middle = () => facts[Math.floor(facts.length / 2)]?.at ?? new Date();
/** Whether every part of a search begins words of the payment or of its bank, or is its amount. */
const matches =
  (search: string) =>
  ({ reference, order, customer, bank, amount }: Fact) => {
    const text = [reference, order, customer?.id, customer?.name, customer?.email].join(" ").toLowerCase();
    const ofBank = bank === null ? "" : ` bank ${BANKS_OF_ROWS.indexOf(bank)}`;
    return search
      .toLowerCase()
      .split(" ")
      .every((part) => {
        const begins = new RegExp(`(^|[^a-z0-9])${part.replace(".", "\\.")}`);
        return (
          begins.test(text) ||
          ofBank.includes(` ${part}`) ||
          Math.round(Number(part.replace(",", ".")) * 100) === Number(amount)
        );
      });
  };
const searched = (name: string, search: string): [string, () => Record<string, unknown>, (fact: Fact) => boolean] => [
  name,
  () => ({ search }),
  matches(search),
];
const [bank12 = ""] = BANKS_OF_ROWS.slice(12);
const FILTERS: [string, () => Record<string, unknown>, (fact: Fact) => boolean][] = [
  ["everything", () => ({}), () => true],
  ...PAYMENT_STAGES.map((stage): [string, () => Record<string, unknown>, (fact: Fact) => boolean] => [
    stage,
    () => ({ stages: [stage] }),
    (fact) => fact.stage === stage,
  ]),
  ["a rare currency", () => ({ currency: ["PLN"] }), ({ currency }) => currency === "PLN"],
  ["one bank", () => ({ bankIds: [BANKS_OF_ROWS[3]] }), ({ bank }) => bank === BANKS_OF_ROWS[3]],
  [
    "two banks",
    () => ({ bankIds: BANKS_OF_ROWS.slice(3, 5) }),
    ({ bank }) => BANKS_OF_ROWS.slice(3, 5).includes(bank ?? ""),
  ],
  ["two currencies", () => ({ currency: ["PLN", "GBP"] }), ({ currency }) => currency !== "EUR"],
  [
    "three stages, lapsed payments among them",
    () => ({ stages: ["open", "failed", "expired"] }),
    ({ stage }) => ["open", "failed", "expired"].includes(stage),
  ],
  [
    "two stages of two banks",
    () => ({ stages: ["at_bank", "expired"], bankIds: BANKS_OF_ROWS.slice(3, 9) }),
    ({ stage, bank }) => ["at_bank", "expired"].includes(stage) && BANKS_OF_ROWS.slice(3, 9).includes(bank ?? ""),
  ],
  ["one flow", () => ({ flow: "redirect" }), ({ flow }) => flow === "redirect"],
  ["late ones", () => ({ flag: "late" }), ({ late }) => late],
  ["returned ones", () => ({ flag: "returned" }), ({ returned }) => returned],
  ["one amount", () => ({ amountFrom: "80.19", amountTo: "80.19" }), ({ amount }) => amount === "8019"],
  [
    "a span of amounts",
    () => ({ amountFrom: "12", amountTo: "13.5" }),
    (f) => Number(f.amount) >= 1200 && Number(f.amount) <= 1350,
  ],
  ["a span of time", () => ({ from: middle().toISOString() }), ({ at }) => at >= middle()],
  ["the time before", () => ({ to: middle().toISOString() }), ({ at }) => at < middle()],
  [
    "several things at once",
    () => ({
      stages: ["completed"],
      currency: ["GBP"],
      flow: "embedded",
      bankIds: [BANKS_OF_ROWS[5]],
      to: middle().toISOString(),
    }),
    (f) =>
      f.stage === "completed" &&
      f.currency === "GBP" &&
      f.flow === "embedded" &&
      f.bank === BANKS_OF_ROWS[5] &&
      f.at < middle(),
  ],
  searched("the beginning of an order", "ord-0000123"),
  searched("words in any case", "oRDER 77"),
  searched("a number", "124"),
  searched("a customer's name", "shopper 12"),
  searched("an amount", "80,19"),
  searched("an amount of a customer", "80.19 shopper"),
  searched("a bank's number", "bank 7"),
  [
    "a shopper's address",
    () => ({ search: "s124@example.com" }),
    ({ customer }) => customer?.email === "s124@example.com",
  ],
  searched("two frequent words of no payment", "order shopper"),
  ["a frequent prefix", () => ({ search: "ord" }), () => true],
  [
    "a frequent prefix of one bank",
    () => ({ search: "ord", bankIds: [BANKS_OF_ROWS[3]] }),
    ({ bank }) => bank === BANKS_OF_ROWS[3],
  ],
  ["a number at one bank", () => ({ search: "124", bankIds: [bank12] }), (f) => f.bank === bank12 && matches("124")(f)],
  [
    "a narrow span of amounts at one bank",
    () => ({ amountFrom: "12", amountTo: "62", bankIds: [bank12] }),
    (f) => f.bank === bank12 && Number(f.amount) >= 1200 && Number(f.amount) <= 6200,
  ],
  ["no match", () => ({ search: "qqq%_" }), () => false],
  ["no word", () => ({ search: "%_" }), () => false],
];

describe("a list of payments", () => {
  it.each(FILTERS)(
    "of %s returns exactly these, newest first, page by page, forward and back",
    async (_name, input, is) => {
      const wanted = live(is);
      let page = await list(input());
      for (let from = 0; ; from += LIMIT) {
        expect(ids(page.items)).toEqual(ids(wanted.slice(from, from + LIMIT)));
        if (page.older === null || from >= 10 * LIMIT) break;
        page = await list(input(), page.older);
      }
      if (page.newer !== null) {
        while (page.newer !== null) page = await list(input(), page.newer);
        expect(ids(page.items)).toEqual(ids(wanted.slice(0, LIMIT)));
      }
    },
  );

  it.each(FILTERS.filter(([name]) => !name.startsWith("a frequent")))(
    "of %s counts each stage under the rest of the filter",
    async (_name, input, is) => {
      const { stages, ...rest } = input();
      const others = stages === undefined ? is : null;
      const { counts } = await list(input());
      if (others === null) {
        expect(counts).toEqual((await list(rest)).counts);
        return;
      }
      const expected = PAYMENT_STAGES.map((one) => {
        const all = live((fact) => others(fact) && fact.stage === one).length;
        return [one, { count: Math.min(all, MAX_COUNTED), orMore: all > MAX_COUNTED }];
      });
      expect(counts).toEqual(Object.fromEntries(expected));
    },
  );

  it("of a search with too many matches is not counted, and counts stop at the limit", async () => {
    expect((await list({ search: "ord" })).counts).toBeNull();
    expect((await list()).counts?.completed).toEqual({ count: MAX_COUNTED, orMore: true });
    expect((await countViews(ctx, { test: false })).all).toMatchObject({ orMore: true });
  });

  it("separates test and live payments, and merchants", async () => {
    const tests = await list({ test: true });
    expect(ids(tests.items)).toEqual(ids(facts.filter(({ test }) => test).slice(0, LIMIT)));
    await expect(
      listPayments(ctx, {
        ...paymentFilter.parse({ test: false }),
        merchantId: "0191e0a8-0000-7000-8000-000000000000",
        limit: LIMIT,
      }),
    ).rejects.toMatchObject({ code: "MERCHANT_NOT_FOUND" });
  });

  it("finds a payment by its id, its last 8 digits, its attempt, its end-to-end id and the bank's id, and none of another merchant", async () => {
    const fact = live(({ bank }) => bank !== null)[40];
    const order = fact?.order ?? "";
    const id = fact?.id ?? "";
    for (const search of [id, id.toUpperCase(), id.slice(-8), `BKS${id.replaceAll("-", "")}`, `bp-${order}`, order]) {
      expect(ids((await list({ search })).items), search).toEqual([id]);
    }
    const sql = "SELECT id FROM payment_requests WHERE merchant_id <> $1 AND NOT test AND bank_id IS NOT NULL LIMIT 1";
    const foreign = (await query<{ id: string }>(sql, [merchantId])).rows[0]?.id ?? "";
    for (const search of [foreign, `BKS${foreign.replaceAll("-", "")}`])
      expect((await list({ search })).items).toEqual([]);
  });

  it("refuses a forged cursor, and an inverted span of amounts", async () => {
    await expect(list({}, "bm90IG9uZQ")).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
    await expect(list({ amountFrom: "5", amountTo: "4" })).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
  });

  it("offers the merchant's currencies and banks as filters", async () => {
    const { currencies, banks } = await listPaymentChoices(ctx, { test: false });
    expect(currencies).toEqual(["EUR", "GBP", "PLN"]);
    expect(banks).toHaveLength(new Set(live(({ bank }) => bank !== null).map(({ bank }) => bank)).size);
  });
});
