import { newId } from "../../lib/ids";
import { query } from "../database";

/** Records an exception on an attempt of a closed payment at a bank. Returns its id. */
export async function newException(paymentId: string, bankId = newId()): Promise<string> {
  const [id, attemptId] = [newId(), newId()];
  await query(
    `INSERT INTO payment_attempts (id, payment_request_id, bank_id, scheme, state, end_to_end_id, idempotency_key,
         redirect_state_hash, redirect_state, psu_context, due_at, final_at, closed_at)
       VALUES ($1::uuid, $2::uuid, $4::uuid, 'SEPA_CREDIT_TRANSFER', 'failed', $1::text, $1::uuid, $3, '\\x00', '{}',
         app_now(), app_now(), app_now())`,
    [attemptId, paymentId, Buffer.from(attemptId), bankId],
  );
  await query(
    `INSERT INTO payment_exceptions (id, kind, payment_request_id, attempt_id, detail, source, test)
       SELECT $1, 'disputed', id, $3, 'said twice', 'poll', test FROM payment_requests WHERE id = $2`,
    [id, paymentId, attemptId],
  );
  return id;
}
