import { describe, expect, it } from "vitest";
import { debitsOf, eventsOf, shopper, workDone } from "../../test/banks/payment-stories";
import { approveAtBank, attemptsOf, comeBack, ukStoryOfThisFile } from "../../test/banks/uk-stories";
import { moveClock } from "../../test/database";
import { cancelCheckout } from "../checkout/cancel-checkout";
import { settlePayment } from "../settlement/settle-payment";

// A payment that is cancelled after its submission was committed: it is not sent again. Only if no try can have been
// carried out it ends at once; else the approval's status at the bank decides.

const uk = ukStoryOfThisFile();
const { story } = uk;
const SUBMISSIONS = /\/domestic-payments$/;

const RATE_LIMITED = () => new Response(null, { status: 429, headers: { "retry-after": "1" } });
/** No trustworthy answer, and the bank has not carried it out. */
const BAD_GATEWAY = () => new Response("<html>", { status: 502 });

function failNextSubmission(answer: () => Response): void {
  story.bank.faults.push({ method: "POST", path: SUBMISSIONS, kind: answer() });
}

/** The customer has approved, and the submission failed. */
async function failed(reference: string, answer: () => Response) {
  const { id, token } = await uk.newPayment({ payment_reference: reference });
  const { data } = await uk.press(token);
  failNextSubmission(answer);
  await comeBack(await approveAtBank(data.redirect_url));
  return { id, token };
}

/** Long enough to send again, and to fetch the bank's final status. */
async function later(): Promise<void> {
  for (let round = 0; round < 2; round += 1) {
    await moveClock("2 minutes");
    await workDone();
  }
}

async function resultOf(id: string, reference: string) {
  return [await story.statusOf(id), (await attemptsOf(id))[0]?.state, await debitsOf(reference)];
}

describe("a payment whose submission was certainly not carried out", () => {
  it("is cancelled at once, and never sent again", async () => {
    const reference = "Cancelled unsent";
    const { id, token } = await failed(reference, RATE_LIMITED);
    const sent = uk.sent(SUBMISSIONS);
    expect((await attemptsOf(id))[0]?.state).toBe("SUBMITTING");
    await cancelCheckout(shopper, { paymentToken: token });
    expect(await story.getStatus(id)).toMatchObject({ status: "cancelled", status_reason: null });
    await later();
    expect(uk.sent(SUBMISSIONS)).toBe(sent);
    expect(await resultOf(id, reference)).toEqual(["cancelled", "CANCELLED", 0]);
    expect(await eventsOf(id)).toEqual(["payment_request.pending", "payment_request.cancelled"]);
  });

  it("is cancelled at once after two such tries too", async () => {
    const reference = "Cancelled, 2 tries";
    const { id, token } = await failed(reference, RATE_LIMITED);
    failNextSubmission(RATE_LIMITED);
    await moveClock("1 minute");
    await workDone();
    expect(story.bank.faults).toEqual([]);
    await cancelCheckout(shopper, { paymentToken: token });
    expect(await resultOf(id, reference)).toEqual(["cancelled", "CANCELLED", 0]);
  });

  it("is cancelled at once if the cancellation came during the call", async () => {
    const reference = "Cancelled in call";
    const { id, token } = await uk.newPayment({ payment_reference: reference });
    const { data } = await uk.press(token);
    const pull = async (answer: ReadableStreamDefaultController) => {
      await cancelCheckout(shopper, { paymentToken: token });
      expect(await story.statusOf(id)).toBe("pending");
      answer.close();
    };
    const duringCall = new ReadableStream({ pull }, { highWaterMark: 0 });
    failNextSubmission(() => new Response(duringCall, { status: 429, headers: { "retry-after": "3000" } }));
    await comeBack(await approveAtBank(data.redirect_url));
    expect(await resultOf(id, reference)).toEqual(["cancelled", "CANCELLED", 0]);
  });

  it("allows no other bank: it can be sent again at any time", async () => {
    const { id, token } = await failed("Changed unsent", RATE_LIMITED);
    const other = await uk.press(token, uk.banks[1]);
    expect([other.status, other.error.code]).toEqual([400, "PAYMENT_ALREADY_INITIATED"]);
    await later();
    expect(await resultOf(id, "Changed unsent")).toEqual(["completed", expect.any(String), 1]);
  });

  it("is not sent after another attempt has paid the request", async () => {
    const reference = "Paid by another";
    const { id, token } = await uk.newPayment({ payment_reference: reference });
    await uk.press(token);
    const { data } = await uk.press(token, uk.banks[1]);
    failNextSubmission(RATE_LIMITED);
    await comeBack(await approveAtBank(data.redirect_url));
    const [first] = await attemptsOf(id);
    const credit = { kind: "credited", amountMinor: 2550n, currency: "GBP" } as const;
    await settlePayment(first?.id ?? "", credit, { source: "recon" });
    const sent = uk.sent(SUBMISSIONS);
    await later();
    expect(uk.sent(SUBMISSIONS)).toBe(sent);
    expect((await attemptsOf(id)).map(({ state }) => state)).toEqual(["SETTLED", "CANCELLED"]);
    expect([await story.statusOf(id), await debitsOf(reference)]).toEqual(["completed", 0]);
  });

  it("control: is sent again if it is not cancelled", async () => {
    const { id } = await failed("Not cancelled", RATE_LIMITED);
    await later();
    expect(await resultOf(id, "Not cancelled")).toEqual(["completed", expect.any(String), 1]);
  });
});

describe("a payment whose submission has an unknown outcome", () => {
  it("stays pending when it is cancelled, is not sent again, and is cancelled ten minutes later if its approval is unused", async () => {
    const reference = "Cancelled unknown";
    const { id, token } = await failed(reference, BAD_GATEWAY);
    const sent = uk.sent(SUBMISSIONS);
    await cancelCheckout(shopper, { paymentToken: token });
    await later();
    expect(await resultOf(id, reference)).toEqual(["pending", "SUBMIT_UNKNOWN", 0]);
    await moveClock("5 minutes");
    await workDone();
    expect(await resultOf(id, reference)).toEqual(["pending", "SUBMIT_UNKNOWN", 0]);
    await later();
    await later();
    expect(uk.sent(SUBMISSIONS)).toBe(sent);
    expect(await resultOf(id, reference)).toEqual(["cancelled", "FAILED", 0]);
  });

  it("control: is sent again if it is not cancelled, as long as the approval is unused", async () => {
    const { id } = await failed("Unknown and wanted", BAD_GATEWAY);
    await later();
    expect(await resultOf(id, "Unknown and wanted")).toEqual(["completed", expect.any(String), 1]);
  });
});
