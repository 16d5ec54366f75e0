// `npm run bench:console`: the cost of the Console's lists at 10,000 and at 1,000,000 payments. Each query runs on both
// databases in turn. Shown are medians of the database's own time (planning and running) and of the whole use-case,
// counts included, and whether any plan scans a whole table. Ratios count, absolute figures do not. It never fails for
// being slow.
import { type Ctx, systemCtx } from "../server/lib/context";
import type { Prisma } from "../server/lib/db";
import { type Cursor, writeCursor } from "../server/lib/keyset";
import { MAX_HITS, paymentFilter, readFilter } from "../server/payments/queries/list-filter";
import { keysetPageSql } from "../server/payments/queries/list-filter-store";
import { listPaymentChoices, listPayments, MAX_COUNTED } from "../server/payments/queries/list-payments";
import { banksSql, countSql, idHitsSql, spanHitsSql, termHitsSql } from "../server/payments/queries/list-store";
import { BANKS_OF_ROWS, fillPayments } from "../server/test/rows/payment-rows";
import { databaseOf, merchantId, merchantIds, migrateWithMerchants } from "./database";
import { compareSizes, type Side } from "./two-sizes";

const LIMIT = 25;

const actor = { kind: "user", id: null } as const;
const ctx: Ctx = {
  ...systemCtx("bench"),
  caller: { kind: "merchant", merchantId, actor, scopes: [], testOnly: false },
};

type List = { name: string; input: Record<string, unknown>; from?: "middle" | "end" };

const day = 86_400_000;
const LISTS: List[] = [
  { name: "first page", input: {} },
  { name: "middle of the list", input: {}, from: "middle" },
  { name: "end of the list", input: {}, from: "end" },
  { name: "tests", input: { test: true } },
  { name: "at the bank", input: { stages: ["at_bank"] } },
  { name: "expired", input: { stages: ["expired"] } },
  { name: "a rare currency", input: { currency: ["PLN"] } },
  { name: "one bank", input: { bankIds: [BANKS_OF_ROWS[3]] } },
  { name: "one bank, failed, GBP", input: { bankIds: [BANKS_OF_ROWS[3]], stages: ["failed"], currency: ["GBP"] } },
  { name: "a flow without payments", input: { flow: "link" } },
  { name: "one amount", input: { amountFrom: "80.19", amountTo: "80.19" } },
  { name: "amounts that few are in", input: { amountFrom: "80", amountTo: "81" } },
  { name: "amounts that many are in", input: { amountFrom: "80", amountTo: "90" } },
  { name: "amounts that most are in", input: { amountFrom: "10" } },
  { name: "an amount without payments", input: { amountFrom: "700", amountTo: "900" } },
  { name: "completed late", input: { flag: "late" } },
  { name: "the last day", input: { from: new Date(Date.now() - day).toISOString() } },
  { name: "search: whole order", input: { search: "ord-00004711" } },
  { name: "search: the end of an id", input: { search: "0badcafe" } },
  { name: "search: end-to-end id", input: { search: "BKS0000000000" } },
  { name: "search: what all begin with", input: { search: "ord" } },
  { name: "search: two letters", input: { search: "sh" } },
  { name: "search: two words", input: { search: "shopper 471" } },
  { name: "search: two frequent words of no payment", input: { search: "order shopper" } },
  { name: "search: an amount", input: { search: "80,19" } },
  { name: "search: a bank", input: { search: "bank 7" } },
  { name: "search: nothing", input: { search: "no such text" } },
];

type Filter = ReturnType<typeof paymentFilter.parse>;

async function queriesOf(input: Filter, from: Cursor["from"] | null): Promise<Prisma.Sql[]> {
  const filter = await readFilter(ctx, merchantId, input);
  const page = keysetPageSql(filter, { stages: input.stages ?? [], towards: "older", from, limit: LIMIT + 1 });
  const of = { merchantId, test: input.test };
  const isSpan = input.amountFrom !== input.amountTo;
  const hits =
    input.search === undefined
      ? isSpan
        ? [spanHitsSql(of, filter.currencies, MAX_HITS + 1)]
        : []
      : [idHitsSql(of, input.search, MAX_HITS), ...filter.terms.map((term) => termHitsSql(of, term, MAX_HITS + 1))];
  const isBroad = filter.ids === null && filter.terms.length > 0;
  return [...hits, page, ...(isBroad ? [] : [countSql(filter, MAX_COUNTED + 1)]), banksSql(of, 300)];
}

async function call(input: Filter, from: Cursor["from"] | null): Promise<void> {
  const cursor = from && { cursor: writeCursor({ towards: "older", from }) };
  await listPayments(ctx, { ...input, ...cursor, merchantId, limit: LIMIT });
  await listPaymentChoices(ctx, { merchantId, test: input.test });
}

async function fill(url: string, dataDir: string, payments: number): Promise<Side> {
  const client = await migrateWithMerchants(url);
  await fillPayments(client, merchantIds, payments);
  const placeAt = async (share: number) => {
    const sql = `SELECT id, created_at AS at FROM payment_requests WHERE merchant_id = $1 AND NOT test
      ORDER BY created_at DESC, id DESC OFFSET $2 LIMIT 1`;
    const [row] = (await client.query<Cursor["from"]>(sql, [merchantId, Math.floor(payments * 0.5 * share)])).rows;
    if (!row) throw new Error("There are fewer payments than were written.");
    return row;
  };
  const places = { middle: await placeAt(0.5), end: await placeAt(0.99) };
  await client.end();
  const questions = LISTS.map(({ name, input, from }) => {
    const filter = paymentFilter.parse({ test: false, ...input });
    const place = from ? places[from] : null;
    return { name, queries: () => queriesOf(filter, place), call: () => call(filter, place) };
  });
  return { client: () => databaseOf(url, dataDir), questions };
}

await compareSizes({ what: "payments", warmUps: 2, runs: 15, fill });
