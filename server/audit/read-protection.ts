import type { Ctx } from "../lib/context";
import { dbOf } from "../lib/db";
import { type AuditWeakness, findAuditWeaknesses } from "./protection-store";

export type { AuditWeakness };

/** Whether the database keeps the audit log from the running product itself (ADR 52): none, where it does. */
export function readAuditProtection(ctx: Pick<Ctx, "tx">): Promise<AuditWeakness[]> {
  return findAuditWeaknesses(dbOf(ctx));
}
