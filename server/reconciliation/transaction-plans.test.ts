import { beforeAll, describe, expect, it } from "vitest";
import { sizeOf } from "../../verification/depth";
import { newId } from "../lib/ids";
import { FILL_TIMEOUT_MS, nodesOf, type Plan, readIn } from "../test/code-rules/query-plan";
import { query } from "../test/database";
import { ctx, newTenant } from "../test/rows/fixtures";
import { fillStatementEntries } from "../test/rows/statement-entry-rows";
import { vacuum } from "../test/rows/vacuum";
import { listBankTransactions, listTransactionFilterOptions, readBankTransactionPage } from "./list-bank-transactions";
import { monthSumsSql } from "./monthly-reports/store";
import { TRANSACTION_KINDS, type TransactionKind } from "./transaction-kinds";
import { countSql, currenciesSql, keysetPageSql, receivedSql, type TransactionFilter } from "./transaction-store";

/** With fewer rows a scan of the table is cheaper. */
const ROWS = Math.max(20_000, sizeOf("rows in plan tests"));
const MOST = 10_001;
const LIMIT = 26;
const ACCOUNTS = 3;
/** Of three currencies, five states and two directions, in each account. */
const PARTITIONS = ACCOUNTS * 30;
const CURRENCIES = ["EUR", "GBP", "PLN"];

type Fact = {
  id: string;
  account: string;
  kind: TransactionKind;
  currency: string;
  amount: number;
  at: Date;
};

let merchantId: string;
let accountIds: string[];
let facts: Fact[];

beforeAll(async () => {
  merchantId = (await newTenant()).merchantId;
  const other = (await newTenant()).merchantId;
  accountIds = Array.from({ length: ACCOUNTS }, newId);
  await query(async (client) => {
    const account = `INSERT INTO managed_accounts (id, merchant_id, currency, roles, simulated, bank_slug, iban, holder_name)
      VALUES ($1, $2, 'EUR', '{receiving}', true, 'riverbank', $3, 'Acme')`;
    const theirs = newId();
    for (const [index, id] of accountIds.entries()) await client.query(account, [id, merchantId, `PT5000000${index}`]);
    await client.query(account, [theirs, other, "PT50999"]);
    await fillStatementEntries(client, [...accountIds, theirs], ROWS);
    // The expected facts, by a plain query.
    const { rows } = await client.query<Fact>(
      `SELECT id, account_id AS account, currency, amount::int, booked_at AS at,
         CASE WHEN state IN ('unmatched', 'differs') THEN 'unmatched' WHEN state = 'dismissed' THEN 'dismissed'
           ELSE state END AS kind
       FROM statement_entries WHERE account_id = ANY ($1::uuid[])`,
      [accountIds],
    );
    facts = rows.toSorted((a, b) => b.at.getTime() - a.at.getTime() || (a.id < b.id ? 1 : -1));
  });
}, FILL_TIMEOUT_MS);

const middle = () => facts[Math.floor(facts.length / 2)]?.at.toISOString() ?? "";
const FILTERS: [string, () => Record<string, string>, (fact: Fact) => boolean][] = [
  ["everything", () => ({}), () => true],
  ["unmatched transactions", () => ({ kind: "unmatched" }), ({ kind }) => kind === "unmatched"],
  ["one account", () => ({ accountId: accountIds[1] ?? "" }), ({ account }) => account === accountIds[1]],
  ["an account of another merchant's", () => ({ accountId: newId() }), () => false],
  ["a rare currency", () => ({ currency: "PLN" }), ({ currency }) => currency === "PLN"],
  [
    "one amount that was set aside",
    () => ({ amountFrom: "3", amountTo: "3", kind: "dismissed" }),
    ({ amount, kind }) => amount === 300 && kind === "dismissed",
  ],
  [
    "a span of amounts",
    () => ({ amountFrom: "5.5", amountTo: "5.6", currency: "GBP" }),
    ({ amount, currency }) => amount >= 550 && amount <= 560 && currency === "GBP",
  ],
  ["the time before a moment", () => ({ to: middle() }), ({ at }) => at < new Date(middle())],
];

