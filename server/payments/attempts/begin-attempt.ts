import { receivingAccountFor } from "../../accounts/receiving-account";
import type { Bank } from "../../banks/find-bank";
import type { PsuContext } from "../../connectors/port";
import type { BankProfile } from "../../connectors/profile-schema";
import type { Ctx } from "../../lib/context";
import { newSecret, seal, sha256 } from "../../lib/crypto";
import { db, type Tx } from "../../lib/db";
import { invalidField } from "../../lib/errors";
import { newId } from "../../lib/ids";
import { isIban, maskIban, normaliseIban } from "../../lib/money/iban";
import { type RequestState, refusalToBegin } from "../bank-calls/call-rules";
import { connectionForPayment } from "../bank-calls/connection";
import { findOpenRequestOfLink } from "../links/link-request-store";
import { lockLink } from "../links/lock-link";
import type { Payer } from "../remembered-accounts/payer-store";
import { recordPayer } from "../remembered-accounts/record-payer";
import { lockRequestAndLink } from "../requests/lock-request";
import { RECOVERY_AFTER_S } from "../requests/rules";
import { type RequestRow, setLiveAttempt } from "../requests/store";
import { insertAttempt, type NewAttempt } from "./attempt-write-store";
import { payeeOf } from "./payee";

export type Choice = {
  bank: Bank;
  /** Null: the first that the bank offers. */
  scheme: string | null;
  debtorIban?: string | undefined;
  /** The remembered account whose IBAN is `debtorIban`. */
  rememberedAccountId?: string | undefined;
  /** The customer agreed to have the account remembered at this merchant. */
  remember?: boolean | undefined;
  /** The customer's browser, as far as it is known; without a language, the request's. */
  psu: Omit<PsuContext, "locale"> & { locale?: string };
  /** `tab`: the checkout stays open beside the bank's page; absent over REST. */
  bankWindow?: "top" | "tab" | undefined;
  /** The amount that the customer saw, in minor units; absent over REST. */
  seenAmount?: number | undefined;
};

/** `taken`: a concurrent attempt or an end was first. `amount_changed`: the customer saw another amount. */
export type Begun = { kind: "begun"; attemptId: string } | { kind: "taken" } | { kind: "amount_changed" };

/** An attempt that is checked and not committed. */
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
  if (!account) throw invalidField("currency", "has no receiving account. Ask your provider to add one");
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

/** The payer's IBAN as it is sent; null if none was given and none is required. @throws AppError VALIDATION_ERROR on debtorIban */
function debtorIbanOf({ debtorIban }: Choice, profile: BankProfile): string | null {
  if (debtorIban !== undefined && !isIban(debtorIban)) throw invalidField("debtorIban", "is not a valid IBAN");
  if (debtorIban === undefined && profile.requiresDebtorAccount) {
    throw invalidField("debtorIban", "is required: this bank needs the payer's account to start a payment");
  }
  return debtorIban === undefined ? null : normaliseIban(debtorIban);
}

/**
 * Commits a prepared attempt before its bank is called, so that it can be recovered after a crash. Decided under the
 * locks of the link and the request: exactly one of several at once succeeds.
 * @throws AppError CUSTOMER_BANK_ACCOUNT_NOT_FOUND when the remembered account was forgotten meanwhile
 */
export function commitAttempt({ attempt, payer, amount, seenAmount, bankName }: PreparedAttempt): Promise<Begun> {
  return db().$transaction(async (tx): Promise<Begun> => {
    const request = await lockRequestAndLink(tx, attempt.paymentRequestId);
    const seenAmountMinor = seenAmount === undefined ? null : BigInt(seenAmount);
    const refusal = refusalToBegin(await requestStateOf(tx, request), { amountMinor: amount, seenAmountMinor });
    if (refusal) return { kind: refusal };
    await insertAttempt(tx, attempt);
    await recordPayer(tx, attempt.id, payer);
    await setLiveAttempt(tx, request.id, { id: attempt.id, bankId: attempt.bankId, bankName });
    return { kind: "begun", attemptId: attempt.id };
  });
}

/** The state of the request and of its link; the caller has locked both. */
async function requestStateOf(tx: Tx, request: RequestRow): Promise<RequestState> {
  const { status, liveAttemptId, cancelRequestedAt, amount: amountMinor, paymentLinkId } = request;
  const state = {
    status,
    amountMinor,
    hasLiveAttempt: liveAttemptId !== null,
    cancelRequested: cancelRequestedAt !== null,
  };
  if (paymentLinkId === null) return { ...state, link: null };
  const open = await findOpenRequestOfLink(tx, paymentLinkId);
  const isActive = (await lockLink(tx, paymentLinkId)) === "active";
  return { ...state, link: { isActive, hasLiveAttempt: open?.liveAttemptId != null } };
}

/** Our reference at the bank: the attempt's id in base 32 (≤ 31 characters, so that it fits SEPA and Faster Payments). */
function endToEndIdOf(attemptId: string): string {
  return `BKS${BigInt(`0x${attemptId.replaceAll("-", "")}`)
    .toString(32)
    .toUpperCase()
    .padStart(26, "0")}`;
}
