import type { Ctx } from "../../lib/context";
import type { Tx } from "../../lib/db";
import { AppError, invalidField } from "../../lib/errors";
import { lockPlatformOwners } from "./user-store";

/**
 * Limits what a Console user may do to the owners of the platform: only an owner can create, change, disable or remove
 * one, and the last one can't be removed. Locks the owners until the transaction ends, so that two can't remove each
 * other; it must be the first statement of the transaction. The operator's command line is not limited, so that access
 * can be restored.
 * @throws AppError FORBIDDEN, VALIDATION_ERROR on `role`
 */
export async function guardPlatformOwners(
  tx: Tx,
  { caller: { actor } }: Pick<Ctx, "caller">,
  target: { email: string; becomesOwner: boolean; staysOwner: boolean },
): Promise<void> {
  if (actor.kind !== "user") return;
  const owners = await lockPlatformOwners(tx);
  const own = owners.find(({ id, disabled }) => id === actor.id && !disabled);
  const held = owners.find(({ email }) => email === target.email);
  if ((held || target.becomesOwner) && !own) {
    throw new AppError("FORBIDDEN", {
      message: "Only an owner of the installation can assign, change or remove the role owner.",
    });
  }
  const others = owners.filter(({ email, disabled }) => email !== target.email && !disabled);
  if (held && !target.staysOwner && others.length === 0) {
    throw invalidField("role", "belongs to the last owner: assign it to another person first");
  }
}
