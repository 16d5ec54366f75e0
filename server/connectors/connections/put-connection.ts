import { recordAudit } from "../../audit/record-audit";
import type { AuditValues } from "../../audit/secrets";
import { type Ctx, isOperator } from "../../lib/context";
import { type Db, inTransaction, type Tx } from "../../lib/db";
import { AppError, changedMeanwhile, invalidField } from "../../lib/errors";
import { deleteHealth } from "../guard/health-store";
import { findProfileRow, listProfileRows, lockProfiles, type ProfileRow, upsertProfile } from "../profile-store";
import { readProfile } from "../profiles";
import { type Checked, checkConnection } from "./check-connection";
import { bankNames, connectionText } from "./list-connections";

/** The connection of a checked file. @throws AppError VALIDATION_ERROR with every fault */
export function requireValid({ connection, faults }: Checked) {
  if (connection) return connection;
  const errors = faults.map((fault) => ({ field: "connection", message: fault }));
  throw new AppError("VALIDATION_ERROR", { metadata: { errors } });
}

/**
 * Stores a connection file; replaces the connection of its id. A new connection is disabled. Resets the connection's
 * health. `opened`: the connection as the form showed it first; without it the file replaces whatever is stored.
 * @throws AppError FORBIDDEN, VALIDATION_ERROR with every fault (on `version`: it was changed since it was opened)
 */
export async function putConnection(
  ctx: Ctx,
  text: string,
  opened?: { id: string; text: string },
): Promise<{ id: string; isNew: boolean; enabled: boolean }> {
  requireOperator(ctx);
  const { profile, bankIds } = requireValid(checkConnection(text));
  return inTransaction(ctx, async (tx) => {
    await lockProfiles(tx);
    const before = await findProfileRow(tx, profile.id);
    if (before && before.id === opened?.id && connectionText(before) !== opened.text) {
      throw changedMeanwhile("this connection");
    }
    if (before && before.environment !== profile.environment) {
      throw invalidField("id", `belongs to a ${before.environment} connection, whose environment cannot be changed`);
    }
    if (before?.enabled) await requireBanksUnserved(tx, { ...before, bankIds });
    await upsertProfile(tx, profile, bankIds);
    await deleteHealth(tx, profile);
    const { environment, connector, baseUrl } = profile;
    const detail = { environment, connector, host: new URL(baseUrl).host, banks: bankIds.length };
    const action = before ? "connection.changed" : "connection.created";
    const changes = before ? changesOf(before, { profile, bankIds }) : {};
    await recordAudit(tx, ctx, { action, merchantId: null, subjectId: profile.id, detail, ...changes });
    return { id: profile.id, isNew: !before, enabled: before?.enabled ?? false };
  });
}

type Stored = { profile: unknown; bankIds: readonly string[] };

/** The fields in which two states of a connection differ, named as in its file: `security.tls.certFile`. */
function changesOf(before: Stored, after: Stored): { before: AuditValues; after: AuditValues } {
  const [was, is] = [fieldsOf(before), fieldsOf(after)];
  const changed = [...new Set([...Object.keys(was), ...Object.keys(is)])].filter((name) => was[name] !== is[name]);
  const pick = (fields: AuditValues) => Object.fromEntries(changed.map((name) => [name, fields[name] ?? null]));
  return { before: pick(was), after: pick(is) };
}

/** A profile has paths of PEM files and no secret. */
function fieldsOf({ profile, bankIds }: Stored): AuditValues {
  return flatten({ banks: bankNames(bankIds), ...((readProfile(profile).profile ?? profile) as object) }, "");
}

function flatten(value: unknown, name: string): AuditValues {
  if (Array.isArray(value)) return { [name]: value.join(", ") };
  if (typeof value !== "object" || value === null) return { [name]: value as AuditValues[string] };
  return Object.assign(
    {},
    ...Object.entries(value).map(([field, inner]) => flatten(inner, name === "" ? field : `${name}.${field}`)),
  );
}

/** Only the operator may change connections. @throws AppError FORBIDDEN */
export function requireOperator({ caller }: Ctx): void {
  if (!isOperator(caller)) throw new AppError("FORBIDDEN");
}

type Wanted = Pick<ProfileRow, "id" | "environment" | "bankIds">;

/** The other enabled connections of the environment that serve one of these banks. */
export async function findConnectionsOfBanks(db: Db, wanted: Wanted): Promise<ProfileRow[]> {
  return (await listProfileRows(db)).filter(
    ({ id, environment, enabled, bankIds }) =>
      enabled &&
      id !== wanted.id &&
      environment === wanted.environment &&
      bankIds.some((bankId) => wanted.bankIds.includes(bankId)),
  );
}

/** One enabled connection serves a bank in an environment. @throws AppError VALIDATION_ERROR on `banks` */
export async function requireBanksUnserved(tx: Tx, wanted: Wanted): Promise<void> {
  const [other] = await findConnectionsOfBanks(tx, wanted);
  if (other)
    throw invalidField(
      "banks",
      `a bank is already served by the connection ${other.id}: disable that connection first`,
    );
}
