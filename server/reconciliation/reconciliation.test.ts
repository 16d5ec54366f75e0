import { describe, expect, it } from "vitest";
import { moveClock } from "../test/database";
import { answer, eventsOf, storyOfThisFile, workDone } from "../test/payment-stories";
import { planDueReadings, readingsDue, readStatement } from "./read-statement";

const story = storyOfThisFile();

/** What the worker does when accounts are due. */
async function statementsRead(): Promise<void> {
  await planDueReadings();
  for (const lease of await readingsDue(100)) await readStatement(lease);
}

describe("a bank that never says that it has debited", () => {
  it("is believed by the credit on the receiving account: completed, once", async () => {
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

describe("a payment whose money goes back", () => {
  it("is reversed by the debit that carries its reference, once", async () => {
    const payment = await story.newPayment({ payment_reference: "SIM-RETURN 1" });
    const { data } = await story.press(payment.token);
    await answer(data.redirect_url, "approve");
    await moveClock("2 days");
    await workDone();
    await statementsRead();
    await moveClock("7 hours");
    await statementsRead();
    expect(await story.askStatus(payment.id)).toMatchObject({ status: "completed", reversed_amount: "2550" });
    expect(await eventsOf(payment.id)).toEqual([
      "payment_request.pending",
      "payment_request.succeeded",
      "payment_request.reversed",
    ]);
  });
});
