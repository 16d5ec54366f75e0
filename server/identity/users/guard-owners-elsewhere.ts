import type { Ctx } from "../../lib/context";
import type { Tx } from "../../lib/db";
import { AppError } from "../../lib/errors";
import type { Context } from "../rules";
import { lockPlatformOwners, lockRole } from "./user-store";

/**
 * Limits what the platform's users may do to the owners of a merchant or partner: only an owner of the platform can
 * create, change or remove one, as members of a team can't give a role above their own. Called in the transaction of
 * the change, with the changed role locked. The operator's command line is not limited, so that access can be restored.
 * @throws AppError FORBIDDEN
 */
export async function guardOwnersElsewhere(
  tx: Tx,
  { caller: { actor } }: Pick<Ctx, "caller">,
  { email, scope, becomes }: { email: string; scope: Context; becomes: string | null },
): Promise<void> {
  if (actor.kind !== "user") return;
  const owners = await lockPlatformOwners(tx);
  const isOwner = owners.some(({ id, disabled }) => id === actor.id && !disabled);
  const held = await lockRole(tx, email, scope);
  if (isOwner || (held !== "owner" && becomes !== "owner")) return;
  throw new AppError("FORBIDDEN", {
    message: "Only an owner of the installation can assign, change or remove the role owner.",
  });
}
