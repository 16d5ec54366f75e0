import { isDeepStrictEqual } from "node:util";
import { recordAudit } from "../../audit/record-audit";
import type { Ctx } from "../../lib/context";
import { inTransaction } from "../../lib/db";
import { AppError, changedMeanwhile, invalidField } from "../../lib/errors";
import { isUuid } from "../../lib/ids";
import { resolveMerchant } from "../../merchants/resolve-merchant";
import { auditOfLimits, type CredentialLimits, parseLimits } from "./credential-limits";
import { lockCredential, updateCredential } from "./store";

type Change = CredentialLimits & {
  id: string;
  merchantId?: string | undefined;
  /** The limits that the user saw; without them the change applies to whatever is stored. */
  seen?: Required<CredentialLimits>;
};

/**
 * Sets the end or the networks of a credential, or both; an omitted one stays. Returns the limits of now. They apply to
 * its tokens within a second, on every process. A credential that was disabled or has ended stays so. An admin may
 * change any; other callers only those of their merchants.
 * @throws AppError VALIDATION_ERROR (on `version`: the limits are not the seen ones any more), NOT_FOUND,
 *   MERCHANT_ID_REQUIRED, MERCHANT_NOT_FOUND
 */
export async function limitCredential(ctx: Ctx, input: Change): Promise<Required<CredentialLimits>> {
  const anyOwner = ctx.caller.kind === "admin" && input.merchantId === undefined;
  const scope = anyOwner ? {} : { merchantId: (await resolveMerchant(ctx, input.merchantId)).id };
  const limits = parseLimits(input);
  return inTransaction(ctx, async (tx) => {
    const found = isUuid(input.id) ? await lockCredential(tx, input.id, scope) : null;
    if (!found) throw new AppError("NOT_FOUND", { message: "No such API key." });
    if (!found.works) throw invalidField("id", "This API key is disabled or has expired. Create a new one.");
    if (input.seen && !isDeepStrictEqual(auditOfLimits(input.seen), auditOfLimits(found))) {
      throw changedMeanwhile("the restrictions");
    }
    const { endsAt, allowedNetworks, endsSoonMailedAt } = limits.row;
    const after = {
      endsAt: input.endsAt === undefined ? found.endsAt : endsAt,
      allowedNetworks: input.allowedNetworks === undefined ? found.allowedNetworks : allowedNetworks,
    };
    if (isDeepStrictEqual(auditOfLimits(after), auditOfLimits(found))) return after;
    // The mails about an end that stays are sent as they were due.
    const isSameEnd = after.endsAt?.getTime() === found.endsAt?.getTime();
    await updateCredential(tx, input.id, { ...after, ...(isSameEnd ? {} : { endsSoonMailedAt }) });
    await recordAudit(tx, ctx, {
      action: "credential.limited",
      merchantId: found.merchantId,
      partnerId: found.partnerId,
      subjectId: input.id,
      detail: { name: found.name },
      before: auditOfLimits(found),
      after: auditOfLimits(after),
    });
    return after;
  });
}
