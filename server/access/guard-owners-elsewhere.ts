import type { Ctx } from "../lib/context";
import type { Tx } from "../lib/db";
import { AppError } from "../lib/errors";
import { lockPlatformOwners } from "./platform-owners-store";
import type { Context } from "./rules";
import { lockHeldRole } from "./user-store";

/**
 * What a person of the platform may do to the owners of a merchant or a partner: only an owner of the platform makes one, or
 * changes or ends one, as in a team nobody gives a role above their own. Asked in the transaction that does it, with the
 * role that is held locked. The operator's own tool may do everything: it is the way back in.
 * @throws AppError FORBIDDEN
 */
export async function guardOwnersElsewhere(
  tx: Tx,
  { caller: { actor } }: Pick<Ctx, "caller">,
  { email, place, becomes }: { email: string; place: Context; becomes: string | null },
): Promise<void> {
  if (actor.kind !== "user") return;
  const owners = await lockPlatformOwners(tx);
  const isOwner = owners.some(({ id, disabled }) => id === actor.id && !disabled);
  const held = await lockHeldRole(tx, email, place);
  if (isOwner || (held !== "owner" && becomes !== "owner")) return;
  throw new AppError("FORBIDDEN", { message: "Only an owner of the platform gives, changes or ends the role owner." });
}
