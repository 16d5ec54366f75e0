import { now } from "../../lib/clock";
import type { Db, Prisma, Tx } from "../../lib/db";
import type { EndpointEnvironment } from "./endpoint-rules";

const FIELDS = {
  id: true,
  name: true,
  url: true,
  signed: true,
  environment: true,
  eventTypes: true,
  isDefault: true,
  disabledAt: true,
  version: true,
  createdAt: true,
} as const;

/** A named endpoint without its secret. Each edit increments `version`; a form with an older one is refused. */
export type EndpointRow = Prisma.WebhookEndpointGetPayload<{ select: typeof FIELDS }>;

/** Sealed under the endpoint's id. The next secret signs nothing until it is activated. */
export type SealedSecrets = {
  secretSealed: Uint8Array;
  secretCreatedAt: Date;
  nextSecretSealed: Uint8Array | null;
  nextSecretCreatedAt: Date | null;
};

const WITH_SECRETS = {
  ...FIELDS,
  secretSealed: true,
  secretCreatedAt: true,
  nextSecretSealed: true,
  nextSecretCreatedAt: true,
} as const;

/** The merchant's endpoints with these names, by name. */
export function findEndpointsByName(db: Db, merchantId: string, names: readonly string[]): Promise<EndpointRow[]> {
  const where = { merchantId, name: { in: [...names] } };
  return db.webhookEndpoint.findMany({ where, select: FIELDS, orderBy: { name: "asc" } });
}

/**
 * Up to two enabled endpoints for the mode, the default one first. Two are enough to know whether one is the only one.
 */
export function findCandidates(db: Db, merchantId: string, test: boolean): Promise<EndpointRow[]> {
  const environments: EndpointEnvironment[] = ["Both", test ? "Test" : "Live"];
  return db.webhookEndpoint.findMany({
    where: { merchantId, disabledAt: null, environment: { in: environments } },
    select: FIELDS,
    orderBy: [{ isDefault: "desc" }, { id: "asc" }],
    take: 2,
  });
}

/** All of a merchant's endpoints, by name. */
export function listEndpointsOfMerchant(db: Db, merchantId: string): Promise<(EndpointRow & SealedSecrets)[]> {
  return db.webhookEndpoint.findMany({ where: { merchantId }, select: WITH_SECRETS, orderBy: { name: "asc" } });
}

/** Including disabled ones. */
export function countEndpoints(db: Db, merchantId: string): Promise<number> {
  return db.webhookEndpoint.count({ where: { merchantId } });
}

export function findEndpointWithSecrets(
  db: Db,
  merchantId: string,
  name: string,
): Promise<(EndpointRow & SealedSecrets) | null> {
  return db.webhookEndpoint.findUnique({ where: { merchantId_name: { merchantId, name } }, select: WITH_SECRETS });
}

/** Serialises changes of a merchant's endpoints until the transaction ends, because at most one is the default. */
export async function lockMerchantEndpoints(tx: Tx, merchantId: string): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`webhook_endpoints ${merchantId}`}, 0))`;
}

export type NewEndpoint = Omit<EndpointRow, "disabledAt" | "version" | "createdAt"> & {
  merchantId: string;
  environment: EndpointEnvironment;
  secretSealed: Uint8Array<ArrayBuffer>;
};

export async function insertEndpoint(tx: Tx, row: NewEndpoint): Promise<void> {
  await tx.webhookEndpoint.create({ data: row, select: { id: true } });
}

/** Unmarks the merchant's default endpoint. */
export async function clearDefaultEndpoint(tx: Tx, merchantId: string): Promise<void> {
  const data = { isDefault: false, version: { increment: 1 }, updatedAt: now() };
  await tx.webhookEndpoint.updateMany({ where: { merchantId, isDefault: true }, data });
}

/** The fields that a person can change; absent fields stay. */
export type EndpointChange = Partial<Pick<EndpointRow, "url" | "signed" | "eventTypes" | "isDefault">> & {
  environment?: EndpointEnvironment;
};

export async function updateEndpoint(tx: Tx, id: string, change: EndpointChange): Promise<void> {
  const data = { ...change, version: { increment: 1 }, updatedAt: now() };
  await tx.webhookEndpoint.update({ where: { id }, data, select: { id: true } });
}

export async function updateDisabledAt(tx: Tx, id: string, disabledAt: Date | null): Promise<void> {
  await tx.webhookEndpoint.update({ where: { id }, data: { disabledAt, updatedAt: now() }, select: { id: true } });
}
