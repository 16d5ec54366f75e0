import { newSecret, seal, sha256 } from "../../lib/crypto";
import { fictitiousIban, maskIban } from "../../lib/money/iban";
import { endToEndIdOf } from "../../lib/money/payment-reference";
import { sampleId } from "./dice";
import type { SamplePayment } from "./plan-payments";
import type { Rows } from "./samples-store";
import { RESOLVED_AFTER_MS, type SampleAttempt, type SampleStory } from "./story-of";

/** What a sample carries for programs, in its metadata and its events. */
export const SAMPLE_METADATA = { sample: "true" };
/** Bytes as PostgreSQL reads them from JSON. */
export const bytea = (bytes: Uint8Array) => `\\x${Buffer.from(bytes).toString("hex")}`;
const TOKEN_MS = 15 * 60_000;
const WEEK_MS = 7 * 24 * 3_600_000;
/** What an erased attempt keeps of the customer's browser. */
const ERASED_BROWSER = { ip: null, userAgent: null, locale: "en" };

/** The id, and the token of a payment's or a link's page: a new one in every demo. */
export function tokenOf(id: string, prefix: string) {
  const token = newSecret(prefix);
  return { token_hash: bytea(sha256(token)), token_sealed: bytea(seal(token, id)) };
}

type RowSource = { payment: SamplePayment; story: SampleStory; linkId: string | null };

/** The row of a payment request. */
export function requestRow({ payment, story, linkId }: RowSource): Rows[number] {
  const { createdAt, customer, bank } = payment;
  const { attempts, events, paid, completedAt, returned } = story;
  const last = attempts.at(-1);
  const chosen = last
    ? { bank_id: last.bank.id, bank_name: last.bank.displayName }
    : { bank_id: null, bank_name: null };
  return {
    id: payment.id,
    merchant_id: payment.merchantId,
    flow: payment.flow,
    payment_link_id: linkId,
    ...tokenOf(payment.id, "ptok_"),
    amount: payment.amount,
    currency: payment.currency,
    payment_reference: payment.reference,
    order_id: payment.orderId,
    locale: payment.locale,
    test: true,
    customer: linkId === null ? customer : null,
    device_type: payment.deviceType,
    selected_bank_id: payment.flow === "redirect" ? bank.id : null,
    metadata: SAMPLE_METADATA,
    webhook_endpoints: [],
    status: story.status,
    status_reason: story.statusReason,
    late: story.late,
    reversed_amount: returned?.amount ?? null,
    time_to_approval_s: paid && !story.late ? approvalSeconds(paid) : null,
    expires_at: new Date(createdAt.getTime() + TOKEN_MS),
    initiated_at: events.find(({ type }) => type === "pending")?.at ?? null,
    completed_at: completedAt,
    paid_attempt_id: paid?.id ?? null,
    ...chosen,
    event_sequence: events.length,
    opened_at: new Date(createdAt.getTime() + 900),
    created_at: createdAt,
    updated_at: events.at(-1)?.at ?? createdAt,
  };
}

function approvalSeconds({ moves }: SampleAttempt): number {
  const [, handedOver, approval] = moves;
  return Math.round(((approval?.at.getTime() ?? 0) - (handedOver?.at.getTime() ?? 0)) / 1000);
}