const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);

describe("bank transactions", () => {
  it.each(FILTERS)("of %s are listed newest first, in both directions, and counted", async (_name, input, is) => {
    const request = { merchantId, test: true, ...input(), limit: LIMIT };
    const wanted = facts.filter(is);
    const first = await listBankTransactions(ctx, request);
    expect(ids(first.items)).toEqual(ids(wanted.slice(0, LIMIT)));
    const { kind: _, ...rest } = input();
    const ofRest = FILTERS.find(([, other]) => JSON.stringify(other()) === JSON.stringify(rest))?.[2];
    for (const kind of TRANSACTION_KINDS) {
      if (input()["kind"] !== undefined && input()["kind"] !== kind && !ofRest) continue;
      const expected = facts.filter((fact) => (ofRest ?? is)(fact) && fact.kind === kind).length;
      const bounded = { count: Math.min(expected, 10_000), orMore: expected > 10_000 };
      expect([kind, first.counts[kind]]).toEqual([kind, bounded]);
    }
    if (first.older === null) return expect(wanted.length).toBeLessThanOrEqual(LIMIT);
    const second = await listBankTransactions(ctx, { ...request, cursor: first.older });
    expect(ids(second.items)).toEqual(ids(wanted.slice(LIMIT, 2 * LIMIT)));
    expect(ids((await listBankTransactions(ctx, { ...request, cursor: second.newer ?? "" })).items)).toEqual(
      ids(first.items),
    );
    const file = await readBankTransactionPage(ctx, { ...request, limit: 2 * LIMIT });
    expect(ids(file.rows)).toEqual(ids(wanted.slice(0, 2 * LIMIT)));
  });

  it("can be filtered by the merchant's accounts, masked, and by their currencies", async () => {
    const { accounts, currencies } = await listTransactionFilterOptions(ctx, { merchantId, test: true });
    expect(new Set(accounts.map(({ id }) => id))).toEqual(new Set(accountIds));
    expect(currencies).toEqual(CURRENCIES);
    expect(await listTransactionFilterOptions(ctx, { merchantId, test: false })).toEqual({
      accounts: [],
      currencies: [],
    });
  });
});

const span = (currency: string, amount: bigint | null = null) => ({ currency, atLeast: amount, atMost: amount });
const filter = (changed: Partial<TransactionFilter>): TransactionFilter => ({
  merchantId,
  simulated: true,
  accountId: null,
  kind: null,
  currencies: CURRENCIES.map((code) => span(code)),
  isOneCurrency: false,
  from: null,
  to: null,
  ...changed,
});
const PLANS: [string, Partial<TransactionFilter>][] = [
  ["everything", {}],
  ["dismissed transactions", { kind: "dismissed" }],
  ["a rare currency", { currencies: [span("PLN")], isOneCurrency: true }],
  ["one amount", { currencies: CURRENCIES.map((code) => span(code, 317n)) }],
  ["the last day", { from: new Date(Date.now() - 86_400_000) }],
];
const newest = { towards: "older", from: null, limit: LIMIT } as const;

const touched = (nodes: readonly Plan[]) => readIn(nodes, /^statement_entries$/);

