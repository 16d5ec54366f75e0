import { checkoutAssets } from "@/app/assets/built";
import { buildPage } from "@/app/checkout/build-page";
import { readParams, requestAddresses } from "@/app/checkout/params";
import type { CheckoutPage } from "@/components/checkout/model";
import { now } from "@/server/lib/clock";
import type { Ctx } from "@/server/lib/context";
import { isAppError } from "@/server/lib/errors";
import { newId } from "@/server/lib/ids";
import { accentOf, checkAccent } from "@/server/merchants/branding/accent";
import type { Merchant } from "@/server/merchants/resolve-merchant";
import { checkBrandName, logoPath } from "@/server/merchants/rules";
import { type Checkout, NO_PAYMENT } from "@/server/payments/checkout/checkout-view";
import { listPayableBanks } from "@/server/payments/checkout/list-payable-banks";

const AMOUNT_MINOR = 7_450;
const TIME_LEFT_S = 872;
const LINK_TTL_MS = 7 * 24 * 60 * 60 * 1000;
/** A fictitious bank, so that no real bank appears beside a failure. */
const BANK = { id: newId(), displayName: "Banco Ribeira" };
/** Currencies of the markets outside the euro. */
const CURRENCIES: Record<string, string> = { GB: "GBP", PL: "PLN", CZ: "CZK", DK: "DKK", SE: "SEK", NO: "NOK" };
/**
 * Placeholder (a transparent GIF) for a logo that is not saved: the Console's page replaces it with the chosen file.
 */
const NOT_SAVED = "data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==";

const STATES = ["choosing", "at_bank", "paid", "refused"] as const;

/** The value from the address; the saved value if the given one is missing or invalid, as while typing. */
function readable<T>(given: string | null, rule: (text: string) => T, saved: T): T {
  if (given === null) return saved;
  try {
    return rule(given);
  } catch (error) {
    if (isAppError(error)) return saved;
    throw error;
  }
}

/** The merchant's branding from the address; saved values for missing parameters. */
function looksOf(merchant: Merchant, query: URLSearchParams): Checkout["merchant"] {
  const accent = readable<string | null>(
    query.get("accent"),
    (text) => (text === "" ? null : checkAccent(text)),
    merchant.accent,
  );
  const saved = merchant.logoHash === null ? null : logoPath(merchant.logoHash);
  const logo = query.get("logo");
  return {
    brandName: readable(query.get("name"), checkBrandName, merchant.brandName),
    country: merchant.country,
    allowedOrigins: [],
    logo: logo === "none" ? null : logo === "new" ? NOT_SAVED : saved,
    accent: accent === null ? null : accentOf(accent),
    help: merchant.helpAddress,
    taxNumber: merchant.taxNumber,
    postalAddress: merchant.postalAddress,
  };
}

/** A sample checkout in the given phase. */
export function sampleOf(merchant: Checkout["merchant"], phase: (typeof STATES)[number]): Checkout {
  const asked = phase !== "choosing";
  return {
    ...NO_PAYMENT,
    phase,
    paymentRequestId: newId(),
    amount: AMOUNT_MINOR,
    currency: CURRENCIES[merchant.country] ?? "EUR",
    paymentReference: "Order 3451",
    orderId: "3451",
    locale: "en-GB",
    test: true,
    merchant,
    bank: asked ? BANK : null,
    bankUrl: phase === "at_bank" ? "/" : null,
    expiresInS: asked ? null : TIME_LEFT_S,
    expiresAt: new Date(now().getTime() + LINK_TTL_MS),
    startedAt: asked ? now() : null,
    completedAt: phase === "paid" ? now() : null,
    reason: phase === "refused" ? "AM04" : null,
    canCancel: !asked,
    successUrl: "https://shop.example/",
    failureUrl: "https://shop.example/",
  };
}

/**
 * The checkout page with a merchant's settings and a sample payment. A bank is selected, so that all elements in the
 * merchant's colour are visible.
 */
export async function previewPage(ctx: Ctx, merchant: Merchant, request: Request): Promise<CheckoutPage> {
  const { searchParams: query } = new URL(request.url);
  const state = STATES.find((one) => one === query.get("state")) ?? "choosing";
  const view = query.get("view") === "hosted" ? "hosted" : "frame";
  return drawSample(ctx, request, { sample: sampleOf(looksOf(merchant, query), state), view });
}

/**
 * Draws a sample or a real checkout without function: no scripts, no forms. A sample has a selected bank if one can be
 * chosen. `isReal`: the checkout is a real payment, shown in its current state.
 */
export async function drawSample(
  ctx: Ctx,
  request: Request,
  { sample, view, isReal = false }: { sample: Checkout; view: CheckoutPage["view"]; isReal?: boolean },
): Promise<CheckoutPage> {
  const { pathname } = new URL(request.url);
  const choosing = sample.phase === "choosing";
  const banks = choosing ? await listPayableBanks(ctx, sample) : [];
  const local = banks.find(({ market, down }) => market === sample.merchant.country && !down);
  const params = { ...readParams(request), token: "" };
  const addresses = {
    ...requestAddresses(view, params),
    page: { path: pathname, query: {} },
    post: pathname,
    state: pathname,
  };
  const checkout = isReal ? sample : { ...sample, selectedBankId: local?.id ?? null };
  const page = await buildPage(ctx, { checkout, view, addresses, params });
  // No script: the preview must not act.
  const { css, font } = checkoutAssets();
  return { ...page, goTo: null, leaving: false, refreshS: null, assets: { css, font, js: null } };
}
