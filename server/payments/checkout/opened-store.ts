import { type Db, notifyAfterCommit } from "../../lib/db";
import { CHECKOUT_CHANNEL } from "../requests/rules";

/** Records the first opening on a second screen, of a payment request or of a link. */
export async function setSecondScreen(
  db: Db,
  target: { paymentRequestId: string } | { paymentLinkId: string },
): Promise<void> {
  const [id, count] =
    "paymentRequestId" in target
      ? [
          target.paymentRequestId,
          await db.$executeRaw`
            UPDATE payment_requests SET second_screen_at = app_now()
            WHERE id = ${target.paymentRequestId}::uuid AND second_screen_at IS NULL`,
        ]
      : [
          target.paymentLinkId,
          await db.$executeRaw`
            UPDATE payment_links SET second_screen_at = app_now()
            WHERE id = ${target.paymentLinkId}::uuid AND second_screen_at IS NULL`,
        ];
  // The triggers' notices are read at the end of a transaction; this may run without one.
  if (count > 0) notifyAfterCommit(db, CHECKOUT_CHANNEL, id);
}

/** Records the first time that a browser was given the page. */
export async function setOpened(db: Db, paymentRequestId: string): Promise<void> {
  await db.$executeRaw`
    UPDATE payment_requests SET opened_at = app_now() WHERE id = ${paymentRequestId}::uuid AND opened_at IS NULL`;
}
