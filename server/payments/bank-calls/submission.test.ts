import { describe, expect, it } from "vitest";
import { debitsOf, eventsOf, shopper, workDone } from "../../test/banks/payment-stories";
import { approveAtBank, attemptsOf, comeBack, ukStoryOfThisFile } from "../../test/banks/uk-stories";
import { moveClock, query } from "../../test/database";
import { cancelCheckout } from "../checkout/cancel-checkout";
import { attemptsDue, pollAttempt } from "./poll-attempt";

// Where our own call moves the money: it is made once, and an unknown result is recovered.

const uk = ukStoryOfThisFile();
const { story } = uk;
const SUBMISSIONS = /\/domestic-payments$/;
const EXCHANGES = /\/token$/;

async function approved(
  reference: string,
  bank = 0,
): Promise<{ id: string; token: string; params: Record<string, string> }> {
  const { id, token } = await uk.newPayment({ payment_reference: reference });
  const started = await uk.press(token, uk.banks[bank]);
  expect(started.status).toBe(200);
  return { id, token, params: await approveAtBank(started.data.redirect_url) };
}

/** The answer to the call that moves the money is lost; the bank has carried it out. */
async function lost(reference: string) {
  const begun = await approved(reference);
  story.bank.faults.push({ method: "POST", path: SUBMISSIONS, kind: "lost" });
  await comeBack(begun.params);
  return begun;
}

async function settled(id: string): Promise<string> {
  await moveClock("1 minute");
  await workDone();
  return story.statusOf(id);
}

describe.each([
  ["in the query", 0],
  ["in the fragment", 1],
])("a payment whose approval comes back %s", (_how, bank) => {
  it("is submitted once, and completed when the bank has debited", async () => {
    const reference = `Once ${bank}`;
    const { id, params } = await approved(reference, bank);
    expect(await debitsOf(reference)).toBe(0);
    const before = uk.sent(SUBMISSIONS);
    await comeBack(params);
    await comeBack(params);
    expect(await settled(id)).toBe("completed");
    expect([uk.sent(SUBMISSIONS) - before, await debitsOf(reference)]).toEqual([1, 1]);
    expect(await eventsOf(id)).toEqual(["payment_request.pending", "payment_request.succeeded"]);
    const [attempt] = await attemptsOf(id);
    expect(attempt).toMatchObject({ submitted: true, submissionBlocked: false, debtor: true });
  });

  it("is cancelled when the customer rejects it there, and nothing is submitted", async () => {
    const { id, token } = await uk.newPayment();
    const started = await uk.press(token, uk.banks[bank]);
    const before = [uk.sent(SUBMISSIONS), uk.sent(EXCHANGES)];
    await comeBack(await approveAtBank(started.data.redirect_url, "reject"));
    expect(await story.statusOf(id)).toBe("cancelled");
    expect([uk.sent(SUBMISSIONS), uk.sent(EXCHANGES)]).toEqual(before);
    expect((await attemptsOf(id))[0]).toMatchObject({ state: "CANCELLED", submissionBlocked: true });
  });
});

describe("a submission that the bank rejects in its response", () => {
  it("fails the payment with the bank's reason, without a debit", async () => {
    const reference = "SIM-NOFUNDS";
    const { id, params } = await approved(reference);
    await comeBack(params);
    expect(await story.getStatus(id)).toMatchObject({ status: "failed", status_reason: "AM04" });
    expect(await debitsOf(reference)).toBe(0);
  });
});

