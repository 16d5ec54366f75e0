import type { ReactNode } from "react";
import type { Checkout, Phase } from "../../server/payments/checkout-view";
import { dateText } from "./format";
import { isBeside } from "./Handover";
import type { CheckoutPage } from "./model";
import { isFinal, lookOf } from "./phases";
import { reasonKey } from "./reasons";
import type { Words } from "./translate";

/** What a state says: a heading, and sentences under it. */
export type Said = { title: string; tone?: "good" | "bad" | "warn"; say: ReactNode[] };

/** `named`: whether the bank's name is known, for the messages that are told without one too. */
type Names = { bank: string; named: "yes" | "no"; merchant: string; amount: string };

/** The words of every phase but choosing. Only what is known is said: "nothing was taken" stands only where no payment was started. */
export function wordsOf(page: CheckoutPage, amount: string): Said {
  const { bank, merchant, phase } = page.checkout;
  const names: Names = {
    bank: bank?.displayName ?? page.words.say("bank.yours"),
    named: bank ? "yes" : "no",
    merchant: merchant.brandName,
    amount,
  };
  const said = SAID[phase](page.words, names, page);
  const goesOnElsewhere = page.elsewhere && isFinal(phase) && !lookOf(phase).stub;
  return goesOnElsewhere ? { ...said, say: [...said.say, page.words.say("state.elsewhere")] } : said;
}

const SAID: Record<Phase, (words: Words, names: Names, page: CheckoutPage) => Said> = {
  choosing: ({ say }) => ({ title: say("picker.title"), say: [] }),
  starting: ({ say }, names) => ({ title: say("state.opening.title", names), say: [say("state.starting.say")] }),
  at_bank: (words, names, page) =>
    page.checkout.bankUrl === null ? inTheApp(words, names, page) : atBank(words, names, page),
  confirming: ({ say }, names, { slow }) =>
    slow
      ? { title: say("state.slow.title", names), say: [say("state.slow.say", names)] }
      : { title: say("state.confirming.title", names), say: [say("state.confirming.say")] },
  cancelling: ({ say }, names) => ({ title: say("state.cancelling.title", names), say: [say("state.cancelling.say")] }),
  unresolved: ({ say, rich }, names, { checkout }) => ({
    title: say("state.unresolved.title", names),
    say: [rich("state.unresolved.say", { ...names, reference: checkout.paymentReference })],
  }),
  paid: ({ say }, names) => ({ title: say("state.paid.title"), tone: "good", say: [say("state.paid.say", names)] }),
  paid_late: ({ say }, names) => ({
    title: say("state.paid_late.title"),
    tone: "good",
    say: [say("state.paid_late.say", names)],
  }),
  refused: ({ say, rich }, names, { checkout }) => {
    const reason = reasonKey(checkout.reason);
    const why = reason ? rich("state.refused.why", { reason: say(reason) }) : say("state.refused.say");
    return { title: say("state.refused.title", names), say: [why, say("state.refused.again")] };
  },
  failed: ({ say }, names) => ({ title: say("state.failed.title"), say: [say("state.failed.say", names)] }),
  cancelled: ({ say }) => ({ title: say("state.cancelled.title"), say: [say("state.cancelled.say")] }),
  cancelled_at_bank: ({ say }, names) => ({
    title: say("state.cancelled.title"),
    say: [say("state.cancelled_at_bank.say", names)],
  }),
  paid_elsewhere: ({ say }, names, { checkout }) => ({
    title: say("state.paid_elsewhere.title"),
    say: checkout.bank
      ? [say("state.paid_elsewhere.say"), say("state.paid_elsewhere.stopped", names)]
      : [say("state.paid_elsewhere.none")],
  }),
  expired: ({ say }, names) => ({ title: say("state.expired.title"), say: [say("state.expired.say", names)] }),
  link_used: ({ say }, names) => ({
    title: say("state.link_used.title"),
    say: [say("state.link_used.say", names), say("state.link_used.ask")],
  }),
  link_expired: ({ say, locale }, names, { checkout }) => ({
    title: say("state.link_expired.title"),
    say: [
      say("state.link_expired.say", { date: dateText(checkout.link?.expiresAt ?? checkout.expiresAt, locale) }),
      say("state.link_expired.ask", names),
    ],
  }),
  link_cancelled: ({ say }, names, { checkout }) => ({
    title: say("state.link_cancelled.title"),
    say: [
      say("state.link_cancelled.say", names),
      checkout.bank ? say("state.cancelled_at_bank.say", names) : say("state.link_cancelled.ask"),
    ],
  }),
};

function atBank(words: Words, names: Names, page: CheckoutPage): Said {
  if (isBeside(page)) return inTheTab(words, names, page);
  const { say, rich } = words;
  const approve = rich("state.at_bank.approve", names);
  if (page.opening) return { title: say("state.opening.title", names), say: [approve, say("state.at_bank.held_back")] };
  const then = say(page.checkout.needsReturn ? "state.at_bank.come_back" : "state.at_bank.follows");
  return { title: say("state.at_bank.title", names), say: [approve, then] };
}

function inTheTab({ say, rich }: Words, names: Names, { opening, checkout }: CheckoutPage): Said {
  if (opening) {
    const approve = rich("state.at_bank.approve_tab", names);
    return { title: say("state.opening.title", names), say: [approve, say("state.at_bank.no_tab")] };
  }
  const then = say(checkout.needsReturn ? "state.at_bank.come_back_tab" : "state.at_bank.follows_tab");
  return { title: say("state.at_bank.title", names), say: [then] };
}

/** The bank asks by itself, in its own app. What it wants to be said stands there as it came, as text. */
function inTheApp({ say, rich }: Words, names: Names, { checkout }: { checkout: Checkout }): Said {
  const own =
    checkout.bankMessage === null ? [] : [say("state.in_app.says", { ...names, message: checkout.bankMessage })];
  return {
    title: say("state.in_app.title"),
    say: [rich("state.in_app.approve", names), ...own, say("state.at_bank.follows")],
  };
}
