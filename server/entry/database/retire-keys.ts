import type pg from "pg";
import { recordAudit } from "../../audit/record-audit";
import { IS_ALIVE } from "../../jobs/heartbeat";
import type { Env } from "../../lib/config/env";
import { startError } from "../../lib/config/start-error";
import type { Ctx } from "../../lib/context";
import { keyRingOf } from "../../lib/crypto";
import { inTransaction, type Tx } from "../../lib/db";
import { recordKeys } from "./check-encryption-keys";
import { countOthers, type Remaining, reEncrypt } from "./re-encrypt";
import { connectTo } from "./start-database";

/**
 * `retired`: the keys that the database no longer needs; `left`: sealed values under them that could not be renewed;
 * `lost`: the keys that the operator has lost for good, and how many values only they open; `codeOwners`: users with
 * unused recovery codes that only an older key verifies.
 */
type KeyReport = {
  current: string;
  sealed: number;
  left: Remaining[];
  lost: { keys: string[]; values: number };
  codeOwners: number;
  retired: string[];
};

interface RetireOptions {
  ctx: Ctx;
  rehash(): Promise<unknown>;
  /** Deletes the recovery codes that only an older key verifies, and returns how many; null: they are kept. */
  deleteRecoveryCodes: (() => Promise<number>) | null;
}

/**
 * Seals all values with the first key of ENCRYPTION_KEY, and removes the check values of the others when nothing needs
 * them, so that a start without them is accepted. Recovery codes are hashed, and only their owner knows them: they
 * keep an older key, unless `deleteRecoveryCodes`. `rehash` renews the keyed hashes that can be renewed. A run that
 * changed anything is recorded in the audit log; one that was killed is continued by the next. Throws a start error while
 * another process seals with another key.
 */
export async function retireKeys(
  { databaseUrl, encryptionKeys }: Pick<Env, "databaseUrl" | "encryptionKeys">,
  { ctx, rehash, deleteRecoveryCodes }: RetireOptions,
): Promise<KeyReport> {
  const ring = keyRingOf(encryptionKeys);
  const current = ring.current.id;
  const client = await connectTo(databaseUrl);
  try {
    await refuseOtherProcesses(client, current);
    await recordKeys(client, encryptionKeys);
    const sealed = await reEncrypt(client, ring);
    await rehash();
    const deleted = (await deleteRecoveryCodes?.()) ?? 0;
    // Sealing may take minutes, in which one may have started.
    await refuseOtherProcesses(client, current);
    const keys = await lostKeys(client);
    const { left, lostValues } = await countOthers(client, current, keys);
    const codeOwners = await countCodeOwners(client, current, keys);
    const isFree = left.length === 0 && codeOwners === 0;
    const retired = await inTransaction(ctx, async (tx) => {
      const ids = isFree ? await removeOthers(tx, current) : [];
      const detail = { current, retired: ids.join(", "), sealed };
      const fact = { action: "encryption_key.retired", merchantId: null, subjectId: null, detail };
      if (sealed + deleted + ids.length > 0) await recordAudit(tx, ctx, fact);
      return ids;
    });
    return { current, sealed, left, lost: { keys, values: lostValues }, codeOwners, retired };
  } finally {
    await client.end();
  }
}

const OF_OTHER_KEY = "key_id IS DISTINCT FROM $1";

/** A process with another key in front would continue to seal with it. */
async function refuseOtherProcesses(client: pg.Client, current: string): Promise<void> {
  const { rows } = await client.query<{ host: string }>(
    `SELECT coalesce(host, id::text) AS host FROM worker_heartbeats
     WHERE ${OF_OTHER_KEY} AND ${IS_ALIVE} ORDER BY 1`,
    [current],
  );
  if (rows.length === 0) return;
  throw startError(
    `These processes seal with another key than "${current}": ${rows.map(({ host }) => host).join(", ")}. Restart every process with "${current}" in front of ENCRYPTION_KEY, then run this again.`,
  );
}

/** The keys whose check values the operator has emptied: they were lost, and `recordKeys` did not find them again. */
async function lostKeys(client: pg.Client): Promise<string[]> {
  const sql = "SELECT id FROM encryption_keys WHERE check_sealed = '' ORDER BY id";
  return (await client.query<{ id: string }>(sql)).rows.map(({ id }) => id);
}

async function countCodeOwners(client: pg.Client, current: string, lost: readonly string[]): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `SELECT count(DISTINCT user_id)::int AS count FROM recovery_codes
     WHERE used_at IS NULL AND ${OF_OTHER_KEY} AND (key_id IS NULL OR key_id <> ALL ($2))`,
    [current, lost],
  );
  return rows[0]?.count ?? 0;
}

async function removeOthers(tx: Tx, current: string): Promise<string[]> {
  const rows = await tx.$queryRaw<Array<{ id: string }>>`
    DELETE FROM encryption_keys WHERE id <> ${current} AND check_sealed <> '' RETURNING id`;
  return rows.map(({ id }) => id).sort();
}
