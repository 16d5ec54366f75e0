import { type Ctx, isOperator } from "../../lib/context";
import { dbOf } from "../../lib/db";
import { AppError } from "../../lib/errors";
import { findProfileRow } from "../profile-store";
import { checkConnection } from "./check-connection";
import { bankNames, connectionText, type ListedCertificate, readCertificates } from "./list-connections";
import { findConnectionsOfBanks } from "./put-connection";

/** A connection file's result before it is stored. */
export type ConnectionPreview = {
  id: string;
  environment: string;
  connector: string;
  version: string;
  /** Every host that it calls. */
  hosts: string[];
  /** `PT/millennium-bcp` */
  banks: string[];
  schemes: string[];
  certificates: ListedCertificate[];
  /** The state of the stored connection with this id that it replaces; null when there is none. */
  replaces: "enabled" | "disabled" | null;
  /** Enabled connections that serve one of the same banks: they must be disabled first. */
  servedBy: string[];
};

/**
 * Validates a connection file: all faults, or a preview. Stores nothing and calls no bank. Operators only.
 * @throws AppError FORBIDDEN_VIEW
 */
export async function previewConnection(
  ctx: Ctx,
  text: string,
): Promise<{ preview: ConnectionPreview; faults: [] } | { preview: null; faults: string[] }> {
  if (!isOperator(ctx.caller)) throw new AppError("FORBIDDEN_VIEW");
  const { connection, faults } = checkConnection(text);
  if (!connection) return { preview: null, faults };
  const { profile, bankIds } = connection;
  const { id, environment, connector, version, hosts, products, security } = profile;
  const before = await findProfileRow(dbOf(ctx), id);
  if (before && before.environment !== environment) {
    return {
      preview: null,
      faults: [`id: ${id} belongs to a ${before.environment} connection, whose environment cannot be changed`],
    };
  }
  const others = await findConnectionsOfBanks(dbOf(ctx), { id, environment, bankIds });
  const preview: ConnectionPreview = {
    id,
    environment,
    connector,
    version,
    hosts,
    banks: bankNames(bankIds),
    schemes: Object.keys(products),
    certificates: readCertificates(security).certificates,
    replaces: before ? (before.enabled ? "enabled" : "disabled") : null,
    servedBy: others.map((other) => other.id),
  };
  return { preview, faults: [] };
}

/** A stored connection as a connection file, for editing. Operators only. @throws AppError FORBIDDEN_VIEW, NOT_FOUND */
export async function readConnectionText(ctx: Ctx, input: { id: string }): Promise<string> {
  if (!isOperator(ctx.caller)) throw new AppError("FORBIDDEN_VIEW");
  const row = await findProfileRow(dbOf(ctx), input.id);
  if (!row) throw new AppError("NOT_FOUND", { message: "No such connection." });
  return connectionText(row);
}
