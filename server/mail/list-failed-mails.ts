import type { Ctx } from "../lib/context";
import { dbOf } from "../lib/db";
import { AppError } from "../lib/errors";
import { countFailedMails, type FailedMail, findFailedMails } from "./store";

const MAX_MAILS = 100;

/** The last failed mails, newest first, without their texts. Operators only. @throws AppError FORBIDDEN_VIEW */
export async function listFailedMails(ctx: Ctx): Promise<FailedMail[]> {
  if (ctx.caller.kind !== "admin") throw new AppError("FORBIDDEN_VIEW");
  return findFailedMails(dbOf(ctx), MAX_MAILS);
}

/** The number of mails that failed within that many hours. */
export function countFailedMailsWithin(ctx: Pick<Ctx, "tx">, withinH: number): Promise<number> {
  return countFailedMails(dbOf(ctx), withinH);
}
