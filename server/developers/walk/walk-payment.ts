import { findProfile } from "../../connectors/profiles";
import type { Ctx } from "../../lib/context";
import { AppError } from "../../lib/errors";
import { checkoutOfPayment, getCheckout } from "../../payments/get-checkout";
import { initiatePayment } from "../../payments/initiate-payment";
import { listPayableBanks } from "../../payments/list-payable-banks";
import { tester } from "../tester";
import { withinBound } from "./bound";
import { chosenAccount, isOnTheWay, visit } from "./played-shopper";

type Chosen = { bank: string };
/** `returned`: the bank sent the shopper back, and they went. Else the page that they were left with. */
type Answered = { returned: true; html: null } | { returned: false; html: string };

/**
 * A test payment's shopper is played in three steps, each once the one before has been seen. The first: a simulated bank is
 * chosen and the payment started there, by the use-case behind the checkout's own press. Twice is once, as for a shopper.
 * @throws AppError PAYMENT_REQUEST_NOT_FOUND for another merchant's payment or a live one; what `initiatePayment` throws;
 *   VALIDATION_ERROR without a simulated bank; TOO_MANY_REQUESTS
 */
export function chooseBank(ctx: Ctx, input: { merchantId: string; paymentToken: string }): Promise<Chosen> {
  const { merchantId, paymentToken } = input;
  return withinBound(merchantId, async () => {
    const acting = actingFor(ctx, merchantId);
    const id = (await getCheckout(acting, paymentToken))?.paymentRequestId;
    if (!id) throw new AppError("PAYMENT_REQUEST_NOT_FOUND");
    const { checkout } = await checkoutOfPayment(acting, { merchantId, id });
    const bank = await simulatedBank(acting, { currency: checkout.currency, market: checkout.merchant.country });
    const psu = { ip: ctx.ip, userAgent: ctx.userAgent ?? null };
    await initiatePayment(acting, { paymentToken, bankId: bank.id, scheme: null, psu });
    return { bank: bank.displayName };
  });
}

/** The second: the bank's page is opened, over HTTP. @throws AppError PAYMENT_REQUEST_NOT_FOUND, SERVICE_UNAVAILABLE */
export function lookAtBank(ctx: Ctx, input: { merchantId: string; id: string }): Promise<{ html: string }> {
  return withinBound(input.merchantId, async () => {
    const got = await visit(await bankPageOf(ctx, input));
    if (got.kind === "sent-on") throw notAPage();
    return { html: got.html };
  });
}

/**
 * The third: the button is pressed with the account that the page has chosen, and the shopper goes where the bank sends them.
 * @throws AppError PAYMENT_REQUEST_NOT_FOUND, SERVICE_UNAVAILABLE, FORBIDDEN
 */
export function answerAtBank(
  ctx: Ctx,
  input: { merchantId: string; id: string; press: "approve" | "reject" },
): Promise<Answered> {
  return withinBound(input.merchantId, async () => {
    const address = await bankPageOf(ctx, input);
    const page = await visit(address);
    if (page.kind === "sent-on") throw notAPage();
    const account = chosenAccount(page.html);
    const answered = await visit(address, { answer: input.press, ...(account === null ? {} : { account }) });
    if (answered.kind === "page") return { returned: false, html: answered.html };
    // What the product makes of it is told by the payment itself: the page that it leads to is the checkout beside it.
    await visit(answered.to);
    return { returned: true, html: null };
  });
}

/** Whoever is signed in, as somebody who only tests: no live payment is seen or started. */
function actingFor(ctx: Ctx, merchantId: string): Ctx {
  return { ...ctx, caller: tester(ctx.caller, merchantId) };
}

/** The first in curated order that is simulated here and has a page to approve on; those of the shop's own market before. */
async function simulatedBank(
  ctx: Ctx,
  { currency, market }: { currency: string; market: string },
): Promise<{ id: string; displayName: string }> {
  const banks = (await listPayableBanks(ctx, { currency, test: true })).filter(({ down }) => down === null);
  const [near, far] = [banks.filter((bank) => bank.market === market), banks.filter((bank) => bank.market !== market)];
  for (const bank of [...near, ...far]) {
    const profile = await findProfile(bank, "test");
    const hasPage = profile?.connector === "berlin-group" && !profile.decoupled && !profile.requiresDebtorAccount;
    if (hasPage && isOnTheWay(profile.baseUrl)) return bank;
  }
  throw new AppError("VALIDATION_ERROR", {
    message: `No bank is simulated here that pays in ${currency}. Nothing was started: be the shopper yourself.`,
  });
}

async function bankPageOf(ctx: Ctx, { merchantId, id }: { merchantId: string; id: string }): Promise<string> {
  const { checkout } = await checkoutOfPayment(actingFor(ctx, merchantId), { merchantId, id });
  if (checkout.bankUrl === null) {
    throw new AppError("VALIDATION_ERROR", { message: "No bank waits for the shopper of this payment any more." });
  }
  return checkout.bankUrl;
}

function notAPage(): AppError {
  return new AppError("SERVICE_UNAVAILABLE", { message: "The bank shows no page that could be answered." });
}
