import { changedOne, type Db, type Tx } from "../../lib/db";

/** `id`: the endpoint's, or the merchant's for its default URL. */
type EndpointRef = { id: string; name: string | null };

/** The merchant's endpoint of that name, or (null) its default URL if one is set. Null: none. */
export async function findEndpointRef(db: Db, merchantId: string, name: string | null): Promise<EndpointRef | null> {
  if (name === null) {
    const found = await db.webhookDefault.findFirst({
      where: { merchantId, url: { not: null } },
      select: { merchantId: true },
    });
    return found && { id: merchantId, name };
  }
  return db.webhookEndpoint.findFirst({ where: { merchantId, name }, select: { id: true, name: true } });
}

/** False: it was paused already. */
export function savePaused(tx: Tx, endpointKey: string): Promise<boolean> {
  return changedOne(tx.$executeRaw`
    UPDATE webhook_health SET paused_at = app_now(), updated_at = app_now()
    WHERE endpoint_key = ${endpointKey}::uuid AND paused_at IS NULL`);
}

/**
 * Ends the pause and closes the circuit. The run of failures remains: a success ends it, and one more failure opens the
 * circuit again. False: neither paused nor open.
 */
export function saveResumed(tx: Tx, endpointKey: string): Promise<boolean> {
  return changedOne(tx.$executeRaw`
    UPDATE webhook_health SET paused_at = NULL, circuit_opened_at = NULL, trial_at = NULL, trials = 0,
      updated_at = app_now()
    WHERE endpoint_key = ${endpointKey}::uuid AND (paused_at IS NOT NULL OR circuit_opened_at IS NOT NULL)`);
}

/** Closes the circuit; a pause remains. False: it was closed. */
export function saveCircuitClosed(tx: Tx, endpointKey: string): Promise<boolean> {
  return changedOne(tx.$executeRaw`
    UPDATE webhook_health SET circuit_opened_at = NULL, trial_at = NULL, trials = 0, updated_at = app_now()
    WHERE endpoint_key = ${endpointKey}::uuid AND circuit_opened_at IS NOT NULL`);
}
