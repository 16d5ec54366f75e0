/**
 * The shopper's answer to a payment, for both standards. A door calls `showPaymentApproval` for the page and
 * `answerPaymentApproval` for its form, and says by its `WayBack` where the browser goes on.
 */
import type { Tx } from "../lib/db";
import { formatIban, maskIban } from "../lib/iban";
import { currencyExponent, toDecimalString } from "../lib/money";
import type { AnsweredStage, ApprovalView, OpenStage } from "./approval-view";
import { bankName } from "./bank-name";
import { lockBalance, openShopperAccounts } from "./ledger-store";
import { approve } from "./payment-life";
import { accountLabel, PRODUCTS, REASONS, type State, stateOf } from "./rules";
import { OUTCOMES, outcomeOf } from "./scenarios";
import {
  CODE_LENGTH,
  inSimTransaction,
  lockPayment,
  markCancelled,
  type PaymentKey,
  readNow,
  type SimPaymentRow,
  setScenario,
} from "./store";

/** What the shopper's browser gets: a page, or the way back to the merchant's side. */
export type ApprovalAnswer =
  | { kind: "page"; view: ApprovalView }
  | { kind: "redirect"; url: string }
  | { kind: "unknown" };

/** How it ended: `rejected` by the shopper, or by nobody's answer in time; `refused` by the bank, after the shopper's yes. */
export type Answer = "approved" | "rejected" | "refused";

/**
 * Where the browser goes on; null: nowhere, the shopper goes back by themselves. Asked within the transaction of the answer,
 * so that what is kept for the way (a code) is kept with it, and again when an answered page is looked at later.
 */
export type WayBack<T> = (tx: Tx, subject: T, answer: Answer) => Promise<string | null>;

const NO_ACCOUNT = "Choose an account first.";

/** The page of a payment: the question, or the truth once it was answered. */
export async function showPaymentApproval(where: PaymentKey, wayBack: WayBack<SimPaymentRow>): Promise<ApprovalAnswer> {
  return inSimTransaction(async (tx) => {
    const payment = await lockPayment(tx, where);
    return payment ? { kind: "page", view: await viewOf(tx, payment, wayBack, null) } : { kind: "unknown" };
  });
}

/**
 * The shopper's answer: `answer` (`approve`, `reject`) or `outcome` (a scenario), and `account`. Decided once, under a
 * lock: who presses again, or in another tab, is shown how it stands. Knowing the address is the permission: it has 256
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
    if (stateOf(payment, await readNow(tx)).transactionStatus !== "RCVD") {
      return { kind: "page", view: await viewOf(tx, payment, wayBack, null) };
    }
    const decision = await decide(tx, payment, form);
    const decided = await lockPayment(tx, where);
    if (!decided) throw new Error("A payment that was just answered is gone.");
    if (decision === "left") return { kind: "page", view: await leftView(tx, decided) };
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
  const state = stateOf(payment, await readNow(tx));
  if (state.transactionStatus === "RCVD") return { ...headOf(payment), stage: await openStage(tx, payment, problem) };
  const backUrl = payment.scenario === "NORETURN" ? null : await wayBack(tx, payment, answerOf(payment, state));
  return { ...headOf(payment), stage: { kind: "answered", ...wordsOf(payment, state), backUrl } };
}

/** `SIM-ABANDON`: nothing was answered, and nobody is led anywhere. */
async function leftView(tx: Tx, payment: SimPaymentRow): Promise<ApprovalView> {
  const { transactionStatus } = stateOf(payment, await readNow(tx));
  if (transactionStatus !== "RCVD") throw new Error("A payment that was left open is not open.");
  const title = "You left without an answer";
  const text = "That is the outcome you chose: the bank waits ten minutes, and then refuses the payment.";
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
  const balances = new Map<string, bigint>();
  // In one order for everybody, whichever account stands first on the page: two pages must not wait for each other.
  for (const account of accounts.toSorted((a, b) => a.id.localeCompare(b.id))) {
    balances.set(account.id, await lockBalance(tx, account, payment.amount));
  }
  return {
    kind: "open",
    problem,
    choice: "one",
    outcomes: OUTCOMES,
    accounts: accounts.map((account, index) => {
      const balance = balances.get(account.id) ?? 0n;
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

function wordsOf(payment: SimPaymentRow, state: State): Pick<AnsweredStage, "title" | "text" | "tone"> {
  const { transactionStatus, reason } = state;
  if (transactionStatus === "CANC") {
    const text = "Nothing was debited. It cannot be approved any more.";
    return { title: "This payment was rejected", text, tone: "plain" };
  }
  if (transactionStatus === "RJCT") {
    const words = (reason && REASONS[reason]) || "Refused by the bank";
    return { title: "This payment was refused", text: `${words}. Nothing was debited.`, tone: "bad" };
  }
  const settled = transactionStatus === "ACSC" || transactionStatus === "ACCC";
  const text = settled ? "The money has been sent." : "The bank is still working on it.";
  const stays = " That is the outcome you chose: nobody leads you back from here.";
  const whole = payment.scenario === "NORETURN" ? text + stays : text;
  return { title: "You have approved this payment", text: whole, tone: "good" };
}

/** The end of an id, as people compare it: `7K2M-91QF`. */
export function shortCode(id: string): string {
  const code = id.replaceAll("-", "").slice(-CODE_LENGTH).toUpperCase();
  return `${code.slice(0, 4)}-${code.slice(4)}`;
}

/** As people read it: `€74.50`. */
export function formatMoney(amountMinor: bigint, currency: string): string {
  const digits = currencyExponent(currency);
  const format = new Intl.NumberFormat("en-GB", {
    style: "currency",
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return format.format(toDecimalString({ amountMinor, currency }) as `${number}`);
}
