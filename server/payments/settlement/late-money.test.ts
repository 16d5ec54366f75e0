import { beforeAll, describe, expect, it } from "vitest";
import { listBanks } from "../../banks/list-banks";
import { answer, debitsOf, eventsOf, shopper, storyOfThisFile, workDone } from "../../test/banks/payment-stories";
import { underLocks } from "../../test/banks/statements";
import { moveClock, query } from "../../test/database";
import { cancelCheckout } from "../checkout/cancel-checkout";
import { startCheckout } from "../checkout/start-checkout";
import { listExceptions } from "../exceptions/exceptions";
import { eraseEnded } from "../jobs";
import { ERASE_AFTER_D } from "../requests/rules";
import { reversePayment, settleByCredit } from "./settle-by-entry";

// After the end of a payment: money that arrives late, twice, or is returned. All of it is recorded.

const story = storyOfThisFile();
const AMOUNT = 2550n;
/** A bank whose last status is ACSP, which counts as paid there. */
let earlyBankId: string;
beforeAll(async () => {
  const banks = await listBanks({}, { currency: "EUR" });
  earlyBankId = banks.find(({ displayName }) => /pop pankki/i.test(displayName))?.id ?? "";
});

const attemptsOf = async (id: string) => {
  const sql = "SELECT id, state FROM payment_attempts WHERE payment_request_id = $1 ORDER BY created_at, id";
  return (await query(sql, [id])).rows as Array<{ id: string; state: string }>;
};
const credit = (attemptId = "", amountMinor = AMOUNT, currency = "EUR") =>
  underLocks(attemptId, (tx, request) =>
    settleByCredit(tx, request, attemptId, { amountMinor, currency, source: "recon" }),
  );
const goBack = (attemptId: string, returnedMinor: bigint) =>
  underLocks(attemptId, (tx, request) =>
    reversePayment(tx, request, attemptId, { returnedMinor, reason: "AC04", source: "recon" }),
  );
const kindsOf = async (id: string) =>
  (await listExceptions({ limit: 100 })).rows.filter((row) => row.paymentRequestId === id).map(({ kind }) => kind);

async function pay(reference: string, bankId = story.banks[0]): Promise<{ id: string; attemptId: string }> {
  const { token, id } = await story.newPayment({ payment_reference: reference });
  await answer((await story.press(token, bankId)).data.redirect_url, "approve");
  await moveClock("1 minute");
  await workDone();
  return { id, attemptId: (await attemptsOf(id))[0]?.id ?? "" };
}

