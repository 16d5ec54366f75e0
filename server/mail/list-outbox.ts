import { db } from "../lib/db";
import { env } from "../lib/env";
import { AppError } from "../lib/errors";
import { listMails, type MailRow } from "./store";

const MAX_MAILS = 50;

/**
 * What was mailed last, newest first. In the demo only: mail holds sign-in codes, and whoever reads them is anybody.
 * @throws AppError NOT_FOUND outside the demo
 */
export async function listOutbox(): Promise<MailRow[]> {
  if (!env().demo) throw new AppError("NOT_FOUND");
  return listMails(db(), MAX_MAILS);
}
