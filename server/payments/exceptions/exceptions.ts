import { recordAudit } from "../../audit/record-audit";
import { type Ctx, isOperator } from "../../lib/context";
import { db, inTransaction } from "../../lib/db";
import { AppError, invalidField } from "../../lib/errors";
import { isUuid } from "../../lib/ids";
import { type KeysetPage, keyedPage, type PageRequest } from "../../lib/keyset";
import type { ExceptionKind } from "../attempts/attempt-facts";
import { closeException, type ExceptionRow, findOpenExceptions, keyOfException } from "./exception-store";

const MAX_NOTE_LENGTH = 500;

/**
 * Resolves an exception of a payment, with a note that goes to the audit log. The payment does not change. A second call
 * changes nothing: with the same note it succeeds, as after a lost response; with another one it is refused, so that no
 * operator takes it for stored. Operators only.
 * @throws AppError FORBIDDEN, NOT_FOUND, VALIDATION_ERROR on `note`
 */
export async function resolveException(ctx: Ctx, input: { id: string; note: string }): Promise<void> {
  if (!isOperator(ctx.caller)) throw new AppError("FORBIDDEN");
  const note = input.note.trim();
  if (note === "" || note.length > MAX_NOTE_LENGTH) {
    throw invalidField("note", `Enter a note of 1 to ${MAX_NOTE_LENGTH} characters.`);
  }
  await inTransaction(ctx, async (tx) => {
    const closed = isUuid(input.id) ? await closeException(tx, input.id, note) : null;
    if (!closed) throw new AppError("NOT_FOUND", { message: "No exception has this ID." });
    const { changed, merchantId, kind, paymentRequestId, resolvedNote } = closed;
    if (!changed && resolvedNote === note) return;
    if (!changed) {
      throw invalidField("note", `This exception was already resolved: “${resolvedNote}”. Your note was not saved.`);
    }
    const detail = { kind, payment_request_id: paymentRequestId, note };
    await recordAudit(tx, ctx, { action: "payment_anomaly.resolved", merchantId, subjectId: input.id, detail });
  });
}

/**
 * A page of the open exceptions of all merchants, of one kind or all, live ones first, then newest first: for the operator.
 * @throws AppError VALIDATION_ERROR on `cursor`
 */
export function listExceptions({
  kind,
  ...page
}: PageRequest & { kind?: ExceptionKind | undefined }): Promise<KeysetPage<ExceptionRow>> {
  return keyedPage(page, keyOfException, (query) => findOpenExceptions(db(), { kind, ...query }));
}
