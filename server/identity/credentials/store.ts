import { type Db, firstRow, Prisma, type Tx } from "../../lib/db";
import { rowsOf } from "../../lib/statements";

export type CredentialKind = "merchant" | "partner" | "admin";

type StoredSecret = {
  secretHash: Uint8Array;
  merchantId: string | null;
  /** In seconds from now; null: no end. */
  endsInS: number | null;
  /** CIDR; empty: all addresses. */
  allowedNetworks: string[];
};

/**
 * The hashed secrets and limits of usable credentials, in the order of the ids; null: disabled, past its end, or unknown.
 * One statement.
 */
export async function findSecrets(db: Db, ids: readonly string[]): Promise<(StoredSecret | null)[]> {
  const rows = await rowsOf<StoredSecret & { id: string }>(
    db,
    Prisma.sql`
    SELECT id::text AS id, secret_hash AS "secretHash", merchant_id::text AS "merchantId",
      floor(extract(epoch FROM ends_at - app_now()))::int AS "endsInS", allowed_networks AS "allowedNetworks"
    FROM credentials
    WHERE id = ANY(${ids}::uuid[]) AND disabled_at IS NULL AND (ends_at IS NULL OR ends_at > app_now())`,
  );
  const found = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => found.get(id.toLowerCase()) ?? null);
}

export async function insertCredential(tx: Tx, row: Prisma.CredentialUncheckedCreateInput): Promise<void> {
  await tx.credential.create({ data: row, select: { id: true } });
}

/** Creates a credential or replaces its secret, for the demo, whose secrets are in a file. */
export async function upsertCredentialSecret(
  tx: Tx,
  row: Prisma.CredentialUncheckedCreateInput & { id: string },
): Promise<void> {
  await tx.credential.upsert({
    where: { id: row.id },
    create: row,
    update: { secretHash: row.secretHash },
    select: { id: true },
  });
}

/** The owner of credentials: a merchant, a partner or the platform. */
export type CredentialOwner = { kind: CredentialKind; merchantId: string | null; partnerId: string | null };

function ownedBy({ kind, merchantId, partnerId }: CredentialOwner): Prisma.Sql {
  if (merchantId !== null) return Prisma.sql`kind = ${kind} AND merchant_id = ${merchantId}::uuid`;
  return partnerId === null
    ? Prisma.sql`kind = ${kind} AND merchant_id IS NULL AND partner_id IS NULL`
    : Prisma.sql`kind = ${kind} AND partner_id = ${partnerId}::uuid`;
}

/** Of an owner, not counting disabled ones: credentials are never deleted, and a rotation disables one for each new one. */
export const MAX_CREDENTIALS = 500;

/** Those that are not disabled, and as many that were disabled last: their calls can still be in the request log. */
function listedOf(owner: CredentialOwner): Prisma.Sql {
  return Prisma.sql`${ownedBy(owner)} AND (disabled_at IS NULL OR id IN (
    SELECT id FROM credentials WHERE ${ownedBy(owner)} AND disabled_at IS NOT NULL
    ORDER BY disabled_at DESC, id DESC LIMIT ${MAX_CREDENTIALS}))`;
}

export type CredentialRow = {
  id: string;
  name: string;
  scopes: string[];
  testOnly: boolean;
  createdAt: Date;
  /** The name of the user who created it; null: a program did, or it was not recorded. */
  createdBy: string | null;
  disabledAt: Date | null;
  /** Null: no end. */
  endsAt: Date | null;
  hasEnded: boolean;
  /** CIDR; empty: its tokens work from all addresses. */
  allowedNetworks: string[];
  /** Time of the last token, or of the last call in the request log. */
  lastUsedAt: Date | null;
  /** IP address of that call. */
  lastIp: string | null;
  callsLastHour: number;
  /** Neither a token nor a call within the last hour. */
  isQuiet: boolean;
};

/** Calls are counted up to this number, which bounds the cost. */
const MAX_COUNTED_CALLS = 10_000;

