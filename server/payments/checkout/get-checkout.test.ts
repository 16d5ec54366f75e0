import { describe, expect, it } from "vitest";
import { listBanks } from "../../banks/list-banks";
import { answer, shopper, workDone } from "../../test/banks/payment-stories";
import { approveAtBank, attemptsOf, comeBack, ukStoryOfThisFile } from "../../test/banks/uk-stories";
import { call } from "../../test/client";
import { moveClock, query } from "../../test/database";
import { requestOfLink } from "../links/request-of-link";
import { getCheckout } from "./get-checkout";

const uk = ukStoryOfThisFile();
const { story } = uk;
const SUBMISSIONS = /\/domestic-payments$/;

const lookAt = async (token: string) => {
  const checkout = await getCheckout(shopper, token);
  if (!checkout) throw new Error("The token has no checkout.");
  return checkout;
};

async function inPounds(reference: string) {
  const { token } = await uk.newPayment({ payment_reference: reference });
  return { token, url: (await uk.press(token)).data.redirect_url as string };
}

describe("a failed payment is shown as refused only if the bank itself refused it", () => {
  const errorOf = (ErrorCode: string) => JSON.stringify({ Code: "400", Errors: [{ ErrorCode, Message: "x" }] });
  const refusedBy = (status: number, code: string) =>
    new Response(errorOf(code), { status, headers: { "content-type": "application/json" } });

  it("our time limit is not a refusal", async () => {
    const { token } = await inPounds("Not in time");
    await moveClock("31 minutes");
    await workDone();
    expect(await lookAt(token)).toMatchObject({ phase: "failed", reason: "not_approved" });
  });

  it.each([
    ["a bank's rule", 400, "UK.OBIE.Rules.AfterCutOffDateTime", "refused"],
    ["a field of ours that the bank can't read", 400, "UK.OBIE.Field.Missing", "failed"],
  ])("a submission refused because of %s: %i %s is %s", async (what, status, code, phase) => {
    const { token, url } = await inPounds(what.slice(0, 18).replace("'", ""));
    const params = await approveAtBank(url);
    story.bank.faults.push({ method: "POST", path: SUBMISSIONS, kind: refusedBy(status, code) });
    await comeBack(params);
    expect((await lookAt(token)).phase).toBe(phase);
  });

  it.each(["GBP", "EUR"])("a rejected payment in %s is a refusal, with the bank's reason", async (currency) => {
    const { token } = await story.newPayment({ currency, payment_reference: "SIM-NOFUNDS" });
    const url = (await story.press(token, currency === "GBP" ? uk.banks[0] : undefined)).data.redirect_url;
    if (currency === "GBP") await comeBack(await approveAtBank(url));
    else await answer(url, "approve");
    expect(await lookAt(token)).toMatchObject({ phase: "refused", reason: "AM04" });
  });
});

it.each([
  ["EUR", { id: "C-77" }, true],
  ["GBP", { id: "C-77" }, false],
  ["EUR", undefined, false],
])("the page in %s of the customer %o offers to remember the account: %s", async (currency, customer, offers) => {
  const order = { amount: 2550, currency, test_transaction: true };
  const { data } = await call("createPaymentRequest", { order, customer }, { token: await story.freshToken() });
  expect((await lookAt(data.payment_token)).canRemember).toBe(offers);
});

it("a start without an answer is counted from its beginning, until the bank has answered", async () => {
  const knab = (await listBanks({}, { currency: "EUR" })).find(({ displayName }) => /knab/i.test(displayName))?.id;
  const { token } = await story.newPayment();
  const lost = { method: "POST", path: /\/v1\/payments\/[^/]+$/, kind: "lost" } as const;
  story.bank.faults.push(lost, lost);
  await story.press(token, knab);
  await moveClock("2 minutes");
  const unanswered = await lookAt(token);
  expect(unanswered).toMatchObject({ phase: "at_bank", canCancel: false });
  expect(unanswered.unansweredForS).toBeGreaterThanOrEqual(120);
  await workDone();
  expect(await lookAt(token)).toMatchObject({ phase: "at_bank", canCancel: true, unansweredForS: null });
});

describe("another bank instead of one in euros that waits for the customer", () => {
  const PATH = /\/v1\/payments\//;
  const idOf = async (name: RegExp) =>
    (await listBanks({}, { currency: "EUR" })).find(({ displayName }) => name.test(displayName))?.id;
  const started = async (bankId?: string) => {
    const { id, token } = await story.newPayment();
    const { data } = await story.press(token, bankId ?? story.banks[0]);
    expect(data.redirect_url).not.toBeNull();
    return { id, token };
  };

  it("can be chosen where the bank can cancel, and pays once the cancellation is confirmed", async () => {
    const { id, token } = await started();
    expect(await lookAt(token)).toMatchObject({ phase: "at_bank", needsReturn: false, canChangeBank: true });
    await moveClock("1 minute");
    const { changeEndsInS } = await lookAt(token);
    expect(changeEndsInS).toBeLessThanOrEqual(840);
    expect(changeEndsInS).toBeGreaterThan(0);
    const { data } = await story.press(token, story.banks[1]);
    await answer(data.redirect_url, "approve");
    await moveClock("1 minute");
    await workDone();
    expect((await attemptsOf(id)).map(({ state }) => state)).toEqual([
      "CANCELLED",
      expect.stringMatching(/EXECUTED|SETTLED/),
    ]);
    expect(await story.statusOf(id)).toBe("completed");
  });

  it("is refused if the bank does not cancel: the page shows the present state", async () => {
    const { token } = await started();
    story.bank.faults.push({ method: "DELETE", path: PATH, kind: new Response(null, { status: 405 }) });
    expect((await story.press(token, story.banks[1])).error.code).toBe("PAYMENT_ALREADY_INITIATED");
    expect((await lookAt(token)).phase).toBe("at_bank");
  });

  it("is not offered where the bank cannot cancel", async () => {
    const { token } = await started(await idOf(/^Oberbank/i));
    expect(await lookAt(token)).toMatchObject({ phase: "at_bank", canChangeBank: false });
  });

  it("is not offered once the customer has returned", async () => {
    const { token } = await started();
    await query("UPDATE payment_attempts SET returned_at = app_now() WHERE state = 'AWAITING_AUTH'");
    await moveClock("2 minutes");
    expect(await lookAt(token)).toMatchObject({ phase: "at_bank", canChangeBank: false });
  });

  it("is not offered after the token's end", async () => {
    const { token } = await started();
    await moveClock("15 minutes 1 second");
    expect(await lookAt(token)).toMatchObject({ phase: "at_bank", canChangeBank: false, changeEndsInS: null });
  });

  it("is not offered after the link's end, when its press would be refused", async () => {
    const order = { amount: 2550, currency: "EUR" };
    const { data } = await call("createPaymentLink", { order }, { token: await story.freshToken() });
    const { paymentToken } = await requestOfLink(shopper, data.payment_link_url.split("/pay/")[1] ?? "", 2550);
    await story.press(paymentToken);
    await query("UPDATE payment_links SET expires_at = app_now() + interval '1 minute' WHERE id = $1", [data.link_id]);
    expect(await lookAt(paymentToken)).toMatchObject({ phase: "at_bank", canChangeBank: true, changeEndsInS: null });
    await moveClock("61 seconds");
    expect(await lookAt(paymentToken)).toMatchObject({ phase: "at_bank", canChangeBank: false });
    expect((await story.press(paymentToken, story.banks[1])).error.code).toBe("PAYMENT_LINK_NOT_ACTIVE");
  });
});
