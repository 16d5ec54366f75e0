import { now } from "../lib/clock";
import { open } from "../lib/crypto";
import { db, isDatabaseUnavailable } from "../lib/db";
import { log } from "../lib/log";
import type { DeliveryLease } from "./claim-store";
import { deliveryHeaders } from "./delivery-headers";
import { type DeliveryRow, readDeliveries } from "./delivery-store";
import { lockFreeDestinations } from "./destination-lock";
import { type NoTarget, type Target, targetOf } from "./target-of";

/** A try that is signed, at `at`, and to be sent at once. */
export type ReadyCall = {
  kind: "ready";
  lease: DeliveryLease;
  delivery: DeliveryRow;
  url: string;
  at: Date;
  headers: Record<string, string>;
  /** Why it cannot be sent although it should be: a try that failed. */
  fault: string | null;
};

export type Prepared =
  | ReadyCall
  /** Not to be sent any more. */
  | { kind: "unsent"; lease: DeliveryLease; delivery: DeliveryRow; end: NoTarget }
  /** Its destination is being changed at this moment, or was paused: to be looked at again. */
  | { kind: "later"; lease: DeliveryLease };

/** What a destination's deliveries are signed with; `secret` null: nothing. */
type Key = { secret: string | null; fault: string | null };

/**
 * Prepares deliveries in hand: reads what each goes to, and signs, in one short transaction that holds the destinations'
 * locks. A change of a destination waits for it, and once that has returned nothing is signed with what was before. One
 * that is being changed just now is left for later: nobody waits for it. A row that is gone is not among the answers,
 * nor one that cannot be prepared: the others are, and its lease ends.
 */
export async function prepareDeliveries(leases: readonly DeliveryLease[]): Promise<Prepared[]> {
  try {
    return await prepareTogether(leases);
  } catch (error) {
    if (leases.length === 1 || isDatabaseUnavailable(error)) throw error;
    log().warn({ error, deliveries: leases.length }, "deliveries are prepared one by one");
  }
  const prepared: Prepared[] = [];
  for (const lease of leases) {
    const [result] = await Promise.allSettled([prepareTogether([lease])]);
    if (result.status === "fulfilled") prepared.push(...result.value);
    else log().error({ error: result.reason, delivery: lease.id }, "a delivery cannot be prepared");
  }
  return prepared;
}

function prepareTogether(leases: readonly DeliveryLease[]): Promise<Prepared[]> {
  return db().$transaction(async (tx) => {
    const free = await lockFreeDestinations(tx, [...new Set(leases.map((lease) => lease.destinationId))]);
    const ready = new Map<string, DeliveryLease>();
    const later: Prepared[] = [];
    for (const lease of leases) {
      if (free.has(lease.destinationId)) ready.set(lease.id, lease);
      else later.push({ kind: "later", lease });
    }
    // A statement of its own: the snapshot of the one that took the locks is older than they are.
    const rows = await readDeliveries(tx, [...ready.keys()]);
    const keys = new Map<string, Key>();
    const prepared = rows.flatMap((row) => {
      const lease = ready.get(row.id);
      return lease ? [prepareOne(lease, row, keys)] : [];
    });
    return [...prepared, ...later];
  });
}

/** `keys`: those that were opened in this transaction already, by destination. */
function prepareOne(lease: DeliveryLease, delivery: DeliveryRow, keys: Map<string, Key>): Prepared {
  const target = targetOf(delivery);
  if (target.url === null) return { kind: "unsent", lease, delivery, end: target };
  // Claimed before the pause; or while the endpoint was disabled, and enabled since.
  if (delivery.held) return { kind: "later", lease };
  const { secret, fault } = keys.get(lease.destinationId) ?? keyOf(target, lease.destinationId);
  keys.set(lease.destinationId, { secret, fault });
  const at = now();
  const headers = deliveryHeaders({ id: delivery.eventId, body: delivery.body }, secret, at);
  return { kind: "ready", lease, delivery, url: target.url, at, headers, fault };
}

function keyOf({ secretSealed }: Target, destinationId: string): Key {
  if (secretSealed === null) return { secret: null, fault: null };
  try {
    return { secret: open(secretSealed, destinationId), fault: null };
  } catch (error) {
    log().error({ error, row: destinationId }, "a webhook secret cannot be opened");
    // Never sent unsigned instead: a receiver that checks would refuse it, and one that does not would learn not to.
    return { secret: null, fault: "the signing secret cannot be opened" };
  }
}
