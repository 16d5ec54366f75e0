import { checkoutAssets } from "@/app/assets/built";
import { buildPage } from "@/app/checkout/build-page";
import { readParams, requestDoors } from "@/app/checkout/params";
import type { CheckoutPage } from "@/components/checkout/model";
import { now } from "@/server/lib/clock";
import type { Ctx } from "@/server/lib/context";
import { isAppError } from "@/server/lib/errors";
import { newId } from "@/server/lib/ids";
import { accentOf, checkAccent } from "@/server/merchants/accent";
import type { Merchant } from "@/server/merchants/resolve-merchant";
import { checkBrandName, logoPath } from "@/server/merchants/rules";
import type { Checkout } from "@/server/payments/checkout-view";
import { listPayableBanks } from "@/server/payments/list-payable-banks";

const AMOUNT_MINOR = 7_450;
const TIME_LEFT_S = 872;
const LINK_TTL_MS = 7 * 24 * 60 * 60 * 1000;
/** Bad news stands under no real bank's name, nor does any other. */
const BANK = { id: newId(), displayName: "Banco Ribeira" };
/** Banks are paid in euro, but for these markets' own. */
const CURRENCIES: Record<string, string> = { GB: "GBP", PL: "PLN", CZ: "CZK", DK: "DKK", SE: "SEK", NO: "NOK" };
/** Holds the place of a logo that is not saved: the page of the Console that has it puts it there. */
const NOT_SAVED = "data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==";

const STATES = ["choosing", "at_bank", "paid", "refused"] as const;

/** The value as the rule reads it, or what is saved while it is being typed. */
function readable<T>(given: string | null, rule: (text: string) => T, saved: T): T {
  if (given === null) return saved;
  try {
    return rule(given);
  } catch (error) {
    if (isAppError(error)) return saved;
    throw error;
  }
}

/** The merchant as the address says it would look; what the address does not name is as it is saved. */
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
  };
}

/** A payment that there is not, in a state that there would be. */
export function sampleOf(merchant: Checkout["merchant"], phase: (typeof STATES)[number]): Checkout {
  const asked = phase !== "choosing";
  return {
    phase,
    paymentRequestId: newId(),
    amount: AMOUNT_MINOR,
    currency: CURRENCIES[merchant.country] ?? "EUR",
    paymentReference: "Order 3451",
    orderId: "3451",
    locale: "en-GB",
    test: true,
    rewards: null,
    merchant,
    shopperCountry: null,
    bank: asked ? BANK : null,
    selectedBankId: null,
    bankUrl: phase === "at_bank" ? "/" : null,
    bankMessage: null,
    payerMasked: null,
    bankWindow: null,
    needsReturn: false,
    canChangeBank: false,
    accounts: [],
    canRemember: false,
    expiresInS: asked ? null : TIME_LEFT_S,
    expiresAt: new Date(now().getTime() + LINK_TTL_MS),
    startedAt: asked ? now() : null,
    returnedForS: null,
    completedAt: phase === "paid" ? now() : null,
    reason: phase === "refused" ? "AM04" : null,
    canCancel: !asked,
    mayTryAgain: false,
    successUrl: "https://shop.example/",
    failureUrl: "https://shop.example/",
    link: null,
  };
}

/**
 * The page of a checkout as a merchant's settings would draw it: the real one, of a payment that there is not. A bank is
 * chosen, so that everything that has the merchant's colour is in sight.
 */
export async function previewPage(ctx: Ctx, merchant: Merchant, request: Request): Promise<CheckoutPage> {
  const { searchParams: query } = new URL(request.url);
  const state = STATES.find((one) => one === query.get("state")) ?? "choosing";
  const view = query.get("view") === "hosted" ? "hosted" : "frame";
  return drawSample(ctx, request, { sample: sampleOf(looksOf(merchant, query), state), view });
}

/**
 * The page of a payment that there is not: the real one, which does nothing. A bank is chosen where one is to be; `isReal`:
 * it is one that there is, and is shown as it stands.
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
  const doors = { ...requestDoors(view, params), page: { path: pathname, query: {} }, post: pathname, state: pathname };
  const checkout = isReal ? sample : { ...sample, selectedBankId: local?.id ?? null };
  const page = await buildPage(ctx, { checkout, view, doors, params });
  // It is looked at, and does nothing by itself.
  return { ...page, goTo: null, leaving: false, refreshS: null, assets: { css: checkoutAssets().css, js: null } };
}
