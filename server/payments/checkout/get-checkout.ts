import { findBank } from "../../banks/find-bank";
import { findProfileById } from "../../connectors/profiles";
import type { Ctx } from "../../lib/context";
import { sha256 } from "../../lib/crypto";
import { type Db, dbOf } from "../../lib/db";
import { readMerchant } from "../../merchants/read-merchant";
import { isRefusedByBank, wasStarted } from "../attempts/attempt-facts-of";
import { type AttemptRow, findShownAttempt } from "../attempts/attempt-store";
import { findCalls } from "../attempts/bank-call-store";
import { findLink, type PaymentLink } from "../links/find-link";
import { urlOfLink } from "../links/link-url";
import { findPayerMasked } from "../remembered-accounts/payer-store";
import { canRememberAccount, rememberedAccountsFor } from "../remembered-accounts/remembered-accounts";
import { readOwnRequest } from "../requests/read-own-request";
import { mayCancel } from "../requests/rules";
import { findRequestByTokenHash, type RequestRow } from "../requests/store";
import { checkoutMerchant } from "./checkout-merchant";
import { mayTryAgain, phaseOf } from "./checkout-phase";
import type { Checkout } from "./checkout-view";
import { findLateMoney } from "./store";

/** The checkout of a payment token. An expired one starts nothing, but still shows the payment's state. */
export async function getCheckout(ctx: Ctx, paymentToken: string): Promise<Checkout | null> {
  const request = await findRequestByTokenHash(dbOf(ctx), sha256(paymentToken));
  return request && checkoutOf(ctx, request);
}

/** The payment of a payment token, and its merchant. */
export async function findPaymentOfToken(
  ctx: Pick<Ctx, "tx">,
  paymentToken: string,
): Promise<{ id: string; merchantId: string } | null> {
  const request = await findRequestByTokenHash(dbOf(ctx), sha256(paymentToken));
  return request && { id: request.id, merchantId: request.merchantId };
}

/** The checkout of a merchant's own payment, by its id. @throws AppError PAYMENT_REQUEST_NOT_FOUND, MERCHANT_NOT_FOUND */
export async function checkoutOfPayment(
  ctx: Ctx,
  input: { id: string; merchantId?: string },
): Promise<{ checkout: Checkout; flow: RequestRow["flow"] }> {
  const request = await readOwnRequest(ctx, input);
  return { checkout: await checkoutOf(ctx, request), flow: request.flow };
}

/** The same, for a request that the caller already holds. */
export async function checkoutOf(ctx: Ctx, request: RequestRow): Promise<Checkout> {
  const merchant = await readMerchant(ctx, request.merchantId);
  const attempt = await findShownAttempt(dbOf(ctx), request);
  const link = request.paymentLinkId ? await findLink(ctx, request.paymentLinkId) : null;
  const live = attempt && attempt.id === request.liveAttemptId ? attempt : null;
  const phase = phaseOf({
    status: request.status,
    statusReason: request.statusReason,
    late: request.late,
    initiated: request.initiatedAt !== null,
    cancelRequested: request.cancelRequestedAt !== null,
    live: live?.state ?? null,
    refused: attempt?.state === "FAILED" && (await wasRefused(dbOf(ctx), attempt)),
    returnedForS: attempt?.returnedForS ?? null,
  });
  const isUnpaid = request.status !== "pending" && request.status !== "completed";
  const lateMoney = isUnpaid ? await findLateMoney(dbOf(ctx), request.id) : null;
  const needsReturn = live?.state === "AWAITING_AUTH" && live.moneyMovesOn === "our-submit";
  const maySwitch = link ? link.status === "active" : request.expiresInS > 0;
  const canChangeBank = maySwitch && !request.cancelRequestedAt && (needsReturn || (await canStop(live, request)));
  return {
    phase: phaseOnLink(phase, link),
    paymentRequestId: request.id,
    amount: Number(request.amount),
    currency: request.currency,
    reversedAmount: request.reversedAmount === null ? null : Number(request.reversedAmount),
    paymentReference: request.paymentReference,
    orderId: request.orderId,
    locale: localeOf(request, attempt),
    test: request.test,
    rewards: request.rewards,
    merchant: checkoutMerchant(merchant, request),
    shopperCountry: request.customer?.country ?? null,
    bank:
      request.bankId && request.bankName && hasBank(attempt)
        ? { id: request.bankId, displayName: request.bankName }
        : null,
    selectedBankId: request.selectedBankId,
    bankUrl: live?.state === "AWAITING_AUTH" ? live.scaRedirectUrl : null,
    bankMessage: live?.psuMessage ?? null,
    payerMasked: attempt && hasBank(attempt) ? await findPayerMasked(dbOf(ctx), attempt.id) : null,
    bankWindow: attempt?.bankWindow ?? null,
    needsReturn,
    canChangeBank,
    changeEndsInS: canChangeBank && !link ? request.expiresInS : null,
    accounts: phase === "choosing" || canChangeBank ? await rememberedAccountsFor(dbOf(ctx), request) : [],
    canRemember: canRememberAccount(request),
    expiresInS: request.status === "pending" && !live ? request.expiresInS : null,
    expiresAt: request.expiresAt,
    startedAt: attempt && wasStarted(attempt) ? attempt.createdAt : null,
    returnedForS: attempt?.returnedForS ?? null,
    unansweredForS: live?.state === "INIT_UNKNOWN" ? live.ageS : null,
    completedAt: request.completedAt,
    lateMoney,
    reason: reasonOf(phase, request, attempt),
    // Before its answer the bank has nothing to cancel, so the page does not offer it yet.
    canCancel: (live === null || live.state === "AWAITING_AUTH") && mayCancel(request, live?.state ?? null),
    mayTryAgain: lateMoney === null && mayTryAgain(phase, link?.status),
    secondScreenForS: request.secondScreenForS,
    successUrl: request.successUrl,
    failureUrl: request.failureUrl,
    link: link && linkPart(link),
  };
}

