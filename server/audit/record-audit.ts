import type { Ctx } from "../lib/context";
import type { Tx } from "../lib/db";
import { newId } from "../lib/ids";
import { PLATFORM_CHAIN } from "./rules";
import { type AuditValues, withoutSecrets } from "./secrets";
import { insertAuditEntry } from "./store";

const MAX_USER_AGENT = 400;

export type AuditFact = {
  /** noun.verb in the past tense: `credential.created`. */
  action: string;
  /** The log of the entry: the merchant's; without one the partner's; without either the platform's. */
  merchantId: string | null;
  partnerId?: string | null;
  subjectId: string | null;
  /** Details of an action without `before` and `after`. Secrets are removed. */
  detail?: AuditValues;
  /** The changed fields before and after the change: the same fields in both. */
  before?: AuditValues;
  after?: AuditValues;
};

/** The actor, IP address and device, from the call's context. */
export type AuditContext = Pick<Ctx, "caller" | "requestId" | "ip" | "userAgent">;

/**
 * Records an action in the transaction of the change. At commit the entry is chained to the previous one (migration
 * `audit_chain`).
 */
export async function recordAudit(tx: Tx, ctx: AuditContext, fact: AuditFact): Promise<void> {
  const { caller } = ctx;
  const { kind, id, visitor } = caller.actor;
  const { merchantId, partnerId = null, before, after } = fact;
  await insertAuditEntry(tx, {
    id: newId(),
    actorKind: kind,
    actorId: id,
    actingAs: caller.kind,
    requestId: ctx.requestId,
    // An entry is never deleted, and what is known of a visitor is.
    ip: visitor ? null : ctx.ip,
    userAgent: (visitor ? null : ctx.userAgent)?.slice(0, MAX_USER_AGENT) ?? null,
    action: fact.action,
    merchantId,
    partnerId: partnerId ?? (caller.kind === "partner" ? caller.partnerId : null),
    chainId: merchantId ?? partnerId ?? PLATFORM_CHAIN,
    subjectId: fact.subjectId,
    detail: withoutSecrets(fact.detail ?? {}),
    ...(before ? { before: withoutSecrets(before) } : {}),
    ...(after ? { after: withoutSecrets(after) } : {}),
  });
}
