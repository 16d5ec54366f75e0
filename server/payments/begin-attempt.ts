import { receivingAccountFor } from "../accounts/receiving-account";
import type { Bank } from "../banks/find-bank";
import type { PsuContext } from "../connectors/port";
import type { BankProfile } from "../connectors/profile-schema";
import type { Ctx } from "../lib/context";
import { newSecret, seal, sha256 } from "../lib/crypto";
import { db, type Tx } from "../lib/db";
import { invalidField } from "../lib/errors";
import { isIban, maskIban, normaliseIban } from "../lib/iban";
import { newId } from "../lib/ids";
import { lockLink } from "../payment-links/lock-link";
import { insertAttempt, type NewAttempt } from "./attempt-write-store";
import { type Room, refusalToBegin } from "./call-rules";
import { connectionForPayment } from "./connection";
import { findOpenRequestOfLink } from "./link-request-store";
import { lockRequestAndLink } from "./lock-request";
import { notePayer } from "./note-payer";
import { payeeOf } from "./payee";
import type { Payer } from "./payer-store";
import { RECOVERY_AFTER_S } from "./rules";
import { type RequestRow, setLiveAttempt } from "./store";

export type Choice = {
  bank: Bank;
  /** Null: the first that the bank offers. */
  scheme: string | null;
  debtorIban?: string | undefined;
  /** The remembered account that `debtorIban` is of. */
  rememberedAccountId?: string | undefined;
  /** The shopper agreed to have the paying account remembered for the next time at this merchant. */
  remember?: boolean | undefined;
  /** The shopper's browser, as far as it is known here; the language is the request's where none is named. */
  psu: Omit<PsuContext, "locale"> & { locale?: string };
  /** `tab`: the page that it was pressed on stays open beside the bank's; absent over REST. */
  bankWindow?: "top" | "tab" | undefined;
  /** The amount that the shopper saw, in minor units; absent over REST. */
  seenAmount?: number | undefined;
};

/** `taken`: somebody else's attempt, or an end, came first. `amount_changed`: the shopper saw another amount. */
export type Begun = { kind: "begun"; attemptId: string } | { kind: "taken" } | { kind: "amount_changed" };

/** An attempt that could be committed: everything about it has been checked, and nothing has happened. */
export type PreparedAttempt = {
  attempt: NewAttempt;
  payer: Payer;
  amount: bigint;
  seenAmount: number | undefined;
  bankName: string;
};

/**
 * Checks a choice and prepares the attempt: our own reference, the key and the exact bytes.
 * @throws AppError FORBIDDEN_CREATE, MISSING_CONVERTED_AMOUNT, VALIDATION_ERROR on bankId, paymentScheme, debtorIban or currency
 */
export async function prepareAttempt(ctx: Ctx, request: RequestRow, choice: Choice): Promise<PreparedAttempt> {
  const { merchantId, currency, test } = request;
  const merchant = await payeeOf(ctx, request);
  const { profile, connector } = await connectionForPayment(choice.bank, request, "bankId");
  const scheme = choice.scheme ?? Object.keys(profile.products)[0];
  if (!scheme || !Object.hasOwn(profile.products, scheme)) {
    throw invalidField("paymentScheme", "is not offered by this bank for this currency");
  }
  const debtorIban = debtorIbanOf(choice, profile);
  const account = await receivingAccountFor(ctx, { merchantId, currency, test });
  if (!account) throw invalidField("currency", "no account receives this currency");
  const id = newId();
  const endToEndId = endToEndIdOf(id);
  const { body } = connector.prepareInitiation(profile, {
    endToEndId,
    money: { amountMinor: request.amount, currency },
    creditor: { name: merchant.brandName, iban: account.iban },
    scheme,
    remittance: request.paymentReference,
    ...(debtorIban === null ? {} : { debtorIban }),
  });
  const state = newSecret("");
  const attempt: NewAttempt = {
    id,
    paymentRequestId: request.id,
    bankId: choice.bank.id,
    bankProfileId: profile.id,
    receivingAccountId: account.id,
    scheme,
    moneyMovesOn: connector.moneyMovesOn,
    finality: profile.finality,
    decoupled: profile.decoupled,
    endToEndId,
    idempotencyKey: newId(),
    initiationBody: seal(body, id),
    redirectStateHash: sha256(state),
    redirectState: seal(state, id),
    redirectSecret: seal(newSecret(""), id),
    psuContext: { ...choice.psu, locale: choice.psu.locale ?? request.locale },
    bankWindow: choice.bankWindow ?? null,
    dueInS: RECOVERY_AFTER_S,
  };
  const payer: Payer = {
    accountMasked: debtorIban === null ? null : maskIban(debtorIban),
    rememberedAccountId: choice.rememberedAccountId ?? null,
    remember: choice.remember === true && request.customer?.id !== undefined,
  };
  return { attempt, payer, amount: request.amount, seenAmount: choice.seenAmount, bankName: choice.bank.displayName };
}