describe("a credit with our reference", () => {
  it("completes a failed payment, late and once", async () => {
    const { token, id } = await story.newPayment();
    await answer((await story.press(token)).data.redirect_url, "reject");
    expect(await story.statusOf(id)).toBe("cancelled");
    const [attempt] = await attemptsOf(id);
    expect(await credit(attempt?.id)).toBe("settled");
    expect(await credit(attempt?.id)).toBe("known");
    const { status, late } = await story.getStatus(id);
    expect([status, late]).toEqual(["completed", true]);
    expect(await eventsOf(id)).toEqual([
      "payment_request.pending",
      "payment_request.cancelled",
      "payment_request.succeeded",
    ]);
  });

  it("completes a payment whose personal data is erased, and does not store its payer again", async () => {
    const { token, id } = await story.newPayment();
    await answer((await story.press(token)).data.redirect_url, "reject");
    const [attempt] = await attemptsOf(id);
    await moveClock(`${ERASE_AFTER_D + 1} days`);
    await eraseEnded();
    const debtor = { name: "Jane", iban: "PT50000201231234567890154" };
    const late = { amountMinor: AMOUNT, currency: "EUR", source: "recon", debtor } as const;
    const attemptId = attempt?.id ?? "";
    const credited = underLocks(attemptId, (tx, request) => settleByCredit(tx, request, attemptId, late));
    expect(await credited).toBe("settled");
    const sql = `SELECT state, erased_at IS NOT NULL AS erased, debtor_sealed IS NOT NULL AS debtor
      FROM payment_attempts WHERE id = $1`;
    const { rows } = await query(sql, [attempt?.id]);
    expect(rows).toEqual([{ state: "SETTLED", erased: true, debtor: false }]);
  });

  it("settles a completed payment without a second event", async () => {
    const { id, attemptId } = await pay("Credited");
    expect(await credit(attemptId)).toBe("settled");
    expect((await attemptsOf(id))[0]?.state).toBe("SETTLED");
    expect(await eventsOf(id)).toEqual(["payment_request.pending", "payment_request.succeeded"]);
  });

  it("of another amount or currency settles nothing and is one exception", async () => {
    const { token, id } = await story.newPayment();
    await story.press(token);
    const attemptId = (await attemptsOf(id))[0]?.id;
    expect(await credit(attemptId, AMOUNT - 1n)).toBe("amount_differs");
    expect(await credit(attemptId, AMOUNT - 1n)).toBe("amount_differs");
    expect(await credit(attemptId, AMOUNT, "SEK")).toBe("amount_differs");
    expect([await story.statusOf(id), await kindsOf(id)]).toEqual(["pending", ["amount_differs", "amount_differs"]]);
  });

  it("for an attempt before a change of bank completes the request, and the other bank's attempt is stopped", async () => {
    const { token, id } = await story.newPayment({ payment_reference: "Left and paid" });
    await story.press(token, story.banks[0]);
    await story.press(token, story.banks[1]);
    const [first] = await attemptsOf(id);
    await credit(first?.id);
    expect(await story.statusOf(id)).toBe("completed");
    await workDone();
    expect((await attemptsOf(id)).map(({ state }) => state)).toEqual(["SETTLED", "CANCELLED"]);
    expect([await debitsOf("Left and paid"), await kindsOf(id)]).toEqual([0, []]);
    expect((await story.getStatus(id)).late).toBe(false);
  });

  it("for a second attempt is a second debit: the request does not change, and an exception is recorded", async () => {
    const { token, id } = await story.newPayment();
    await story.press(token, story.banks[0]);
    const { data } = await story.press(token, story.banks[1]);
    await answer(data.redirect_url, "approve");
    await moveClock("1 minute");
    await workDone();
    expect(await story.statusOf(id)).toBe("completed");
    const [first, second] = await attemptsOf(id);
    expect(await credit(first?.id)).toBe("settled");
    expect([await story.statusOf(id), await kindsOf(id)]).toEqual(["completed", ["second_debit"]]);
    expect(await eventsOf(id)).toEqual(["payment_request.pending", "payment_request.succeeded"]);
    expect([await goBack(first?.id ?? "", AMOUNT), await goBack(second?.id ?? "", 50n)]).toEqual([0n, 50n]);
  });

  it("for a request that was never initiated is an exception, because no transition exists", async () => {
    const { token, id } = await story.newPayment();
    for (let time = 0; time < 2; time += 1)
      story.bank.faults.push({ method: "POST", path: /\/v1\/payments\/[^/]+$/, kind: "lost" });
    await story.press(token);
    await moveClock("16 minutes");
    await workDone();
    const [attempt] = await attemptsOf(id);
    await credit(attempt?.id);
    expect([await story.statusOf(id), await kindsOf(id)]).toEqual(["expired", ["paid_after_end"]]);
  });
});

