import type { Ctx } from "../lib/context";
import { dbOf } from "../lib/db";
import { findMailEnds, type MailEnd } from "./store";

/** Results of mails by id: sent, failed, or pending if neither. */
export async function readMailEnds(ctx: Pick<Ctx, "tx">, ids: readonly string[]): Promise<Map<string, MailEnd>> {
  if (ids.length === 0) return new Map();
  return new Map((await findMailEnds(dbOf(ctx), ids)).map((end) => [end.id, end]));
}
