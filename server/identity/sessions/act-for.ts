import { recordAudit } from "../../audit/record-audit";
import type { Ctx } from "../../lib/context";
import { dbOf, inTransaction } from "../../lib/db";
import { isUuid } from "../../lib/ids";
import { type Reach, type ReachedMerchant, readReached, searchMerchants } from "../../merchants/reach-merchants";
import { listRoles } from "../users/user-store";
import { rolesAt } from "./console-access";
import type { SignedInUser } from "./sessions";

/** A merchant whose Console pages the user may open, and in which capacity. */
export type ConsoleMerchant = Pick<ReachedMerchant, "id" | "brandName" | "partnerName" | "suspended"> & {
  /**
   * Set where the user acts for it as a member of its partner or of the platform. Null: a member of the merchant
   * itself.
   */
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

/** The merchants whose pages the user may open, filtered by a part of the name: up to `limit`, and the total. */
export async function findConsoleMerchants(
  ctx: Ctx,
  user: SignedInUser,
  options: { search: string; limit: number },
): Promise<{ items: ConsoleMerchant[]; total: number }> {
  const { items, total } = await searchMerchants(ctx, reachOf(user), options);
  return { items: items.map((merchant) => asSeenBy(user, merchant)), total };
}

/**
 * The merchant whose pages are shown: the chosen one while the user may access it, otherwise the user's first own
 * merchant. Null: the user has no own merchant and must choose one to act for.
 */
export async function chosenMerchant(
  ctx: Ctx,
  user: SignedInUser,
  requested: string | undefined,
): Promise<ConsoleMerchant | null> {
  const found = requested !== undefined && isUuid(requested) ? await readReached(ctx, reachOf(user), requested) : null;
  if (found) return asSeenBy(user, found);
  const merchantIds = user.memberships.flatMap(({ merchantId }) => merchantId ?? []);
  const own = { partnerIds: [], merchantIds };
  const { items } = await searchMerchants(ctx, own, { search: "", limit: 1 });
  return items[0] ? asSeenBy(user, items[0]) : null;
}

/**
 * Starts or stops acting for a merchant: sets whose pages are shown, and records it in the merchant's audit log. It
 * grants no permission: every page and call checks that again.
 * @throws AppError MERCHANT_NOT_FOUND
 */
export async function noteActing(
  ctx: Ctx,
  signedIn: SignedInUser,
  { merchantId, begins }: { merchantId: string; begins: boolean },
): Promise<void> {
  // A session that has come to lack a required second factor has no roles, and its acting ends all the same.
  const user = begins ? signedIn : { ...signedIn, memberships: await listRoles(dbOf(ctx), signedIn.id) };
  const [held] = await rolesAt(ctx, user, merchantId);
  const merchant = await readReached(ctx, reachOf(user), merchantId);
  if (!held || !merchant || asSeenBy(user, merchant).acting === null) return;
  const action = begins ? "acting.begun" : "acting.ended";
  await inTransaction(ctx, (tx) =>
    recordAudit(tx, { ...ctx, caller: held.caller }, { action, merchantId, subjectId: merchantId }),
  );
}
