/**
 * The shopper's answer to a payment, for both standards. A standard's handler calls `showPaymentApproval` for the page
 * and `answerPaymentApproval` for its form. Its `WayBack` gives the browser's next address.
 */
import type { Tx } from "../../server/lib/db";
import { formatIban, maskIban } from "../../server/lib/money/iban";
import { currencyExponent, toDecimalString } from "../../server/lib/money/money";
import type { AnsweredStage, ApprovalView, OpenStage } from "./approval-view";
import { bankName } from "./bank-name";
import { openShopperAccounts, readBalances } from "./ledger-store";
import { approve } from "./payment-life";
import { accountLabel, PRODUCTS, REASONS, type State, stateOf } from "./rules";
import { OUTCOMES, outcomeOf } from "./scenarios";
import {
  CODE_LENGTH,
  inSimTransaction,
  lockPayment,
  markCancelled,
  type PaymentKey,
  type SimPaymentRow,
  setScenario,
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
export type WayBack<T> = (tx: Tx, subject: T, answer: Answer) => Promise<string | null>;

const NO_ACCOUNT = "Choose an account first.";

/** The page of a payment: the question, or the result after the answer. */
export async function showPaymentApproval(where: PaymentKey, wayBack: WayBack<SimPaymentRow>): Promise<ApprovalAnswer> {
  return inSimTransaction(async (tx) => {
    const payment = await lockPayment(tx, where);
    return payment ? { kind: "page", view: await viewOf(tx, payment, wayBack, null) } : { kind: "unknown" };
  });
}

/**
 * The shopper's answer: `answer` (`approve`, `reject`) or `outcome` (a scenario), and `account`. Decided once, under a
 * lock: a second answer, also from another tab, gets the current state. The address is the permission: it has 256
 * random bits, so a foreign page cannot forge the form.
 */
export async function answerPaymentApproval(
  form: URLSearchParams,
  where: PaymentKey,
  wayBack: WayBack<SimPaymentRow>,
): Promise<ApprovalAnswer> {
  return inSimTransaction(async (tx) => {
    const payment = await lockPayment(tx, where);
    if (!payment) return { kind: "unknown" };
    if (stateOf(payment, payment.readAt).transactionStatus !== "RCVD") {
      return { kind: "page", view: await viewOf(tx, payment, wayBack, null) };
    }
    const decision = await decide(tx, payment, form);
    const decided = await lockPayment(tx, where);
    if (!decided) throw new Error("The payment that was just answered no longer exists.");
    if (decision === "left") return { kind: "page", view: leftView(decided) };
    if (decision === "no-account") return { kind: "page", view: await viewOf(tx, decided, wayBack, NO_ACCOUNT) };
    const url = decided.scenario === "NORETURN" ? null : await wayBack(tx, decided, decision);
    return url === null
      ? { kind: "page", view: await viewOf(tx, decided, async () => null, null) }
      : { kind: "redirect", url };
  });
}

async function decide(tx: Tx, payment: SimPaymentRow, form: URLSearchParams): Promise<Answer | "left" | "no-account"> {
  const outcome = outcomeOf(form.get("outcome"));
  const scenario = outcome ?? payment.scenario;
  if (form.get("answer") === "reject" || scenario === "CANCEL") {
    await markCancelled(tx, payment.id);
    return "rejected";
  }
  if (scenario === "ABANDON") {
    if (outcome) await setScenario(tx, payment.id, outcome);
    return "left";
  }
  const accounts = await openShopperAccounts(tx, payment.bank, payment.currency, payment.debtorIban);
  const account = accounts.find(({ id }) => id === form.get("account"));
  if ((form.get("answer") !== "approve" && !outcome) || !account) return "no-account";
  if (outcome) await setScenario(tx, payment.id, outcome);
  return approve(tx, { ...payment, scenario }, account.id);
}

async function viewOf(
  tx: Tx,
  payment: SimPaymentRow,
  wayBack: WayBack<SimPaymentRow>,
  problem: string | null,
): Promise<ApprovalView> {
  const state = stateOf(payment, payment.readAt);
  if (state.transactionStatus === "RCVD") return { ...headOf(payment), stage: await openStage(tx, payment, problem) };
  const backUrl = payment.scenario === "NORETURN" ? null : await wayBack(tx, payment, answerOf(payment, state));
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
      amount: formatMoney(payment.amount, payment.currency),
      creditorName: payment.creditorName,
      creditorAccount: formatIban(payment.creditorIban),
      reference: payment.remittance,
      method: PRODUCTS[payment.product] ?? payment.product,
    },
  };
}

async function openStage(tx: Tx, payment: SimPaymentRow, problem: string | null): Promise<OpenStage> {
  const accounts = await openShopperAccounts(tx, payment.bank, payment.currency, payment.debtorIban);
  const balances = await readBalances(tx, accounts, payment.amount);
  return {
    kind: "open",
    problem,
    choice: "one",
    outcomes: OUTCOMES,
    accounts: accounts.map((account, index) => {
      const balance = balances[index] ?? 0n;
      return {
        id: account.id,
        label: accountLabel(account.kind),
        masked: maskIban(account.iban),
        balance: formatMoney(balance, account.currency),
        enough: balance >= payment.amount,
        selected: index === 0,
      };
    }),
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
  const settled = transactionStatus === "ACSC" || transactionStatus === "ACCC";
  const text = settled ? "The money has been sent." : "The bank is processing it.";
  const ending = " You chose not to return, so the bank doesn’t send you back.";
  const whole = payment.scenario === "NORETURN" ? text + ending : text;
  return { title: "You have approved this payment", text: whole, tone: "good" };
}

/** The end of an id, formatted to be compared by eye: `7K2M-91QF`. */
export function shortCode(id: string): string {
  const code = id.replaceAll("-", "").slice(-CODE_LENGTH).toUpperCase();
  return `${code.slice(0, 4)}-${code.slice(4)}`;
}

const formats = new Map<string, Intl.NumberFormat>();

/** An amount as text: `€74.50`. */
export function formatMoney(amountMinor: bigint, currency: string): string {
  const digits = currencyExponent(currency);
  const options = {
    style: "currency",
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  } as const;
  const format = formats.get(currency) ?? new Intl.NumberFormat("en-GB", options);
  formats.set(currency, format);
  return format.format(toDecimalString({ amountMinor, currency }) as `${number}`);
}
