/**
 * The shopper's answer to a payment, for both standards. A standard's handler calls `paymentApproval` for the page, and
 * with its form for the answer. Its `WayBack` gives the browser's next address.
 */
import { db } from "../../server/lib/db";
import { isUuid } from "../../server/lib/ids";
import { formatIban, maskIban } from "../../server/lib/money/iban";
import { moneyText } from "../../server/lib/money/money";
import type { AnsweredStage, ApprovalView, OpenStage } from "./approval-view";
import { bankName } from "./bank-name";
import { lockPayment } from "./booking-store";
import { readPayerAccounts } from "./ledger-store";
import { approve } from "./payment-life";
import { accountLabel, PRODUCTS, REASONS, type State, stateOf } from "./rules";
import { OUTCOMES, outcomeOf } from "./scenarios";
import { isPayer } from "./shopper-accounts";
import {
  CODE_LENGTH,
  changeOpenPayment,
  type Executor,
  findPayment,
  inPaymentTransaction,
  type PaymentKey,
  type SimPaymentRow,
} from "./store";

/** Response to the shopper's browser: a page, or a redirect back to the merchant's side. */
export type ApprovalAnswer =
  | { kind: "page"; view: ApprovalView }
  | { kind: "redirect"; url: string }
  | { kind: "unknown" };

/** `rejected`: by the shopper or by the time limit. `refused`: by the bank, after the shopper's approval. */
export type Answer = "approved" | "rejected" | "refused";

/**
 * The browser's next address; null: none, the shopper returns by hand. Called within the transaction of the answer, so
 * that the code in the address is stored in it, and again when an answered page is opened later.
 */
export type WayBack<T> = (on: Executor, subject: T, answer: Answer) => Promise<string | null>;

const NO_ACCOUNT = "Choose an account first.";

type Decided = {
  payment: SimPaymentRow | null;
  /** By this very call; null: none. */
  decision: "answered" | "left" | "no-account" | null;
  url?: string | null;
};

/**
 * The page of a payment, which is the question, or the result after the answer; with `form`, the shopper's answer:
 * `answer` (`approve`, `reject`) or `outcome` (a scenario), and `account`. The address is the permission: it has 256
 * random bits, so a foreign page cannot forge the form. `answered`: the payment, if this very call has answered it.
 */
export async function paymentApproval(
  where: PaymentKey,
  form: URLSearchParams | null,
  wayBack: WayBack<SimPaymentRow>,
): Promise<{ answer: ApprovalAnswer; answered: SimPaymentRow | null }> {
  const {
    payment,
    decision,
    url = null,
  } = form ? await decide(where, form, wayBack) : { payment: await findPayment(where), decision: null };
  if (!payment) return { answer: { kind: "unknown" }, answered: null };
  const answered = decision === "answered" ? payment : null;
  if (url !== null) return { answer: { kind: "redirect", url }, answered };
  const problem = decision === "no-account" ? NO_ACCOUNT : null;
  const view = decision === "left" ? leftView(payment) : await viewOf(payment, answered ? noWay : wayBack, problem);
  return { answer: { kind: "page", view }, answered };
}

const noWay = async () => null;

/** Decided once, under a lock: a second answer, also from another tab, gets the current state. */
async function decide(where: PaymentKey, form: URLSearchParams, wayBack: WayBack<SimPaymentRow>): Promise<Decided> {
  const accountId = form.get("account") ?? "";
  return inPaymentTransaction(async (on) => {
    const payment = await lockPayment(on, where, isUuid(accountId) ? accountId : null);
    if (!payment || !isOpen(payment)) return { payment, decision: null };
    const { bank, id, account } = payment;
    const outcome = outcomeOf(form.get("outcome"));
    const scenario = outcome ?? payment.scenario;
    const isRejected = form.get("answer") === "reject" || scenario === "CANCEL";
    if (scenario === "ABANDON" && !isRejected) return { payment, decision: "left" };
    const isChosen = account && isPayer(payment, account) && (form.get("answer") === "approve" || outcome !== null);
    if (!isRejected && !isChosen) return { payment, decision: "no-account" };
    const decided = isRejected
      ? await changeOpenPayment({ bank, id }, { isCancelled: true }, on)
      : await approve(on, payment, scenario);
    if (!decided) throw new Error(`The payment ${id} was answered under its lock.`);
    const answer = answerOf(decided, stateOf(decided, decided.readAt));
    const url = decided.scenario === "NORETURN" ? null : await wayBack(on, decided, answer);
    return { payment: decided, decision: "answered", url };
  });
}

