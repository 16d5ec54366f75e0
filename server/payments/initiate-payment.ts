import { setTimeout as sleep } from "node:timers/promises";
import { findBank } from "../banks/find-bank";
import { type Ctx, noteSubject } from "../lib/context";
import { sha256 } from "../lib/crypto";
import { db, dbOf } from "../lib/db";
import { AppError } from "../lib/errors";
import { findLink } from "../payment-links/find-link";
import { wasStarted } from "./attempt-facts-of";
import { type AttemptRow, findAttempt, readAttempt } from "./attempt-store";
import { type Choice, commitAttempt, type PreparedAttempt, prepareAttempt } from "./begin-attempt";
import { callBank } from "./call-bank";
import { carryOutCancellation } from "./cancel-payment";
import { findCustomerBankAccount } from "./customer-bank-account";
import { stopAttempt } from "./stop-attempt";
import { findRequestByTokenHash, type RequestRow, readRequest } from "./store";

/** A concurrent repetition waits so long for the first's answer; recovery after a crash is done by then too. */
const WAIT_MS = 60_000;
const WAIT_STEP_MS = 200;

/** A bank of the catalogue, or an account that the shopper had remembered. */
export type BankChoice = { bankId: string } | { customerBankAccountId: string };

export type InitiationChoice = Omit<Choice, "bank"> & BankChoice;

export type Started = { kind: "started"; request: RequestRow; redirectUrl: string | null };
export type StartOutcome = Started | { kind: "amount_changed" };

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

/** The token is the credential. Whoever is known beside it stays among their own: a merchant, and whoever only tests. */
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
  const repeated = bankId === null ? null : await answerOfLive(request, bankId);
  if (repeated) return repeated;
  await refuseClosed(ctx, request);
  // A forgotten account tells no more than which answer is repeated.
  if (bankId === null || account?.iban === null) throw new AppError("CUSTOMER_BANK_ACCOUNT_NOT_FOUND");
  const bank = await findBank(ctx, bankId);
  if (!bank) throw new AppError("BANK_NOT_FOUND");
  const payer = account ? { debtorIban: account.iban, rememberedAccountId: account.id } : {};
  // Whatever is wrong with the choice is found before the attempt that lives is given up for it.
  const prepared = await prepareAttempt(ctx, request, { ...input, ...payer, bank });
  if (input.seenAmount !== undefined && BigInt(input.seenAmount) !== request.amount) return { kind: "amount_changed" };
  if (request.liveAttemptId) await makeRoom(request);
  return start(ctx, request, prepared);
}

async function start(ctx: Ctx, request: RequestRow, prepared: PreparedAttempt): Promise<StartOutcome> {
  const begun = await commitAttempt(prepared);
  if (begun.kind === "amount_changed") return begun;
  if (begun.kind === "taken") {
    // Two at once: exactly one won. The same bank gets its answer, another one is refused.
    const current = await readRequest(db(), request.id);
    const answer = await answerOfLive(current, prepared.attempt.bankId);
    if (answer) return answer;
    await refuseClosed(ctx, current);
    throw new AppError("PAYMENT_ALREADY_INITIATED");
  }
  await callBank(await readAttempt(db(), begun.attemptId), { test: request.test, source: "initiation" });
  await carryOutCancellation(request.id);
  return answerOf(request, begun.attemptId, prepared.bankName);
}

/** The answer that the live attempt at this bank got, or will get; null when there is none at this bank. */
async function answerOfLive(request: RequestRow, bankId: string): Promise<Started | null> {
  if (!request.liveAttemptId || request.bankId !== bankId.toLowerCase()) return null;
  return answerOf(request, request.liveAttemptId, request.bankName ?? "");
}

async function answerOf(request: RequestRow, attemptId: string, bankName: string): Promise<Started> {
  const attempt = await waitForAnswer(attemptId);
  // Not "unavailable": the bank may have the payment. The same press tells the truth later.
  if (attempt.state === "INITIATING") {
    throw new AppError("SERVICE_UNAVAILABLE", {
      message: "The bank has not answered yet. Ask again with the same token.",
    });
  }
  if (!wasStarted(attempt)) {
    throw new AppError("BANK_UNAVAILABLE", { metadata: { bank: bankName } });
  }
  return { kind: "started", request, redirectUrl: attempt.scaRedirectUrl };
}

// However many wait for one attempt on this process, the database is asked once.
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
 * Another bank only once the first provably cannot pay any more: its bank has to confirm the cancellation, or, where only
 * our own later call moves the money, our bar is committed before that call. Not after the
 * token's end, because nothing could be started then; a link's request gets a new quarter of an hour instead.
 */
async function makeRoom(request: RequestRow): Promise<void> {
  if (request.expiresInS === 0 && !request.paymentLinkId) throw new AppError("PAYMENT_ALREADY_INITIATED");
  const live = request.liveAttemptId ? await findAttempt(db(), request.liveAttemptId) : null;
  if (live) await stopAttempt(live, { test: request.test, forChange: true });
  const current = await readRequest(db(), request.id);
  if (current.status !== "pending" || current.liveAttemptId) throw new AppError("PAYMENT_ALREADY_INITIATED");
}

/** Refuses what cannot be started any more, in the contract's order. */
async function refuseClosed(ctx: Ctx, request: RequestRow): Promise<void> {
  const link = request.paymentLinkId ? await findLink(ctx, request.paymentLinkId) : null;
  if (link && link.status !== "active")
    throw new AppError("PAYMENT_LINK_NOT_ACTIVE", { metadata: { link_status: link.status } });
  if (request.status === "expired") throw new AppError("PAYMENT_REQUEST_NOT_FOUND");
  if (request.status !== "pending" || request.cancelRequestedAt) throw new AppError("PAYMENT_ALREADY_INITIATED");
}
