import { type Db, notifyAfterCommit, Prisma } from "../../lib/db";
import { CHECKOUT_CHANNEL, SECOND_SCREEN_FOR_S } from "../requests/rules";

/** SQL: no second screen has opened it, or longer ago than the first one waits. */
const NOT_WAITING = Prisma.sql`
  (second_screen_at IS NULL OR second_screen_at <= app_now() - make_interval(secs => ${SECOND_SCREEN_FOR_S}::int))`;

/** Records the opening on a second screen, of a payment request or of a link, while none is awaited. */
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
            WHERE id = ${target.paymentRequestId}::uuid AND ${NOT_WAITING}`,
        ]
      : [
          target.paymentLinkId,
          await db.$executeRaw`
            UPDATE payment_links SET second_screen_at = app_now()
            WHERE id = ${target.paymentLinkId}::uuid AND ${NOT_WAITING}`,
        ];
  // The triggers' notices are read at the end of a transaction; this may run without one.
  if (count > 0) notifyAfterCommit(db, CHECKOUT_CHANNEL, id);
}

/** Records the first time that a browser was given the page. */
export async function setOpened(db: Db, paymentRequestId: string): Promise<void> {
  await db.$executeRaw`
    UPDATE payment_requests SET opened_at = app_now() WHERE id = ${paymentRequestId}::uuid AND opened_at IS NULL`;
}
