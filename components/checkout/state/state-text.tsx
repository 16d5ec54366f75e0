import type { ReactNode } from "react";
import type { Checkout, Phase } from "../../../server/payments/checkout/checkout-view";
import { isBeside } from "../Handover";
import type { Translator } from "../languages/translator";
import type { CheckoutPage } from "../model";
import { reasonKey } from "../picker/reasons";
import { Until } from "../Until";
import { isFinal, isReturned, lookOf } from "./phases";
import { startsAgain } from "./WaysOn";

/** The heading of a state and the paragraphs under it. */
export type StateText = { title: string; tone?: "good" | "bad" | "warn"; paragraphs: ReactNode[] };

/** `named`: whether the bank's name is known, for messages with a form for both. */
type Names = { bank: string; named: "yes" | "no"; merchant: string; amount: string };

/**
 * Heading and paragraphs of every phase except `choosing`. "No money was taken" is used only if no payment was started.
 */
export function stateText(page: CheckoutPage, amount: string): StateText {
  const { bank, merchant, phase } = page.checkout;
  const names: Names = {
    bank: bank?.displayName ?? page.translator.t("bank.yours"),
    named: bank ? "yes" : "no",
    merchant: merchant.brandName,
    amount,
  };
  const text = textOf(page)(page.translator, names, page);
  const continuesElsewhere = page.elsewhere && isFinal(phase) && !lookOf(page.checkout).stub;
  return continuesElsewhere
    ? { ...text, paragraphs: [...text.paragraphs, page.translator.t("state.elsewhere")] }
    : text;
}

type TextOf = (translator: Translator, names: Names, page: CheckoutPage) => StateText;

/** What happened to the money afterwards replaces the text of the phase. */
function textOf({ checkout }: CheckoutPage): TextOf {
  if (checkout.lateMoney) return checkout.lateMoney === "arrived" ? paidLate : slow;
  return isReturned(checkout) ? returned : TEXTS[checkout.phase];
}

const paidLate: TextOf = ({ t }, names) => ({
  title: t("state.paid_late.title"),
  tone: "good",
  paragraphs: [t("state.paid_late.say", names)],
});

const returned: TextOf = ({ t }, names) => ({
  title: t("state.returned.title"),
  tone: "warn",
  paragraphs: [t("state.returned.say", names)],
});

const slow: TextOf = ({ t }, names) => ({
  title: t("state.slow.title", names),
  paragraphs: [t("state.slow.say", names)],
});

const TEXTS: Record<Phase, TextOf> = {
  choosing: ({ t }) => ({ title: t("picker.title"), paragraphs: [] }),
  starting: ({ t }, names) => ({ title: t("state.opening.title", names), paragraphs: [t("state.starting.say")] }),
  at_bank: (translator, names, page) => {
    if (page.slow) return slow(translator, names, page);
    return page.checkout.bankUrl === null ? inBankApp(translator, names, page) : atBank(translator, names, page);
  },
  confirming: (translator, names, page) => {
    if (page.slow) return slow(translator, names, page);
    const { t } = translator;
    return { title: t("state.confirming.title", names), paragraphs: [t("state.confirming.say")] };
  },
  cancelling: ({ t }, names) => ({
    title: t("state.cancelling.title", names),
    paragraphs: [t("state.cancelling.say")],
  }),
  unresolved: ({ t, rich }, names, { checkout }) => ({
    title: t("state.unresolved.title", names),
    paragraphs: [rich("state.unresolved.say", { ...names, reference: checkout.paymentReference })],
  }),
  paid: ({ t }, names) => ({ title: t("state.paid.title"), tone: "good", paragraphs: [t("state.paid.say", names)] }),
  paid_late: paidLate,
  refused: (translator, names, page) => {
    const { t, rich } = translator;
    const { checkout } = page;
    const reason = reasonKey(checkout.reason);
    const why = reason ? rich("state.refused.why", { reason: t(reason) }) : t("state.refused.say");
    return {
      title: t("state.refused.title", names),
      tone: "bad",
      paragraphs: [why, refusedNext(translator, names, page)],
    };
  },
  failed: ({ t }, names, page) => ({
    title: t("state.failed.title"),
    paragraphs: [
      t(page.checkout.reason === "not_approved" ? "state.failed.say" : "state.cancelled_at_bank.say", names),
      ...failedNext(t, names, page),
    ],
  }),
  cancelled: ({ t }) => ({ title: t("state.cancelled.title"), paragraphs: [t("state.cancelled.say")] }),
  cancelled_at_bank: ({ t }, names) => ({
    title: t("state.cancelled.title"),
    paragraphs: [t("state.cancelled_at_bank.say", names)],
  }),
  paid_elsewhere: ({ t }, names, { checkout }) => ({
    title: t("state.paid_elsewhere.title"),
    paragraphs: checkout.bank
      ? [t("state.paid_elsewhere.say"), t("state.paid_elsewhere.stopped", names)]
      : [t("state.paid_elsewhere.none")],
  }),
  expired: ({ t }, names, page) => ({
    title: t("state.expired.title"),
    paragraphs: [startsAgain(page) ? t("state.expired.here") : t("state.expired.say", names)],
  }),
  link_used: ({ t }, names) => ({
    title: t("state.link_used.title"),
    paragraphs: [t("state.link_used.say", names), t("state.link_used.ask")],
  }),
  link_expired: ({ t, rich, locale }, names, { checkout }) => ({
    title: t("state.link_expired.title"),
    paragraphs: [
      rich("state.link_expired.say", {
        date: <Until at={checkout.link?.expiresAt ?? checkout.expiresAt} locale={locale} />,
      }),
      t("state.link_expired.ask", names),
    ],
  }),
  link_cancelled: ({ t }, names, { checkout }) => ({
    title: t("state.link_cancelled.title"),
    paragraphs: [
      t("state.link_cancelled.say", names),
      checkout.bank ? t("state.cancelled_at_bank.say", names) : t("state.link_cancelled.ask"),
    ],
  }),
};

