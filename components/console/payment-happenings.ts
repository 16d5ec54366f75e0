import { ANOMALY_WORDS } from "./anomaly-words";
import type { PaymentDetail, TimelineItem } from "./payment-timeline";

type Payment = PaymentDetail["payment"];
type Transition = Payment["transitions"][number];
type Attempt = Payment["attempts"][number];

const STATES: Record<string, { title: string; text?: string; kind?: "bad" }> = {
  INITIATING: {
    title: "A bank was chosen",
    text: "Written down here before the bank is asked, so that no crash can lose it.",
  },
  INIT_UNKNOWN: {
    title: "The bank may have the payment: its answer was lost",
    text: "It may ask the shopper in its own app, so it is asked again.",
  },
  AWAITING_AUTH: {
    title: "The bank has the payment and waits for approval",
    text: "From here the shop cannot change the amount.",
  },
  AUTHORISED: { title: "The shopper has approved", text: "The payment is submitted next." },
  SUBMITTING: {
    title: "Submitted to the bank",
    text: "Written down here before it is sent, with the bytes and the key that a repetition has again.",
  },
  SUBMIT_UNKNOWN: {
    title: "The bank’s answer to the submission was lost",
    text: "The bank is asked what became of it; until it says so, nothing is called failed.",
  },
  ACCEPTED: { title: "Approved: the bank works on it", text: "Checked and accepted; the money is on its way." },
  EXECUTED: { title: "Taken from the shopper’s account" },
  SETTLED: { title: "Arrived on your account" },
  DISPUTED: { title: "Blocked by the bank on its way", kind: "bad" },
  FAILED: { title: "The bank ended the payment without paying", kind: "bad" },
  CANCELLED: { title: "The payment was stopped at the bank" },
};

const SOURCES: Record<string, string> = {
  initiation: "the bank’s first answer",
  return: "asked when the shopper came back",
  poll: "asked by ourselves",
  cancellation: "asked to stop",
  recovery: "asked after an interruption",
  submission: "the bank’s answer to the submission",
  push: "asked when the bank gave a sign",
  recon: "seen on the receiving account",
};

/** The calls that a step of ours stands for. */
const OPERATION_OF: Record<string, string> = {
  INITIATING: "initiate",
  AUTHORISED: "complete-return",
  SUBMITTING: "submit",
};

/** What the bank did, and what was asked of it. */
export function bankItems({ payment }: PaymentDetail): TimelineItem[] {
  const { transitions, bankCalls, bankSigns } = payment;
  const steps = transitions.map((transition, index) => ofTransition(transition, index, payment));
  const stops = bankCalls.filter(({ operation }) => operation === "cancel");
  const signs = bankSigns.map(
    ({ receivedAt, verified, times }, index): TimelineItem => ({
      key: `sign-${index}`,
      at: receivedAt,
      icon: "bank",
      lane: "Bank",
      kind: "plain",
      title: "The bank gave a sign",
      text: `${verified ? "Signed" : "Not signed"}${times > 1 ? `, ${times} times` : ""}. A sign is no answer: the bank was asked.`,
    }),
  );
  return [...steps, ...stops.map(stopItem), ...signs];
}

function ofTransition(transition: Transition, index: number, payment: Payment): TimelineItem {
  const known = STATES[transition.toState];
  const source = SOURCES[transition.source];
  const attempt = payment.attempts.find(({ id }) => id === transition.attemptId);
  // A statement says no status: the money is there.
  const seen = transition.source === "recon" ? "Seen on the account’s statement." : "";
  const said = transition.rawStatus ? `Bank status ${transition.rawStatus}${source ? `, ${source}` : ""}.` : seen;
  const ours = transition.toState === "INITIATING";
  const number = attempt?.bankPaymentId ? `The bank’s own number is ${attempt.bankPaymentId}.` : "";
  const told = [
    ours ? attempt && `${attempt.bankName}.` : "",
    known?.text,
    transition.toState === "AWAITING_AUTH" ? number : "",
    said,
  ];
  const operation = OPERATION_OF[transition.toState];
  const call = payment.bankCalls.find((one) => one.attemptId === transition.attemptId && one.operation === operation);
  return {
    key: `transition-${index}`,
    at: transition.at,
    icon: ours ? "phone" : "bank",
    lane: ours ? "Shopper" : "Bank",
    kind: known?.kind ?? "plain",
    title: known?.title ?? transition.toState,
    text: told.filter(Boolean).join(" "),
    ...(call ? callOf(call) : {}),
  };
}

