import { groupDigits } from "../../ui/money";
import { timeText } from "../../ui/time/time";
import { EXCEPTION_LABELS, exceptionText } from "./exception-labels";
import { formatStatusReason, isOwnReason } from "./status-reasons";
import type { PaymentDetail, TimelineItem } from "./timeline-item";

type Payment = PaymentDetail["payment"];
type Transition = Payment["transitions"][number];
type Attempt = Payment["attempts"][number];

/** What a title may depend on beside the name of the bank. */
type Step = { transition: Transition; payment: Payment };

const STATES: Record<string, { title: (bank: string, step: Step) => string; text?: string; kind?: "bad" }> = {
  INITIATING: { title: (bank) => `Started at ${bank}` },
  INIT_UNKNOWN: {
    title: (bank) => `No answer from ${bank}`,
    text: "The bank may have the payment, so we keep asking.",
  },
  AWAITING_AUTH: {
    title: () => "Awaiting approval at the bank",
    text: "From here the amount can’t be changed.",
  },
  AUTHORISED: { title: () => "Approved by the customer" },
  SUBMITTING: { title: () => "Submitted to the bank" },
  SUBMIT_UNKNOWN: {
    title: () => "No answer to the submission",
    text: "We keep asking; the payment fails only if the bank says so.",
  },
  ACCEPTED: { title: () => "Approved, processing at the bank" },
  EXECUTED: { title: () => "Debited from the customer’s account" },
  SETTLED: { title: () => "Credited to your account" },
  DISPUTED: { title: (bank) => `Blocked by ${bank}`, kind: "bad" },
  FAILED: { title: failedTitle, kind: "bad" },
  CANCELLED: { title: (bank, step) => (isStoppedByUs(step) ? "Stopped before submission" : `Cancelled at ${bank}`) },
};

const SOURCES: Record<string, string> = {
  initiation: "first response",
  return: "fetched when the customer came back",
  poll: "polled",
  cancellation: "fetched after the cancellation",
  recovery: "fetched after an interruption",
  submission: "response to the submission",
  push: "fetched after a bank notification",
  recon: "seen on your bank statement",
};

/** The bank call that causes a state transition. */
const OPERATION_OF: Record<string, string> = {
  INITIATING: "initiate",
  AUTHORISED: "complete-return",
  SUBMITTING: "submit",
};

/** The attempt at the bank, cancellations, and the bank's notifications. */
export function bankItems({ payment }: PaymentDetail): TimelineItem[] {
  const { transitions, bankCalls, bankNotifications } = payment;
  const steps = transitions.map((transition, index) => transitionItem(transition, index, payment));
  const stops = bankCalls.filter(({ operation }) => operation === "cancel");
  const notifications = bankNotifications.map(
    ({ receivedAt, verified, times }, index): TimelineItem => ({
      key: `notification-${index}`,
      at: receivedAt,
      icon: "bank",
      kind: "plain",
      title: "Bank notification received",
      text: `${verified ? "Signed" : "Not signed"}${times > 1 ? `, ${times} times` : ""}. The status was fetched from the bank.`,
    }),
  );
  return [...steps, ...stops.map(cancellationItem), ...notifications];
}

function transitionItem(transition: Transition, index: number, payment: Payment): TimelineItem {
  const known = STATES[transition.toState];
  const attempt = payment.attempts.find(({ id }) => id === transition.attemptId);
  const isOurs = transition.toState === "INITIATING";
  const reference = transition.toState === "AWAITING_AUTH" ? attempt?.bankPaymentId : null;
  const parts = [known?.text, reference ? `Bank reference ${reference}.` : "", statusText(transition)];
  const operation = OPERATION_OF[transition.toState];
  const call = payment.bankCalls.find((one) => one.attemptId === transition.attemptId && one.operation === operation);
  const text = parts.filter(Boolean).join(" ");
  return {
    key: `transition-${index}`,
    at: transition.at,
    state: transition.toState,
    icon: known?.kind === "bad" ? "x" : isOurs ? "phone" : "bank",
    kind: known?.kind ?? "plain",
    title: known?.title(attempt?.bankName ?? "the bank", { transition, payment }) ?? transition.toState,
    ...(text ? { text } : {}),
    ...(call ? callOf(call) : {}),
  };
}

/** The outcomes of a call by which the bank refused it; `ok`: its answer to the initiation was a rejection. */
const REFUSED: ReadonlySet<string> = new Set(["ok", "rejected", "invalid", "auth", "consent"]);

/** Why an attempt failed. Only a status or an answer of the bank is its rejection. */
function failedTitle(bank: string, { transition, payment }: Step): string {
  const { attemptId, fromState, rawStatus } = transition;
  const isStart = fromState === "INITIATING" || fromState === "INIT_UNKNOWN";
  const operation = isStart ? "initiate" : "submit";
  const call = payment.bankCalls.findLast((one) => one.attemptId === attemptId && one.operation === operation);
  const outcome = call?.outcome ?? "unknown";
  if (rawStatus || REFUSED.has(outcome)) return `Rejected by ${bank}`;
  // An unknown outcome with a code is an answer, such as a 503.
  const isUnanswered = outcome === "unknown" && !call?.code;
  if (isStart) return isUnanswered ? `No answer from ${bank}` : `Could not be started at ${bank}`;
  const reason = payment.attempts.find(({ id }) => id === attemptId)?.reason ?? null;
  return isOwnReason(reason) ? `Ended: ${formatStatusReason(reason)}` : `Not carried out by ${bank}`;
}

/** Whether we never submitted the payment, rather than that the bank reported its cancellation or the customer declined. */
function isStoppedByUs({ transition, payment }: Step): boolean {
  const reason = payment.attempts.find(({ id }) => id === transition.attemptId)?.reason ?? null;
  return !transition.rawStatus && (reason === null || isOwnReason(reason));
}