/** The language of the page when the bank was chosen; after erasure, the merchant's. */
function localeOf({ locale }: RequestRow, attempt: AttemptRow | null): string {
  const { ip, userAgent, locale: shoppers } = attempt?.psuContext ?? { ip: null, userAgent: null, locale };
  return ip === null && userAgent === null ? locale : shoppers;
}

/** Whether the bank can be asked to cancel; only its confirmation releases the payment for another bank. */
async function canStop(live: AttemptRow | null, { test }: RequestRow): Promise<boolean> {
  if (live?.state !== "AWAITING_AUTH" || live.returnedAt !== null || live.bankProfileId === null) return false;
  const bank = await findBank({}, live.bankId);
  const options = { evenDisabled: true, ...(bank ? { bank } : {}) };
  const profile = await findProfileById(live.bankProfileId, test ? "test" : "live", options);
  return profile?.cancel === true;
}

async function wasRefused(db: Db, attempt: AttemptRow): Promise<boolean> {
  const submission = attempt.submittedAt && (await findCalls(db, attempt.id, "submit")).at(-1);
  return wasStarted(attempt) && isRefusedByBank(attempt, submission?.outcome ?? null);
}

function reasonOf(phase: Checkout["phase"], { statusReason }: RequestRow, attempt: AttemptRow | null): string | null {
  if (phase === "refused") return attempt?.reason ?? statusReason;
  return phase === "failed" ? statusReason : null;
}

/** A bank that did not start is not shown: the slip shows an empty slot again. */
function hasBank(attempt: AttemptRow | null): boolean {
  return attempt !== null && (attempt.finalAt === null || wasStarted(attempt));
}

/** The link of the page; its address, because after a refusal another bank can be chosen there. */
export function linkPart(link: PaymentLink): Checkout["link"] {
  return { status: link.status, expiresAt: link.expiresAt, url: urlOfLink(link) };
}

/** Whether the merchant's cancellation of the link, and not the customer, ended the payment. */
function phaseOnLink(phase: Checkout["phase"], link: PaymentLink | null): Checkout["phase"] {
  if (phase === "choosing") return closedLinkPhase(link);
  const isCancelled = phase === "cancelled" || phase === "cancelled_at_bank";
  return isCancelled && link?.status === "cancelled" ? "link_cancelled" : phase;
}

/** No payment can be started on a link that is not active. */
export function closedLinkPhase(link: Pick<PaymentLink, "status"> | null): Checkout["phase"] {
  if (link?.status === "used") return "link_used";
  if (link?.status === "expired") return "link_expired";
  return link?.status === "cancelled" ? "link_cancelled" : "choosing";
}
