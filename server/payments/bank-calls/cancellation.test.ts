import { describe, expect, it } from "vitest";
import { answer, shopper, storyOfThisFile, workDone } from "../../test/banks/payment-stories";
import { tryOutcome } from "../../test/banks/simbank";
import { moveClock } from "../../test/database";
import { cancelCheckout } from "../checkout/cancel-checkout";
import { getCheckout } from "../checkout/get-checkout";

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

  it("or accepts for the customer's approval, is sent again after five minutes", async () => {
    const { token, id } = await story.newPayment();
    await story.press(token);
    const before = cancellations();
    answerCancellation(Response.json({ transactionStatus: "RCVD", _links: {} }, { status: 202 }));
    await cancelCheckout(shopper, { paymentToken: token });
    for (let minute = 0; minute < 4; minute += 1) {
      await moveClock("1 minute");
      await workDone();
    }
    expect([cancellations() - before, await story.statusOf(id)]).toEqual([0, "pending"]);
    await moveClock("5 minutes");
    await workDone();
    expect([cancellations() - before, await story.statusOf(id)]).toEqual([1, "cancelled"]);
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

describe("a change of bank whose cancellation the bank has carried out without an answer", () => {
  const loseStatus = () => story.bank.faults.push({ method: "GET", kind: new Response(null, { status: 503 }) });
  const loseCancellation = () => {
    story.bank.faults.push({ method: "DELETE", kind: "lost" });
    loseStatus();
  };
  const refusedOnce = async (token: string) => {
    const { status, error } = await story.press(token, story.banks[1]);
    expect([status, error.code]).toEqual([400, "PAYMENT_ALREADY_INITIATED"]);
  };

  it.each([404, 405, 409])("is completed by a second press, though the bank now answers %i", async (status) => {
    const { token, id } = await story.newPayment();
    await story.press(token);
    loseCancellation();
    await refusedOnce(token);
    answerCancellation(new Response(null, { status }));
    const second = await story.press(token, story.banks[1]);
    expect([second.status, await story.statusOf(id)]).toEqual([200, "pending"]);
    await answer(second.data.redirect_url, "approve");
    await moveClock("5 seconds");
    await workDone();
    expect(await story.statusOf(id)).toBe("completed");
  });

  const refuse = async () => {
    loseStatus();
    return new Response(null, { status: 405 });
  };
  const isNotCancelled = async ({ token, id }: { token: string; id: string }) => {
    await moveClock("6 minutes");
    await workDone();
    expect([await story.statusOf(id), (await getCheckout(shopper, token))?.phase]).toEqual(["pending", "choosing"]);
  };

  it("does not cancel the request when a second press is refused and the status cannot be fetched", async () => {
    const payment = await story.newPayment();
    await story.press(payment.token);
    loseCancellation();
    await refusedOnce(payment.token);
    story.bank.faults.push({ method: "DELETE", kind: refuse });
    await refusedOnce(payment.token);
    await isNotCancelled(payment);
  });

  it("does not cancel the request when a press at the same time was refused", async () => {
    const payment = await story.newPayment();
    await story.press(payment.token);
    const pressAgain = async () => {
      loseCancellation();
      await refusedOnce(payment.token);
      return refuse();
    };
    story.bank.faults.push({ method: "DELETE", kind: pressAgain });
    await refusedOnce(payment.token);
    await isNotCancelled(payment);
  });
});
