import type { Db } from "../../lib/db";
import type { Checkout } from "./checkout-view";

/** Whether money arrived after the end of a request that no money completed, or may have: a person reviews it. */
export async function findLateMoney(db: Db, paymentRequestId: string): Promise<Checkout["lateMoney"]> {
  const [row] = await db.$queryRaw<{ lateMoney: Checkout["lateMoney"] }[]>`
    SELECT CASE
      WHEN EXISTS (SELECT FROM payment_attempts WHERE payment_request_id = ${paymentRequestId}::uuid
        AND paid_at IS NOT NULL) THEN 'arrived'
      WHEN EXISTS (SELECT FROM payment_exceptions WHERE payment_request_id = ${paymentRequestId}::uuid
        AND kind IN ('amount_differs', 'submission_unknown')) THEN 'unclear' END AS "lateMoney"`;
  return row?.lateMoney ?? null;
}
