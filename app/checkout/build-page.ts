import { canonicalLocale } from "@/components/checkout/languages/format";
import { translatorFor } from "@/components/checkout/languages/translator";
import type { CheckoutPage, PageAddresses, Problem } from "@/components/checkout/model";
import { pickerOf } from "@/components/checkout/picker/markets";
import { isFinal, isSlow } from "@/components/checkout/state/phases";
import { logosById } from "@/server/banks/logo-files";
import { env } from "@/server/lib/config/env";
import type { Ctx } from "@/server/lib/context";
import { currencyExponent } from "@/server/lib/money/money";
import type { Checkout } from "@/server/payments/checkout/checkout-view";
import { listPayableBanks, type PayableBank } from "@/server/payments/checkout/list-payable-banks";
import { backUrlOf, refreshWithin, shallLeave } from "@/server/payments/checkout/return-url";
import { checkoutAssets } from "../assets/built";
import { framingOrigins } from "./framing";
import type { PageParams } from "./params";

/** The checkout from the use-case, and the parameters for displaying it. */
export type Shown = {
  checkout: Checkout;
  view: CheckoutPage["view"];
  addresses: PageAddresses;
  params: PageParams;
  problem?: Problem | null;
  opening?: boolean;
};

const REFRESH_S = 2;
const IDLE_REFRESH_S = 60;

function refreshOf({ phase, returnedForS }: Checkout): number | null {
  if (isFinal(phase) || phase === "choosing") return null;
  return phase === "unresolved" ? IDLE_REFRESH_S : refreshWithin(REFRESH_S, returnedForS);
}

// The script sends the amount that the customer sees. If the amount is different now, the page says so before the
// customer presses a button.
function changeSeen({ checkout, params, problem }: Shown): Problem | null {
  if (problem) return problem;
  const { seenAmount } = params;
  if (checkout.phase !== "choosing" || seenAmount === null || seenAmount === checkout.amount) return null;
  return { kind: "amount_changed", wasAmount: seenAmount, chosen: null };
}

/** IDs of remembered accounts at banks that accept no payments at the moment. */
function restingAccounts({ accounts }: Checkout, banks: readonly PayableBank[]): string[] {
  const open = new Set(banks.filter(({ down }) => !down).map(({ id }) => id));
  return accounts.filter(({ bankId }) => !open.has(bankId)).map(({ id }) => id);
}

/** The checkout while the customer changes the bank: shown without the current bank. */
function choosingAgain(checkout: Checkout): Checkout {
  return { ...checkout, phase: "choosing", bank: null, bankUrl: null, payerMasked: null };
}

/** The state of a page, before the data for drawing it are read. */
export type Moment = Pick<CheckoutPage, "checkout" | "slow" | "backUrl" | "elsewhere" | "leaving" | "handedOver">;

/** The page's current state: all that `stateKey` depends on. */
export function momentOf({ checkout: given, view, params }: Pick<Shown, "checkout" | "view" | "params">): Moment {
  const checkout = params.change && given.canChangeBank ? choosingAgain(given) : given;
  const backUrl = backUrlOf(checkout);
  const besides = checkout.bankWindow === "tab";
  const elsewhere = view === "hosted" && (params.window === "tab" || (params.fromBank && besides));
  // One payment can be open in several pages, and only one of them redirects to the shop: the page to which the bank
  // redirected. If the bank was opened in another tab, it is the first page, as soon as its script sees the final
  // state.
  const goesOn = !elsewhere && (params.fromBank || (besides && params.key !== null));
  const leaving = view === "hosted" && goesOn && backUrl !== null && shallLeave(checkout);
  const isChoosing = checkout.phase === "choosing" && !params.change;
  // A payment of the second screen that this page followed has ended: the customer may choose on either screen.
  const waits = checkout.secondScreenForS > 0 && params.followedId === null;
  const handedOver = isChoosing && waits && !elsewhere && !params.here;
  return { checkout, slow: isSlow(checkout), backUrl, elsewhere, leaving, handedOver };
}

const isUnfolded = ({ change, another, country, query, bankId, showAll }: PageParams) =>
  change || another || country !== null || query !== "" || bankId !== null || showAll;

const regionOf = (locale: string): string | null => new Intl.Locale(locale).region ?? null;

/** Builds the model of a page. Reads the banks only while the customer chooses one. */
export async function buildPage(ctx: Ctx, given: Shown): Promise<CheckoutPage> {
  const moment = momentOf(given);
  const shown = { ...given, checkout: moment.checkout };
  const { checkout, view, addresses, params } = shown;
  const problem = changeSeen(shown);
  const chosen = problem && "chosen" in problem ? (problem.chosen?.bankId ?? null) : null;
  const locale = canonicalLocale(params.locale, checkout.locale);
  const choosing = checkout.phase === "choosing";
  const banks = choosing ? await listPayableBanks(ctx, checkout) : [];
  const picker = choosing
    ? pickerOf(banks, {
        country: params.country,
        shopper: checkout.shopperCountry,
        region: regionOf(locale) ?? regionOf(canonicalLocale(checkout.locale)),
        merchant: checkout.merchant.country,
        query: params.query,
        bankId:
          chosen ?? params.bankId ?? (params.country === null ? (checkout.bank?.id ?? checkout.selectedBankId) : null),
        showAll: params.showAll,
      })
    : null;
  const { baseUrl, privacyUrl, legalNoticeUrl } = env();
  return {
    view,
    checkout,
    format: { locale, exponent: currencyExponent(checkout.currency) },
    translator: translatorFor(locale),
    addresses,
    logoOf: await logosById(),
    picker,
    restingAccounts: choosing ? restingAccounts(checkout, banks) : [],
    problem,
    unfolded: isUnfolded(params),
    handedOver: moment.handedOver && !problem,
    opening: (shown.opening === true || params.open) && checkout.phase === "at_bank",
    goTo: params.open && checkout.phase === "at_bank" ? checkout.bankUrl : null,
    slow: moment.slow,
    backUrl: moment.backUrl,
    elsewhere: moment.elsewhere,
    leaving: moment.leaving,
    refreshS: refreshOf(checkout),
    theme: params.theme,
    bankWindow: params.window,
    inApp: params.inApp,
    operator: { baseUrl, privacyUrl, legalNoticeUrl },
    origins: view === "frame" ? framingOrigins(checkout) : [],
    assets: checkoutAssets(),
  };
}
