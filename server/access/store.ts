import type { Db, Prisma, Tx } from "../lib/db";

export type CredentialKind = "merchant" | "partner" | "admin";

/** The stored hash of an active credential's secret. */
export async function findSecretHash(db: Db, credentialId: string): Promise<Uint8Array | null> {
  const row = await db.credential.findFirst({
    where: { id: credentialId, disabledAt: null },
    select: { secretHash: true },
  });
  return row?.secretHash ?? null;
}

export async function insertCredential(tx: Tx, row: Prisma.CredentialUncheckedCreateInput): Promise<void> {
  await tx.credential.create({ data: row, select: { id: true } });
}

/** Replaces a credential's secret, or creates it: for the demo, whose secrets live in a file. */
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

const LISTED = {
  id: true,
  name: true,
  scopes: true,
  testOnly: true,
  createdAt: true,
  disabledAt: true,
  lastUsedAt: true,
} as const;

/** Whose credentials: a merchant's, a partner's, the platform's. */
export type CredentialOwner = { kind: CredentialKind; merchantId: string | null; partnerId: string | null };

export function listCredentialsOf(db: Db, owner: CredentialOwner) {
  return db.credential.findMany({
    where: owner,
    select: LISTED,
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
  });
}

/** Disables a credential inside the given scope; returns its owner, or null when there is none. */
export async function disableCredentialRow(
  tx: Tx,
  id: string,
  owner: { merchantId?: string; partnerId?: string },
): Promise<{ merchantId: string | null } | null> {
  const row = await tx.credential.findFirst({
    where: { id, ...owner },
    select: { merchantId: true, disabledAt: true },
  });
  if (!row) return null;
  if (!row.disabledAt) await tx.$executeRaw`UPDATE credentials SET disabled_at = app_now() WHERE id = ${id}::uuid`;
  return { merchantId: row.merchantId };
}
