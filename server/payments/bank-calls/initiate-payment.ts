import { setTimeout as sleep } from "node:timers/promises";
import { findBank } from "../../banks/find-bank";
import { type Ctx, noteSubject } from "../../lib/context";
import { sha256 } from "../../lib/crypto";
import { db, dbOf } from "../../lib/db";
import { AppError } from "../../lib/errors";
import { withoutSlot } from "../../lib/request-slot";
import { isCounted, limitStarts } from "../../merchants/rate-limit";
import { wasStarted } from "../attempts/attempt-facts-of";
import { type AttemptRow, findAttempt, readAttempt } from "../attempts/attempt-store";
import { findLink } from "../links/find-link";
import { findOpenRequestOfLink } from "../links/link-request-store";
import { findCustomerBankAccount } from "../remembered-accounts/remembered-accounts";
import { findRequestByTokenHash, type RequestRow, readRequest } from "../requests/store";
import {
  type Choice,
  commitAttempt,
  type PreparedAttempt,
  prepareAttempt,
  refuseFurtherAttempts,
} from "./begin-attempt";
import { type Answered, callBankFirst } from "./call-bank";
import { carryOutStops } from "./cancel-payment";
import { stopAttempt } from "./stop-attempt";

/** How long a concurrent repetition waits for the answer of the first; also enough for recovery after a crash. */
const WAIT_MS = 60_000;
const WAIT_STEP_MS = 200;

/** A bank of the catalogue, or a remembered account. */
export type BankChoice = { bankId: string } | { customerBankAccountId: string };

type InitiationChoice = Omit<Choice, "bank"> & BankChoice;

type Started = { kind: "started"; request: RequestRow; redirectUrl: string | null };
type StartOutcome = Started | { kind: "amount_changed" };

/**
 * Starts a payment with a chosen bank; safe to repeat by its token.
 * @throws AppError in this order: PAYMENT_REQUEST_NOT_FOUND; PAYMENT_LINK_NOT_ACTIVE; PAYMENT_ALREADY_INITIATED;
 *   BANK_NOT_FOUND or CUSTOMER_BANK_ACCOUNT_NOT_FOUND; FORBIDDEN_CREATE; MISSING_CONVERTED_AMOUNT; VALIDATION_ERROR;
 *   BANK_UNAVAILABLE
 */
export async function initiatePayment(
  ctx: Ctx,
  input: { paymentToken: string } & Omit<Choice, "bank" | "seenAmount"> & BankChoice,
): Promise<Started> {
  let request = await findRequestByTokenHash(dbOf(ctx), sha256(input.paymentToken));
  if (!request || !isWithin(ctx, request)) throw new AppError("PAYMENT_REQUEST_NOT_FOUND");
  for (;;) {
    const outcome = await initiateRequest(ctx, request, input);
    if (outcome.kind === "started") return outcome;
    // Updated between our read and our lock: a caller over REST has named no amount, so the new one holds.
    request = await readRequest(db(), request.id);
  }
}

/** The token is the credential. A caller that is also authenticated is limited to its own merchant and mode. */
function isWithin({ caller }: Ctx, { merchantId, test }: RequestRow): boolean {
  if (caller.testOnly && !test) return false;
  return caller.kind !== "merchant" || caller.merchantId === merchantId;
}

/** The same, for a request that the caller already holds. */
export async function initiateRequest(ctx: Ctx, request: RequestRow, input: InitiationChoice): Promise<StartOutcome> {
  const { merchantId, id: paymentRequestId, paymentLinkId, test } = request;
  noteSubject(ctx, { merchantId, paymentRequestId, test, ...(paymentLinkId ? { paymentLinkId } : {}) });
  const account =
    "bankId" in input ? null : await findCustomerBankAccount(dbOf(ctx), request, input.customerBankAccountId);
  const bankId = "bankId" in input ? input.bankId : (account?.bankId ?? null);
  const repeated = bankId === null ? null : await answerOfLive(ctx, request, bankId, input.seenAmount);
  if (repeated) return repeated;
  await refuseClosed(ctx, request);
  // A forgotten account only identifies the bank of a repeated call.
  if (bankId === null || account?.iban === null) throw new AppError("CUSTOMER_BANK_ACCOUNT_NOT_FOUND");
  const bank = await findBank(ctx, bankId);
  if (!bank) throw new AppError("BANK_NOT_FOUND");
  const payer = account ? { debtorIban: account.iban, rememberedAccountId: account.id } : {};
  // The choice is checked before the live attempt is released for it.
  const prepared = await prepareAttempt(ctx, request, { ...input, ...payer, bank });
  if (isAnotherAmount(request, input.seenAmount)) return { kind: "amount_changed" };
  // A call of the API was counted when it came.
  if (!isCounted(ctx.caller)) limitStarts(merchantId);
  if (request.liveAttemptId) await releaseLiveAttempt(request);
  return start(ctx, request, prepared);
}

async function start(ctx: Ctx, request: RequestRow, prepared: PreparedAttempt): Promise<StartOutcome> {
  const begun = await commitAttempt(prepared);
  if (begun.kind === "amount_changed") return begun;
  if (begun.kind === "taken") return answerOfConcurrent(ctx, prepared);
  const answered = await callBankFirst(begun, prepared.connection);
  // Written over what was read, so nothing was cancelled or paid before; what ends it from now on finds the bank's answer.
  if (answered) return started(request, answered, prepared.bankName);
  await carryOutStops(begun.attempt.id, request);
  return answerOf(ctx, request, begun.attempt.id, prepared.bankName);
}

