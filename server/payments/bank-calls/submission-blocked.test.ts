import { describe, expect, it } from "vitest";
import { sizeOf } from "../../../verification/depth";
import { LIMIT_FACTOR } from "../../../verification/limits";
import { sha256 } from "../../lib/crypto";
import { db } from "../../lib/db";
import { debitsOf, eventsOf, shopper, workDone } from "../../test/banks/payment-stories";
import { approveAtBank, attemptsOf, comeBack, stateOf, ukStoryOfThisFile } from "../../test/banks/uk-stories";
import { moveClock, query } from "../../test/database";
import { findAttemptByStateHash } from "../attempts/attempt-store";
import { cancelCheckout } from "../checkout/cancel-checkout";
import { readRequest } from "../requests/store";
import { completeReturn } from "./complete-return";

// Where our own call moves the money, an attempt ends by blocking its submission. Of a block and a submission at the same
// time exactly one is committed.

const uk = ukStoryOfThisFile();
const { story } = uk;
const SUBMISSIONS = /\/domestic-payments$/;
const EXCHANGES = /\/token$/;
const ROUNDS = sizeOf("rounds of a race");
const RACE_MS = (30_000 + ROUNDS * 5_000) * LIMIT_FACTOR;

async function atBank(reference = "Order 3451") {
  const { id, token } = await uk.newPayment({ payment_reference: reference });
  const { data } = await uk.press(token);
  return { id, token, url: data.redirect_url as string };
}

/** The simulated bank stops waiting after ten minutes; here it keeps waiting. */
const keepWaiting = (reference: string) =>
  query("UPDATE sim_payments SET created_at = created_at + interval '1 hour' WHERE remittance = $1", [reference]);

/** A code that arrives after the block: the browser returns, and no call goes to the bank. */
async function expectNoExchange(params: Record<string, string>): Promise<void> {
  const before = [uk.sent(EXCHANGES), uk.sent(SUBMISSIONS)];
  expect(await comeBack(params)).not.toBeNull();
  await workDone();
  expect([uk.sent(EXCHANGES), uk.sent(SUBMISSIONS)]).toEqual(before);
}

describe("a blocked submission", () => {
  it("cancels the payment at once, and a code that arrives later is never exchanged", async () => {
    const { id, token, url } = await atBank("Block on cancel");
    const params = await approveAtBank(url);
    await cancelCheckout(shopper, { paymentToken: token });
    expect(await story.statusOf(id)).toBe("cancelled");
    await expectNoExchange(params);
    expect([await story.statusOf(id), await debitsOf("Block on cancel")]).toEqual(["cancelled", 0]);
    expect((await attemptsOf(id))[0]).toMatchObject({ state: "CANCELLED", submissionBlocked: true, submitted: false });
  });

  it("allows another bank, even after the customer has approved at the first", async () => {
    const { id, token, url } = await atBank("Block for another");
    const late = await approveAtBank(url);
    const second = await uk.press(token, uk.banks[1]);
    expect(second.status).toBe(200);
    await expectNoExchange(late);
    await comeBack(await approveAtBank(second.data.redirect_url));
    await moveClock("1 minute");
    await workDone();
    expect([await story.statusOf(id), await debitsOf("Block for another")]).toEqual(["completed", 1]);
    expect((await attemptsOf(id)).map(({ state, submissionBlocked }) => [state, submissionBlocked])).toEqual([
      ["CANCELLED", true],
      [expect.stringMatching(/EXECUTED|SETTLED/), false],
    ]);
    expect(await eventsOf(id)).toEqual(["payment_request.pending", "payment_request.succeeded"]);
  });

  it("happens 30 minutes after the hand-over without an approval, and not at 29", async () => {
    const { id, url } = await atBank("Blocked by time");
    await keepWaiting("Blocked by time");
    await moveClock("29 minutes");
    await workDone();
    expect(await story.statusOf(id)).toBe("pending");
    await moveClock("1 minute 1 second");
    await workDone();
    const { status, status_reason: reason } = await story.getStatus(id);
    expect([status, reason]).toEqual(["failed", "not_approved"]);
    await expectNoExchange(await approveAtBank(url));
    expect(await debitsOf("Blocked by time")).toBe(0);
  });

  it("happens at a return after 30 minutes, before any job has run", async () => {
    const { id, url } = await atBank("Late by a second");
    await moveClock("9 minutes");
    const params = await approveAtBank(url);
    await moveClock("21 minutes 1 second");
    expect(await story.statusOf(id)).toBe("pending");
    const before = uk.sent(EXCHANGES);
    await comeBack(params);
    expect(uk.sent(EXCHANGES)).toBe(before);
    expect([await story.statusOf(id), await debitsOf("Late by a second")]).toEqual(["failed", 0]);
  });

  it("between the browser's return and the exchange prevents the exchange", async () => {
    const { token, url } = await atBank("Blocked between");
    const params = await approveAtBank(url);
    const seen = await findAttemptByStateHash(db(), sha256(stateOf(params)));
    if (!seen) throw new Error("no attempt");
    await cancelCheckout(shopper, { paymentToken: token });
    const before = uk.sent(EXCHANGES);
    const request = await readRequest(db(), seen.paymentRequestId);
    await completeReturn(seen, { params, psu: { ip: null, userAgent: null, locale: "en" }, request });
    expect(uk.sent(EXCHANGES)).toBe(before);
  });

  it(
    "and a submission at the same time: exactly one is committed",
    async () => {
      const seen = new Set<string>();
      for (let round = 0; round < ROUNDS; round += 1) {
        const reference = `Race ${round}`;
        const { id, token, url } = await atBank(reference);
        const params = await approveAtBank(url);
        await Promise.all([comeBack(params), cancelCheckout(shopper, { paymentToken: token }), comeBack(params)]);
        await moveClock("2 minutes");
        await workDone();
        const status = await story.statusOf(id);
        seen.add(status);
        const [attempt] = await attemptsOf(id);
        const paid = await debitsOf(reference);
        // A committed submission is still stopped before its call.
        const isPaid = attempt?.submitted && paid === 1;
        expect([status, paid]).toEqual(isPaid ? ["completed", 1] : ["cancelled", 0]);
      }
      expect([...seen].every((status) => status === "completed" || status === "cancelled")).toBe(true);
    },
    RACE_MS,
  );

  it(
    "a return, a change of bank and a worker at the same time lead to one debit",
    async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const reference = `Change ${round}`;
        const { id, token, url } = await atBank(reference);
        const params = await approveAtBank(url);
        const [, changed] = await Promise.all([comeBack(params), uk.press(token, uk.banks[1]), workDone()]);
        if (changed.status === 200) await comeBack(await approveAtBank(changed.data.redirect_url));
        await moveClock("2 minutes");
        await workDone();
        expect([await story.statusOf(id), await debitsOf(reference)]).toEqual(["completed", 1]);
      }
    },
    RACE_MS,
  );
});
