import { describe, expect, it } from "vitest";
import { answer, shopper, storyOfThisFile, workDone } from "../../test/banks/payment-stories";
import { tryOutcome } from "../../test/banks/simbank";
import { moveClock } from "../../test/database";
import { cancelCheckout } from "../checkout/cancel-checkout";

// A cancellation at a bank where the customer's approval itself moves the money: only the bank's answer counts.

const story = storyOfThisFile();

/** The bank answers the next cancellation like this, and does not cancel. */
function answerCancellation(kind: Response): void {
  story.bank.faults.push({ method: "DELETE", kind });
}

const statusFetches = () => story.bank.exchanges.filter(({ path }) => path.endsWith("/status")).length;
const cancellations = () => story.bank.exchanges.filter(({ method }) => method === "DELETE").length;

describe("a change of bank whose cancellation awaits the customer's approval", () => {
  async function changed() {
    const { token, id } = await story.newPayment();
    const first = await story.press(token);
    answerCancellation(Response.json({ transactionStatus: "RCVD", _links: {} }, { status: 202 }));
    const refused = await story.press(token, story.banks[1]);
    expect([refused.status, refused.error.code]).toEqual([400, "PAYMENT_ALREADY_INITIATED"]);
    return { id, url: first.data.redirect_url as string };
  }

  it("is over: a later rejection by the bank fails the payment", async () => {
    const { id, url } = await changed();
    await tryOutcome(url, "NOFUNDS");
    await moveClock("2 minutes");
    await workDone();
    expect(await story.getStatus(id)).toMatchObject({ status: "failed", status_reason: "AM04" });
  });

  it("is over: a later refusal by the customer cancels the payment", async () => {
    const { id, url } = await changed();
    await answer(url, "reject");
    expect(await story.statusOf(id)).toBe("cancelled");
  });
});

describe("a cancellation that the bank refuses", () => {
  it("is sent again after five minutes, and not at every status fetch", async () => {
    const { token, id } = await story.newPayment();
    await story.press(token);
    answerCancellation(new Response(null, { status: 405 }));
    await cancelCheckout(shopper, { paymentToken: token });
    const fetched = statusFetches();
    for (let minute = 0; minute < 4; minute += 1) {
      await moveClock("1 minute");
      await workDone();
    }
    expect([cancellations(), await story.statusOf(id), statusFetches() > fetched]).toEqual([0, "pending", true]);
    await moveClock("5 minutes");
    await workDone();
    expect([cancellations(), await story.statusOf(id)]).toEqual([1, "cancelled"]);
  });

  it("control: without an answer it is sent again at the next status fetch", async () => {
    const { token, id } = await story.newPayment();
    const before = cancellations();
    await story.press(token);
    answerCancellation(new Response(null, { status: 503 }));
    await cancelCheckout(shopper, { paymentToken: token });
    await moveClock("3 minutes");
    await workDone();
    expect([cancellations() - before, await story.statusOf(id)]).toEqual([1, "cancelled"]);
  });
});
