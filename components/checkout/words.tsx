import type { ReactNode } from "react";
import type { Checkout, Phase } from "../../server/payments/checkout-view";
import { dateText } from "./format";
import type { CheckoutPage } from "./model";
import { reasonText } from "./reasons";

/** What a state says: a heading, and sentences under it. */
export type Said = { title: string; tone?: "good" | "bad" | "warn"; say: ReactNode[] };

type Names = { bank: string; merchant: string; amount: string };

const NOT_TWICE = "Please don’t pay a second time.";

const AGAIN = "Use another account, or another bank.";

const FOLLOWS = "This page follows by itself, even if you come back later.";
const COME_BACK = "Then let it bring you back here: nothing is paid before you are back.";

/** Said of a bank, and of an account there, where nothing can be started for the moment. */
export const NOT_ANSWERING = "not answering right now";

/** The words of every phase but choosing. Only what is known is said: "nothing was taken" stands only where no payment was started. */
export function wordsOf(page: CheckoutPage, amount: string): Said {
  const { checkout } = page;
  const names = { bank: checkout.bank?.displayName ?? "your bank", merchant: checkout.merchant.brandName, amount };
  return SAID[checkout.phase](names, page);
}

const SAID: Record<Phase, (names: Names, page: CheckoutPage) => Said> = {
  choosing: () => ({ title: "Choose your bank", say: [] }),
  starting: ({ bank }) => ({ title: `Opening ${bank}`, say: [`We are asking your bank for its page. ${NOT_TWICE}`] }),
  at_bank: ({ bank, amount }, { opening, checkout }) => {
    if (checkout.bankUrl === null) return inTheApp(checkout, bank, amount);
    const approve = (
      <>
        You approve <b>{amount}</b> on your bank’s own page.
      </>
    );
    if (opening)
      return { title: `Opening ${bank}`, say: [approve, "Nothing opened? Your browser may have held it back."] };
    return { title: `Approve at ${bank}`, say: [approve, checkout.needsReturn ? COME_BACK : FOLLOWS] };
  },
  confirming: ({ bank, merchant }, { slow }) => {
    if (!slow) {
      const say = "You are back from your bank, and we are asking it for the result. This usually takes a few seconds.";
      return { title: `Checking with ${bank}`, say: [`${say} ${NOT_TWICE}`] };
    }
    const say = `There is no final answer yet. We keep asking, and tell ${merchant} as soon as there is one.`;
    return { title: `${sentence(bank)} is taking its time`, say: [`${say} You can close this page. ${NOT_TWICE}`] };
  },
  cancelling: ({ bank }) => ({
    title: `Asking ${bank} to stop`,
    say: ["Not confirmed yet. If you approve there, it counts as paid."],
  }),
  unresolved: ({ bank, merchant }, { checkout }) => ({
    title: `No answer from ${bank}`,
    say: [
      <>
        {`After 72 hours the bank has not said whether it sent the money. Look at your account before you pay again, and give ${merchant} the reference `}
        <b>{checkout.paymentReference}</b>.
      </>,
    ],
  }),
  paid: ({ merchant }) => ({
    title: "Paid",
    tone: "good",
    say: [`${merchant} has been told. You can close this page.`],
  }),
  paid_late: ({ bank, merchant }) => ({
    title: "Paid, after all",
    tone: "good",
    say: [
      `${sentence(bank)} confirmed late, and your payment counts. ${merchant} has been told and decides about the order.`,
    ],
  }),
  refused: ({ bank }, { checkout }) => {
    const reason = reasonText(checkout.reason);
    const why = (
      <>
        The money was not sent. Reason given: <b>{reason}</b>.
      </>
    );
    return {
      title: `${sentence(bank)} refused`,
      say: [reason === null ? "The money was not sent." : why, AGAIN],
    };
  },
  failed: ({ bank, merchant }) => ({
    title: "Not paid",
    say: [`The payment ended at ${bank} without being approved, and no money was sent. Start again at ${merchant}.`],
  }),
  cancelled: () => ({ title: "You cancelled", say: ["No payment was started, so nothing was taken."] }),
  cancelled_at_bank: ({ bank }) => ({
    title: "You cancelled",
    say: [`${sentence(bank)} confirmed that nothing was sent.`],
  }),
  paid_elsewhere: ({ bank }, { checkout }) => ({
    title: "Already paid",
    say: checkout.bank
      ? ["This was paid in another tab or by someone else.", `${sentence(bank)} confirmed that nothing was sent here.`]
      : ["This was paid in another tab or by someone else, so nothing was taken here."],
  }),
  expired: ({ merchant }) => ({
    title: "Time ran out",
    say: [`No payment was started within 15 minutes, so nothing was taken. Start again at ${merchant}.`],
  }),
  link_used: ({ merchant }) => ({
    title: "This link has been paid",
    say: [`It works once, and ${merchant} has received the payment.`, "Not paid by you? Ask them for a new link."],
  }),
  link_expired: ({ merchant }, { checkout, format }) => ({
    title: "This link has expired",
    say: [
      `It was open until ${dateText(checkout.link?.expiresAt ?? checkout.expiresAt, format.locale)}. A payment started before then still counts.`,
      `To pay now, ask ${merchant} for a new link.`,
    ],
  }),
  link_cancelled: ({ merchant }) => ({
    title: "This link was withdrawn",
    say: [`${merchant} cancelled it, and nothing can be paid with it.`, "If you expected to pay, ask them why."],
  }),
};

/** The bank asks by itself, in its own app. What it wants to be said stands there as it came, as text. */
function inTheApp({ bankMessage }: Checkout, bank: string, amount: string): Said {
  const approve = (
    <>
      Open your bank’s app and approve <b>{amount}</b> there.
    </>
  );
  const own = bankMessage === null ? [] : [`${sentence(bank)} says: “${bankMessage}”`];
  return { title: "Approve in your bank’s app", say: [approve, ...own, FOLLOWS] };
}

// A name opens a sentence as it is written; only our own stand-in takes a capital there.
function sentence(bank: string): string {
  return bank === "your bank" ? "Your bank" : bank;
}
