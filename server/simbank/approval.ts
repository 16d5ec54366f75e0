import { formatIban, maskIban } from "../lib/iban";
import { currencyExponent, toDecimalString } from "../lib/money";
import { readBody } from "./answers";
import type { AnsweredStage, ApprovalView, OpenStage } from "./approval-view";
import { bankName } from "./bank-name";
import { PRODUCTS, REASONS, SETTLEMENT_MS, SHOPPER_ACCOUNTS, STUCK_SETTLEMENT_MS, scenarioOf, stateOf } from "./rules";
import {
  bookPayment,
  findPayment,
  inSimTransaction,
  lockBalance,
  lockPayment,
  markCancelled,
  markRefused,
  openCorporateAccount,
  openShopperAccounts,
  readNow,
  type SimAccountRow,
  type SimPaymentRow,
} from "./store";

type Payment = NonNullable<SimPaymentRow>;

/** What the shopper's browser gets: a page, or the way back to the merchant's side. */
export type ApprovalAnswer =
  | { kind: "page"; view: ApprovalView }
  | { kind: "redirect"; url: string }
  | { kind: "unknown" };

const NO_ACCOUNT = "Choose an account first.";

/** The page of an authorisation: the question, or the truth once it was answered. */
export async function showApproval(bank: string, authorisationId: string): Promise<ApprovalAnswer> {
  const payment = await findPayment({ bank, authorisationId });
  return payment ? { kind: "page", view: await viewOf(payment, null) } : { kind: "unknown" };
}

/**
 * The shopper's answer. Decided once, under a lock: who presses again, or in another tab, is shown how it stands.
 * Knowing the address is the permission: its id has 256 random bits, so a foreign page cannot forge the form.
 */
export async function answerApproval(request: Request, bank: string, authorisationId: string): Promise<ApprovalAnswer> {
  const form = new URLSearchParams((await readBody(request)) ?? "");
  const result = await inSimTransaction(async (tx) => {
    const payment = await lockPayment(tx, { bank, authorisationId });
    if (!payment) return "unknown";
    if (stateOf(payment, await readNow(tx)).transactionStatus !== "RCVD") return "answered";
    if (form.get("answer") === "reject") {
      await markCancelled(tx, payment.id);
      return { url: payment.nokUri };
    }
    const accounts = await openShopperAccounts(tx, bank, payment.currency);
    const account = accounts.find(({ id }) => id === form.get("account"));
    if (form.get("answer") !== "approve" || !account) return "no-account";
    const balance = await lockBalance(tx, account, payment.amount);
    const scenario = scenarioOf(payment.remittance);
    if (balance < payment.amount || scenario === "NOFUNDS") {
      await markRefused(tx, payment.id, account.id, "AM04");
      return { url: payment.okUri };
    }
    const creditor = await openCorporateAccount(tx, payment.creditorIban, payment.currency, payment.creditorName);
    const settlementMs = scenario === "STUCK" ? STUCK_SETTLEMENT_MS : SETTLEMENT_MS;
    await bookPayment(tx, payment, { fromId: account.id, toId: creditor.id }, settlementMs);
    return { url: payment.okUri };
  });
  if (result === "unknown") return { kind: "unknown" };
  if (typeof result === "object") return { kind: "redirect", url: result.url };
  const payment = await findPayment({ bank, authorisationId });
  if (!payment) return { kind: "unknown" };
  return { kind: "page", view: await viewOf(payment, result === "no-account" ? NO_ACCOUNT : null) };
}

async function viewOf(payment: Payment, problem: string | null): Promise<ApprovalView> {
  const { transactionStatus, reason } = stateOf(payment, await readNow());
  const stage =
    transactionStatus === "RCVD"
      ? await openStage(payment, problem)
      : answeredStage(payment, transactionStatus, reason);
  const code = payment.id.replaceAll("-", "").slice(-8).toUpperCase();
  return {
    bankName: bankName(payment.bank),
    amount: formatMoney(payment.amount, payment.currency),
    creditorName: payment.creditorName,
    creditorAccount: formatIban(payment.creditorIban),
    reference: payment.remittance,
    method: PRODUCTS[payment.product] ?? payment.product,
    paymentCode: `${code.slice(0, 4)}-${code.slice(4)}`,
    stage,
  };
}

async function openStage(payment: Payment, problem: string | null): Promise<OpenStage> {
  const withBalances = await inSimTransaction(async (tx) => {
    const accounts = await openShopperAccounts(tx, payment.bank, payment.currency);
    const balances: { account: SimAccountRow; balance: bigint }[] = [];
    for (const account of accounts) balances.push({ account, balance: await lockBalance(tx, account, payment.amount) });
    return balances;
  });
  return {
    kind: "open",
    problem,
    accounts: withBalances.map(({ account, balance }, index) => ({
      id: account.id,
      label: SHOPPER_ACCOUNTS[index]?.label ?? account.kind,
      masked: maskIban(account.iban),
      balance: formatMoney(balance, account.currency),
      enough: balance >= payment.amount,
      selected: index === 0,
    })),
  };
}

function answeredStage(payment: Payment, status: string, reason: string | null): AnsweredStage {
  if (status === "CANC") {
    const text = "Nothing was debited. It can not be approved any more.";
    return { kind: "answered", title: "This payment was rejected", text, tone: "plain", backUrl: payment.nokUri };
  }
  if (status === "RJCT") {
    const words = (reason && REASONS[reason]) || "Refused by the bank";
    const backUrl = payment.refusedAt ? payment.okUri : payment.nokUri;
    return {
      kind: "answered",
      title: "This payment was refused",
      text: `${words}. Nothing was debited.`,
      tone: "bad",
      backUrl,
    };
  }
  const settled = status === "ACSC" || status === "ACCC";
  const text = settled ? "The money has been sent." : "The bank is still working on it.";
  return { kind: "answered", title: "You have approved this payment", text, tone: "good", backUrl: payment.okUri };
}

function formatMoney(amountMinor: bigint, currency: string): string {
  const digits = currencyExponent(currency);
  const format = new Intl.NumberFormat("en-GB", {
    style: "currency",
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return format.format(toDecimalString({ amountMinor, currency }) as `${number}`);
}
