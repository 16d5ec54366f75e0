import { lasting, type PaymentDetail } from "./payment-timeline";
import { destinationsOf } from "./payment-told";
import { reasonWords } from "./reason-words";

type Payment = PaymentDetail["payment"];

/** States of an attempt in which the shopper has approved it. */
const APPROVED = new Set(["AUTHORISED", "SUBMITTING", "ACCEPTED", "EXECUTED", "SETTLED"]);

/** When the last attempt came into one of these states; null where it did not. */
function reached({ transitions, attempts }: Payment, states: ReadonlySet<string>): string | null {
  const last = attempts.at(-1)?.id;
  return transitions.find(({ attemptId, toState }) => attemptId === last && states.has(toState))?.at ?? null;
}

function settledAt(payment: Payment): string | null {
  const credit = payment.movements.find(({ direction }) => direction === "credit");
  return credit?.at ?? reached(payment, new Set(["SETTLED"]));
}

/** The news of a payment, in one sentence, and what follows from it in another. */
export function newsOf({ payment, events }: PaymentDetail): { news: string; more: string } {
  const { news, more } = sentences(payment);
  return { news, more: [more, toldWords(events)].filter(Boolean).join(" ") };
}

function sentences(payment: Payment): { news: string; more: string } {
  const bank = payment.bankName ?? "the bank";
  const notMoved = "No money was moved.";
  switch (payment.status) {
    case "completed":
      return completedWords(payment, bank);
    case "failed":
      return { news: failedWords(payment), more: notMoved };
    case "cancelled":
      return { news: "It was cancelled.", more: notMoved };
    case "expired":
      return { news: "It expired: no bank was chosen in time.", more: notMoved };
    default:
      return openWords(payment, bank);
  }
}

function failedWords({ bankName, statusReason }: Payment): string {
  const why = reasonWords(statusReason);
  return `${bankName ? `${bankName} ended it without paying` : "It failed"}${why ? `: ${why}` : ""}.`;
}

function openWords({ initiatedAt, cancelRequestedAt, statusReason }: Payment, bank: string) {
  if (!initiatedAt) return { news: "No bank was chosen yet.", more: "It expires fifteen minutes after it was made." };
  if (statusReason === "unresolved") {
    return { news: `${bank} has had no final answer for three days.`, more: "Money may still move, so it stays open." };
  }
  if (cancelRequestedAt) {
    return { news: `${bank} was asked to stop it.`, more: "It stays open until the bank’s answer is certain." };
  }
  return { news: `The payment is at ${bank} and waits there.`, more: "It stays open until the bank gives its answer." };
}

function completedWords(payment: Payment, bank: string) {
  const { customerName, completedAt, createdAt, late, reversedAmount, reversals, currency } = payment;
  const who = customerName ? `${customerName} paid` : "Paid";
  const took = completedAt && !late ? ` in ${lasting(createdAt, completedAt)}` : "";
  const arrived = settledAt(payment) ? "the money has arrived" : "the bank has confirmed it";
  const news = `${who} from ${bank}${took}, and ${late ? "the money arrived late" : arrived}.`;
  if (!reversedAmount) return { news, more: "" };
  const back = reversals.map(({ decimal }) => `${decimal} ${currency}`).join(" and ");
  return { news: `Money went back: ${back || "the whole amount"}.`, more: news };
}

function toldWords(events: PaymentDetail["events"]): string {
  const told = events.flatMap(({ deliveries }) => deliveries);
  if (told.some(({ status, tries }) => status === "waiting" && tries > 0)) {
    return "Your server has not taken the news yet.";
  }
  if (told.length > 0 && told.every(({ status }) => status === "no_destination")) {
    return "Nobody was told: no webhook URL or endpoint is set for it.";
  }
  // What was sent again and taken then is taken.
  const open = destinationsOf(events).some(({ state }) => state === "failed");
  return open ? "Not all of the news was taken by your server." : "";
}

export type Step = { name: string; words: string; at?: string; isOpen?: true };

const ENDS: Record<string, string> = { failed: "Failed", cancelled: "Cancelled", expired: "Expired" };

/** How far it came, and how long each part took; the last one is what is waited for, where something is. */
export function stepsOf({ payment, events }: PaymentDetail): Step[] {
  const end = events.findLast(({ type }) => type !== "payment_request.pending" && type !== "payment_request.reversed");
  const done = payment.status === "completed";
  const happened: [string, string | null][] = [
    ["Created", payment.createdAt],
    [payment.paymentLinkId ? "Link opened" : "Opened", payment.openedAt],
    ["Bank chosen", payment.attempts.at(-1)?.createdAt ?? null],
    ["Approved", reached(payment, APPROVED)],
    ["Completed", payment.completedAt],
    ["Settled", done ? settledAt(payment) : null],
    [ENDS[payment.status] ?? "", ENDS[payment.status] ? (end?.createdAt ?? null) : null],
  ];
  const reachedSteps = happened.flatMap(([name, at]) => (at === null ? [] : [{ name, at }]));
  reachedSteps.sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
  const steps = reachedSteps.map(({ name, at }, index): Step => {
    const before = reachedSteps[index - 1]?.at;
    return { name, at, words: before === undefined ? "" : `${lasting(before, at)} later` };
  });
  const next = nextStep(payment);
  const told = toldStep(events);
  return [...steps, ...(next ? [next] : []), ...(told ? [told] : [])];
}

function nextStep({ status, initiatedAt, bankName }: Payment): Step | null {
  if (status !== "pending") return null;
  return initiatedAt
    ? { name: "Approval", words: `waits at ${bankName ?? "the bank"}`, isOpen: true }
    : { name: "Bank", words: "none chosen yet", isOpen: true };
}

function toldStep(events: PaymentDetail["events"]): Step | null {
  const all = destinationsOf(events).filter(({ state }) => state !== "none");
  if (all.length === 0) return null;
  const taken = all.filter(({ state }) => state === "delivered").length;
  const name = all.length === 1 ? "Told" : `Told ${taken} of ${all.length}`;
  if (taken === all.length) return { name, words: all.length === 1 ? "webhook taken" : "all webhooks taken" };
  const waits = all.some(({ state }) => state === "waiting");
  return {
    name: all.length === 1 ? "Not told yet" : name,
    words: waits ? "another try is planned" : "given up",
    isOpen: true,
  };
}
