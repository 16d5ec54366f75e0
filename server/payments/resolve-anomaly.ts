import { recordAudit } from "../audit/record-audit";
import { type Ctx, isOperator } from "../lib/context";
import { inTransaction } from "../lib/db";
import { AppError, invalidField } from "../lib/errors";
import { isUuid } from "../lib/ids";
import { closeAnomaly } from "./anomaly-store";

const MAX_NOTE_LENGTH = 500;

/**
 * A person has looked at what was noted with a payment, and says what they found. The payment stays as it is, and the note
 * stands in the audit log. Twice is once: the first word stays. Operators only.
 * @throws AppError FORBIDDEN, NOT_FOUND, VALIDATION_ERROR on `note`
 */
export async function resolveAnomaly(ctx: Ctx, input: { id: string; note: string }): Promise<void> {
  if (!isOperator(ctx.caller)) throw new AppError("FORBIDDEN");
  const note = input.note.trim();
  if (note === "" || note.length > MAX_NOTE_LENGTH) {
    throw invalidField("note", `1 to ${MAX_NOTE_LENGTH} characters that say what you found`);
  }
  await inTransaction(ctx, async (tx) => {
    const closed = isUuid(input.id) ? await closeAnomaly(tx, input.id, note) : null;
    if (!closed) throw new AppError("NOT_FOUND", { message: "Nothing of this id was noted." });
    if (!closed.changed) return;
    const { merchantId, kind, paymentRequestId } = closed;
    const detail = { kind, payment_request_id: paymentRequestId, note };
    await recordAudit(tx, ctx, { action: "payment_anomaly.resolved", merchantId, subjectId: input.id, detail });
  });
}