/** An owner's credentials, newest first, each with its recent use (index `api_calls_by_credential`). */
export function listCredentialsOf(db: Db, owner: CredentialOwner): Promise<CredentialRow[]> {
  const calls = Prisma.sql`FROM api_calls WHERE actor_kind = 'credential' AND actor_id = c.id::text`;
  const hourAgo = Prisma.sql`app_now() - interval '1 hour'`;
  return db.$queryRaw<CredentialRow[]>`
    SELECT c.id::text AS id, c.name, c.scopes, c.test_only AS "testOnly", c.created_at AS "createdAt",
      (SELECT u.name FROM users u WHERE c.created_by_kind = 'user' AND u.id::text = c.created_by_id) AS "createdBy",
      c.disabled_at AS "disabledAt", c.ends_at AS "endsAt", COALESCE(c.ends_at <= app_now(), FALSE) AS "hasEnded",
      c.allowed_networks AS "allowedNetworks", used.at AS "lastUsedAt", call.ip AS "lastIp", lately.calls AS "callsLastHour",
      COALESCE(used.at <= ${hourAgo}, TRUE) AS "isQuiet"
    FROM credentials c
      LEFT JOIN LATERAL (SELECT at, ip ${calls} ORDER BY at DESC, id DESC LIMIT 1) AS call ON TRUE
      CROSS JOIN LATERAL (SELECT GREATEST(c.last_used_at, call.at) AS at) AS used
      CROSS JOIN LATERAL (SELECT count(*)::int AS calls FROM (
        SELECT 1 ${calls} AND at > ${hourAgo} LIMIT ${MAX_COUNTED_CALLS}) AS recent) AS lately
    WHERE ${listedOf(owner)} ORDER BY c.created_at DESC, c.id DESC`;
}

/**
 * Whether an owner has a usable credential with this name, ignoring case. Locks the owner's names until the transaction
 * ends, so that of two concurrent creations the second sees the first.
 */
export async function hasActiveNamed(tx: Tx, owner: CredentialOwner, name: string): Promise<boolean> {
  const names = `credential names ${owner.merchantId ?? owner.partnerId ?? "platform"}`;
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${names}, 0))`;
  const rows = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM credentials WHERE ${ownedBy(owner)} AND disabled_at IS NULL
      AND (ends_at IS NULL OR ends_at > app_now()) AND lower(name) = lower(${name}) LIMIT 1`;
  return rows.length > 0;
}

/** The owner's credentials that are not disabled. */
export async function countCredentials(tx: Tx, owner: CredentialOwner): Promise<number> {
  const [row] = await tx.$queryRaw<[{ count: number }]>`
    SELECT count(*)::int AS count FROM credentials WHERE ${ownedBy(owner)} AND disabled_at IS NULL`;
  return row.count;
}

type LimitedCredential = {
  name: string;
  merchantId: string | null;
  partnerId: string | null;
  endsAt: Date | null;
  allowedNetworks: string[];
  works: boolean;
  disabled: boolean;
};

/** A credential inside the given scope, locked, with its limits; null when there is none. */
export function lockCredential(
  tx: Tx,
  id: string,
  { merchantId = null }: { merchantId?: string | null },
): Promise<LimitedCredential | null> {
  return firstRow(tx.$queryRaw<LimitedCredential[]>`
    SELECT name, merchant_id::text AS "merchantId", partner_id::text AS "partnerId", ends_at AS "endsAt",
      allowed_networks AS "allowedNetworks",
      disabled_at IS NULL AND (ends_at IS NULL OR ends_at > app_now()) AS works,
      disabled_at IS NOT NULL AS disabled
    FROM credentials
    WHERE id = ${id}::uuid AND (${merchantId}::uuid IS NULL OR merchant_id = ${merchantId}::uuid) FOR UPDATE`);
}

export async function updateCredential(tx: Tx, id: string, data: Prisma.CredentialUncheckedUpdateInput): Promise<void> {
  await tx.credential.update({ where: { id }, data, select: { id: true } });
}

/** Disables a credential; the time of the first call stays. */
export async function disableCredentialRow(tx: Tx, id: string): Promise<void> {
  await tx.$executeRaw`UPDATE credentials SET disabled_at = app_now() WHERE id = ${id}::uuid AND disabled_at IS NULL`;
}

export type NamedCredential = { id: string; name: string; testOnly: boolean; disabledAt: Date | null };

/** A merchant's own credentials, newest first, without usage. */
export function findNamesOfCredentials(db: Db, merchantId: string): Promise<NamedCredential[]> {
  return db.$queryRaw`
    SELECT id::text AS id, name, test_only AS "testOnly", disabled_at AS "disabledAt" FROM credentials
    WHERE ${listedOf({ kind: "merchant", merchantId, partnerId: null })} ORDER BY created_at DESC, id DESC`;
}
