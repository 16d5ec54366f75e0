import { wake } from "../jobs/leased-rows";
import { now, unixSeconds } from "../lib/clock";
import type { Tx } from "../lib/db";
import { newId } from "../lib/ids";
import { destinationsOf } from "./destinations-of";
import { insertEvent } from "./store";

export const EVENT_TYPES = [
  "payment_request.pending",
  "payment_request.succeeded",
  "payment_request.failed",
  "payment_request.cancelled",
  "payment_request.expired",
  "payment_request.reversed",
  "payment_link.used",
  "payment_link.expired",
  "payment_link.cancelled",
] as const;

export type EventType = (typeof EVENT_TYPES)[number];

/** Sent by a person to see whether a destination takes it. No endpoint chooses it: it goes where it is sent. */
export const TEST_EVENT_TYPE = "webhook.test";

export type NewEvent = {
  merchantId: string;
  /** The payment request or the link that it is about. */
  subjectId: string;
  /** Counts within the subject, from 1: the caller increments its row in the same transaction. */
  sequence: number;
  type: EventType;
  test: boolean;
  /** The endpoints that the payment request or the link names; none: the merchant's default destination. */
  endpoints: readonly string[];
  /** `data.object` of the body, finished: plain JSON, and no token in it. */
  object: Readonly<Record<string, unknown>>;
};

/**
 * Writes the event, with its body fixed once, and a delivery to each of its destinations, in the transaction of the
 * change that it tells of. Without a destination that is recorded, as `no_destination`; one that does not want this type
 * of event gets no delivery.
 */
export async function recordEvent(tx: Tx, event: NewEvent): Promise<void> {
  const { merchantId, subjectId, sequence, type, test, object } = event;
  const id = newId();
  const body = eventBody({ id, type, sequence, object });
  const destinations = await destinationsOf(tx, event);
  await insertEvent(tx, { id, merchantId, subjectId, sequence, type, test, body }, destinations);
  if (destinations !== "none" && destinations.length > 0) await wake(tx);
}

/** The body of an event that happens now, as its bytes stay. */
export function eventBody(event: {
  id: string;
  type: string;
  sequence: number;
  object: Readonly<Record<string, unknown>>;
}): string {
  const { id, type, sequence, object } = event;
  return JSON.stringify({
    id: publicEventId(id),
    object: "event",
    created: unixSeconds(now()),
    type,
    sequence,
    data: { object },
  });
}

/** The id as merchants see it: one per event, the same in every copy, retry and resend. */
export function publicEventId(id: string): string {
  return `evt_${id}`;
}