function callOf(call: Payment["bankCalls"][number]): Pick<TimelineItem, "call" | "answer"> {
  const { operation, tries, startedAt, endedAt, outcome, code } = call;
  const words = [
    outcome ?? "no answer yet",
    code ?? "",
    endedAt === null ? "" : `in ${Math.max(0, Date.parse(endedAt) - Date.parse(startedAt))} ms`,
    tries > 1 ? `(try ${tries})` : "",
  ];
  return { call: `bank: ${operation}`, answer: { ok: outcome === "ok", text: words.filter(Boolean).join(" ") } };
}

function stopItem(call: Payment["bankCalls"][number], index: number): TimelineItem {
  return {
    key: `stop-${index}`,
    at: call.startedAt,
    icon: "bank",
    lane: "Bank",
    kind: call.outcome === "ok" ? "plain" : "bad",
    title: "Asked to stop the payment",
    text: "Only the bank’s own answer ends it.",
    ...callOf(call),
  };
}

/** What the shopper did, as far as it is seen from here. */
export function shopperItems({ payment }: PaymentDetail): TimelineItem[] {
  const { openedAt, cancelRequestedAt, attempts, paymentLinkId } = payment;
  const shopper = { icon: "phone", lane: "Shopper", kind: "plain" } as const;
  const items = attempts.flatMap((attempt) => visit(attempt).map((item): TimelineItem => ({ ...shopper, ...item })));
  if (openedAt !== null) {
    items.push({ ...shopper, key: "opened", at: openedAt, title: paymentLinkId ? "Link opened" : "Checkout opened" });
  }
  if (cancelRequestedAt !== null) {
    const text = "Nothing ends by it alone: the bank’s answer decides.";
    const title = "Cancellation asked for";
    items.push({ ...shopper, lane: "Bankside", icon: "x", key: "cancel", at: cancelRequestedAt, title, text });
  }
  if (payment.status === "pending" && payment.initiatedAt === null) {
    const title = "Expires, unless a bank is chosen before";
    items.push({ ...shopper, lane: "Bankside", icon: "clock", kind: "plan", key: "end", at: payment.expiresAt, title });
  }
  return items;
}

function visit({ id, bankName, handedOverAt, changeRequestedAt, returnedAt }: Attempt) {
  const happened: [string, string | null, string][] = [
    ["sent", handedOverAt, `Sent to ${bankName}`],
    ["change", changeRequestedAt, "Another bank is wanted"],
    ["back", returnedAt, `Came back from ${bankName}`],
  ];
  return happened.flatMap(([what, at, title]) => (at === null ? [] : [{ key: `${what}-${id}`, at, title }]));
}

const MATCHED_BY: Record<string, string> = {
  end_to_end_id: "by its end-to-end id",
  reference: "by its reference",
  person: "by a person",
};

/** The money itself: what was booked, what went back, and what somebody has to look at. */
export function moneyItems({ payment }: PaymentDetail): TimelineItem[] {
  const ours = { icon: "balances", lane: "Bankside", kind: "plain" } as const;
  const movements = payment.movements.map(
    ({ at, direction, decimal, currency, bookedAt, matchedBy }, index): TimelineItem => {
      const how = matchedBy ? ` and matched ${MATCHED_BY[matchedBy] ?? matchedBy}` : "";
      const title =
        direction === "credit" ? "The credit was found on your account" : "The return was found on your account";
      const text = `${decimal} ${currency}, booked on ${bookedAt.slice(0, 10)}${how}.`;
      return { ...ours, key: `movement-${index}`, at, title, text };
    },
  );
  const reversals = payment.reversals.map(({ at, decimal, reason }, index): TimelineItem => {
    const title = `${decimal} ${payment.currency} went back`;
    return {
      ...ours,
      icon: "bank",
      lane: "Bank",
      kind: "bad",
      key: `back-${index}`,
      at,
      title,
      ...(reason ? { text: `Reason ${reason}.` } : {}),
    };
  });
  const looks = payment.anomalies.map(({ id, kind, at, resolvedAt }): TimelineItem => {
    const { title, text } = ANOMALY_WORDS[kind];
    const done = resolvedAt ? " Somebody has dealt with it." : "";
    return { ...ours, icon: "clock", kind: "bad", key: id, at, title, text: `${text}${done}` };
  });
  return [...movements, ...reversals, ...looks];
}
