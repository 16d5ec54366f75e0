import { wake } from "../jobs/leased-rows";
import { now, unixSeconds } from "../lib/clock";
import type { Tx } from "../lib/db";
import { newId } from "../lib/ids";
import { findDefault, insertEvent } from "./store";

export type EventType =
  | `payment_request.${"pending" | "succeeded" | "failed" | "cancelled" | "expired"}`
  | `payment_link.${"used" | "expired"}`;

export type NewEvent = {
  merchantId: string;
  /** The payment request or the link that it is about. */
  subjectId: string;
  /** Counts within the subject, from 1: the caller increments its row in the same transaction. */
  sequence: number;
  type: EventType;
  test: boolean;
  /** `data.object` of the body, finished: plain JSON, and no token in it. */
  object: Readonly<Record<string, unknown>>;
};

/**
 * Writes the event, with its body fixed once, and its delivery to the merchant's default destination, in the transaction
 * of the change that it tells of. Without a destination the delivery is recorded as `no_destination`.
 */
export async function recordEvent(tx: Tx, event: NewEvent): Promise<void> {
  const { merchantId, subjectId, sequence, type, test, object } = event;
  const id = newId();
  const body = JSON.stringify({
    id: publicEventId(id),
    object: "event",
    created: unixSeconds(now()),
    type,
    sequence,
    data: { object },
  });
  const destination = await findDefault(tx, merchantId);
  const waits = destination?.url != null;
  await insertEvent(
    tx,
    { id, merchantId, subjectId, sequence, type, test, body },
    waits ? "waiting" : "no_destination",
  );
  if (waits) await wake(tx);
}

/** The id as merchants see it: one per event, the same in every copy, retry and resend. */
export function publicEventId(id: string): string {
  return `evt_${id}`;
}