/** The payer's account as it is sent; null where none was named and none is needed. @throws AppError VALIDATION_ERROR on debtorIban */
function debtorIbanOf({ debtorIban }: Choice, profile: BankProfile): string | null {
  if (debtorIban !== undefined && !isIban(debtorIban)) throw invalidField("debtorIban", "is no IBAN");
  if (debtorIban === undefined && profile.requiresDebtorAccount) {
    throw invalidField("debtorIban", "is required: this bank wants the payer's account before the payment is started");
  }
  return debtorIban === undefined ? null : normaliseIban(debtorIban);
}

/**
 * Commits a prepared attempt before its bank is called, so that whatever happens next can be found again and settled by
 * asking. Decided under the locks of the link and the request: exactly one of many wins.
 * @throws AppError CUSTOMER_BANK_ACCOUNT_NOT_FOUND when the remembered account was forgotten meanwhile
 */
export function commitAttempt({ attempt, payer, amount, seenAmount, bankName }: PreparedAttempt): Promise<Begun> {
  return db().$transaction(async (tx): Promise<Begun> => {
    const request = await lockRequestAndLink(tx, attempt.paymentRequestId);
    const seenAmountMinor = seenAmount === undefined ? null : BigInt(seenAmount);
    const refusal = refusalToBegin(await roomOf(tx, request), { amountMinor: amount, seenAmountMinor });
    if (refusal) return { kind: refusal };
    await insertAttempt(tx, attempt);
    await notePayer(tx, attempt.id, payer);
    await setLiveAttempt(tx, request.id, { id: attempt.id, bankId: attempt.bankId, bankName });
    return { kind: "begun", attemptId: attempt.id };
  });
}

/** What stands of the request, and of its link, both of which the caller has locked. */
async function roomOf(tx: Tx, request: RequestRow): Promise<Room> {
  const { status, liveAttemptId, cancelRequestedAt, amount: amountMinor, paymentLinkId } = request;
  const room = {
    status,
    amountMinor,
    hasLiveAttempt: liveAttemptId !== null,
    cancelRequested: cancelRequestedAt !== null,
  };
  if (paymentLinkId === null) return { ...room, link: null };
  const open = await findOpenRequestOfLink(tx, paymentLinkId);
  const isActive = (await lockLink(tx, paymentLinkId)) === "active";
  return { ...room, link: { isActive, hasLiveAttempt: open?.liveAttemptId != null } };
}

/** Our reference at the bank: the attempt's id in base 32 (≤ 31 characters, so that it fits SEPA and Faster Payments). */
function endToEndIdOf(attemptId: string): string {
  return `BKS${BigInt(`0x${attemptId.replaceAll("-", "")}`)
    .toString(32)
    .toUpperCase()
    .padStart(26, "0")}`;
}