function isOpen(payment: SimPaymentRow): boolean {
  return stateOf(payment, payment.readAt).transactionStatus === "RCVD";
}

async function viewOf(
  payment: SimPaymentRow,
  wayBack: WayBack<SimPaymentRow>,
  problem: string | null,
): Promise<ApprovalView> {
  if (isOpen(payment)) return { ...headOf(payment), stage: await openStage(payment, problem) };
  const state = stateOf(payment, payment.readAt);
  const backUrl = payment.scenario === "NORETURN" ? null : await wayBack(db(), payment, answerOf(payment, state));
  return { ...headOf(payment), stage: { kind: "answered", ...resultText(payment, state), backUrl } };
}

/** `SIM-ABANDON`: the payment stays unanswered, and the browser stays on the page. */
function leftView(payment: SimPaymentRow): ApprovalView {
  const title = "You left without answering";
  const text = "You chose to leave without answering. The bank waits ten minutes, then rejects the payment.";
  return { ...headOf(payment), stage: { kind: "answered", title, text, tone: "plain", backUrl: null } };
}

function headOf(payment: SimPaymentRow): Omit<ApprovalView, "stage"> {
  return {
    bankName: bankName(payment.bank),
    code: shortCode(payment.id),
    subject: {
      kind: "payment",
      amount: moneyText({ amountMinor: payment.amount, currency: payment.currency }, "en-GB"),
      creditorName: payment.creditorName,
      creditorAccount: formatIban(payment.creditorIban),
      reference: payment.remittance,
      method: PRODUCTS[payment.product] ?? payment.product,
    },
  };
}

async function openStage(payment: SimPaymentRow, problem: string | null): Promise<OpenStage> {
  const accounts = await readPayerAccounts(payment);
  return {
    kind: "open",
    problem,
    choice: "one",
    outcomes: OUTCOMES,
    accounts: accounts.map(({ id, kind, iban, currency, balance }, index) => ({
      id,
      label: accountLabel(kind),
      masked: maskIban(iban),
      balance: moneyText({ amountMinor: balance, currency }, "en-GB"),
      enough: balance >= payment.amount,
      selected: index === 0,
    })),
  };
}

function answerOf(payment: SimPaymentRow, { transactionStatus }: State): Answer {
  if (transactionStatus === "CANC") return "rejected";
  if (transactionStatus !== "RJCT") return "approved";
  return payment.approvedAt ? "refused" : "rejected";
}

function resultText(payment: SimPaymentRow, state: State): Pick<AnsweredStage, "title" | "text" | "tone"> {
  const { transactionStatus, reason } = state;
  if (transactionStatus === "CANC") {
    const text = "No money was taken. The payment can’t be approved any more.";
    return { title: "This payment was rejected", text, tone: "plain" };
  }
  if (transactionStatus === "RJCT") {
    const why = (reason && REASONS[reason]) || "Declined by the bank";
    return { title: "The bank declined this payment", text: `${why}. No money was taken.`, tone: "bad" };
  }
  return { title: "You have approved this payment", text: approvedText(payment, transactionStatus), tone: "good" };
}

function approvedText({ scenario, orderedAt }: SimPaymentRow, transactionStatus: string): string {
  const stays = scenario === "NORETURN";
  // In UK Open Banking the payment is submitted after the return.
  if (!orderedAt)
    return stays ? "You chose not to return, so it is never sent." : "The payment is sent when you return.";
  const settled = transactionStatus === "ACSC" || transactionStatus === "ACCC";
  const text = settled ? "The money has been sent." : "The bank is processing it.";
  return stays ? `${text} You chose not to return, so the bank doesn’t send you back.` : text;
}

/** The end of an id, formatted to be compared by eye: `7K2M-91QF`. */
export function shortCode(id: string): string {
  const code = id.replaceAll("-", "").slice(-CODE_LENGTH).toUpperCase();
  return `${code.slice(0, 4)}-${code.slice(4)}`;
}