describe("a submission whose answer is lost", () => {
  it("is unknown, never failed, and recovered by the same key: one debit", async () => {
    const reference = "Lost submit";
    const { id } = await lost(reference);
    expect([await story.statusOf(id), (await attemptsOf(id))[0]?.state]).toEqual(["pending", "SUBMIT_UNKNOWN"]);
    const bodies = () =>
      story.bank.exchanges.filter(({ path, method }) => method === "POST" && SUBMISSIONS.test(path)).slice(-2);
    expect(await settled(id)).toBe("completed");
    const [first, second] = bodies();
    expect(second?.requestBody).toBe(first?.requestBody);
    expect(second?.requestHeaders["x-idempotency-key"]).toBe(first?.requestHeaders["x-idempotency-key"]);
    expect(await debitsOf(reference)).toBe(1);
  });

  it("allows no other bank and no cancellation", async () => {
    const reference = "Lost and cancelled";
    const { id, token } = await lost(reference);
    const other = await uk.press(token, uk.banks[1]);
    expect([other.status, other.error.code]).toEqual([400, "PAYMENT_ALREADY_INITIATED"]);
    await cancelCheckout(shopper, { paymentToken: token });
    expect(await story.statusOf(id)).toBe("pending");
    expect(await settled(id)).toBe("completed");
    expect(await debitsOf(reference)).toBe(1);
  });

  it("is not sent again once the bank may have forgotten its key: an exception is recorded, and it stays pending", async () => {
    const { id } = await lost("Lost for long");
    await moveClock("25 hours");
    const before = uk.sent(SUBMISSIONS);
    await workDone();
    expect([uk.sent(SUBMISSIONS) - before, await story.statusOf(id)]).toEqual([0, "pending"]);
    const sql = "SELECT kind FROM payment_exceptions WHERE payment_request_id = $1";
    const { rows } = await query(sql, [id]);
    expect(rows).toEqual([{ kind: "submission_unknown" }]);
  });
});

const refusal = (code = "UK.OBIE.Rules.AfterCutOffDateTime") => {
  const errors = [{ ErrorCode: code, Message: "x" }];
  const headers = { "content-type": "application/json" };
  return new Response(JSON.stringify({ Code: "400", Errors: errors }), { status: 400, headers });
};

describe("a submission that the bank refuses", () => {
  it("on a retry is still unknown, as long as the approval is used at the bank", async () => {
    const { id } = await lost("Refused again");
    story.bank.faults.push({ method: "POST", path: SUBMISSIONS, kind: refusal() });
    await moveClock("1 minute");
    const [lease] = await attemptsDue(1);
    if (lease) await pollAttempt(lease);
    expect([await story.statusOf(id), (await attemptsOf(id))[0]?.state]).toEqual(["pending", "SUBMIT_UNKNOWN"]);
    expect(await settled(id)).toBe("completed");
    expect(await debitsOf("Refused again")).toBe(1);
  });

  it("on a retry ends the payment ten minutes later if the approval is unused: the try before may be under way", async () => {
    const { id, params } = await approved("Refused repeat");
    story.bank.faults.push({ method: "POST", path: SUBMISSIONS, kind: new Response(null, { status: 504 }) });
    await comeBack(params);
    story.bank.faults.push({ method: "POST", path: SUBMISSIONS, kind: refusal() });
    await moveClock("1 minute");
    await workDone();
    const before = uk.sent(SUBMISSIONS);
    expect([story.bank.faults.length, (await attemptsOf(id))[0]?.state]).toEqual([0, "SUBMIT_UNKNOWN"]);
    await moveClock("8 minutes");
    await workDone();
    expect([uk.sent(SUBMISSIONS) - before, await story.statusOf(id)]).toEqual([0, "pending"]);
    await moveClock("6 minutes");
    await workDone();
    expect([uk.sent(SUBMISSIONS) - before, await story.statusOf(id)]).toEqual([0, "failed"]);
    expect(await debitsOf("Refused repeat")).toBe(0);
  });

  it("fails the payment, because it was not carried out", async () => {
    const { id, params } = await approved("Refused at once");
    story.bank.faults.push({ method: "POST", path: SUBMISSIONS, kind: refusal() });
    await comeBack(params);
    expect(await story.statusOf(id)).toBe("failed");
    expect(await debitsOf("Refused at once")).toBe(0);
  });
});

