import { wake } from "../../jobs/leased-rows";
import { unixSeconds } from "../../lib/clock";
import type { Db, Tx } from "../../lib/db";
import { newId } from "../../lib/ids";
import { insertEvent, type PreparedEvent } from "./event-store";
import { resolveEventEndpoints } from "./resolve-event-endpoints";

export { type PreparedEvent, preparedEvents } from "./event-store";

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

/** Sent manually to one endpoint. Endpoints do not subscribe to it. */
export const TEST_EVENT_TYPE = "webhook.test";

export type NewEvent = {
  merchantId: string;
  /** A payment request or a link. */
  subjectId: string;
  /** Counts from 1 within the subject; the caller increments the subject's row in the same transaction. */
  sequence: number;
  type: EventType;
  test: boolean;
  /** Names of endpoints given by the payment request or link. Empty: the default endpoint. */
  endpoints: readonly string[];
  /** `data.object` of the body: plain JSON without tokens. */
  object: Readonly<Record<string, unknown>>;
};

/**
 * Records the event, with its final body, and a delivery for each of its endpoints, in the transaction of the change.
 * An event without an endpoint is recorded as `no_destination`; an endpoint that does not subscribe to the type gets no
 * delivery.
 */
export async function recordEvent(tx: Tx, event: NewEvent): Promise<void> {
  const { endpoints, ...row } = await prepareEvent(tx, event);
  await insertEvent(tx, row, endpoints);
  if (hasDelivery(endpoints)) wake(tx, "webhook_deliveries");
}

/** The same event, to be written by the statement that makes the change (`preparedEvents`). */
export async function prepareEvent(db: Db, event: NewEvent): Promise<PreparedEvent> {
  const { merchantId, subjectId, sequence, type, test, object } = event;
  const id = newId();
  const body = eventBody({ id, type, sequence, object });
  return { id, merchantId, subjectId, sequence, type, test, body, endpoints: await resolveEventEndpoints(db, event) };
}

/** Whether a worker has something to send. */
export function hasDelivery(endpoints: PreparedEvent["endpoints"]): boolean {
  return endpoints !== "none" && endpoints.length > 0;
}

/** The body of an event, by default of now; its bytes never change. */
export function eventBody(event: {
  id: string;
  type: string;
  sequence: number;
  object: Readonly<Record<string, unknown>>;
  at?: Date;
}): string {
  const { id, type, sequence, object, at } = event;
  return JSON.stringify({
    id: publicEventId(id),
    object: "event",
    created: unixSeconds(at),
    type,
    sequence,
    data: { object },
  });
}

/** The id that merchants see: the same in every delivery, retry and resend. */
export function publicEventId(id: string): string {
  return `evt_${id}`;
}
