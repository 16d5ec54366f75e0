import type { Db } from "../lib/db";

export type FailedMail = {
  id: string;
  recipient: string;
  subject: string;
  createdAt: Date;
  failedAt: Date;
  tries: number;
  error: string | null;
};

/** Mails whose last attempt failed, newest first; their texts are deleted. */
export function findFailedMails(db: Db, limit: number): Promise<FailedMail[]> {
  return db.$queryRaw`
    SELECT id::text, recipient, subject, created_at AS "createdAt", failed_at AS "failedAt", tries, error
    FROM mails WHERE failed_at IS NOT NULL ORDER BY failed_at DESC, id LIMIT ${limit}`;
}

/** The number of mails that failed within that many hours. */
export async function countFailedMails(db: Db, withinH: number): Promise<number> {
  const [row] = await db.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM mails
    WHERE failed_at IS NOT NULL AND failed_at > app_now() - make_interval(hours => ${withinH}::int)`;
  return row?.count ?? 0;
}
