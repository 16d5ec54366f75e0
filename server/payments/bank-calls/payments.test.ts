import { describe, expect, it } from "vitest";
import { findBank } from "../../banks/find-bank";
import { runJob } from "../../jobs/run-job";
import { db } from "../../lib/db";
import type { Job } from "../../lib/job";
import { answer, debitsOf, eventsOf, shopper, storyOfThisFile, workDone } from "../../test/banks/payment-stories";
import { answerAtBank } from "../../test/banks/simbank";
import { moveClock, query, stopClock } from "../../test/database";
import { until } from "../../test/until";
import { redirectOf } from "../attempts/attempt-secrets";
import { findLastAttempt } from "../attempts/attempt-store";
import { cancelCheckout } from "../checkout/cancel-checkout";
import { getCheckout } from "../checkout/get-checkout";
import { paymentJobs } from "../jobs";
import { expireRequest } from "../requests/end-request";
import { readRequest } from "../requests/store";
import { acceptReturn } from "./accept-return";
import { commitAttempt, prepareAttempt } from "./begin-attempt";

const story = storyOfThisFile();
/** A payment at the bank, without `/status`. */
const DETAILS = /\/v1\/payments\/[^/]+\/[^/]+$/;

/** The attempt of a press at the first bank, checked and not committed. */
async function prepared(id: string) {
  const bank = await findBank({}, story.banks[0] ?? "");
  if (!bank) throw new Error("no bank");
  const choice = { bank, scheme: null, psu: { ip: null, userAgent: null } };
  return prepareAttempt(shopper, await readRequest(db(), id), choice);
}

describe("a payment, by its bank's status", () => {
  it("is completed once when the customer approves and the bank has debited", async () => {
    const { token, id } = await story.newPayment({ payment_reference: "Debited once" });
    const started = await story.press(token);
    expect([started.status, started.data.payment_request_id, started.data.order_id]).toEqual([200, id, id]);
    expect(await story.statusOf(id)).toBe("pending");
    await answer(started.data.redirect_url, "approve");
    await moveClock("5 seconds");
    await workDone();
    await workDone();
    expect(await story.statusOf(id)).toBe("completed");
    expect(await eventsOf(id)).toEqual(["payment_request.pending", "payment_request.succeeded"]);
    expect((await getCheckout(shopper, token))?.phase).toBe("paid");
    expect(await debitsOf("Debited once")).toBe(1);
  });

  it("is cancelled when the customer rejects it there", async () => {
    const { token, id } = await story.newPayment();
    const started = await story.press(token);
    await answer(started.data.redirect_url, "reject");
    expect(await story.statusOf(id)).toBe("cancelled");
    expect(await eventsOf(id)).toEqual(["payment_request.pending", "payment_request.cancelled"]);
  });

  it("is pending while the customer has only returned", async () => {
    const { token, id } = await story.newPayment();
    const { data } = await story.press(token);
    const state = (await query("SELECT redirect_state_hash FROM payment_attempts WHERE payment_request_id = $1", [id]))
      .rowCount;
    expect(state).toBe(1);
    expect(await acceptReturn(shopper, { state: "forged", params: {} })).toBeNull();
    expect(data.redirect_url).toContain("/simbank/");
    expect(await story.statusOf(id)).toBe("pending");
    expect((await getCheckout(shopper, token))?.phase).toBe("at_bank");
  });

  it("is completed although the browser never returned", async () => {
    const { token, id } = await story.newPayment();
    const { data } = await story.press(token);
    await answerAtBank(data.redirect_url ?? "", "approve");
    await moveClock("1 minute");
    await workDone();
    expect(await story.statusOf(id)).toBe("completed");
  });

  it("does not pay by an answer that names another amount: an exception is recorded, and the next answer decides", async () => {
    const { token, id } = await story.newPayment();
    const { data } = await story.press(token);
    await answerAtBank(data.redirect_url ?? "", "approve");
    await moveClock("1 minute");
    const kind = Response.json({ instructedAmount: { amount: "0.01", currency: "EUR" } });
    story.bank.faults.push({ method: "GET", path: DETAILS, kind });
    await workDone();
    const exceptions = "SELECT kind, detail FROM payment_exceptions WHERE payment_request_id = $1";
    expect([await story.statusOf(id), await eventsOf(id)]).toEqual(["pending", ["payment_request.pending"]]);
    expect((await query(exceptions, [id])).rows).toEqual([
      { kind: "protocol", detail: expect.stringContaining("a payment of 0.01 EUR") },
    ]);
    await moveClock("1 hour");
    await workDone();
    expect([await story.statusOf(id), (await query(exceptions, [id])).rowCount]).toEqual(["completed", 1]);
  });

  it("fails with the bank's reason when the bank rejects it after approval", async () => {
    const { token, id } = await story.newPayment({ amount: 99_000_000, payment_reference: "SIM-NOFUNDS" });
    const { data } = await story.press(token);
    await answer(data.redirect_url, "approve");
    await moveClock("1 minute");
    await workDone();
    const { status: word, status_reason: reason } = await story.getStatus(id);
    expect([word, reason]).toEqual(["failed", "AM04"]);
    expect((await getCheckout(shopper, token))?.phase).toBe("refused");
  });

  it("fails without an approval within the bank's time, and not before", async () => {
    const { token, id } = await story.newPayment();
    await story.press(token);
    await moveClock("9 minutes");
    await workDone();
    expect(await story.statusOf(id)).toBe("pending");
    await moveClock("7 minutes");
    await workDone();
    expect(await story.statusOf(id)).toBe("failed");
  });
});

