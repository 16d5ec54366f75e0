import { findProfile } from "../../connectors/profiles";
import type { Ctx } from "../../lib/context";
import { AppError } from "../../lib/errors";
import { limitStarts } from "../../merchants/rate-limit";
import { initiatePayment } from "../../payments/bank-calls/initiate-payment";
import { checkoutOfPayment, getCheckout } from "../../payments/checkout/get-checkout";
import { listPayableBanks } from "../../payments/checkout/list-payable-banks";
import { tester } from "../tester";
import { chosenAccount, isSimulatedAddress, visit } from "./scripted-customer";
import { withStepLimit } from "./step-limit";

type Chosen = { bank: string };
/** `returned`: the bank redirected the customer back. Else the page that they stayed on. */
type Answered = { returned: true; html: null } | { returned: false; html: string };

/**
 * Step 1 of 3 of a scripted test payment: selects a simulated bank and initiates the payment there, by the use-case of the
 * checkout. Repeating it has no further effect,
 * but counts towards the limit of a demo's visitor.
 * @throws AppError PAYMENT_REQUEST_NOT_FOUND for another merchant's payment or a live one; what `initiatePayment` throws;
 *   VALIDATION_ERROR without a simulated bank; FORBIDDEN_CREATE above the limit of a demo's visitor; TOO_MANY_REQUESTS
 */
export function chooseBank(ctx: Ctx, input: { merchantId: string; paymentToken: string }): Promise<Chosen> {
  const { merchantId, paymentToken } = input;
  return withStepLimit(merchantId, async () => {
    const acting = asTester(ctx, merchantId);
    const id = (await getCheckout(acting, paymentToken))?.paymentRequestId;
    if (!id) throw new AppError("PAYMENT_REQUEST_NOT_FOUND");
    const { checkout } = await checkoutOfPayment(acting, { merchantId, id });
    const bank = await simulatedBank(acting, { currency: checkout.currency, market: checkout.merchant.country });
    const psu = { ip: ctx.ip, userAgent: ctx.userAgent ?? null };
    // `initiatePayment` does not count a merchant's call: the API has counted it. This one came from the Console.
    limitStarts(merchantId);
    await initiatePayment(acting, { paymentToken, bankId: bank.id, scheme: null, psu });
    return { bank: bank.displayName };
  });
}

/** Step 2: opens the bank's page over HTTP. @throws AppError PAYMENT_REQUEST_NOT_FOUND, SERVICE_UNAVAILABLE */
export function openBankPage(ctx: Ctx, input: { merchantId: string; id: string }): Promise<{ html: string }> {
  return withStepLimit(input.merchantId, async () => {
    const got = await visit(await bankPageOf(ctx, input));
    if (got.kind === "redirect") throw notAPage();
    return { html: got.html };
  });
}

/**
 * Step 3: presses the button with the account that the page has selected, and follows the bank's redirect.
 * @throws AppError PAYMENT_REQUEST_NOT_FOUND, SERVICE_UNAVAILABLE, FORBIDDEN
 */
export function answerAtBank(
  ctx: Ctx,
  input: { merchantId: string; id: string; press: "approve" | "reject" },
): Promise<Answered> {
  return withStepLimit(input.merchantId, async () => {
    const address = await bankPageOf(ctx, input);
    const page = await visit(address);
    if (page.kind === "redirect") throw notAPage();
    const account = chosenAccount(page.html);
    const answered = await visit(address, { answer: input.press, ...(account === null ? {} : { account }) });
    if (answered.kind === "page") return { returned: false, html: answered.html };
    // The page behind the redirect is not needed: the checkout beside it shows the result.
    await visit(answered.to);
    return { returned: true, html: null };
  });
}

/** The caller limited to test payments. */
function asTester(ctx: Ctx, merchantId: string): Ctx {
  return { ...ctx, caller: tester(ctx.caller, merchantId) };
}

/** The first simulated bank with an approval page, in catalogue order; banks of the merchant's market first. */
async function simulatedBank(
  ctx: Ctx,
  { currency, market }: { currency: string; market: string },
): Promise<{ id: string; displayName: string }> {
  const banks = (await listPayableBanks(ctx, { currency, test: true })).filter(({ down }) => down === null);
  const [near, far] = [banks.filter((bank) => bank.market === market), banks.filter((bank) => bank.market !== market)];
  for (const bank of [...near, ...far]) {
    const profile = await findProfile(bank, "test");
    const hasPage = profile?.connector === "berlin-group" && !profile.decoupled && !profile.requiresDebtorAccount;
    if (hasPage && isSimulatedAddress(profile.baseUrl)) return bank;
  }
  throw new AppError("VALIDATION_ERROR", {
    message: `There is no simulated bank for ${currency}. Nothing was started. Continue in the checkout yourself.`,
  });
}

async function bankPageOf(ctx: Ctx, { merchantId, id }: { merchantId: string; id: string }): Promise<string> {
  const { checkout } = await checkoutOfPayment(asTester(ctx, merchantId), { merchantId, id });
  if (checkout.bankUrl === null) {
    throw new AppError("VALIDATION_ERROR", { message: "This payment is not waiting for approval at a bank any more." });
  }
  return checkout.bankUrl;
}

function notAPage(): AppError {
  return new AppError("SERVICE_UNAVAILABLE", { message: "The bank shows no approval page." });
}
