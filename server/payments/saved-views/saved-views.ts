import { type Ctx, userIdOf } from "../../lib/context";
import { dbOf, inTransaction } from "../../lib/db";
import { invalidField } from "../../lib/errors";
import { newId } from "../../lib/ids";
import { resolveMerchant } from "../../merchants/resolve-merchant";
import { deleteView, findViews, lockViews, type SavedView, upsertView, type ViewOwner } from "./store";

export const MAX_VIEWS = 20;
/** The parameters of a search and of a customer. */
const UNSAVED = ["q", "customer"];

async function ownerOf(ctx: Ctx, merchantId: string): Promise<ViewOwner> {
  return { userId: userIdOf(ctx), merchantId: (await resolveMerchant(ctx, merchantId)).id };
}

/** The saved views of the signed-in person at a merchant. @throws AppError FORBIDDEN, MERCHANT_NOT_FOUND */
export async function listSavedViews(ctx: Ctx, input: { merchantId: string }): Promise<SavedView[]> {
  return findViews(dbOf(ctx), await ownerOf(ctx, input.merchantId));
}

/**
 * Saves a filter under a name; a view with that name is replaced. A customer, and the text that was searched for, are
 * not saved: a view is kept for as long as its person is a member.
 * @throws AppError VALIDATION_ERROR for the 21st view, FORBIDDEN, MERCHANT_NOT_FOUND
 */
export async function saveView(
  ctx: Ctx,
  { merchantId, name, search }: { merchantId: string; name: string; search: string },
): Promise<void> {
  const owner = await ownerOf(ctx, merchantId);
  await inTransaction(ctx, async (tx) => {
    await lockViews(tx, owner);
    const views = await findViews(tx, owner);
    if (views.length >= MAX_VIEWS && !views.some((view) => view.name === name))
      throw invalidField("name", `you can save at most ${MAX_VIEWS} views; delete one first`);
    const parts = search.split("&").filter((part) => !UNSAVED.some((name) => new URLSearchParams(part).has(name)));
    await upsertView(tx, owner, { id: newId(), name, search: parts.join("&") });
  });
}

/** Deletes a view of the signed-in person; an unknown one changes nothing. @throws AppError FORBIDDEN, MERCHANT_NOT_FOUND */
export async function deleteSavedView(ctx: Ctx, input: { merchantId: string; id: string }): Promise<void> {
  await deleteView(dbOf(ctx), await ownerOf(ctx, input.merchantId), input.id);
}
