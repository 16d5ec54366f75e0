import { now } from "../../lib/clock";
import { open } from "../../lib/crypto";
import { db } from "../../lib/db";
import { isDatabaseUnavailable } from "../../lib/db-outage";
import { log, onceAnHour } from "../../lib/log";
import { lockFreeEndpoints } from "../endpoints/endpoint-lock";
import { endpointRefusal } from "../endpoints/endpoint-rules";
import { type DeliveryLease, MIN_LEASE_LEFT_S } from "./claim-store";
import { deliveryHeaders } from "./delivery-headers";
import { type DeliveryRow, readDeliveries } from "./delivery-store";

/** A signed attempt, to be sent at once. `at`: the signature's time. */
export type ReadyCall = {
  kind: "ready";
  lease: DeliveryLease;
  delivery: DeliveryRow;
  url: string;
  at: Date;
  headers: Record<string, string>;
  /** Why it cannot be sent: recorded as a failed attempt. Null: it can. */
  fault: string | null;
};

export type Prepared =
  | ReadyCall
  /** Ends without a further attempt. */
  | { kind: "unsent"; lease: DeliveryLease; delivery: DeliveryRow; end: Undeliverable }
  /** Its endpoint is being changed or was paused: retried after `LATER_S`. */
  | { kind: "later"; lease: DeliveryLease };

/** The signing secret of an endpoint; `secret` null: unsigned. */
type Key = { secret: string | null; fault: string | null };

/**
 * Prepares leased deliveries: reads their endpoints and signs, in one short transaction under the endpoints' shared
 * locks. So a change of an endpoint waits for it, and after the change nothing is signed with the previous values.
 * Deliveries of an endpoint that is being changed are postponed, without waiting. Deleted rows are missing from the
 * result, and so are rows that cannot be prepared and rows whose lease is too short for a call: their leases expire.
 */
export async function prepareDeliveries(leases: readonly DeliveryLease[]): Promise<Prepared[]> {
  try {
    return await prepareTogether(leases);
  } catch (error) {
    if (leases.length === 1 || isDatabaseUnavailable(error)) throw error;
    log().warn({ error, deliveries: leases.length }, "batch not prepared, deliveries are prepared one by one");
  }
  const prepared: Prepared[] = [];
  for (const lease of leases) {
    const [result] = await Promise.allSettled([prepareTogether([lease])]);
    if (result.status === "fulfilled") prepared.push(...result.value);
    else log().error({ error: result.reason, delivery: lease.id }, "delivery not prepared");
  }
  return prepared;
}

function prepareTogether(leases: readonly DeliveryLease[]): Promise<Prepared[]> {
  return db().$transaction(async (tx) => {
    const free = await lockFreeEndpoints(tx, [...new Set(leases.map((lease) => lease.endpointKey))]);
    const ready = new Map<string, DeliveryLease>();
    const later: Prepared[] = [];
    for (const lease of leases) {
      if (free.has(lease.endpointKey)) ready.set(lease.id, lease);
      else later.push({ kind: "later", lease });
    }
    // A separate statement: the snapshot of the one that took the locks is older than the locks.
    const rows = await readDeliveries(tx, [...ready.values()], MIN_LEASE_LEFT_S);
    const keys = new Map<string, Key>();
    const prepared = rows.flatMap((row) => {
      const lease = ready.get(row.id);
      return lease ? [prepareOne(lease, row, keys)] : [];
    });
    return [...prepared, ...later];
  });
}

/** `keys`: the secrets opened in this transaction, by endpoint key. */
function prepareOne(lease: DeliveryLease, delivery: DeliveryRow, keys: Map<string, Key>): Prepared {
  const target = resolveEndpoint(delivery);
  if (target.url === null) return { kind: "unsent", lease, delivery, end: target };
  // Leased before the pause, or while the endpoint was disabled and enabled since.
  if (delivery.paused) return { kind: "later", lease };
  const { secret, fault } = keys.get(lease.endpointKey) ?? keyOf(target, lease.endpointKey);
  keys.set(lease.endpointKey, { secret, fault });
  const at = now();
  const headers = deliveryHeaders({ id: delivery.eventId, body: delivery.body }, secret, at);
  return { kind: "ready", lease, delivery, url: target.url, at, headers, fault };
}

const mayAlert = onceAnHour();

function keyOf({ secretSealed }: ResolvedEndpoint, endpointKey: string): Key {
  if (secretSealed === null) return { secret: null, fault: null };
  try {
    return { secret: open(secretSealed, endpointKey), fault: null };
  } catch (error) {
    // The operator has to act: the merchant's server is not at fault and gets no mail about it.
    const urgency = mayAlert() ? { alert: true } : {};
    log().error({ error, row: endpointKey, ...urgency }, "webhook secret cannot be decrypted");
    // Not sent unsigned: a receiver that verifies would refuse it, and others would learn not to verify.
    return { secret: null, fault: "the signing secret cannot be decrypted" };
  }
}

/** `secretSealed`: sealed under the endpoint key; null: unsigned. */
type ResolvedEndpoint = { url: string; secretSealed: Uint8Array | null };

/** Why no attempt is made, and the final status. */
type Undeliverable = { url: null; status: "failed" | "no_destination"; reason: string | null };

/** The current endpoint of a delivery, resolved before every attempt. */
function resolveEndpoint({ endpoint, test, url, secretSealed }: DeliveryRow): ResolvedEndpoint | Undeliverable {
  const reason = endpoint && endpointRefusal(endpoint, test);
  if (reason !== null) return { url: null, status: "failed", reason };
  if (url === null) return { url: null, status: "no_destination", reason: null };
  return { url, secretSealed: endpoint === null || endpoint.signed ? secretSealed : null };
}