describe("a bank's redirect that comes again", () => {
  it("is accepted until 30 minutes after the first time, and not after", async () => {
    await stopClock();
    const { token, id } = await story.newPayment();
    await story.press(token);
    const attempt = await findLastAttempt(db(), id);
    const state = attempt ? redirectOf(attempt).state : "";
    const comeBack = () => acceptReturn(shopper, { state, params: { state } });
    expect(await comeBack()).toMatchObject({ paymentToken: token });
    await moveClock("29 minutes 59 seconds");
    expect(await comeBack()).toMatchObject({ paymentToken: token });
    await moveClock("2 seconds");
    expect(await comeBack()).toBeNull();
  });
});

describe("expiry", () => {
  it("between the reading of a request and the commit of its attempt starts nothing", async () => {
    await stopClock();
    const { id } = await story.newPayment();
    const late = await prepared(id);
    await moveClock("15 minutes");
    expect(await commitAttempt(late)).toEqual({ kind: "taken" });
    expect([await story.statusOf(id), await findLastAttempt(db(), id)]).toEqual(["expired", null]);
  });

  it("applies from the second of the end, before any job has run, and sends one event", async () => {
    await stopClock();
    const { id } = await story.newPayment();
    await moveClock("14 minutes 59 seconds");
    expect(await story.statusOf(id)).toBe("pending");
    await moveClock("1 second");
    expect(await story.statusOf(id)).toBe("expired");
    expect(await eventsOf(id)).toEqual([]);
    await Promise.all([expireRequest(id), expireRequest(id)]);
    expect(await eventsOf(id)).toEqual(["payment_request.expired"]);
  });

  it("of a payment that another session has locked delays no other", async () => {
    const ids: string[] = [];
    while (ids.length < 12) ids.push((await story.newPayment()).id);
    await moveClock("16 minutes");
    const [locked = "", ...others] = ids;
    const job = paymentJobs.find(({ name }) => name === "payments.expire") as Job;
    const ended = async () => {
      const events = await Promise.all(others.map((id) => eventsOf(id)));
      return events.filter(({ length }) => length === 1).length;
    };
    await query(async (client) => {
      await client.query("BEGIN");
      await client.query("SELECT FROM payment_requests WHERE id = $1 FOR UPDATE", [locked]);
      const running = runJob(job);
      await until(async () => (await ended()) === others.length);
      expect(await eventsOf(locked)).toEqual([]);
      await client.query("COMMIT");
      await running.stop();
    });
    expect(await eventsOf(locked)).toEqual(["payment_request.expired"]);
  });
});

describe("cancellation", () => {
  it("ends a request at once if it was not initiated", async () => {
    const { token, id } = await story.newPayment();
    await cancelCheckout(shopper, { paymentToken: token });
    expect(await story.statusOf(id)).toBe("cancelled");
    expect((await story.press(token)).error.code).toBe("PAYMENT_ALREADY_INITIATED");
  });

  it("is sent to the chosen bank, and its confirmation decides", async () => {
    const { token, id } = await story.newPayment();
    await story.press(token);
    await cancelCheckout(shopper, { paymentToken: token });
    expect(await story.statusOf(id)).toBe("cancelled");
    expect((await getCheckout(shopper, token))?.phase).toBe("cancelled_at_bank");
  });

  it("after an approval does not stop the payment: it completes", async () => {
    const { token, id } = await story.newPayment();
    const { data } = await story.press(token);
    await answerAtBank(data.redirect_url ?? "", "approve");
    await cancelCheckout(shopper, { paymentToken: token });
    expect(await story.statusOf(id)).not.toBe("cancelled");
    await moveClock("1 minute");
    await workDone();
    expect(await story.statusOf(id)).toBe("completed");
  });
});

describe("a process that died between the commit of an attempt and the bank's answer", () => {
  async function committed(id: string): Promise<void> {
    expect((await commitAttempt(await prepared(id))).kind).toBe("begun");
  }

  it("blocks expiry until recovery has called the bank, and then the customer can continue with the one payment", async () => {
    const { token, id } = await story.newPayment();
    await committed(id);
    await moveClock("16 minutes");
    expect(await story.statusOf(id)).toBe("pending");
    const before = story.paymentsAtBank();
    await workDone();
    expect(story.paymentsAtBank() - before).toBe(1);
    const view = await getCheckout(shopper, token);
    expect([view?.phase, view?.bankUrl !== null]).toEqual(["at_bank", true]);
    expect((await story.press(token)).data.redirect_url).toBe(view?.bankUrl);
    expect(story.paymentsAtBank() - before).toBe(1);
  });
});
