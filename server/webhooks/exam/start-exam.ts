import { randomInt } from "node:crypto";
import { recordAudit } from "../../audit/record-audit";
import type { Ctx } from "../../lib/context";
import { inTransaction } from "../../lib/db";
import { AppError } from "../../lib/errors";
import { newId } from "../../lib/ids";
import { resolveMerchant } from "../../merchants/resolve-merchant";
import { endpointRefusal } from "../rules";
import { lockSendable } from "../sendable";
import { findRunningExam, insertExam, lockExamsOf, waitForExam } from "./exam-store";

/** A merchant's exams of all its destinations: each sends two dozen events. */
export const EXAMS_PER_WINDOW = 6;
const EXAM_WINDOW_S = 3_600;
const KEPT_EXAMS = 20;
/** Read aloud and typed into a search: no letter that looks like another or like a digit. */
const CODE_LETTERS = "23456789ABCDEFGHJKMNPQRSTVWXYZ";
const CODE_LENGTH = 5;

/**
 * Begins an exam of one destination; a worker goes on with it. Where one is running, that one is answered. `name`: null for
 * the default URL. Only a destination that takes test payments is examined: what is sent says that it is a test.
 * @throws AppError FORBIDDEN, NOT_FOUND, TOO_MANY_REQUESTS (metadata.retry_after_s), VALIDATION_ERROR for a destination
 * that cannot be examined, MERCHANT_ID_REQUIRED, MERCHANT_NOT_FOUND
 */
export async function startExam(
  ctx: Ctx,
  input: { merchantId?: string | undefined; name: string | null },
): Promise<{ id: string }> {
  if (ctx.caller.testOnly) throw new AppError("FORBIDDEN");
  const merchant = await resolveMerchant(ctx, input.merchantId);
  return inTransaction(ctx, async (tx) => {
    await lockExamsOf(tx, merchant.id);
    const {
      id: destinationId,
      endpointId,
      url,
      secret,
      ...destination
    } = await lockSendable(tx, merchant.id, input.name);
    const running = await findRunningExam(tx, destinationId);
    if (running) return { id: running.id };
    const refusal = endpointRefusal(destination, true);
    if (refusal !== null) throw refused(refusal);
    const waitS = await waitForExam(tx, merchant.id, { exams: EXAMS_PER_WINDOW, windowS: EXAM_WINDOW_S });
    if (waitS !== null) throw tooMany(waitS);
    const id = newId();
    const row = {
      id,
      merchantId: merchant.id,
      destinationId,
      endpointId,
      url,
      signed: secret !== null,
      code: newCode(),
    };
    await insertExam(tx, row, { kept: KEPT_EXAMS, windowS: EXAM_WINDOW_S });
    // The host alone: paths and queries of webhook addresses often hold a secret.
    const detail = { name: input.name, host: new URL(url).host, exam: row.code };
    const fact = { action: "webhook_endpoint.examined", merchantId: merchant.id, subjectId: destinationId };
    await recordAudit(tx, ctx, { ...fact, detail });
    return { id };
  });
}

function newCode(): string {
  const letter = () => CODE_LETTERS[randomInt(CODE_LETTERS.length)] ?? "";
  return Array.from({ length: CODE_LENGTH }, letter).join("");
}

function refused(refusal: string): AppError {
  const message = `No exam: ${refusal}. An exam sends test payments, to an endpoint that is active. Nothing was sent.`;
  return new AppError("VALIDATION_ERROR", { message });
}

function tooMany(waitS: number): AppError {
  const minutes = Math.ceil(waitS / 60);
  const message = `${EXAMS_PER_WINDOW} exams in an hour are the most. The next one can begin in ${minutes} min. Nothing was sent.`;
  return new AppError("TOO_MANY_REQUESTS", { message, metadata: { retry_after_s: waitS } });
}