/** The row of an attempt whose personal data is erased, as 30 days after its end. Nothing of it is due any more. */
export function attemptRow(attempt: SampleAttempt, paymentId: string, accountId: string): Rows[number] {
  const { id, bank, moves, moneyMovesOn, reason } = attempt;
  const atOf = (...states: string[]) => moves.find(({ to }) => states.includes(to))?.at ?? null;
  const last = moves.at(-1);
  const state = last?.to ?? "INITIATING";
  const finalAt = atOf("EXECUTED", "FAILED", "CANCELLED", "SETTLED");
  // Without a credit the status is fetched for a week.
  const closedAt = state === "EXECUTED" ? new Date((finalAt?.getTime() ?? 0) + WEEK_MS) : (last?.at ?? null);
  const submittedAt = atOf("SUBMITTING");
  const isBlocked = moneyMovesOn === "our-submit" && submittedAt === null;
  const raw = moves.findLast(({ rawStatus }) => rawStatus !== null)?.rawStatus ?? null;
  return {
    id,
    payment_request_id: paymentId,
    bank_id: bank.id,
    bank_profile_id: bank.slug,
    receiving_account_id: accountId,
    scheme: bank.schemes[0] ?? "",
    state,
    version: moves.length - 1,
    money_moves_on: moneyMovesOn,
    finality: "ACSC",
    decoupled: false,
    end_to_end_id: endToEndIdOf(id),
    idempotency_key: sampleId("key", id),
    redirect_state_hash: bytea(sha256(`redirect ${id}`)),
    redirect_state: bytea(seal("", id)),
    psu_context: ERASED_BROWSER,
    bank_window: "top",
    bank_payment_id: sampleId("order", id),
    consent_id: moneyMovesOn === "our-submit" ? sampleId("consent", id) : null,
    links: {},
    submission_key: submittedAt && sampleId("submission", id),
    raw_status: raw,
    reason,
    polls: 0,
    due_at: closedAt,
    returned_at: atOf("AUTHORISED", "EXECUTED"),
    change_requested_at: attempt.changeRequestedAt,
    handed_over_at: moves[1]?.at ?? null,
    authorised_at: atOf("AUTHORISED"),
    submitted_at: submittedAt,
    submission_blocked_at: isBlocked ? finalAt : null,
    paid_at: atOf("EXECUTED", "SETTLED"),
    created_at: moves[0]?.at ?? null,
    final_at: finalAt,
    closed_at: closedAt,
    erased_at: closedAt,
  };
}

export function transitionRows({ id, moves }: SampleAttempt): Rows {
  return moves.map(({ to, rawStatus, source, at }, number) => ({
    id: sampleId("transition", `${id} ${number}`),
    attempt_id: id,
    number,
    from_state: moves[number - 1]?.to ?? null,
    to_state: to,
    raw_status: rawStatus,
    source,
    at,
  }));
}

const CALL_DEADLINE_MS = 15_000;

/** The calls that started the payment and, where our call moves the money, submitted it. */
export function bankCallRows({ id, moves }: SampleAttempt): Rows {
  const calls = [
    { operation: "initiate", from: moves[0]?.at, took: 400 },
    { operation: "complete-return", from: moves.find(({ to }) => to === "AUTHORISED")?.at, took: 150 },
    { operation: "submit", from: moves.find(({ to }) => to === "SUBMITTING")?.at, took: 600 },
  ];
  return calls.flatMap(({ operation, from, took }) => {
    if (!from) return [];
    const key = operation === "submit" ? sampleId("submission", id) : sampleId("key", id);
    const deadline = new Date(from.getTime() + CALL_DEADLINE_MS);
    return [
      {
        id: sampleId("call", `${id} ${operation}`),
        attempt_id: id,
        operation,
        key,
        request_hash: bytea(sha256(`${id} ${operation}`)),
        started_at: from,
        deadline_at: deadline,
        ended_at: new Date(from.getTime() + took),
        outcome: "ok",
      },
    ];
  });
}

/** The payer's account, where the customer gave it. */
export function payerRows({ id }: SampleAttempt, { currency, customer }: SamplePayment): Rows {
  if (Number.parseInt(id.slice(-1), 16) > 5) return [];
  return [{ attempt_id: id, account_masked: maskIban(fictitiousIban(currency, customer.email)) }];
}

export function exceptionRows({ payment, story: { exception } }: RowSource): Rows {
  if (!exception) return [];
  const { kind, detail, attempt, at, resolvedNote } = exception;
  return [
    {
      id: sampleId("exception", payment.id),
      kind,
      payment_request_id: payment.id,
      attempt_id: attempt.id,
      detail,
      source: "recon",
      test: true,
      at,
      resolved_at: resolvedNote === null ? null : new Date(at.getTime() + RESOLVED_AFTER_MS),
      resolved_note: resolvedNote,
    },
  ];
}

export function reversalRows({ payment, story: { returned, paid } }: RowSource): Rows {
  if (!returned || !paid) return [];
  const { amount, reason, at } = returned;
  const id = sampleId("reversal", payment.id);
  return [{ id, attempt_id: paid.id, returned_minor: amount, reason, source: "recon", at }];
}
