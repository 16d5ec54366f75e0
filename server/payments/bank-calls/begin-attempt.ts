import { receivingAccountFor } from "../../accounts/receiving-account";
import type { Bank } from "../../banks/find-bank";
import type { PsuContext } from "../../connectors/port";
import type { BankProfile } from "../../connectors/profile-schema";
import { MAX_ATTEMPTS } from "../../lib/bounds";
import type { Ctx } from "../../lib/context";
import { newSecret, seal, sha256 } from "../../lib/crypto";
import { type Db, db, type Tx } from "../../lib/db";
import { invalidField } from "../../lib/errors";
import { newId } from "../../lib/ids";
import { log } from "../../lib/log";
import { isIban, maskIban, normaliseIban } from "../../lib/money/iban";
import { endToEndIdOf } from "../../lib/money/payment-reference";
import { readAttemptsLeft } from "../attempts/attempt-limit-store";
import type { AttemptRow } from "../attempts/attempt-store";
import { insertAttempt, type NewAttempt } from "../attempts/attempt-write-store";
import { payeeOf } from "../attempts/payee";
import { findOpenRequestOfLink } from "../links/link-request-store";
import { lockLink } from "../links/mark-link";
import type { Payer } from "../remembered-accounts/payer-store";
import { hasPayer, recordPayer } from "../remembered-accounts/remembered-accounts";
import { RECOVERY_AFTER_S } from "../requests/rules";
import { lockRequest, type RequestRow } from "../requests/store";
import { type Connection, connectionForPayment } from "./connection";
import { INITIATION_STEPS, noteOf } from "./record-call";
import { type RequestState, refusalToBegin } from "./refusal-to-begin";

/** The rows of an attempt and its request. */
type Seen = { request: RequestRow; attempt: AttemptRow };

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
type Begun = ({ kind: "begun" } & Seen) | { kind: "taken" } | { kind: "amount_changed" };

/** An attempt that is checked and not committed. */
export type PreparedAttempt = {
  /** As it was read. */
  request: RequestRow;
  attempt: NewAttempt;
  payer: Payer;
  connection: Connection;
  /** What is recorded about the call that sends it. */
  call: ReturnType<typeof noteOf>;
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
  const connection = await connectionForPayment(choice.bank, request, "bankId");
  const { profile, connector } = connection;
  const scheme = choice.scheme ?? Object.keys(profile.products)[0];
  if (!scheme || !Object.hasOwn(profile.products, scheme)) {
    throw invalidField("paymentScheme", "is not offered by this bank for this currency");
  }
  const debtorIban = debtorIbanOf(choice, profile);
  const account = await receivingAccountFor(ctx, { merchantId, currency, test });
  if (!account)
    throw invalidField(
      "currency",
      "no account receives this currency: ask the operator of this installation to add one",
    );
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
  const call = noteOf({ request: body, timeoutMs: profile.initiateTimeoutMs * INITIATION_STEPS });
  const { seenAmount, bank } = choice;
  return { request, attempt, payer, connection, call, seenAmount, bankName: bank.displayName };
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
 * Commits a prepared attempt and its call before its bank is called, so that it can be recovered after a crash. Exactly
 * one of several at once succeeds: one statement, if the request has not changed since it was read; else, and for a
 * request of a link, decided under the locks of the link and the request.
 * @throws AppError CUSTOMER_BANK_ACCOUNT_NOT_FOUND when the remembered account was forgotten meanwhile; VALIDATION_ERROR
 *   on payment_token after MAX_ATTEMPTS
 */
export async function commitAttempt(prepared: PreparedAttempt): Promise<Begun> {
  const { request, payer } = prepared;
  const isPlain = request.paymentLinkId === null && !hasPayer(payer);
  if (isPlain && refusalOf(prepared, request, null) === null) {
    const attempt = await insert(db(), prepared, request);
    if (attempt) return begun(prepared, request, attempt);
  }
  return db().$transaction((tx) => commitUnderLocks(tx, prepared));
}

async function commitUnderLocks(tx: Tx, prepared: PreparedAttempt): Promise<Begun> {
  const { id, paymentLinkId } = prepared.request;
  const link = paymentLinkId && (await lockLink(tx, paymentLinkId));
  const request = await lockRequest(tx, id);
  const open = paymentLinkId ? await findOpenRequestOfLink(tx, paymentLinkId) : null;
  const ofLink = link ? { isActive: link === "active", hasLiveAttempt: open?.liveAttemptId != null } : null;
  const refusal = refusalOf(prepared, request, ofLink);
  if (refusal) return { kind: refusal };
  const attempt = await insert(tx, prepared, request);
  if (!attempt) {
    await refuseFurtherAttempts(tx, request);
    return { kind: "taken" };
  }
  await recordPayer(tx, attempt.id, prepared.payer);
  return begun(prepared, request, attempt);
}

function insert(on: Db, { attempt, bankName, call }: PreparedAttempt, request: RequestRow) {
  return insertAttempt(on, attempt, { request, bankName, call });
}

/** @throws AppError VALIDATION_ERROR on payment_token */
export async function refuseFurtherAttempts(on: Db, request: RequestRow): Promise<void> {
  if (await readAttemptsLeft(on, request)) return;
  const { id, paymentLinkId } = request;
  log().warn({ payment_request_id: id, payment_link_id: paymentLinkId }, "no further attempt: MAX_ATTEMPTS in an hour");
  const message = `has had ${MAX_ATTEMPTS} attempts in the last hour, the most of a payment or link: try again in an hour, or create a new one`;
  throw invalidField("payment_token", message);
}

/** Both rows as they are now: one statement has written them, so they have one version. */
function begun({ bankName }: PreparedAttempt, request: RequestRow, attempt: AttemptRow): Begun {
  const { id: liveAttemptId, bankId, rowVersion } = attempt;
  return { kind: "begun", attempt, request: { ...request, liveAttemptId, bankId, bankName, rowVersion } };
}

function refusalOf({ request: seen, seenAmount }: PreparedAttempt, request: RequestRow, link: RequestState["link"]) {
  const { status, liveAttemptId, cancelRequestedAt, amount: amountMinor } = request;
  const seenAmountMinor = seenAmount === undefined ? null : BigInt(seenAmount);
  const [hasLiveAttempt, cancelRequested] = [liveAttemptId !== null, cancelRequestedAt !== null];
  const state = { status, amountMinor, hasLiveAttempt, cancelRequested, link };
  return refusalToBegin(state, { amountMinor: seen.amount, seenAmountMinor });
}
