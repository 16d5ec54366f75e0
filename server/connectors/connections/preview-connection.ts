import { catalogueBanks } from "../../banks/catalogue";
import { type Ctx, isOperator } from "../../lib/context";
import { dbOf } from "../../lib/db";
import { AppError } from "../../lib/errors";
import { stateOf } from "../keys/certificates";
import { readKeyFiles } from "../keys/key-files";
import { findProfileRow, listProfileRows } from "../profile-store";
import { checkConnection } from "./check-connection";
import type { ListedCertificate } from "./list-connections";

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
  const others = (await listProfileRows(dbOf(ctx))).filter(
    (other) => other.enabled && other.id !== id && other.environment === environment,
  );
  const preview: ConnectionPreview = {
    id,
    environment,
    connector,
    version,
    hosts,
    banks: namesOf(bankIds),
    schemes: Object.keys(products),
    certificates: readKeyFiles(security).certificates.map((one) => {
      return { field: one.field, subject: one.subject, validTo: one.validTo, state: stateOf(one) };
    }),
    replaces: before ? (before.enabled ? "enabled" : "disabled") : null,
    servedBy: others.filter((other) => other.bankIds.some((bankId) => bankIds.includes(bankId))).map((one) => one.id),
  };
  return { preview, faults: [] };
}

/** A stored connection as a connection file, for editing. Operators only. @throws AppError FORBIDDEN_VIEW, NOT_FOUND */
export async function readConnectionText(ctx: Ctx, input: { id: string }): Promise<string> {
  if (!isOperator(ctx.caller)) throw new AppError("FORBIDDEN_VIEW");
  const row = await findProfileRow(dbOf(ctx), input.id);
  if (!row) throw new AppError("NOT_FOUND", { message: "No such connection." });
  return JSON.stringify({ banks: namesOf(row.bankIds), profile: row.profile }, null, 2);
}

function namesOf(bankIds: readonly string[]): string[] {
  const names = new Map(catalogueBanks().map(({ id, market, slug }) => [id, `${market}/${slug}`]));
  return bankIds.map((id) => names.get(id) ?? id);
}
