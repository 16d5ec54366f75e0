import { beforeAll, describe, expect, it } from "vitest";
import type { Ctx } from "../../lib/context";
import { newId } from "../../lib/ids";
import { query } from "../../test/database";
import { newTenant } from "../../test/rows/fixtures";
import { paymentFilter } from "./list-filter";
import { listPayments, totalPayments } from "./list-payments";

const DANSKE = "00000000-0000-4000-8000-0000000d0000";

type Row = {
  name: string | null;
  email: string | null;
  reference: string;
  amount: number;
  currency?: string;
  bank?: string;
};
const ROWS: Row[] = [
  { name: "João Silva", email: "joao.silva@example.com", reference: "Order 20931", amount: 1290 },
  { name: "JOAO Pedro Nunes", email: "jp@example.com", reference: "Invoice 2026-0412", amount: 4980 },
  { name: "Beatriz Sá Pinto", email: "beatriz@example.com", reference: "Order 20930", amount: 7450 },
  { name: "Catarina Sousa", email: "loja@example.com", reference: "Beatriz’s vase", amount: 1290, currency: "GBP" },
  { name: null, email: null, reference: "Table 12", amount: 129000, bank: DANSKE },
  { name: "Siân O’Neill\u2011Groß", email: null, reference: "Pack\u00a0700", amount: 510 },
  { name: "Rita Maria Melo", email: "rita.melo@example.com", reference: "Invoices 410 to 455", amount: 510 },
];

type Shop = { merchantId: string; ctx: Ctx; ids: string[] };
let own: Shop;
let foreign: Shop;

async function newShop(): Promise<Shop> {
  const { merchantId } = await newTenant();
  const actor = { kind: "user", id: null } as const;
  const caller = { kind: "merchant", merchantId, actor, scopes: [], testOnly: false } as const;
  const ids = ROWS.map(() => newId());
  for (const [at, { name, email, reference, amount, currency = "EUR", bank = null }] of ROWS.entries()) {
    const customer = name ? JSON.stringify({ id: `cus_${at}`, name, email }) : null;
    await query(
      `INSERT INTO payment_requests (id, merchant_id, flow, token_hash, token_sealed, amount, currency, payment_reference,
           order_id, locale, test, customer, expires_at, bank_id, bank_name, created_at)
         VALUES ($1, $2, 'embedded', sha256($1::uuid::text::bytea), '', $3, $4, $5, $6, 'en', false, $7,
           app_now() + interval '1 day', $8::uuid, CASE WHEN $8::uuid IS NOT NULL THEN 'Danske Bank' END,
           app_now() - make_interval(mins => $9))`,
      [ids[at], merchantId, amount, currency, reference, `OL-${at}`, customer, bank, at],
    );
  }
  return { merchantId, ctx: { caller, requestId: "test", ip: null }, ids };
}

beforeAll(async () => {
  own = await newShop();
  foreign = await newShop();
});

/** The rows of `ROWS` that a search finds, as positions. */
async function find(search: string, { ctx, ids }: Shop = own): Promise<number[]> {
  const { items } = await listPayments(ctx, { ...paymentFilter.parse({ test: false, search }), limit: 25 });
  return items.map(({ id }) => ids.indexOf(id)).toSorted((a, b) => a - b);
}
const wordsOf = async (id: string | undefined) => {
  const sql = "SELECT term AS word FROM payment_search_terms WHERE payment_request_id = $1 ORDER BY term";
  return (await query<{ word: string }>(sql, [id])).rows.map(({ word }) => word);
};

