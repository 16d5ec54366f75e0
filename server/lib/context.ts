import type { Tx } from "./db";

/** What a credential may be limited to; an unscoped one may do all. */
export const SCOPES = ["read", "payments", "webhooks"] as const;
export type Scope = (typeof SCOPES)[number];

/** Who is acting, for the audit log: a credential (API), a user (Console, or API), or the service itself. */
export type Actor = {
  kind: "credential" | "user" | "shopper" | "system";
  id: string | null;
  /** A person sits before the Console just now. Who calls with a user's token may be a program: that is unattended. */
  attended?: true;
};

/** Whom a call is made for. Tenancy follows from it: a merchant sees its own, a partner what it owns, an admin all. */
export type Caller =
  | { kind: "merchant"; merchantId: string; actor: Actor; scopes: readonly Scope[]; testOnly: boolean }
  | { kind: "partner"; partnerId: string; actor: Actor; scopes: readonly Scope[]; testOnly: boolean }
  | { kind: "admin"; actor: Actor; scopes: readonly Scope[]; testOnly: boolean }
  | { kind: "public"; actor: Actor; scopes: readonly Scope[]; testOnly: boolean };

/** Whose rows: one merchant's, those of a partner's merchants, or all; and of these only the tests, or live ones too. */
export type TenantScope = { merchantId?: string; partnerId?: string; testOnly: boolean };

/** What a call of the API turned out to be about, filled in by the use-cases on the way: for the request log. */
export type CallSubject = { merchantId?: string; paymentRequestId?: string; paymentLinkId?: string; test?: boolean };

/** What every use-case is called with. `tx` is there when the driver has a transaction open that must hold the effect. */
export type Ctx = {
  caller: Caller;
  requestId: string;
  /** Address of the peer, from the socket or a proxy that the operator named; null for background work. */
  ip: string | null;
  /** What the caller's program calls itself. Anybody may write anything there: for people to read, never for a rule. */
  userAgent?: string | null;
  tx?: Tx;
  /** Only for calls of the API. Written to through `noteSubject`, never read by a rule. */
  subject?: CallSubject;
};

/** Says what this call is about; the last word on each kind stands. */
export function noteSubject(ctx: Pick<Ctx, "subject">, about: CallSubject): void {
  if (ctx.subject) Object.assign(ctx.subject, about);
}

export const PUBLIC_CALLER: Caller = {
  kind: "public",
  actor: { kind: "shopper", id: null },
  scopes: [],
  testOnly: false,
};
/**
 * Whether the operator acts: by the tool, or as a person of the platform who sits before the Console. No token of the API
 * does: where money goes, and which banks are asked, is no program's to change.
 */
export function isOperator({ kind, actor }: Caller): boolean {
  return kind === "admin" && (actor.kind === "system" || (actor.kind === "user" && actor.attended === true));
}

/** Background work and the operator's own tool. */
const SYSTEM_CALLER: Caller = {
  kind: "admin",
  actor: { kind: "system", id: null },
  scopes: [],
  testOnly: false,
};

/** A context for background work and the operator's tool. */
export function systemCtx(requestId: string): Ctx {
  return { caller: SYSTEM_CALLER, requestId, ip: null };
}