describe("among many transactions", () => {
  it.each(PLANS)("a page of %s reads one page of each index partition", async (_name, changed) => {
    for (const towards of ["older", "newer"] as const) {
      const { rows, isScan } = touched(await nodesOf(keysetPageSql(filter(changed), { ...newest, towards })));
      expect(isScan).toBe(false);
      expect(rows).toBeLessThanOrEqual(PARTITIONS * LIMIT);
    }
  });

  it.each(PLANS)("%s is counted without a table scan", async (_name, changed) => {
    expect(touched(await nodesOf(countSql(filter(changed), ROWS))).isScan).toBe(false);
  });

  it("a day's credits of each account are summed by the index of lists alone", async () => {
    const to = new Date();
    const from = new Date(to.getTime() - 86_400_000);
    const day = { from, to, date: from };
    const credits = facts.filter(({ at, currency }) => at >= day.from && at < day.to && currency === "EUR").length;
    const sums = receivedSql({ merchantId, simulated: true, accountId: null }, day);
    const { rows, isScan } = touched(await nodesOf(sums));
    expect(isScan).toBe(false);
    // PostgreSQL rounds the rows of a loop up.
    expect(rows).toBeLessThanOrEqual(credits + ACCOUNTS * 5);
    const without = touched(await nodesOf(sums, ["DROP INDEX statement_entries_shelves"]));
    expect(without.rows).toBeGreaterThan(rows);
  });

  it(
    "a rare kind of one large account is counted without a table scan",
    async () => {
      const alone = [
        "DELETE FROM statement_entries",
        `INSERT INTO statement_entries (id, account_id, bank_entry_id, direction, amount, currency, booked_at, state)
         SELECT gen_random_uuid(), '${accountIds[0]}', 'alone ' || n, 'credit', n, 'EUR', app_now(),
           CASE WHEN n % 100 = 0 THEN 'dismissed' ELSE 'other' END FROM generate_series(1, ${2 * ROWS}) AS n`,
        "ANALYZE statement_entries",
      ];
      const count = countSql(filter({ currencies: [span("EUR")] }), MOST);
      const { rows, isScan } = touched(await nodesOf(count, alone));
      expect(isScan).toBe(false);
      // PostgreSQL rounds the rows of a loop to hundredths.
      expect(Math.floor(rows)).toBeLessThanOrEqual(MOST + ROWS / 50);
      const withoutIndex = await nodesOf(count, [...alone, "DROP INDEX statement_entries_shelves"]);
      expect(touched(withoutIndex).rows).toBeGreaterThan(2 * ROWS);
    },
    FILL_TIMEOUT_MS,
  );

  it("the sums of an account's months are read from an index alone; control: without indexes of lists, the table is read", async () => {
    // Inserts that another test has rolled back leave pages that are not visible to all.
    await query((client) => vacuum(client, ["statement_entries"]));
    const [id = ""] = accountIds;
    const day = 86_400_000;
    const span = { from: new Date(Date.now() - 30 * day), to: new Date(Date.now() + day) };
    const sums = monthSumsSql({ id, currency: "GBP" }, span);
    const reads = (nodes: Plan[]) =>
      nodes.filter((node) => "Relation Name" in node).map((node) => [node["Node Type"], node["Heap Fetches"]]);
    expect(reads(await nodesOf(sums))).toEqual([["Index Only Scan", 0]]);
    const dropped = ["statement_entries_shelves", "statement_entries_of_amount"].map((index) => `DROP INDEX ${index}`);
    expect(reads(await nodesOf(sums, dropped))).not.toEqual([["Index Only Scan", 0]]);
  });

  it("the currencies to filter by are found by a loose index scan", async () => {
    const { rows, isScan } = touched(await nodesOf(currenciesSql(filter({}))));
    expect(isScan).toBe(false);
    expect(rows).toBeLessThanOrEqual(ACCOUNTS * (CURRENCIES.length + 1));
  });

  it.each<[string, string[]]>([
    ["a rare currency", ["statement_entries_shelves", "statement_entries_of_amount"]],
    ["one amount", ["statement_entries_of_amount"]],
  ])(
    "control: without its index %s reads more rows",
    async (name, indexes) => {
      const changed = PLANS.find(([one]) => one === name)?.[1];
      const sql = keysetPageSql(filter(changed ?? {}), newest);
      const before = touched(await nodesOf(sql)).rows;
      const dropped = indexes.map((index) => `DROP INDEX ${index}`);
      expect(touched(await nodesOf(sql, dropped)).rows).toBeGreaterThan(5 * before);
    },
    FILL_TIMEOUT_MS,
  );
});
