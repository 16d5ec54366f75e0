import { recordAudit } from "../audit/record-audit";
import type { Ctx } from "../lib/context";
import { inTransaction } from "../lib/db";
import { isUuid } from "../lib/ids";
import { type Reach, type ReachedMerchant, readReached, searchMerchants } from "../merchants/reach-merchants";
import { rolesAt } from "./console-access";
import type { SignedInUser } from "./sessions";

/** A merchant whose pages somebody may look at, and as whom. */
export type ConsoleMerchant = Pick<ReachedMerchant, "id" | "brandName" | "partnerName" | "suspended"> & {
  /** The user acts for it: as somebody of its partner, or of the platform. Null: the user is the merchant's own. */
  acting: { as: "partner" | "platform"; name: string } | null;
};

const PLATFORM_NAME = "the operator";

function reachOf({ memberships }: SignedInUser): Reach {
  if (memberships.some(({ merchantId, partnerId }) => merchantId === null && partnerId === null)) return "all";
  const ids = (key: "merchantId" | "partnerId") => memberships.flatMap((each) => each[key] ?? []);
  return { partnerIds: ids("partnerId"), merchantIds: ids("merchantId") };
}

function asSeenBy({ memberships }: SignedInUser, merchant: ReachedMerchant): ConsoleMerchant {
  const { id, brandName, partnerId, partnerName, suspended } = merchant;
  const isOwn = memberships.some(({ merchantId }) => merchantId === id);
  const isPartners = partnerId !== null && memberships.some((each) => each.partnerId === partnerId);
  const acting = isPartners
    ? ({ as: "partner", name: partnerName ?? "a partner" } as const)
    : ({ as: "platform", name: PLATFORM_NAME } as const);
  return { id, brandName, partnerName, suspended, acting: isOwn ? null : acting };
}

/** The merchants whose pages the user may look at, by a part of the name; up to `limit`, and how many fit in all. */
export async function findConsoleMerchants(
  ctx: Ctx,
  user: SignedInUser,
  wish: { search: string; limit: number },
): Promise<{ items: ConsoleMerchant[]; total: number }> {
  const { items, total } = await searchMerchants(ctx, reachOf(user), wish);
  return { items: items.map((merchant) => asSeenBy(user, merchant)), total };
}

/**
 * The merchant whose pages are shown: the one that was chosen, while it is within reach; else the first of the user's own.
 * Whoever has none of their own chooses one to act for first: null.
 */
export async function chosenMerchant(
  ctx: Ctx,
  user: SignedInUser,
  wished: string | undefined,
): Promise<ConsoleMerchant | null> {
  const found = wished !== undefined && isUuid(wished) ? await readReached(ctx, reachOf(user), wished) : null;
  if (found) return asSeenBy(user, found);
  const merchantIds = user.memberships.flatMap(({ merchantId }) => merchantId ?? []);
  const own = { partnerIds: [], merchantIds };
  const { items } = await searchMerchants(ctx, own, { search: "", limit: 1 });
  return items[0] ? asSeenBy(user, items[0]) : null;
}

/**
 * Begins, or ends, acting for a merchant: chooses whose pages are shown. It gives no right, each page and each call asks
 * for it anew; but the merchant finds in its log who looked.
 * @throws AppError MERCHANT_NOT_FOUND
 */
export async function noteActing(
  ctx: Ctx,
  user: SignedInUser,
  { merchantId, begins }: { merchantId: string; begins: boolean },
): Promise<void> {
  const [held] = await rolesAt(ctx, user, merchantId);
  const merchant = await readReached(ctx, reachOf(user), merchantId);
  if (!held || !merchant || asSeenBy(user, merchant).acting === null) return;
  const action = begins ? "acting.begun" : "acting.ended";
  await inTransaction(ctx, (tx) =>
    recordAudit(tx, { ...ctx, caller: held.caller }, { action, merchantId, subjectId: merchantId }),
  );
}