/** After a refusal: where another bank or account can be tried, by the ways on of this page. */
function refusedNext({ t, rich }: Translator, names: Names, page: CheckoutPage): ReactNode {
  const ask = rich("state.refused.ask", { ...names, reference: page.checkout.paymentReference });
  if (page.checkout.mayTryAgain) return t("state.refused.again");
  if (!startsAgain(page)) return page.backUrl === null ? ask : t("state.refused.at_shop", names);
  if (page.backUrl !== null) return t("state.refused.here");
  return (
    <>
      <span data-restart="" hidden>
        {t("state.refused.here")}
      </span>
      <span data-no-restart="">{ask}</span>
    </>
  );
}

/** In the shop's page the button says it. */
function failedNext(t: Translator["t"], names: Names, page: CheckoutPage): string[] {
  if (page.checkout.mayTryAgain) return [t("state.refused.again")];
  return startsAgain(page) ? [] : [t("state.failed.at_shop", names)];
}

function atBank(translator: Translator, names: Names, page: CheckoutPage): StateText {
  if (isBeside(page)) return inTheTab(translator, names, page);
  const { t, rich } = translator;
  const approve = rich("state.at_bank.approve", names);
  if (page.opening)
    return { title: t("state.opening.title", names), paragraphs: [approve, t("state.at_bank.held_back")] };
  const then = t(page.checkout.needsReturn ? "state.at_bank.come_back" : "state.at_bank.follows");
  return { title: t("state.at_bank.title", names), paragraphs: [approve, then] };
}

function inTheTab({ t, rich }: Translator, names: Names, { opening, checkout }: CheckoutPage): StateText {
  if (opening) {
    const approve = rich("state.at_bank.approve_tab", names);
    return { title: t("state.opening.title", names), paragraphs: [approve, t("state.at_bank.no_tab")] };
  }
  const then = t(checkout.needsReturn ? "state.at_bank.come_back_tab" : "state.at_bank.follows_tab");
  return { title: t("state.at_bank.title", names), paragraphs: [then] };
}

/** Approval in the bank's own app. The bank's message is shown as plain text. */
function inBankApp({ t, rich }: Translator, names: Names, { checkout }: { checkout: Checkout }): StateText {
  const own =
    checkout.bankMessage === null ? [] : [t("state.in_app.says", { ...names, message: checkout.bankMessage })];
  return {
    title: t("state.in_app.title"),
    paragraphs: [rich("state.in_app.approve", names), ...own, t("state.at_bank.follows")],
  };
}
