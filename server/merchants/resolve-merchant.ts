import { type Caller, type Ctx, noteSubject } from "../lib/context";
import { dbOf, type MerchantMode, type TenantScope } from "../lib/db";
import { AppError } from "../lib/errors";
import { isUuid } from "../lib/ids";
import { shortCache } from "../lib/short-cache";
import { findMerchant, type MerchantRow } from "./store";

export type Merchant = MerchantRow;
type MerchantScope = TenantScope & { merchantId: string };

/**
 * The merchant of a call, for every endpoint with `merchant_id` (contract, "Callers and merchants"). A merchant's
 * caller gets its own, and 404 for any other; a partner must name one that it owns; an admin any.
 * @throws AppError MERCHANT_ID_REQUIRED, MERCHANT_NOT_FOUND, NO_TOKEN
 */
export async function resolveMerchant(ctx: Ctx, merchantId: string | undefined): Promise<Merchant> {
  const { caller } = ctx;
  const notFound = () => new AppError("MERCHANT_NOT_FOUND");
  if (caller.kind === "public") throw new AppError("NO_TOKEN");
  const wanted = merchantId?.toLowerCase() ?? (caller.kind === "merchant" ? caller.merchantId : undefined);
  if (wanted === undefined) throw new AppError("MERCHANT_ID_REQUIRED");
  if (caller.kind === "merchant" && wanted !== caller.merchantId) throw notFound();
  const merchant = isUuid(wanted) ? await lookUp(ctx, wanted) : null;
  if (!merchant) throw notFound();
  noteSubject(ctx, { merchantId: merchant.id });
  return merchant;
}

/**
 * The merchant of a call and the mode that its caller may read: a test-only one reads tests.
 * @throws AppError MERCHANT_ID_REQUIRED, MERCHANT_NOT_FOUND, NO_TOKEN
 */
export async function resolveMode(
  ctx: Ctx,
  { merchantId, test }: { merchantId?: string | undefined; test: boolean },
): Promise<MerchantMode> {
  return { merchantId: (await resolveMerchant(ctx, merchantId)).id, test: test || ctx.caller.testOnly };
}

/**
 * A merchant's rows that the caller may read: of a test-only one, tests.
 * @throws AppError MERCHANT_ID_REQUIRED, MERCHANT_NOT_FOUND, NO_TOKEN
 */
export async function resolveScope(ctx: Ctx, merchantId: string | undefined): Promise<MerchantScope> {
  return { merchantId: (await resolveMerchant(ctx, merchantId)).id, testOnly: ctx.caller.testOnly };
}

// A busy integrator makes hundreds of calls a second, so merchants are cached. Not for users and the operator's command
// line, which read their own writes; a page of the Console, which needs its merchant 17 times, looks it up once. A
// partner's entries are separate, so that another's merchant is looked up and not found like an unknown one: the response
// time doesn't reveal which it was.
const merchants = shortCache<Merchant>();

function lookUp(ctx: Ctx, id: string): Promise<Merchant | null> {
  const { caller } = ctx;
  const partnerId = caller.kind === "partner" ? caller.partnerId : undefined;
  const key = `${partnerId ?? "any"} ${id}`;
  const load = () => findMerchant(dbOf(ctx), id, partnerId);
  if (caller.actor.kind === "credential") return merchants.find(key, load, { alone: ctx.tx !== undefined });
  if (!ctx.lookUps || ctx.tx) return load();
  const found = (ctx.lookUps.get(key) as Promise<Merchant | null> | undefined) ?? load();
  ctx.lookUps.set(key, found);
  return found;
}

/** The rows that a caller may see: its merchant's, its partner's merchants', or all. @throws AppError NO_TOKEN */
export function scopeOf(caller: Caller): TenantScope {
  const { testOnly } = caller;
  if (caller.kind === "merchant") return { merchantId: caller.merchantId, testOnly };
  if (caller.kind === "partner") return { partnerId: caller.partnerId, testOnly };
  if (caller.kind === "admin") return { testOnly };
  throw new AppError("NO_TOKEN");
}
