import type { Debtor } from "../../connectors/port";
import { wake } from "../../jobs/leased-rows";
import { seal } from "../../lib/crypto";
import { db } from "../../lib/db";
import { hasDelivery, prepareEvent } from "../../webhooks/events/record-event";
import type { AttemptInput, Decision } from "../attempts/attempt-facts";
import { factsOf, pollFactsOf } from "../attempts/attempt-facts-of";
import type { AttemptRow } from "../attempts/attempt-store";
import type { AttemptData, NextFetch, TransitionSource } from "../attempts/attempt-write-store";
import type { BankCall, CallEnd } from "../attempts/bank-call-store";
import { isReceiptMailed } from "../receipts/mail-receipt";
import { accountOwnerOf } from "../remembered-accounts/remembered-accounts";
import { EVENT_OF } from "../requests/end-request";
import { paymentEvent } from "../requests/payment-event";
import { nextPollInS } from "../requests/rules";
import type { RequestRow } from "../requests/store";
import { decide } from "./decide";
import { writeAtOnce } from "./settle-at-once-store";

export type SettleOptions = {
  source: TransitionSource;
  /** Data of the event, stored if the decision says so. */
  data?: AttemptData;
  /** The debtor, if the bank named it. */
  debtor?: Debtor | undefined;
  /** The call that led to it, and how it ended. */
  call?: BankCall & CallEnd;
  bankTimestamp?: Date | null;
  /** When the status is fetched next; absent: by the rules. */
  dueInS?: number;
  /** The attempt's age when its bank was called, if the rows are read later; see NextFetch. */
  calledAtAgeS?: number;
};

/** The rows of an attempt and its request, read without locks. */
export type Seen = { request: RequestRow; attempt: AttemptRow };

/** Decisions about these depend on no age, which would be older than the rows. */
const AGELESS: ReadonlySet<AttemptInput["kind"]> = new Set([
  "start_accepted",
  "start_refused",
  "start_unknown",
  "submit_begun",
  "submit_accepted",
  "submit_unknown",
  "reported",
]);

/**
 * Settles with one statement, which locks both rows and writes only if neither has changed since it was read. Null, and
 * nothing is written, if one has, or if the decision concerns more than these two rows: then the locks decide.
 */
export async function settleAtOnce(
  { request, attempt }: Seen,
  input: AttemptInput,
  options: SettleOptions,
): Promise<Decision | null> {
  const isAlone = request.liveAttemptId === attempt.id || (!request.liveAttemptId && request.status === "completed");
  if (!AGELESS.has(input.kind) || !isAlone) return null;
  const decision = decide(factsOf(request, attempt, null), input);
  if (!concernsOnly(request, attempt, decision)) return null;
  // Its mail is written with it, under the locks.
  if (isCompletion(decision) && (await isReceiptMailed(request))) return null;
  const { source, debtor, call, bankTimestamp = null } = options;
  const data = { ...options.data, ...(debtor ? { debtorSealed: seal(JSON.stringify(debtor), attempt.id) } : {}) };
  const events = await Promise.all(eventsOf(request, decision).map((event) => prepareEvent(db(), event)));
  const written = await writeAtOnce(db(), {
    request,
    attempt,
    decision,
    events,
    source,
    bankTimestamp,
    data: decision.keep && attempt.erasedAt === null ? data : {},
    call: call ?? null,
    next: nextFetch(attempt, input, decision, options),
  });
  if (!written) return null;
  if (events.some(({ endpoints }) => hasDelivery(endpoints))) wake(db(), "webhook_deliveries");
  return decision;
}

function isCompletion({ request: change }: Decision): boolean {
  return change?.kind === "end" && change.status === "completed";
}

/** Whether all that a decision changes is the two rows and what is inserted with them. */
function concernsOnly(request: RequestRow, attempt: AttemptRow, decision: Decision): boolean {
  const { request: change, concurrent, exceptions } = decision;
  if (concurrent || exceptions.length > 0 || change?.kind === "reverse") return false;
  if (change?.kind === "release" && change.renewed) return false;
  // The link is used up, and its other requests end.
  if (isCompletion(decision) && request.paymentLinkId) return false;
  const isPaid = attempt.paidAt !== null || decision.attempt?.paid === true;
  return !(isPaid && accountOwnerOf(request));
}

function eventsOf(request: RequestRow, { initiated, request: change }: Decision) {
  const { eventSequence: last } = request;
  const isFirst = initiated && request.initiatedAt === null;
  const begun = isFirst ? [paymentEvent(request, "payment_request.pending", last + 1)] : [];
  if (change?.kind !== "end") return begun;
  const { status, reason: statusReason, late } = change;
  const ended = { ...request, status, statusReason, late };
  return [...begun, paymentEvent(ended, EVENT_OF[status], last + begun.length + 1)];
}

/** The next fetch after an answer or a change; the clock and a stop plan none, unless they name a time. */
export function nextFetch(
  attempt: AttemptRow,
  input: AttemptInput,
  { attempt: change }: Decision,
  { dueInS, calledAtAgeS = attempt.ageS, data }: Pick<SettleOptions, "dueInS" | "calledAtAgeS" | "data">,
): NextFetch | null {
  if (dueInS !== undefined) return { dueInS, polls: 0, calledAtAgeS };
  if (!change && (input.kind === "tick" || input.kind === "stop" || input.kind === "returned")) return null;
  const polls = change ? 0 : attempt.polls + 1;
  return {
    dueInS: nextPollInS(pollFactsOf({ ...attempt, ...data }, polls, change), Math.random()),
    polls,
    calledAtAgeS,
  };
}
