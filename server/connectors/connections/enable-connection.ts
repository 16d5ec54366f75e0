import { recordAudit } from "../../audit/record-audit";
import { env } from "../../lib/config/env";
import type { Ctx } from "../../lib/context";
import { inTransaction } from "../../lib/db";
import { AppError } from "../../lib/errors";
import { deleteHealth } from "../guard/health-store";
import { whyUnusable } from "../keys/key-material";
import { findProfileRow, lockProfiles, updateEnabled } from "../profile-store";
import { readProfile } from "../profiles";
import { type Connection, storedFaults } from "./check-connection";
import { requireBanksUnserved, requireOperator } from "./put-connection";

/** A demo's sign-in codes, names and users are open because it moves no money: that is kept true here. */
const NO_MONEY_IN_A_DEMO = {
  message:
    'A demo moves no money: a live connection cannot be enabled in it. Enable it on a real installation, or connect the bank\'s sandbox with "environment": "test".',
};

/**
 * Enables or disables a connection. Over a disabled one no payment is started; those that were started are completed.
 * Idempotent.
 * @throws AppError FORBIDDEN, NOT_FOUND, VALIDATION_ERROR when it cannot be enabled as it is, or is a live one in a demo
 */
export async function setConnectionEnabled(ctx: Ctx, input: { id: string; to: "enabled" | "disabled" }): Promise<void> {
  requireOperator(ctx);
  const enabled = input.to === "enabled";
  await inTransaction(ctx, async (tx) => {
    await lockProfiles(tx);
    const row = await findProfileRow(tx, input.id);
    if (!row) throw new AppError("NOT_FOUND", { message: "No such connection." });
    if (row.enabled === enabled) return;
    if (enabled) {
      if (row.environment === "live" && env().demo) throw new AppError("VALIDATION_ERROR", NO_MONEY_IN_A_DEMO);
      const { profile, faults: unreadable } = readProfile(row.profile);
      const faults = profile ? faultsNow({ profile, bankIds: row.bankIds }) : unreadable;
      if (!profile || faults.length > 0) {
        const errors = faults.map((message) => ({ field: "connection", message }));
        throw new AppError("VALIDATION_ERROR", { metadata: { errors } });
      }
      await requireBanksUnserved(tx, row);
      await deleteHealth(tx, profile);
    }
    await updateEnabled(tx, row.id, enabled);
    const detail = { environment: row.environment };
    await recordAudit(tx, ctx, { action: `connection.${input.to}`, merchantId: null, subjectId: row.id, detail });
  });
}

/** The connection was valid when it was stored. The program, its PEM files and the time have changed since. */
function faultsNow(connection: Connection): string[] {
  const unusable = whyUnusable(connection.profile);
  return [...storedFaults(connection), ...(unusable === null ? [] : [unusable])];
}
