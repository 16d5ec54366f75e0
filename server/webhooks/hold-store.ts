import type { Db, Tx } from "../lib/db";

/** A destination as a person names it. */
export type NamedDestination = { id: string; name: string | null };

/** The merchant's endpoint of that name, or (null) its default URL, where one is set. Null: there is none. */
export async function findDestination(
  db: Db,
  merchantId: string,
  name: string | null,
): Promise<NamedDestination | null> {
  if (name === null) {
    const found = await db.webhookDefault.findFirst({
      where: { merchantId, url: { not: null } },
      select: { merchantId: true },
    });
    return found && { id: merchantId, name };
  }
  return db.webhookEndpoint.findFirst({ where: { merchantId, name }, select: { id: true, name: true } });
}

/** A person's pause begins. False: it had begun. */
export async function updateHeld(tx: Tx, destinationId: string): Promise<boolean> {
  const count = await tx.$executeRaw`
    UPDATE webhook_health SET held_since = app_now(), updated_at = app_now()
    WHERE destination_id = ${destinationId}::uuid AND held_since IS NULL`;
  return count === 1;
}

/**
 * A person's pause and the breaker's end. The run of failures stays: a success ends it, and one more failure pauses again.
 * False: nothing was paused.
 */
export async function updateResumed(tx: Tx, destinationId: string): Promise<boolean> {
  const count = await tx.$executeRaw`
    UPDATE webhook_health SET held_since = NULL, paused_since = NULL, probe_at = NULL, probes = 0,
      updated_at = app_now()
    WHERE destination_id = ${destinationId}::uuid AND (held_since IS NOT NULL OR paused_since IS NOT NULL)`;
  return count === 1;
}

/** The breaker alone closes, and a person's pause stays. False: it was closed. */
export async function updateClosed(tx: Tx, destinationId: string): Promise<boolean> {
  const count = await tx.$executeRaw`
    UPDATE webhook_health SET paused_since = NULL, probe_at = NULL, probes = 0, updated_at = app_now()
    WHERE destination_id = ${destinationId}::uuid AND paused_since IS NOT NULL`;
  return count === 1;
}
