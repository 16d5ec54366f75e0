import type { Ctx } from "../lib/context";
import type { Tx } from "../lib/db";
import { AppError, invalidField } from "../lib/errors";
import { lockPlatformOwners } from "./platform-owners-store";

/**
 * What a person at the Console may do to the owners of the platform: only an owner makes one, or changes, disables or ends
 * one, and the last one stays. Locks the owners until the transaction ends, so that two cannot end one another. First thing
 * in it. The operator's own tool may do everything: it is the way back in.
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
    throw new AppError("FORBIDDEN", { message: "Only an owner of the platform makes, changes or ends an owner." });
  }
  const others = owners.filter(({ email, disabled }) => email !== target.email && !disabled);
  if (held && !target.staysOwner && others.length === 0) {
    throw invalidField("role", "is the last owner's: make somebody else an owner first");
  }
}
