import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { answerAtBank, simbankOfThisFile } from "../../server/test/banks/simbank";
import { codeOf, type Started, tppAt } from "../../server/test/banks/xs2a";
import { moveClock } from "../../server/test/database";

/** ACTC at first, ACSP a moment later: the test's machine may be slow. */
const ACCEPTED = expect.stringMatching(/^AC(TC|SP)$/);
const simbank = simbankOfThisFile(async (request) => {
  told.push((await request.json()) as (typeof told)[number]);
  return new Response(null, { status: 204 });
});
let tpp: ReturnType<typeof tppAt>;
/** The notifications that the product received, in order. */
const told: { paymentId: string; transactionStatus: string }[] = [];
beforeAll(async () => {
  tpp = tppAt("millennium-bcp");
});
beforeEach(() => told.splice(0));

const approvalOf = ({ links }: Started) => links["scaRedirect"] ?? "";
const toldOf = ({ id }: Started) =>
  told.filter(({ paymentId }) => paymentId === id).map(({ transactionStatus }) => transactionStatus);

const withPush = (word: string, content?: string) =>
  tpp.withReference(
    word,
    {},
    {
      "TPP-Notification-URI": `${simbank.baseUrl}/told`,
      ...(content === undefined ? {} : { "TPP-Notification-Content-Preferred": content }),
    },
  );

describe("notifications", () => {
  it("PUSH: each change is sent once, on the customer's answer and on each later status", async () => {
    const payment = await withPush("SIM-PUSH");
    expect(payment.headers.get("aspsp-notification-support")).toBe("true");
    await tpp.statusOf(payment);
    expect(toldOf(payment)).toEqual([]);
    await answerAtBank(approvalOf(payment), "approve");
    expect(toldOf(payment)).toEqual([ACCEPTED]);
    await moveClock("2 seconds");
    expect(await Promise.all([1, 2, 3].map(() => tpp.statusOf(payment)))).toEqual(["ACSC", "ACSC", "ACSC"]);
    expect(toldOf(payment)).toEqual([ACCEPTED, "ACSC"]);
  });

  it("PUSH of the last status only, if requested so", async () => {
    const payment = await withPush("SIM-PUSH", "status=LAST");
    expect(payment.headers.get("aspsp-notification-content")).toBe("status=LAST");
    await answerAtBank(approvalOf(payment), "approve");
    await moveClock("2 seconds");
    await tpp.statusOf(payment);
    expect(toldOf(payment)).toEqual(["ACSC"]);
  });

  it("FORGED: sent at the answer only, neither for a form without an account nor for a repeated answer", async () => {
    const payment = await withPush("SIM-FORGED");
    await answerAtBank(approvalOf(payment), "approve", "No such account");
    expect(toldOf(payment)).toEqual([]);
    await answerAtBank(approvalOf(payment), "approve");
    await answerAtBank(approvalOf(payment), "approve");
    expect(toldOf(payment)).toEqual(["ACCC"]);
  });

  it("MESSYPUSH: sent twice, and in the wrong order", async () => {
    const payment = await withPush("SIM-MESSYPUSH");
    await answerAtBank(approvalOf(payment), "approve");
    expect(toldOf(payment)).toEqual([ACCEPTED, ACCEPTED, "RCVD", ACCEPTED]);
  });

  it.each(["approve", "reject"] as const)("FORGED: a lie after %s", async (press) => {
    const payment = await withPush("SIM-FORGED");
    await answerAtBank(approvalOf(payment), press);
    expect(toldOf(payment)).toEqual(["ACCC"]);
    expect(await tpp.statusOf(payment)).not.toBe("ACCC");
  });

  it("are sent by no other payment, and to no other installation", async () => {
    const quiet = await withPush("Order 1");
    await answerAtBank(approvalOf(quiet), "approve");
    await tpp.statusOf(quiet);
    const unasked = await tpp.withReference("SIM-PUSH");
    await answerAtBank(approvalOf(unasked), "approve");
    expect(told).toEqual([]);
    const elsewhere = await tpp.initiate({}, { "TPP-Notification-URI": "https://elsewhere.example/told" });
    expect(codeOf(elsewhere)).toEqual([400, "FORMAT_ERROR", "TPP-Notification-URI"]);
  });

  it("that fail do not block anything", async () => {
    const payment = await tpp.withReference("SIM-PUSH", {}, { "TPP-Notification-URI": `${simbank.baseUrl}/simbank/` });
    expect((await answerAtBank(approvalOf(payment), "approve")).status).toBe(303);
  });
});
