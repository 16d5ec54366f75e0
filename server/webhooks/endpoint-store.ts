import { now } from "../lib/clock";
import type { Db, Tx } from "../lib/db";
import type { EndpointEnvironment } from "./rules";

/** A named endpoint without its secret. */
export type EndpointRow = {
  id: string;
  name: string;
  url: string;
  signed: boolean;
  environment: string;
  eventTypes: string[];
  isDefault: boolean;
  disabledAt: Date | null;
  createdAt: Date;
};

const FIELDS = {
  id: true,
  name: true,
  url: true,
  signed: true,
  environment: true,
  eventTypes: true,
  isDefault: true,
  disabledAt: true,
  createdAt: true,
} as const;

/** Those of the merchant's endpoints that bear one of these names, in the order of their names. */
export function findEndpointsByName(db: Db, merchantId: string, names: readonly string[]): Promise<EndpointRow[]> {
  const where = { merchantId, name: { in: [...names] } };
  return db.webhookEndpoint.findMany({ where, select: FIELDS, orderBy: { name: "asc" } });
}

/**
 * Up to two of the merchant's active endpoints whose environment fits, the one marked default first: two are enough to
 * know whether one is the only one.
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
export function listEndpointsOfMerchant(db: Db, merchantId: string): Promise<EndpointRow[]> {
  return db.webhookEndpoint.findMany({ where: { merchantId }, select: FIELDS, orderBy: { name: "asc" } });
}

export function countActiveEndpoints(db: Db, merchantId: string): Promise<number> {
  return db.webhookEndpoint.count({ where: { merchantId, disabledAt: null } });
}

/** Lets changes of one merchant's endpoints follow one another until the transaction ends: which is the default concerns them all. */
export async function lockEndpointsOf(tx: Tx, merchantId: string): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`webhook_endpoints ${merchantId}`}, 0))`;
}

export type NewEndpoint = Omit<EndpointRow, "disabledAt" | "createdAt"> & {
  merchantId: string;
  environment: EndpointEnvironment;
  secretSealed: Uint8Array<ArrayBuffer>;
};

export async function insertEndpoint(tx: Tx, row: NewEndpoint): Promise<void> {
  await tx.webhookEndpoint.create({ data: row, select: { id: true } });
}

/** Takes the mark from whichever endpoint of the merchant has it. */
export async function clearDefaultEndpoint(tx: Tx, merchantId: string): Promise<void> {
  const data = { isDefault: false, updatedAt: now() };
  await tx.webhookEndpoint.updateMany({ where: { merchantId, isDefault: true }, data });
}

export async function updateDisabledAt(tx: Tx, id: string, disabledAt: Date | null): Promise<void> {
  await tx.webhookEndpoint.update({ where: { id }, data: { disabledAt, updatedAt: now() }, select: { id: true } });
}
