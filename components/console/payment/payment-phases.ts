import { lasting } from "./payment-timeline";
import type { TimelineItem } from "./timeline-item";

/** A row of the story of a payment: what happened in one phase, or to one endpoint. */
export type PaymentPhase = {
  key: string;
  /** The item that names the phase. */
  head: TimelineItem;
  items: TimelineItem[];
  /** How long it took: `29 s`; empty below a second. */
  took: string;
  /** Whether it is open at first: it waits, or it failed. */
  isOpen: boolean;
};

/** The phase that an item begins, by its state; other items belong to the phase before. */
const BEGINS: Record<string, string> = {
  AUTHORISED: "approved",
  SUBMITTING: "approved",
  ACCEPTED: "approved",
  EXECUTED: "completed",
  SETTLED: "completed",
  "payment_request.succeeded": "completed",
  DISPUTED: "ended",
  FAILED: "ended",
  CANCELLED: "ended",
  "payment_request.failed": "ended",
  "payment_request.cancelled": "ended",
  "payment_request.expired": "ended",
  returned: "returned",
  reversed: "returned",
  "payment_request.reversed": "returned",
  received: "received",
};

/** The items that name a phase, first the best. */
const HEADS: Record<string, readonly string[]> = {
  started: ["INITIATING"],
  completed: ["payment_request.succeeded", "SETTLED", "EXECUTED"],
  ended: ["DISPUTED", "FAILED", "payment_request.cancelled", "payment_request.expired", "payment_request.failed"],
  returned: ["reversed", "returned"],
};

/** The timeline as about seven rows, oldest first; what is to come is last. */
export function paymentPhases(items: readonly TimelineItem[]): PaymentPhase[] {
  const phases = new Map<string, TimelineItem[]>();
  const begins = (item: TimelineItem) => item.state !== undefined && BEGINS[item.state] !== undefined;
  const waiting = items.findLast(({ state }) => state === "AWAITING_AUTH");
  const isWaiting = waiting !== undefined && items.lastIndexOf(waiting) > items.findLastIndex(begins);
  let [name, starts] = ["started", 1];
  for (const item of items) {
    const begun = item.state === undefined ? undefined : BEGINS[item.state];
    // Another bank was chosen.
    if (item.state === "INITIATING" && name !== "started") name = `started ${++starts}`;
    else if (isWaiting && item === waiting) name = "waiting";
    else if (begun && !(begun === "approved" && name === "completed")) name = begun;
    const key = ownRow(item) ?? name;
    phases.set(key, [...(phases.get(key) ?? []), item]);
  }
  const rows = [...phases].map(([key, own]) =>
    key.startsWith("webhook ") ? endpointRow(key, own) : phaseRow(key, own),
  );
  const rank = ({ head }: PaymentPhase) => (head.kind === "plan" ? 1 : 0);
  return rows.toSorted((a, b) => rank(a) - rank(b));
}

/** The row of an item that is of no phase: an endpoint's webhooks, an exception, the expiry to come. */
function ownRow({ key, kind, endpoint, state }: TimelineItem): string | null {
  if (endpoint !== undefined) return `webhook ${endpoint}`;
  if (kind === "plan") return key;
  return kind === "warn" && state === undefined ? key : null;
}

function tookOf(items: readonly TimelineItem[]): string {
  const done = items.filter(({ kind }) => kind !== "plan");
  const [from, to] = [done[0]?.at, done.at(-1)?.at];
  if (from === undefined || to === undefined) return "";
  return Date.parse(to) - Date.parse(from) < 1_000 ? "" : lasting(from, to);
}

function phaseRow(key: string, items: TimelineItem[]): PaymentPhase {
  const [first] = items;
  if (!first) throw new Error("A phase has an item.");
  const wanted = HEADS[key.split(" ")[0] ?? ""] ?? [];
  const head = wanted.map((state) => items.find((item) => item.state === state)).find((item) => item !== undefined);
  const named = head ?? items.find(({ state }) => state !== undefined && BEGINS[state] === key) ?? first;
  // The time of a row is when it began.
  const shown = { ...named, at: first.at, ...(key === "waiting" ? { kind: "warn" as const } : {}) };
  return { key, head: shown, items, took: tookOf(items), isOpen: shown.kind === "bad" || shown.kind === "warn" };
}

/** All webhooks to one endpoint: delivered if the last attempt of each was. */
function endpointRow(key: string, items: TimelineItem[]): PaymentPhase {
  const last = new Map(items.map((item) => [item.deliveryId, item]));
  const tried = items.filter(({ kind }) => kind !== "plan");
  const undelivered = [...last.values()].find(({ kind }) => kind !== "plain");
  const failed =
    undelivered && tried.findLast(({ kind, deliveryId }) => kind !== "plain" && deliveryId === undelivered.deliveryId);
  const head = failed ?? undelivered ?? items.at(-1);
  if (!head) throw new Error("A row of an endpoint has an item.");
  const at = items[0]?.at ?? head.at;
  return { key, head: { ...head, at }, items, took: "", isOpen: undelivered !== undefined };
}