/** Two at once: exactly one has begun. The same bank gets its answer, another one is refused while the first may pay. */
async function answerOfConcurrent(
  ctx: Ctx,
  { request: { id, paymentLinkId }, attempt, seenAmount }: PreparedAttempt,
): Promise<StartOutcome> {
  const current = await readRequest(db(), id);
  const answer = await answerOfLive(ctx, current, attempt.bankId, seenAmount);
  if (answer) return answer;
  await refuseClosed(ctx, current);
  const open = paymentLinkId ? await findOpenRequestOfLink(db(), paymentLinkId) : current;
  if (open?.liveAttemptId) throw new AppError("PAYMENT_ALREADY_INITIATED");
  // The bank of the first has refused meanwhile, and the first is released: the same answer as it got.
  throw new AppError("BANK_UNAVAILABLE", { metadata: { bank: current.bankName } });
}

function isAnotherAmount({ amount }: RequestRow, seenAmount: number | undefined): boolean {
  return seenAmount !== undefined && BigInt(seenAmount) !== amount;
}

/**
 * The answer to the live attempt at this bank, also a later one; null without one at this bank. Not for a customer who saw
 * another amount than the attempt's.
 */
async function answerOfLive(
  ctx: Ctx,
  request: RequestRow,
  bankId: string,
  seenAmount: number | undefined,
): Promise<StartOutcome | null> {
  if (!request.liveAttemptId || request.bankId !== bankId.toLowerCase()) return null;
  if (isAnotherAmount(request, seenAmount)) return { kind: "amount_changed" };
  return answerOf(ctx, request, request.liveAttemptId, request.bankName ?? "");
}

/** Not for an attempt that has ended while its bank was called, and has not paid: the customer would approve it there. */
async function answerOf(ctx: Ctx, request: RequestRow, attemptId: string, bankName: string): Promise<Started> {
  // Without the slot: repeats by anyone who holds the token would otherwise hold all anonymous slots while a bank is slow.
  const answer = started(request, await withoutSlot(() => waitForAnswer(attemptId)), bankName);
  const current = await readRequest(db(), request.id);
  if (current.liveAttemptId === attemptId || current.paidAttemptId === attemptId) return answer;
  await refuseClosed(ctx, current);
  throw new AppError("PAYMENT_ALREADY_INITIATED");
}

function started(request: RequestRow, attempt: Answered, bankName: string): Started {
  // Not BANK_UNAVAILABLE: the bank may have the payment. Repeating the call shows it later.
  if (attempt.state === "INITIATING") {
    throw new AppError("SERVICE_UNAVAILABLE", {
      message: "The bank has not answered yet. Repeat the request with the same payment token.",
    });
  }
  if (!wasStarted(attempt)) {
    throw new AppError("BANK_UNAVAILABLE", { metadata: { bank: bankName } });
  }
  return { kind: "started", request, redirectUrl: attempt.scaRedirectUrl };
}

// One query for all that wait for the same attempt in this process.
const waiting = new Map<string, Promise<AttemptRow>>();

function waitForAnswer(attemptId: string): Promise<AttemptRow> {
  const known = waiting.get(attemptId);
  if (known) return known;
  const waiter = pollForAnswer(attemptId).finally(() => waiting.delete(attemptId));
  waiting.set(attemptId, waiter);
  return waiter;
}

async function pollForAnswer(attemptId: string): Promise<AttemptRow> {
  for (let waitedMs = 0; ; waitedMs += WAIT_STEP_MS) {
    const attempt = await readAttempt(db(), attemptId);
    if (attempt.state !== "INITIATING" || waitedMs >= WAIT_MS) return attempt;
    await sleep(WAIT_STEP_MS);
  }
}

/**
 * Allows another bank once the live attempt provably cannot pay: its bank confirms the cancellation, or its submission is
 * blocked. Not after the token's end, because nothing could be started then; a link's request gets 15 new minutes instead.
 */
async function releaseLiveAttempt(request: RequestRow): Promise<void> {
  if (request.expiresInS === 0 && !request.paymentLinkId) throw new AppError("PAYMENT_ALREADY_INITIATED");
  // Before the release, so that the last attempt can still pay.
  await refuseFurtherAttempts(db(), request);
  const live = request.liveAttemptId ? await findAttempt(db(), request.liveAttemptId) : null;
  if (live) await stopAttempt(live, { test: request.test, forChange: true });
  const current = await readRequest(db(), request.id);
  if (current.status !== "pending" || current.liveAttemptId) throw new AppError("PAYMENT_ALREADY_INITIATED");
}

/** Refuses a request that can no longer be started, with the errors in the contract's order. */
async function refuseClosed(ctx: Ctx, request: RequestRow): Promise<void> {
  const link = request.paymentLinkId ? await findLink(ctx, request.paymentLinkId) : null;
  if (link && link.status !== "active")
    throw new AppError("PAYMENT_LINK_NOT_ACTIVE", { metadata: { link_status: link.status } });
  if (request.status === "expired") throw new AppError("PAYMENT_REQUEST_NOT_FOUND");
  if (request.status !== "pending" || request.cancelRequestedAt) throw new AppError("PAYMENT_ALREADY_INITIATED");
}