/** `Status ACSC (polled)`; a statement contains no status. */
function statusText({ rawStatus, source }: Transition): string {
  const how = SOURCES[source];
  if (rawStatus) return `Status ${rawStatus}${how ? ` (${how})` : ""}`;
  return source === "recon" ? "Seen on your bank statement." : "";
}

function callOf(call: Payment["bankCalls"][number]): Pick<TimelineItem, "call" | "answer"> {
  const { operation, tries, startedAt, endedAt, outcome, code } = call;
  const parts = [
    outcome ?? "no response yet",
    code ?? "",
    endedAt === null ? "" : `in ${Math.max(0, Date.parse(endedAt) - Date.parse(startedAt))} ms`,
    tries > 1 ? `(attempt ${tries})` : "",
  ];
  return { call: `bank: ${operation}`, answer: { ok: outcome === "ok", text: parts.filter(Boolean).join(" ") } };
}

const BANK_DECIDES = "If the customer has already approved, the bank’s answer decides.";

/** What follows from a cancellation. An attempt that has ended, such as a refused one, cannot decide it. */
export function cancellationText({ isLive }: Pick<Payment, "isLive">): string {
  if (isLive) return BANK_DECIDES;
  return "No bank has this payment, so it ends at once. Its checkout says so, and a webhook is sent.";
}

function cancellationItem(call: Payment["bankCalls"][number], index: number): TimelineItem {
  return {
    key: `cancel-${index}`,
    at: call.startedAt,
    icon: "bank",
    kind: call.outcome === "ok" ? "plain" : "bad",
    title: "Cancellation sent to the bank",
    text: BANK_DECIDES,
    ...callOf(call),
  };
}

/** The customer's steps that Bankside can observe. */
export function customerItems({ payment }: PaymentDetail): TimelineItem[] {
  const { openedAt, cancelRequestedAt, attempts, paymentLinkId } = payment;
  const isOpen = payment.status === "pending" && payment.initiatedAt === null;
  const customer = { icon: "phone", kind: "plain" } as const;
  const items = attempts.flatMap((attempt) => visits(attempt).map((item): TimelineItem => ({ ...customer, ...item })));
  if (openedAt !== null) {
    items.push({ ...customer, key: "opened", at: openedAt, title: paymentLinkId ? "Link opened" : "Checkout opened" });
  }
  if (cancelRequestedAt !== null) {
    const title = "Cancellation requested";
    items.push({
      ...customer,
      icon: "x",
      key: "cancel",
      at: cancelRequestedAt,
      title,
      text: isOpen ? "It is carried out once the bank has answered." : BANK_DECIDES,
    });
  }
  // While a bank is called, no expiry applies.
  if (isOpen && !payment.isLive) {
    const title = "Expires unless a bank is chosen";
    items.push({ ...customer, icon: "clock", kind: "plan", key: "end", at: payment.expiresAt, title });
  }
  return items;
}

function visits({ id, bankName, handedOverAt, changeRequestedAt, returnedAt }: Attempt) {
  const known: [string, string | null, string][] = [
    ["sent", handedOverAt, `Customer sent to ${bankName}`],
    ["change", changeRequestedAt, "Customer asked for another bank"],
    ["back", returnedAt, `Customer came back from ${bankName}`],
  ];
  return known.flatMap(([what, at, title]) => (at === null ? [] : [{ key: `${what}-${id}`, at, title }]));
}

const MATCHED_BY: Record<string, string> = {
  end_to_end_id: "by end-to-end ID",
  reference: "by reference",
  person: "manually",
};

/** The money: transactions, returns, exceptions, and the receipt. */
export function moneyItems({ payment }: PaymentDetail): TimelineItem[] {
  const ours = { icon: "balances", kind: "plain" } as const;
  const transactions = payment.bankTransactions.map(
    ({ at, direction, decimal, currency, bookedAt, matchedBy }, index): TimelineItem => {
      const how = matchedBy ? `, matched ${MATCHED_BY[matchedBy] ?? matchedBy}` : "";
      const title = direction === "credit" ? "Matched to your bank statement" : "Return matched to your bank statement";
      const text = `${groupDigits(decimal)} ${currency}, booked on ${timeText(bookedAt, "date", "UTC")}${how}.`;
      return {
        ...ours,
        key: `transaction-${index}`,
        at,
        title,
        text,
        state: direction === "credit" ? "received" : "returned",
      };
    },
  );
  const returns = payment.reversals.map(({ at, decimal, reason }, index): TimelineItem => {
    const title = `${groupDigits(decimal)} ${payment.currency} was returned`;
    const key = `return-${index}`;
    const item = { ...ours, icon: "returned", kind: "warn", state: "reversed", key, at, title } as const;
    return { ...item, ...(reason ? { text: `Reason ${reason}.` } : {}) };
  });
  const exceptions = payment.exceptions.map((exception): TimelineItem => {
    const { id, kind, at, resolvedAt } = exception;
    return {
      ...ours,
      icon: "clock",
      kind: "warn",
      key: id,
      at,
      title: EXCEPTION_LABELS[kind].title,
      text: `${exceptionText(exception)}${resolvedAt ? " Resolved." : ""}`,
    };
  });
  const receipt: TimelineItem[] =
    payment.receiptMailedAt === null
      ? []
      : [
          {
            ...ours,
            icon: "mail",
            key: "receipt",
            at: payment.receiptMailedAt,
            title: "Receipt e-mailed to the customer",
          },
        ];
  return [...transactions, ...returns, ...exceptions, ...receipt];
}