describe("a credit for a cancelled payment of a link that a later payment has used", () => {
  it("completes it as link_paid_twice with one exception: the link stays with the later payment, and has one event", async () => {
    const link = await story.newLink();
    const press = async () => {
      const psu = { ip: null, userAgent: null, locale: "en" };
      const choice = { linkToken: link.token, bankId: story.banks[0] ?? "", seenAmount: Number(AMOUNT), psu };
      const pressed = await startCheckout(shopper, choice);
      if (pressed.kind !== "redirect") throw new Error(pressed.kind);
      return pressed.url;
    };
    await press();
    await cancelCheckout(shopper, { linkToken: link.token });
    await answer(await press(), "approve");
    await moveClock("5 seconds");
    await workDone();
    const requests = async () => {
      const sql = `SELECT id, status, status_reason AS reason FROM payment_requests WHERE payment_link_id = $1
        ORDER BY created_at, id`;
      return (await query<{ id: string; status: string; reason: string | null }>(sql, [link.id])).rows;
    };
    const [first, second] = await requests();
    expect([first?.status, second?.status]).toEqual(["cancelled", "completed"]);
    expect(await credit((await attemptsOf(first?.id ?? ""))[0]?.id)).toBe("settled");
    expect(await requests()).toEqual([{ ...first, status: "completed", reason: "link_paid_twice" }, second]);
    const { rows } = await query("SELECT payment_request_id FROM payment_links WHERE id = $1", [link.id]);
    expect(rows).toEqual([{ payment_request_id: second?.id }]);
    expect(await eventsOf(link.id)).toEqual(["payment_link.used"]);
    expect([await kindsOf(first?.id ?? ""), await kindsOf(second?.id ?? "")]).toEqual([["link_paid_twice"], []]);
  });
});

describe("returned money", () => {
  it("sends an event each time and adds up, to the paid amount at most", async () => {
    const { id, attemptId } = await pay("Goes back");
    expect([await goBack(attemptId, 1000n), await goBack(attemptId, 1000n), await goBack(attemptId, 1000n)]).toEqual([
      1000n,
      1000n,
      550n,
    ]);
    expect(await goBack(attemptId, 1n)).toBe(0n);
    const { status, reversed_amount: reversed } = await story.getStatus(id);
    expect([status, reversed]).toEqual(["completed", "2550"]);
    const events = await eventsOf(id);
    expect(events.filter((type) => type === "payment_request.reversed").length).toBe(3);
    const sql =
      "SELECT body FROM webhook_events WHERE subject_id = $1 AND type = 'payment_request.reversed' ORDER BY sequence";
    const bodies = (await query(sql, [id])).rows.map(({ body }) => JSON.parse(body).data.object.reversed_amount);
    expect(bodies).toEqual(["1000", "2000", "2550"]);
  });

  it("of a payment that did not complete is not a reversal", async () => {
    const { token, id } = await story.newPayment();
    await story.press(token);
    expect(await goBack((await attemptsOf(id))[0]?.id ?? "", 100n)).toBe(0n);
    expect((await story.getStatus(id)).reversed_amount).toBeNull();
  });

  it("is the whole amount when the bank rejects the payment a day after completion", async () => {
    const { id } = await pay("SIM-LATEREJECT", earlyBankId);
    expect(await story.statusOf(id)).toBe("completed");
    await moveClock("25 hours");
    await workDone();
    const { status, reversed_amount: reversed } = await story.getStatus(id);
    expect([status, reversed]).toEqual(["completed", "2550"]);
    expect(await eventsOf(id)).toEqual([
      "payment_request.pending",
      "payment_request.succeeded",
      "payment_request.reversed",
    ]);
    await moveClock("30 hours");
    await workDone();
    expect((await eventsOf(id)).length).toBe(3);
  });

  it("is not polled for longer than a week after completion", async () => {
    const { id } = await pay("Left alone");
    await moveClock("8 days");
    await workDone();
    const sql = "SELECT closed_at IS NOT NULL AS closed FROM payment_attempts WHERE payment_request_id = $1";
    expect((await query(sql, [id])).rows).toEqual([{ closed: true }]);
    const before = story.bank.exchanges.length;
    await moveClock("8 days");
    await workDone();
    expect(story.bank.exchanges.length).toBe(before);
    expect(shopper.ip).toBeTruthy();
  });
});
