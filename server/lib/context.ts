import type { Prisma, Tx } from "./db";
import { AppError } from "./errors";

/** Scopes that a credential may be limited to; without scopes it may do everything. */
export const SCOPES = ["read", "payments", "webhooks"] as const;
export type Scope = (typeof SCOPES)[number];

/** The actor, for the audit log: a credential (API), a user (Console or API), or the service itself. */
export type Actor = {
  kind: "credential" | "user" | "shopper" | "system";
  id: string | null;
  /** The user is at the Console now. Absent for calls with a user's token, which a program may make. */
  attended?: true;
  /** A visitor of a demo, of whom nothing is kept after the visit. */
  visitor?: true;
};

/** The tenant of a call: a merchant accesses its own rows, a partner those of its merchants, an admin all. */
export type Caller =
  | { kind: "merchant"; merchantId: string; actor: Actor; scopes: readonly Scope[]; testOnly: boolean }
  | { kind: "partner"; partnerId: string; actor: Actor; scopes: readonly Scope[]; testOnly: boolean }
  | { kind: "admin"; actor: Actor; scopes: readonly Scope[]; testOnly: boolean }
  | { kind: "public"; actor: Actor; scopes: readonly Scope[]; testOnly: boolean };

/**
 * The subject of an API call, set by the use-cases, for the request log. `idle`: the request waited and found nothing,
 * which is not logged.
 */
export type CallSubject = {
  merchantId?: string;
  paymentRequestId?: string;
  paymentLinkId?: string;
  test?: boolean;
  idle?: true;
};

/** Lets a use-case keep a request open until it has something to respond with. */
export type LongPoll = {
  /** Aborts when the caller closes the connection. */
  gone: AbortSignal;
  /**
   * Authenticates and authorises the caller again.
   * @throws AppError as at the request's start
   */
  authorize(): Promise<void>;
};

/**
 * Takes the one INSERT of a creation, to run it with the idempotency key in one statement. `from`: the INSERT's rows are
 * `SELECT … <from>`, so that it inserts nothing where the key is not free. `now`: the database's time.
 */
export type OneInsert = { now: Date; take(insert: (from: Prisma.Sql) => Prisma.Sql): void };

/** The context of every use-case. `tx`: the open transaction that must contain the effect, if the driver has one. */
export type Ctx = {
  caller: Caller;
  requestId: string;
  /** The caller's address, from the socket or a trusted proxy; null for background work. */
  ip: string | null;
  /** The User-Agent. Clients can send any text, so it is for display only and no rule uses it. */
  userAgent?: string | null;
  tx?: Tx;
  /** Instead of `tx`: a creation whose effect is one INSERT passes it on. */
  oneInsert?: OneInsert;
  /** Only for pages, which change nothing: each look-up is made once. */
  lookUps?: Map<string, Promise<unknown>>;
  /** Only for API calls. Written by `noteSubject`; no rule reads it. */
  subject?: CallSubject;
  /** Only for API calls of endpoints that wait, by a token. */
  longPoll?: LongPoll;
};

/** Records the subject of this call; the last one of each kind is kept. */
export function noteSubject(ctx: Pick<Ctx, "subject">, about: CallSubject): void {
  if (ctx.subject) Object.assign(ctx.subject, about);
}

/** The id of the user who makes this call. @throws AppError FORBIDDEN for a program, a customer and background work */
export function userIdOf({ caller: { actor } }: Ctx): string {
  if (actor.kind !== "user" || actor.id === null) throw new AppError("FORBIDDEN");
  return actor.id;
}

export const PUBLIC_CALLER: Caller = {
  kind: "public",
  actor: { kind: "shopper", id: null },
  scopes: [],
  testOnly: false,
};
/**
 * Whether the caller is the operator: the command line, or a platform user at the Console. API tokens don't count, so
 * that programs can't change receiving accounts and bank connections.
 */
export function isOperator({ kind, actor }: Caller): boolean {
  return kind === "admin" && (actor.kind === "system" || (actor.kind === "user" && actor.attended === true));
}

/** The caller of background work and the operator's command line. */
const SYSTEM_CALLER: Caller = {
  kind: "admin",
  actor: { kind: "system", id: null },
  scopes: [],
  testOnly: false,
};

/** A context for background work. */
export function systemCtx(requestId: string): Ctx {
  return { caller: SYSTEM_CALLER, requestId, ip: null };
}

/** A context for the operator's command line: the mark tells its entries of the audit log from the product's own. */
export function commandLineCtx(requestId: string): Ctx {
  return { ...systemCtx(requestId), userAgent: "Command line" };
}