describe("a submission that the bank rate-limits", () => {
  it("is sent again within the hour, whatever the bank's Retry-After", async () => {
    const { id, params } = await approved("Much too busy");
    const headers = { "retry-after": "999999" };
    story.bank.faults.push({ method: "POST", path: SUBMISSIONS, kind: new Response(null, { status: 429, headers }) });
    await comeBack(params);
    expect((await attemptsOf(id))[0]?.state).toBe("SUBMITTING");
    await moveClock("59 minutes");
    expect((await attemptsDue(1)).length).toBe(0);
    await moveClock("2 minutes");
    await workDone();
    // The approval has expired by then: its status at the bank shows that it was not used.
    expect([await story.statusOf(id), await debitsOf("Much too busy")]).toEqual(["failed", 0]);
  });
});

/** The bank's token endpoint answers 429 to the next calls; returns the number of calls to it so far. */
function rateLimitTokens(times: number, retryAfterS = "1"): () => number {
  const headers = { "retry-after": retryAfterS };
  for (let n = 0; n < times; n += 1)
    story.bank.faults.push({ method: "POST", path: EXCHANGES, kind: new Response(null, { status: 429, headers }) });
  const called = () => story.bank.called.filter((path) => EXCHANGES.test(path)).length;
  const before = called();
  return () => called() - before;
}

describe("a code whose exchange the bank rate-limits", () => {
  it("is exchanged again within the same return, and the payment is completed", async () => {
    const { id, params } = await approved("Busy tokens");
    const exchanged = rateLimitTokens(2);
    await comeBack(params);
    expect([exchanged(), story.bank.faults.length]).toEqual([3, 0]);
    expect([await settled(id), await debitsOf("Busy tokens")]).toEqual(["completed", 1]);
  });

  it("three times is not exchanged a fourth time; the same return can still complete it", async () => {
    const { id, params } = await approved("Busier tokens");
    const exchanged = rateLimitTokens(3);
    await comeBack(params);
    expect([exchanged(), (await attemptsOf(id))[0]?.state]).toEqual([3, "AWAITING_AUTH"]);
    await comeBack(params);
    expect([await settled(id), await debitsOf("Busier tokens")]).toEqual(["completed", 1]);
  });

  it("for a minute is not exchanged again: the customer does not wait so long", async () => {
    const { params } = await approved("Busy for long");
    const exchanged = rateLimitTokens(1, "60");
    await comeBack(params);
    expect(exchanged()).toBe(1);
  });
});

describe("a code whose exchange is lost", () => {
  it("can no longer pay: the approval at the bank cannot be used", async () => {
    const { id, params } = await approved("Lost code");
    story.bank.faults.push({ method: "POST", path: EXCHANGES, kind: "lost" });
    const before = uk.sent(SUBMISSIONS);
    await comeBack(params);
    await settled(id);
    expect([await story.statusOf(id), uk.sent(SUBMISSIONS) - before]).toEqual(["failed", 0]);
    expect((await attemptsOf(id))[0]).toMatchObject({ reason: "authorisation_lost", submissionBlocked: true });
    expect(await debitsOf("Lost code")).toBe(0);
  });
});

describe("a submission whose approval the bank awaits again", () => {
  async function awaitedAgain(reference: string, answer: Response) {
    const { id, params } = await approved(reference);
    story.bank.faults.push({ method: "POST", path: SUBMISSIONS, kind: answer });
    await comeBack(params);
    expect((await attemptsOf(id))[0]?.state).toBe("SUBMIT_UNKNOWN");
    const sql = "UPDATE sim_payments SET approved_at = NULL WHERE remittance = $1";
    await query(sql, [reference]);
    return settled(id);
  }

  it("fails the payment, if the bank refused it for the approval's status: nothing was carried out", async () => {
    const reference = "Awaited again";
    const refused = refusal("UK.OBIE.Resource.InvalidConsentStatus");
    expect([await awaitedAgain(reference, refused), await debitsOf(reference)]).toEqual(["failed", 0]);
  });

  it("control: stays unknown without the bank's answer", async () => {
    expect(await awaitedAgain("Awaited unanswered", new Response(null, { status: 502 }))).toBe("pending");
  });
});
