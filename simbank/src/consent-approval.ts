/**
 * The shopper's answer to a consent to account information, for both standards, as approval.ts is for payments. Where
 * the consent names no account (`accountIds` empty), the shopper chooses them.
 */
import type { Tx } from "../../server/lib/db";
import { maskIban } from "../../server/lib/money/iban";
import { moneyText } from "../../server/lib/money/money";
import { type Answer, type ApprovalAnswer, shortCode, type WayBack } from "./approval";
import type { AnsweredStage, ApprovalView, OpenStage } from "./approval-view";
import { bankName } from "./bank-name";
import { type ConsentStatus, consentStatusOf } from "./consent-rules";
import {
  accountsOf,
  type ConsentKey,
  lockConsent,
  markConsent,
  type SimConsentRow,
  setConsentAccounts,
} from "./consent-store";
import { balanceOf, openAccounts, type SimAccountRow } from "./ledger-store";
import { accountLabel } from "./rules";
import { accountWith, shopperAccounts } from "./shopper-accounts";
import { inSimTransaction, readNow } from "./store";
import { TROUBLE_LABELS, TROUBLES, troubledIban, troubleOf } from "./troubled-accounts";

/** A date in this year or later means no end. */
const NO_END_YEAR = 9000;
const NO_ACCOUNT = "Choose at least one account.";
const TROUBLED_HOLDER = "Test account holder";

/** Labels of the standards' permissions: the first pattern that matches applies. */
const RIGHTS: readonly (readonly [RegExp, string])[] = [
  [/account/i, "Account holder and account number"],
  [/balance/i, "Balances"],
  [/transaction/i, "Transactions"],
];

/**
 * The page of a consent; with `form`, the answer: `answer` (`approve`, `reject`), and `account` for each chosen account.
 * Decided once, under a lock. `currency`: of the accounts that are offered to the shopper.
 */
export async function consentApproval(
  where: ConsentKey,
  form: URLSearchParams | null,
  currency: string,
  wayBack: WayBack<SimConsentRow>,
): Promise<ApprovalAnswer> {
  return inSimTransaction(async (tx) => {
    const consent = await lockConsent(tx, where);
    if (!consent) return { kind: "unknown" };
    const isOpen = form !== null && consentStatusOf(consent, await readNow(tx)) === "received";
    const decision = isOpen ? await decide(tx, consent, currency, form) : null;
    if (decision === null || decision === "no-account") {
      const problem = decision === null ? null : NO_ACCOUNT;
      return { kind: "page", view: await viewOf(tx, consent, currency, wayBack, problem) };
    }
    const decided = await lockConsent(tx, where);
    if (!decided) throw new Error("The consent that was just answered no longer exists.");
    const url = await wayBack(tx, decided, decision);
    if (url !== null) return { kind: "redirect", url };
    return { kind: "page", view: await viewOf(tx, decided, currency, async () => null, null) };
  });
}

async function decide(
  tx: Tx,
  consent: SimConsentRow,
  currency: string,
  form: URLSearchParams,
): Promise<Answer | "no-account"> {
  if (form.get("answer") === "reject") {
    await markConsent(consent.id, "rejected", tx);
    return "rejected";
  }
  if (form.get("answer") !== "approve") return "no-account";
  if (consent.accountIds.length === 0) {
    const offered = await openOfferedAccounts(tx, consent.bank, currency);
    const chosen = offered.map(({ id }) => id).filter((id) => form.getAll("account").includes(id));
    if (chosen.length === 0) return "no-account";
    await setConsentAccounts(tx, consent.id, chosen);
  }
  await markConsent(consent.id, "approved", tx);
  return "approved";
}

async function viewOf(
  tx: Tx,
  consent: SimConsentRow,
  currency: string,
  wayBack: WayBack<SimConsentRow>,
  problem: string | null,
): Promise<ApprovalView> {
  const status = consentStatusOf(consent, await readNow(tx));
  const head = headOf(consent);
  if (status === "received") return { ...head, stage: await openStage(tx, consent, currency, problem) };
  const answer: Answer = consent.approvedAt ? "approved" : "rejected";
  return { ...head, stage: { kind: "answered", ...resultText(status), backUrl: await wayBack(tx, consent, answer) } };
}

function headOf(consent: SimConsentRow): Omit<ApprovalView, "stage"> {
  const { bank, id, permissions, validUntil, frequencyPerDay } = consent;
  const until = validUntil.toLocaleDateString("en-GB", { dateStyle: "long", timeZone: "UTC" });
  return {
    bankName: bankName(bank),
    code: shortCode(id),
    subject: {
      kind: "consent",
      rights: RIGHTS.filter(([word]) => permissions.some((given) => word.test(given))).map(([, words]) => words),
      until: validUntil.getUTCFullYear() > NO_END_YEAR ? null : until,
      frequency:
        frequencyPerDay === null
          ? "As often as needed"
          : `${frequencyPerDay} times a day, and whenever you are present`,
    },
  };
}

async function openStage(tx: Tx, consent: SimConsentRow, currency: string, problem: string | null): Promise<OpenStage> {
  const isNamed = consent.accountIds.length > 0;
  const accounts = isNamed ? await accountsOf(consent, tx) : await openOfferedAccounts(tx, consent.bank, currency);
  const shown: OpenStage["accounts"] = [];
  for (const { id, kind, iban, currency: own } of accounts) {
    const balance = moneyText({ amountMinor: await balanceOf(id, tx), currency: own }, "en-GB");
    const trouble = troubleOf({ iban, currency: own });
    const label = trouble ? TROUBLE_LABELS[trouble] : accountLabel(kind);
    shown.push({ id, label, masked: maskIban(iban), balance, enough: true, selected: isNamed || shown.length === 0 });
  }
  return { kind: "open", problem, accounts: shown, choice: isNamed ? "fixed" : "many", outcomes: [] };
}

/** The accounts that are offered: the shopper's own, and the fixed accounts with a fault. */
function openOfferedAccounts(tx: Tx, bank: string, currency: string): Promise<SimAccountRow[]> {
  const troubled = TROUBLES.map((trouble) => accountWith(troubledIban(currency, trouble), currency, TROUBLED_HOLDER));
  return openAccounts(tx, [...shopperAccounts(bank, currency), ...troubled]);
}

function resultText(status: ConsentStatus): Pick<AnsweredStage, "title" | "text" | "tone"> {
  const texts: Record<Exclude<ConsentStatus, "received">, [string, string, AnsweredStage["tone"]]> = {
    valid: [
      "You have allowed access",
      "The accounts can be read until you or the other party ends the access.",
      "good",
    ],
    expired: ["This access has expired", "The accounts can’t be read any more.", "plain"],
    rejected: [
      "Access was rejected",
      "The accounts can’t be read, and this request can’t be approved any more.",
      "plain",
    ],
    terminatedByTpp: ["This access was ended", "The accounts can’t be read any more.", "plain"],
  };
  const [title, text, tone] = texts[status === "received" ? "rejected" : status];
  return { title, text, tone };
}
