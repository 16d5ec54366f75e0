import { recordAudit } from "../../audit/record-audit";
import { env } from "../../lib/config/env";
import { type Ctx, isOperator } from "../../lib/context";
import { inTransaction, type Tx } from "../../lib/db";
import { changedMeanwhile, refuseTestOnly } from "../../lib/errors";
import { newId } from "../../lib/ids";
import { withoutLinks } from "../../mail/fill-text";
import { queueMail } from "../../mail/send-mail";
import { notifyOwners } from "../notify-owners";
import { readMerchant } from "../read-merchant";
import { resolveMerchant } from "../resolve-merchant";
import { checkBrandName } from "../rules";
import type { MerchantRow } from "../store";
import { checkAccent } from "./accent";
import { updateBranding } from "./branding-store";
import { findOpenNameRequest, insertNameRequest, withdrawNameRequest } from "./name-request-store";

type BrandingChange = {
  merchantId?: string | undefined;
  /**
   * The name that customers see, and that banks get as the payee from the next payment on: started payments keep their
   * name. Outside the demo it takes effect when the operator has approved it.
   */
  brandName: string;
  /** `#rrggbb`; null: the default colour. */
  accent: string | null;
  /** The version of the data in the form. */
  version: number;
};

/** A demo moves no money, so names need no approval; neither do names that the operator sets. */
const isApprovedAtOnce = ({ caller }: Ctx) => env().demo || isOperator(caller);

/**
 * Sets a merchant's name and colour in the checkout. The colour takes effect at once; a new name waits for the
 * operator's approval and replaces an earlier waiting one. Unchanged values are no change.
 * @throws AppError VALIDATION_ERROR (on `version`: it was changed in the meantime), FORBIDDEN, MERCHANT_ID_REQUIRED,
 *   MERCHANT_NOT_FOUND
 */
export async function setBranding(ctx: Ctx, input: BrandingChange): Promise<void> {
  refuseTestOnly(ctx);
  const { id } = await resolveMerchant(ctx, input.merchantId);
  const name = checkBrandName(input.brandName);
  const accent = input.accent === null ? null : checkAccent(input.accent);
  await inTransaction(ctx, async (tx) => {
    const before = await readMerchant({ tx }, id);
    if (before.brandingVersion !== input.version) throw changedMeanwhile("the name or the colour");
    const waiting = (await findOpenNameRequest(tx, id))?.name ?? null;
    const isNameNew = name !== (waiting ?? before.brandName);
    if (!isNameNew && accent === before.accent) return;
    const brandName = isNameNew && isApprovedAtOnce(ctx) ? name : before.brandName;
    const isPresent = await updateBranding(tx, { id, version: input.version }, { brandName, accent });
    if (!isPresent) throw changedMeanwhile("the name or the colour");
    await recordBranding(tx, ctx, before, { brandName, accent });
    if (!isNameNew) return;
    if (waiting !== null) await withdrawNameRequest(tx, id);
    if (brandName !== before.brandName) {
      await notifyOwners(tx, ctx, id, { kind: "name-changed", from: before.brandName, to: brandName });
    } else if (name === before.brandName) {
      const fact = { action: "merchant.name_request_withdrawn", merchantId: id, subjectId: id };
      await recordAudit(tx, ctx, { ...fact, detail: { brand_name: waiting } });
    } else await requestName(tx, ctx, before, name);
  });
}

async function recordBranding(
  tx: Tx,
  ctx: Ctx,
  before: MerchantRow,
  after: { brandName: string; accent: string | null },
): Promise<void> {
  if (before.brandName === after.brandName && before.accent === after.accent) return;
  await recordAudit(tx, ctx, {
    action: "merchant.branding_set",
    merchantId: before.id,
    subjectId: before.id,
    before: { brand_name: before.brandName, accent: before.accent },
    after: { brand_name: after.brandName, accent: after.accent },
  });
}

async function requestName(tx: Tx, ctx: Ctx, { id, brandName }: MerchantRow, name: string): Promise<void> {
  const { kind, id: actorId } = ctx.caller.actor;
  const requestedBy = kind === "user" ? actorId : null;
  await insertNameRequest(tx, { id: newId(), merchantId: id, name, previousName: brandName, requestedBy });
  const fact = { action: "merchant.name_requested", merchantId: id, subjectId: id };
  await recordAudit(tx, ctx, { ...fact, before: { brand_name: brandName }, after: { brand_name: name } });
  await notifyOwners(tx, ctx, id, { kind: "name-requested", from: brandName, to: name });
  const { operatorEmail: recipient, baseUrl } = env();
  if (recipient === null) return;
  const text = `${withoutLinks(brandName)} requests the name "${withoutLinks(name)}" at checkout and at banks.\n\nApprove or reject it: ${baseUrl}/operator/names`;
  await queueMail(tx, { recipient, subject: "A checkout name is awaiting approval", text });
}
