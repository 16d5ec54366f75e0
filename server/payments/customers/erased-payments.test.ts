import { describe, expect, it } from "vitest";
import { answer, workDone } from "../../test/banks/payment-stories";
import { underLocks } from "../../test/banks/statements";
import { approveAtBank, attemptsOf, comeBack, ukStoryOfThisFile } from "../../test/banks/uk-stories";
import { moveClock, query } from "../../test/database";
import { settleByCredit } from "../settlement/settle-by-entry";
import { eraseCustomer, eraseEndedPayments } from "./erase-customer";

// What banks report of payments whose customer has been erased.

const uk = ukStoryOfThisFile();
const { story } = uk;

const of = (id: string) => ({ customer: { id, name: "Jane Doe", email: "jane@shop.example" } });

function erase(customerId: string) {
  const { merchantId } = story.tenant;
  const actor = { kind: "user", id: null } as const;
  const ctx = {
    caller: { kind: "merchant", merchantId, actor, scopes: [], testOnly: false },
    requestId: "test",
    ip: null,
  } as const;
  return eraseCustomer(ctx, { merchantId, test: true, key: `id:${customerId}` });
}

type Kept = { state: string; payer: boolean; bytes: boolean; browser: boolean };

/** What is kept of a payment's attempts, oldest first. */
const keptOf = async (id: string) => {
  const sql = `SELECT state, debtor_sealed IS NOT NULL AS payer,
        COALESCE(initiation_body, submission_body) IS NOT NULL AS bytes, psu_context->>'ip' IS NOT NULL AS browser
      FROM payment_attempts WHERE payment_request_id = $1 ORDER BY created_at, id`;
  return (await query<Kept>(sql, [id])).rows;
};

describe("the payer of an erased customer", () => {
  it("is not stored again by a later status of the paid attempt", async () => {
    const { token, id } = await story.newPayment({}, of("C-1"));
    await answer((await story.press(token)).data.redirect_url, "approve");
    await moveClock("1 minute");
    await workDone();
    expect(await keptOf(id)).toEqual([{ state: "EXECUTED", payer: true, bytes: true, browser: true }]);
    expect(await erase("C-1")).toEqual({ erased: 1, later: 0 });
    const before = story.bank.exchanges.length;
    await moveClock("2 hours");
    await workDone();
    expect(story.bank.exchanges.length).toBeGreaterThan(before);
    expect(await keptOf(id)).toEqual([{ state: "EXECUTED", payer: false, bytes: false, browser: false }]);
  });

  it("is erased with the bytes of a submitted payment", async () => {
    const { token, id } = await uk.newPayment({}, of("C-2"));
    await comeBack(await approveAtBank((await uk.press(token)).data.redirect_url));
    await moveClock("1 minute");
    await workDone();
    expect(await story.statusOf(id)).toBe("completed");
    expect(await erase("C-2")).toEqual({ erased: 1, later: 0 });
    await moveClock("2 hours");
    await workDone();
    expect(await keptOf(id)).toMatchObject([{ payer: false, bytes: false, browser: false }]);
  });
});

describe("an attempt that its bank has not stopped yet when the customer is erased", () => {
  /** Whether the customer is known, and whether something is left to erase. */
  const requestOf = async (id: string) => {
    const sql = `SELECT customer IS NOT NULL AS customer, erase_requested_at IS NOT NULL AS left FROM payment_requests
        WHERE id = $1`;
    return (await query<{ customer: boolean; left: boolean }>(sql, [id])).rows[0];
  };

  it("keeps no browser and no account, and nothing once its bank has answered", async () => {
    const { token, id } = await story.newPayment({}, of("C-3"));
    await story.press(token, story.banks[0]);
    await story.press(token, story.banks[1], { debtorIban: "PT50000201231234567890154" });
    const [first] = await attemptsOf(id);
    const credit = { amountMinor: 2550n, currency: "EUR", source: "recon" } as const;
    await underLocks(first?.id ?? "", (tx, request) => settleByCredit(tx, request, first?.id ?? "", credit));
    story.bank.faults.push({ method: "DELETE", kind: new Response(null, { status: 405 }) });
    await workDone();
    expect((await keptOf(id)).map(({ state }) => state)).toEqual(["SETTLED", "AWAITING_AUTH"]);
    expect(await erase("C-3")).toEqual({ erased: 1, later: 0 });
    const ofSecond = { state: "AWAITING_AUTH", payer: false, bytes: false, browser: false };
    for (let time = 0; time < 2; time += 1) {
      expect([(await keptOf(id))[1], await requestOf(id)]).toEqual([ofSecond, { customer: false, left: true }]);
      await eraseEndedPayments();
    }
    await query("UPDATE payment_attempts SET psu_message = 'Jane' WHERE payment_request_id = $1", [id]);
    await moveClock("10 minutes");
    await workDone();
    await eraseEndedPayments();
    const sql = `SELECT psu_message, erased_at IS NOT NULL AS erased FROM payment_attempts
        WHERE payment_request_id = $1 ORDER BY created_at`;
    const rows = (await query(sql, [id])).rows;
    expect(rows[1]).toEqual({ psu_message: null, erased: true });
    expect(await requestOf(id)).toEqual({ customer: false, left: false });
  });
});
