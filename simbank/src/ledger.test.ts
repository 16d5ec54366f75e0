import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fictitiousIban } from "../../server/lib/money/iban";
import { answerAtBank, simbankOfThisFile, tryOutcome } from "../../server/test/banks/simbank";
import { tppAt } from "../../server/test/banks/xs2a";
import { query } from "../../server/test/database";
import { sizeOf } from "../../verification/depth";
import { LIMIT_FACTOR } from "../../verification/limits";

const RUNS = sizeOf("stories of a ledger");
const PARALLEL = 6;
simbankOfThisFile();

/** The ledger's invariants, read from the tables. */
const ledger = async () => {
  const { rows } = await query<{
    sum: string;
    twice: number;
    wrong: number;
    refused: number;
    foreign: number;
  }>(`
      WITH sides AS (
        SELECT to_account_id AS account_id, currency, amount FROM sim_entries
        UNION ALL SELECT from_account_id, currency, -amount FROM sim_entries)
      SELECT
        (SELECT coalesce(sum(amount), 0)::text FROM sides) AS sum,
        (SELECT count(*)::int FROM (SELECT payment_id FROM sim_entries WHERE payment_id IS NOT NULL
          GROUP BY payment_id HAVING count(*) > 1) AS x) AS twice,
        (SELECT count(*)::int FROM sim_entries e JOIN sim_payments p ON p.id = coalesce(e.payment_id, e.returned_payment_id)
          WHERE e.amount <> p.amount OR e.currency <> p.currency) AS wrong,
        (SELECT count(*)::int FROM sim_entries e JOIN sim_payments p ON p.id = e.payment_id
          WHERE p.cancelled_at IS NOT NULL OR p.refused_at IS NOT NULL OR p.approved_at IS NULL) AS refused,
        (SELECT count(*)::int FROM sides s JOIN sim_accounts a ON a.id = s.account_id WHERE a.currency <> s.currency) AS foreign`);
  return rows[0];
};

const press = fc.record({
  what: fc.constantFrom("approve", "approve", "reject", "cancel", "NOFUNDS", "RETURN", "LATEREJECT", "STUCK", "ACSP"),
  account: fc.constantFrom("Everyday account", "Shared household account", "Savings"),
});
const order = fc.record({
  bank: fc.constantFrom("bpi", "easybank", "pop-pankki"),
  cents: fc.integer({ min: 1, max: 60_000 }),
  presses: fc.array(press, { minLength: 1, maxLength: 3 }),
});

describe("the ledger", () => {
  it("is balanced for any buttons, pressed concurrently and in any order", {
    timeout: 300_000 * LIMIT_FACTOR,
  }, async () => {
    const story = fc.array(order, { minLength: 1, maxLength: PARALLEL });
    await fc.assert(
      fc.asyncProperty(story, async (orders) => {
        await Promise.all(
          orders.map(async ({ bank, cents, presses }, at) => {
            const tpp = tppAt(bank);
            const amount = (cents / 100).toFixed(2);
            const creditorAccount = { iban: fictitiousIban("EUR", `shop ${at}`) };
            const payment = await tpp.pay({ instructedAmount: { currency: "EUR", amount }, creditorAccount });
            const url = payment.links["scaRedirect"] ?? "";
            await Promise.all(
              presses.map(async ({ what, account }) => {
                if (what === "cancel") await tpp.call("DELETE", payment.links["self"] ?? "");
                else if (what === "approve" || what === "reject") await answerAtBank(url, what, account);
                else await tryOutcome(url, what, account);
              }),
            );
          }),
        );
        expect(await ledger()).toMatchObject({ sum: "0", twice: 0, wrong: 0, foreign: 0 });
      }),
      { numRuns: RUNS },
    );
    expect(await ledger()).toEqual({ sum: "0", twice: 0, wrong: 0, refused: 0, foreign: 0 });
  });

  it("control: a one-sided or duplicate entry is refused by the tables", async () => {
    const tpp = tppAt("bpi");
    const payment = await tpp.pay();
    await answerAtBank(payment.links["scaRedirect"] ?? "", "approve");
    const copy = (columns: string) =>
      query(
        `INSERT INTO sim_entries (id, from_account_id, to_account_id, amount, currency, payment_id, purpose, credited_at)
           SELECT gen_random_uuid(), ${columns}, 'payment', credited_at FROM sim_entries WHERE payment_id = $1`,
        [payment.id],
      );
    await expect(copy("from_account_id, to_account_id, amount, currency, payment_id")).rejects.toThrow(/unique/);
    await expect(copy("from_account_id, from_account_id, amount, currency, NULL")).rejects.toThrow(/sim_entries_moves/);
    await expect(copy("from_account_id, to_account_id, -amount, currency, NULL")).rejects.toThrow(/sim_entries_moves/);
    await copy("to_account_id, from_account_id, amount + 1, currency, NULL");
    expect((await ledger())?.sum).toBe("0");
  });
});
