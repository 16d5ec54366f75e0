import { type Db, notifyAfterCommit, Prisma } from "../../lib/db";
import { CHECKOUT_CHANNEL, SECOND_SCREEN_FOR_S } from "../requests/rules";
import type { Checkout } from "./checkout-view";

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

export type PinnedLoader = { hash: string; language: string; script: string };

export async function insertPinnedLoader(db: Db, { hash, language, script }: PinnedLoader): Promise<void> {
  await db.$executeRaw`
    INSERT INTO pinned_loaders (hash, language, script) VALUES (${hash}, ${language}, ${script}) ON CONFLICT DO NOTHING`;
}

export async function findPinnedLoader(db: Db, hash: string): Promise<PinnedLoader | null> {
  return db.pinnedLoader.findUnique({ where: { hash }, select: { hash: true, language: true, script: true } });
}
