import { canonicalLocale } from "@/components/checkout/format";
import { pickerOf } from "@/components/checkout/markets";
import type { CheckoutPage, Doors, Problem } from "@/components/checkout/model";
import { isFinal, isSlow } from "@/components/checkout/phases";
import { wordsIn } from "@/components/checkout/translate";
import { logosById } from "@/server/banks/logo-files";
import type { Ctx } from "@/server/lib/context";
import { env } from "@/server/lib/env";
import { currencyExponent } from "@/server/lib/money";
import type { Checkout } from "@/server/payments/checkout-view";
import { listPayableBanks, type PayableBank } from "@/server/payments/list-payable-banks";
import { backUrlOf, refreshWithin, shallLeave } from "@/server/payments/return-url";
import { checkoutAssets } from "../assets/built";
import { framingOrigins } from "./framing";
import type { PageParams } from "./params";

/** A checkout as the use-case told it, and how it is to be shown. */
export type Shown = {
  checkout: Checkout;
  view: CheckoutPage["view"];
  doors: Doors;
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

// The script says which amount the shopper sees: another one is a change, said on the page before anything is pressed.
function changeSeen({ checkout, params, problem }: Shown): Problem | null {
  if (problem) return problem;
  const { seenAmount } = params;
  if (checkout.phase !== "choosing" || seenAmount === null || seenAmount === checkout.amount) return null;
  return { kind: "amount_changed", wasAmount: seenAmount, chosen: null };
}

/** Remembered accounts at banks where nothing can be started right now. */
function restingAccounts({ accounts }: Checkout, banks: readonly PayableBank[]): string[] {
  const open = new Set(banks.filter(({ down }) => !down).map(({ id }) => id));
  return accounts.filter(({ bankId }) => !open.has(bankId)).map(({ id }) => id);
}

/** Another bank is chosen as the first was: the one that has the payment steps back until then. */
function choosingAgain(checkout: Checkout): Checkout {
  return { ...checkout, phase: "choosing", bank: null, bankUrl: null, payerMasked: null };
}

/** A checkout as a page with this address stands to it, before anything is looked up for drawing it. */
export type Moment = Pick<CheckoutPage, "checkout" | "slow" | "backUrl" | "elsewhere" | "leaving">;

/** How the page stands at this moment: all that `stateKey` says of it. */
export function momentOf({ checkout: given, view, params }: Pick<Shown, "checkout" | "view" | "params">): Moment {
  const checkout = params.change && given.canChangeBank ? choosingAgain(given) : given;
  const backUrl = backUrlOf(checkout);
  const besides = checkout.bankWindow === "tab";
  const elsewhere = view === "hosted" && (params.window === "tab" || (params.fromBank && besides));
  // Of several pages of one payment exactly one goes on to the shop: the one that was brought back by the bank; where the
  // bank was opened beside another one, that other one, when its script sees that it is over.
  const goesOn = !elsewhere && (params.fromBank || (besides && params.key !== null));
  const leaving = view === "hosted" && goesOn && backUrl !== null && shallLeave(checkout);
  return { checkout, slow: isSlow(checkout), backUrl, elsewhere, leaving };
}

const regionOf = (locale: string): string | null => new Intl.Locale(locale).region ?? null;

/** Everything that the components draw. Asks only for the banks, and only while one is to be chosen. */
export async function buildPage(ctx: Ctx, given: Shown): Promise<CheckoutPage> {
  const moment = momentOf(given);
  const shown = { ...given, checkout: moment.checkout };
  const { checkout, view, doors, params } = shown;
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
    words: wordsIn(locale),
    doors,
    logoOf: await logosById(),
    picker,
    restingAccounts: choosing ? restingAccounts(checkout, banks) : [],
    problem,
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
