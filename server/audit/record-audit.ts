import type { Ctx } from "../lib/context";
import type { Tx } from "../lib/db";
import { newId } from "../lib/ids";
import { insertAuditEntry } from "./store";

export type AuditFact = {
  /** noun.verb in the past tense: `credential.created`. */
  action: string;
  merchantId: string | null;
  subjectId: string | null;
  /** What changed; never a secret. */
  detail?: Record<string, string | number | boolean | null>;
};

/** Writes down who did what, in the transaction that does it. */
export async function recordAudit(tx: Tx, ctx: Pick<Ctx, "caller" | "requestId">, fact: AuditFact): Promise<void> {
  const { kind, id } = ctx.caller.actor;
  await insertAuditEntry(tx, {
    id: newId(),
    actorKind: kind,
    actorId: id,
    requestId: ctx.requestId,
    action: fact.action,
    merchantId: fact.merchantId,
    subjectId: fact.subjectId,
    detail: fact.detail ?? {},
  });
}
