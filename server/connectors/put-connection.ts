import { recordAudit } from "../audit/record-audit";
import { type Ctx, isOperator } from "../lib/context";
import { inTransaction, type Tx } from "../lib/db";
import { AppError, invalidField } from "../lib/errors";
import { checkConnection } from "./check-connection";
import { deleteHealth } from "./health-store";
import { findProfileRow, listProfileRows, lockProfiles, type ProfileRow, upsertProfile } from "./profile-store";

/**
 * Keeps a connection as the operator wrote it, in the place of the one of that id. A new one is disabled: nothing goes
 * over it before it is enabled. What went wrong with the old one is forgotten.
 * @throws AppError FORBIDDEN, VALIDATION_ERROR with every fault
 */
export async function putConnection(ctx: Ctx, text: string): Promise<{ id: string; isNew: boolean; enabled: boolean }> {
  refuseOthers(ctx);
  const { connection, faults } = checkConnection(text);
  if (!connection) {
    const errors = faults.map((fault) => ({ field: "connection", message: fault }));
    throw new AppError("VALIDATION_ERROR", { metadata: { errors } });
  }
  const { profile, bankIds } = connection;
  return inTransaction(ctx, async (tx) => {
    await lockProfiles(tx);
    const before = await findProfileRow(tx, profile.id);
    if (before && before.environment !== profile.environment) {
      throw invalidField("id", `is the name of a ${before.environment} connection, which it stays`);
    }
    if (before?.enabled) await refuseServed(tx, { ...before, bankIds });
    await upsertProfile(tx, profile, bankIds);
    await deleteHealth(tx, profile);
    const { environment, connector, baseUrl } = profile;
    const detail = { environment, connector, host: new URL(baseUrl).host, banks: bankIds.length };
    const action = before ? "connection.changed" : "connection.created";
    await recordAudit(tx, ctx, { action, merchantId: null, subjectId: profile.id, detail });
    return { id: profile.id, isNew: !before, enabled: before?.enabled ?? false };
  });
}

/** Connections are the operator's. @throws AppError FORBIDDEN */
export function refuseOthers({ caller }: Ctx): void {
  if (!isOperator(caller)) throw new AppError("FORBIDDEN");
}

/** A bank is served by one enabled connection in an environment: with two, chance would choose. */
export async function refuseServed(tx: Tx, wanted: Pick<ProfileRow, "id" | "environment" | "bankIds">): Promise<void> {
  const others = (await listProfileRows(tx)).filter(
    ({ id, environment, enabled }) => enabled && id !== wanted.id && environment === wanted.environment,
  );
  const other = others.find(({ bankIds }) => bankIds.some((bankId) => wanted.bankIds.includes(bankId)));
  if (other) throw invalidField("banks", `one of them is served by the connection ${other.id}: disable that first`);
}