describe("a search of payments", () => {
  it.each([
    ["joao", [0, 1]],
    ["JOÃO", [0, 1]],
    ["beatriz", [2, 3]],
    ["Pinto", [2]],
    ["sa pin", [2]],
    ["pinto beatriz", [2]],
    ["beatriz@", [2]],
    ["loja@example.com", [3]],
    ["12.90", [0, 3]],
    ["12,90", [0, 3]],
    ["1290", [4]],
    ["1.290,00", [4]],
    ["Danske", [4]],
    ["danske table", [4]],
    ["20930", [2]],
    ["0412", [1]],
    ["cus_2", [2]],
    ["2026-0412", [1]],
    ["ol-3", [3]],
    ["pinto silva", []],
    ["ilva", []],
    ["O’Neill", [5]],
    ["o'neill", [5]],
    ["neill-gross", [5]],
    ["sian – groß", [5]],
    ["pack 700", [5]],
  ])(
    "for %s finds the payments with these words, amount or bank, in any case and without accents",
    async (search, at) => {
      expect(await find(search)).toEqual(at);
    },
  );

  it("finds a payment by the end of the payer's account, and no longer once the payer's data are erased", async () => {
    const [attempt, payment] = [newId(), own.ids[0]];
    await query(
      `INSERT INTO payment_attempts (id, payment_request_id, bank_id, scheme, state, end_to_end_id, idempotency_key,
           redirect_state_hash, redirect_state, psu_context, due_at)
         VALUES ($1, $2, $3, 'SEPA_CREDIT_TRANSFER', 'FAILED', $4, $1, sha256($1::uuid::text::bytea), '', '{}', app_now())`,
      [attempt, payment, DANSKE, `E2E${attempt}`],
    );
    await query("INSERT INTO attempt_payers (attempt_id, account_masked) VALUES ($1, 'PT50 •••• 3279')", [attempt]);
    expect(await find("3279")).toEqual([0]);
    expect(await find("PT52 0002 0123 5678 9015 43279")).toEqual([0]);
    await query("UPDATE attempt_payers SET account_masked = NULL WHERE attempt_id = $1", [attempt]);
    expect(await find("3279")).toEqual([]);
    expect(await find("silva")).toEqual([0]);
  });

  it("for a beginning that payments have in several words loses none of them, and counts all or nothing", async () => {
    const { merchantId, ctx } = { ...own, ...(await newTenant()) };
    const shop = { ...ctx, caller: { ...ctx.caller, merchantId } };
    // Read in the order of words, the first 2,001 are of the older customer alone.
    await query(
      `INSERT INTO payment_requests (id, merchant_id, flow, token_hash, token_sealed, amount, currency, payment_reference,
           order_id, locale, test, customer, expires_at, created_at)
         SELECT id, $1, 'embedded', sha256(id::text::bytea), '', 100, 'EUR', 'R', 'O-' || n, 'en', false,
           jsonb_build_object('name', CASE WHEN n > 1100 THEN 'Mateo Zeta' ELSE 'Mara Mabel' END,
             'email', CASE WHEN n <= 1100 THEN 'mara.mabel@example.com' END),
           app_now() + interval '1 day', app_now() - interval '1 day' + make_interval(secs => n)
         FROM (SELECT n, gen_random_uuid() AS id FROM generate_series(1, 1200) AS n) AS rows`,
      [merchantId],
    );
    const input = { ...paymentFilter.parse({ test: false, search: "ma" }), merchantId };
    const { items, counts } = await listPayments(shop, { ...input, limit: 25 });
    expect(items[0]?.customerName).toBe("Mateo Zeta");
    expect(counts?.open.count ?? null).toBeOneOf([null, 1200]);
    expect((await totalPayments(shop, input)).count?.count ?? null).toBeOneOf([null, 1200]);
  });

  it("of another merchant finds that merchant's own payments and none of ours", async () => {
    expect(await find("joao", foreign)).toEqual([0, 1]);
    // Ids of the other shop would be -1.
    for (const search of ["joao", "12.90", "Danske", "order"]) expect(await find(search, foreign)).not.toContain(-1);
    expect(await find(own.ids[0] ?? "", foreign)).toEqual([]);
  });

  it("control: the words of both merchants are stored, so only the merchant's id keeps them apart", async () => {
    const sql =
      "SELECT DISTINCT merchant_id AS id FROM payment_search_terms WHERE term = 'pinto' AND merchant_id = ANY ($1)";
    const both = [own.merchantId, foreign.merchantId];
    const { rows } = await query<{ id: string }>(sql, [both]);
    expect(rows.map(({ id }) => id).toSorted()).toEqual(both.toSorted());
  });
});

describe("the words of a payment", () => {
  it("change with its customer, and none of an erased customer is left", async () => {
    const id = own.ids[3];
    expect(await wordsOf(id)).toContain("sousa");
    await query("UPDATE payment_requests SET customer = NULL WHERE id = $1", [id]);
    expect(await wordsOf(id)).toEqual(["3", "beatriz's", "ol-3", "s", "vase"]);
  });

  it("are first those of its customer and its order, however many its reference has", async () => {
    const id = own.ids[6];
    const reference = Array.from({ length: 46 }, (_, at) => at + 10).join(" ");
    await query("UPDATE payment_requests SET payment_reference = $2 WHERE id = $1", [id, reference]);
    const ofCustomer = ["6", "cus_6", "maria", "melo", "melo@example.com", "ol-6", "rita", "rita.melo@example.com"];
    expect(await wordsOf(id)).toEqual(expect.arrayContaining([...ofCustomer, "10", "55"]));
    const longest = Array.from({ length: 70 }, (_, at) => String.fromCodePoint(0x4e00 + at)).join(" ");
    const name = Array.from({ length: 20 }, (_, at) => `n${at}`).join(" ");
    const sql = "UPDATE payment_requests SET payment_reference = $2, customer = customer || $3 WHERE id = $1";
    await query(sql, [id, longest, { name }]);
    const words = await wordsOf(id);
    expect(words.length).toBeLessThanOrEqual(80);
    expect(words).toEqual(expect.arrayContaining(["melo@example.com", "n0", "n19", "\u4e00"]));
  });

  it("are deleted with the payment", async () => {
    const id = foreign.ids[1];
    expect(await wordsOf(id)).toContain("nunes");
    await query("DELETE FROM payment_requests WHERE id = $1", [id]);
    expect(await wordsOf(id)).toEqual([]);
  });

  it("control: without the trigger, the name of an erased customer is still found", async () => {
    const id = foreign.ids[2];
    await query("ALTER TABLE payment_requests DISABLE TRIGGER payment_search_of_changed");
    await query("UPDATE payment_requests SET customer = NULL WHERE id = $1", [id]);
    await query("ALTER TABLE payment_requests ENABLE TRIGGER payment_search_of_changed");
    expect(await find("pinto", foreign)).toEqual([2]);
  });
});
