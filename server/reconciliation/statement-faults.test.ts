import { beforeEach, describe, expect, it } from "vitest";
import { now } from "../lib/clock";
import { booking, type CorporateBank, newCorporateBank, pageOf } from "../test/banks/corporate-bank";
import { answer, storyOfThisFile, workDone } from "../test/banks/payment-stories";
import { attemptOf, entriesOf, statementFetchOf, statementsRead } from "../test/banks/statements";
import { moveClock, query } from "../test/database";

// Statements that a bank sends with faults, over HTTP.

const story = storyOfThisFile();

beforeEach(() => query((client) => client.query("TRUNCATE statement_fetches")));

/** A payment that waits for its credit on the bank's account. */
async function paymentTo({ account }: CorporateBank) {
  const { id, token } = await story.newPayment({ payment_reference: "SIM-ACSP faults" });
  await answer((await story.press(token)).data.redirect_url, "approve");
  const attempt = await attemptOf(id);
  const sql = "UPDATE payment_attempts SET receiving_account_id = $1 WHERE id = $2";
  await query((client) => client.query(sql, [account.accountId, attempt.id]));
  await moveClock("1 hour");
  await workDone();
  return { id, endToEndId: attempt.endToEndId };
}

describe("a statement with an unreadable entry", () => {
  it("settles a payment by its credit, and the account has the problem", async () => {
    const bank = await newCorporateBank();
    const { id, endToEndId } = await paymentTo(bank);
    expect(await story.statusOf(id)).toBe("pending");
    const odd = { ...booking(now()), bookingDate: undefined };
    bank.statement = () => ({ body: pageOf([odd, booking(now(), { transactionId: "t1", endToEndId })]) });
    await statementsRead();
    expect(await story.statusOf(id)).toBe("completed");
    const { accountId } = bank.account;
    expect(await entriesOf(accountId)).toMatchObject([{ state: "matched", matched_by: "end_to_end_id" }]);
    expect(await statementFetchOf(accountId)).toMatchObject({ problem: "entry-unreadable", read: false });
  });

  it.each([
    ["entry", pageOf([{ bookingDate: "none" }]), "entry-unreadable"],
    ["list", { transactions: 7 }, "unreadable"],
  ])(
    "leaves the circuit closed after five fetches over two minutes, with an unreadable %s",
    async (_, body, problem) => {
      const bank = await newCorporateBank();
      bank.statement = () => ({ body });
      for (let fetches = 1; fetches <= 6; fetches += 1) {
        await statementsRead();
        expect([bank.asked.length, (await statementFetchOf(bank.account.accountId))?.problem]).toEqual([
          fetches,
          problem,
        ]);
        await query((client) => client.query("UPDATE statement_fetches SET due_at = app_now()"));
      if (fetches < 5) await moveClock("1 minute");
      }
    },
  );
});
