import type { Db } from "../../lib/db";
import { AppError } from "../../lib/errors";
import { type EndpointRow, findEndpointsByName } from "./endpoint-store";

export function noSuchEndpoint(): AppError {
  return new AppError("NOT_FOUND", { message: "No such webhook endpoint." });
}

/** A merchant's named endpoint. @throws AppError NOT_FOUND */
export async function requireEndpoint(db: Db, merchantId: string, name: string): Promise<EndpointRow> {
  const [found] = await findEndpointsByName(db, merchantId, [name]);
  if (!found) throw noSuchEndpoint();
  return found;
}

/** The key of an endpoint: its id, or the merchant's for the default URL (null). Null: no such endpoint. */
export async function findEndpointKey(db: Db, merchantId: string, name: string | null): Promise<string | null> {
  return name === null ? merchantId : ((await findEndpointsByName(db, merchantId, [name]))[0]?.id ?? null);
}
