import { describe, expect, it } from "vitest";
import { answer, eventsOf, storyOfThisFile, workDone } from "../test/banks/payment-stories";
import { moveClock } from "../test/database";
import { claimDueStatementFetches, fetchStatement, planDueStatementFetches } from "./fetch-statement";

const story = storyOfThisFile();

/** Fetches due statements, as the worker does. */
async function statementsRead(): Promise<void> {
  await planDueStatementFetches();
  for (const lease of await claimDueStatementFetches(100)) await fetchStatement(lease);
}

describe("a payment whose bank never reports the debit", () => {
  it("is completed once by the credit on the receiving account", async () => {
    const payment = await story.newPayment({ payment_reference: "SIM-ACSP 1" });
    const { data } = await story.press(payment.token);
    await answer(data.redirect_url, "approve");
    await moveClock("1 hour");
    await workDone();
    expect(await story.statusOf(payment.id)).toBe("pending");
    await statementsRead();
    expect(await story.statusOf(payment.id)).toBe("completed");
    await moveClock("1 day");
    await statementsRead();
    expect(await eventsOf(payment.id)).toEqual(["payment_request.pending", "payment_request.succeeded"]);
  });
});

describe("a payment whose money is returned", () => {
  it("is reversed once by the debit with its reference", async () => {
    const payment = await story.newPayment({ payment_reference: "SIM-RETURN 1" });
    const { data } = await story.press(payment.token);
    await answer(data.redirect_url, "approve");
    await moveClock("2 days");
    await workDone();
    await statementsRead();
    await moveClock("7 hours");
    await statementsRead();
    expect(await story.getStatus(payment.id)).toMatchObject({ status: "completed", reversed_amount: "2550" });
    expect(await eventsOf(payment.id)).toEqual([
      "payment_request.pending",
      "payment_request.succeeded",
      "payment_request.reversed",
    ]);
  });
});
