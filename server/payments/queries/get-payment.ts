import { z } from "zod";
import type { Ctx } from "../../lib/context";
import { dbOf } from "../../lib/db";
import { findAttempt, listTransitions, type TransitionRow } from "../attempts/attempt-store";
import { findPersonalData } from "../customers/store";
import { findLink } from "../links/find-link";
import { findReceiptMailedAt } from "../receipts/receipt-store";
import { findPayerMasked } from "../remembered-accounts/payer-store";
import { readOwnRequest } from "../requests/read-own-request";
import { mayCancel } from "../requests/rules";
import type { RequestRow } from "../requests/store";
import {
  type ApiCallRow,
  type AttemptHistoryRow,
  type BankCallHistoryRow,
  type BankNotificationRow,
  countStatusCalls,
  type ExceptionHistoryRow,
  findApiCalls,
  findAttemptHistory,
  findBankCallHistory,
  findBankNotifications,
  findExceptionsOf,
  findMatchedTransactions,
  findReversals,
  type ReversalHistoryRow,
  type StatusFetches,
  type TransactionHistoryRow,
} from "./history-store";
import { listItem, type PaymentListItem } from "./list-payments";

type PaymentDetail = PaymentListItem & {
  completedAt: Date | null;
  /** When its receipt was queued for the customer. */
  receiptMailedAt: Date | null;
  expiresAt: Date;
  /** When a browser was first given its page; of a link: the link's. */
  openedAt: Date | null;
  cancelRequestedAt: Date | null;
  canCancel: boolean;
  /** Whether an attempt may still pay. */
  isLive: boolean;
  paymentLinkId: string | null;
  customer: NonNullable<RequestRow["customer"]>;
  /** Whether there is personal data that no customer's page can erase. */
  canErase: boolean;
  /** The paying account that the customer gave, masked. */
  payerMasked: string | null;
  rewards: RequestRow["rewards"];
  /** The attempt that paid, else the last one. */
  attempt: AttemptHistoryRow | null;
  attempts: AttemptHistoryRow[];
  transitions: TransitionRow[];
  /** `requested`: the amount in the request, in minor units, or null for none; null if the log does not have it. */
  apiCalls: Array<Omit<ApiCallRow, "request"> & { requested: { amount: number | null } | null }>;
  statusCalls: StatusFetches;
  bankCalls: BankCallHistoryRow[];
  bankNotifications: BankNotificationRow[];
  /** What was booked on the merchant's account for it. Minor units. */
  bankTransactions: Array<Omit<TransactionHistoryRow, "amountMinor"> & { amount: number }>;
  reversals: Array<Omit<ReversalHistoryRow, "returnedMinor"> & { returned: number }>;
  exceptions: ExceptionHistoryRow[];
};

/** A merchant's payment with its whole history. @throws AppError PAYMENT_REQUEST_NOT_FOUND, MERCHANT_NOT_FOUND */
export async function getPayment(ctx: Ctx, input: { id: string; merchantId?: string }): Promise<PaymentDetail> {
  const request = await readOwnRequest(ctx, input);
  const db = dbOf(ctx);
  const live = request.liveAttemptId ? await findAttempt(db, request.liveAttemptId) : null;
  const link = request.paymentLinkId ? await findLink(ctx, request.paymentLinkId) : null;
  const attempts = await findAttemptHistory(db, request.id);
  const { hasKey, hasData } = await findPersonalData(db, request.id);
  const shown = attempts.find((one) => one.id === request.paidAttemptId) ?? attempts.at(-1) ?? null;
  return {
    ...listItem(request),
    completedAt: request.completedAt,
    receiptMailedAt: await findReceiptMailedAt(db, request.id),
    expiresAt: request.expiresAt,
    openedAt: link ? link.firstViewedAt : request.openedAt,
    cancelRequestedAt: request.cancelRequestedAt,
    canCancel: mayCancel(request, live?.state ?? null),
    isLive: live !== null,
    paymentLinkId: request.paymentLinkId,
    customer: request.customer ?? {},
    canErase: hasData && !hasKey,
    payerMasked: shown && (await findPayerMasked(db, shown.id)),
    rewards: request.rewards,
    attempt: shown,
    attempts,
    transitions: await listTransitions(db, request.id),
    ...(await historyOf(ctx, request)),
  };
}

const BODY = z.object({ amount: z.int().optional(), order: z.object({ amount: z.int() }).optional() });
const REQUEST = z.object({ body: BODY });

function requestedIn(request: string | null): { amount: number | null } | null {
  try {
    const { body } = REQUEST.parse(JSON.parse(request ?? "null"));
    return { amount: body.amount ?? body.order?.amount ?? null };
  } catch {
    return null;
  }
}

async function historyOf(ctx: Ctx, { id, merchantId, paymentLinkId }: RequestRow) {
  const db = dbOf(ctx);
  const bankTransactions = await findMatchedTransactions(db, id);
  const reversals = await findReversals(db, id);
  const calls = await findApiCalls(db, { merchantId, paymentRequestId: id, paymentLinkId });
  return {
    apiCalls: calls.map(({ request, ...call }) => ({ ...call, requested: requestedIn(request) })),
    statusCalls: await countStatusCalls(db, { merchantId, paymentRequestId: id }),
    bankCalls: await findBankCallHistory(db, id),
    bankNotifications: await findBankNotifications(db, id),
    bankTransactions: bankTransactions.map(({ amountMinor, ...transaction }) => ({
      ...transaction,
      amount: Number(amountMinor),
    })),
    reversals: reversals.map(({ returnedMinor, ...reversal }) => ({ ...reversal, returned: Number(returnedMinor) })),
    exceptions: await findExceptionsOf(db, id),
  };
}
