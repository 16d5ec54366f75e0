import type { Ctx } from "../lib/context";
import { dbOf } from "../lib/db";
import { type AuditWeakness, findAuditWeaknesses } from "./store";

export type { AuditWeakness };

/**
 * The weaknesses of the database's protection of the audit log against the running product (ADR 52); empty: protected.
 */
export function readAuditProtection(ctx: Pick<Ctx, "tx">): Promise<AuditWeakness[]> {
  return findAuditWeaknesses(dbOf(ctx));
}
