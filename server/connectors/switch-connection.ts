import { recordAudit } from "../audit/record-audit";
import type { Ctx } from "../lib/context";
import { inTransaction } from "../lib/db";
import { AppError } from "../lib/errors";
import { keptFaults } from "./check-connection";
import { deleteHealth } from "./health-store";
import { whyUnusable } from "./key-material";
import { findProfileRow, lockProfiles, updateEnabled } from "./profile-store";
import { profileFrom } from "./profiles";
import { refuseOthers, refuseServed } from "./put-connection";

/**
 * Enables a connection, or disables it: then nothing new is started over it, and what was started is followed to its
 * end. Twice is once.
 * @throws AppError FORBIDDEN, NOT_FOUND, VALIDATION_ERROR when it cannot be enabled as it is
 */
export async function switchConnection(ctx: Ctx, input: { id: string; to: "enabled" | "disabled" }): Promise<void> {
  refuseOthers(ctx);
  const enabled = input.to === "enabled";
  await inTransaction(ctx, async (tx) => {
    await lockProfiles(tx);
    const row = await findProfileRow(tx, input.id);
    if (!row) throw new AppError("NOT_FOUND", { message: "No such connection." });
    if (row.enabled === enabled) return;
    if (enabled) {
      const profile = profileFrom(row);
      // Files and certificates may have changed since it was put.
      const unusable = whyUnusable(profile);
      const faults = [...keptFaults({ profile, bankIds: row.bankIds }), ...(unusable === null ? [] : [unusable])];
      if (faults.length > 0) {
        const errors = faults.map((message) => ({ field: "connection", message }));
        throw new AppError("VALIDATION_ERROR", { metadata: { errors } });
      }
      await refuseServed(tx, row);
      await deleteHealth(tx, profile);
    }
    await updateEnabled(tx, row.id, enabled);
    const detail = { environment: row.environment };
    await recordAudit(tx, ctx, { action: `connection.${input.to}`, merchantId: null, subjectId: row.id, detail });
  });
}
