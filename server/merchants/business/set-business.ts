import { recordAudit } from "../../audit/record-audit";
import type { Ctx } from "../../lib/context";
import { inTransaction } from "../../lib/db";
import { changedMeanwhile, refuseTestOnly } from "../../lib/errors";
import { notifyOwners } from "../notify-owners";
import { readMerchant } from "../read-merchant";
import { resolveMerchant } from "../resolve-merchant";
import { checkHelpAddress, checkPostalAddress, checkTaxNumber } from "../rules";
import { type BusinessDetails, updateBusiness, updateSendsReceipts } from "./business-store";

/** What a person typed; an empty text removes the value. */
export type BusinessForm = { taxNumber: string; postalAddress: string; helpAddress: string };

/** The fields as errors and the audit log name them. */
const FIELDS = { taxNumber: "tax_number", postalAddress: "postal_address", helpAddress: "help_address" } as const;
const KEYS = Object.keys(FIELDS) as (keyof typeof FIELDS)[];

/** The rules of the form alone. @throws AppError VALIDATION_ERROR on the field */
export function checkBusiness(form: BusinessForm): BusinessDetails {
  return {
    taxNumber: checkTaxNumber(form.taxNumber),
    postalAddress: checkPostalAddress(form.postalAddress),
    helpAddress: checkHelpAddress(form.helpAddress),
  };
}

/**
 * Sets the tax number and the postal address, which receipts show, and the address where customers get help, which the
 * checkout shows as "Contact {merchant}": all or none. Unchanged values are no change. Owners are mailed, because a false
 * help address could ask customers for money. `version`: of the data in the form.
 * @throws AppError VALIDATION_ERROR (on `version`: they were changed in the meantime), FORBIDDEN, MERCHANT_ID_REQUIRED,
 *   MERCHANT_NOT_FOUND
 */
export async function setBusiness(
  ctx: Ctx,
  input: BusinessForm & { merchantId?: string | undefined; version: number },
): Promise<void> {
  refuseTestOnly(ctx);
  const { id } = await resolveMerchant(ctx, input.merchantId);
  const details = checkBusiness(input);
  const { kind, actor } = ctx.caller;
  // Members read the name; those of the operator's people are not theirs to read.
  const by = actor.kind === "user" && kind !== "admin" ? actor.id : null;
  await inTransaction(ctx, async (tx) => {
    const before = await readMerchant({ tx }, id);
    const { version } = input;
    if (before.businessVersion !== version) throw changedMeanwhile("the business details");
    const changed = KEYS.filter((key) => details[key] !== before[key]);
    if (changed.length === 0) return;
    if (!(await updateBusiness(tx, { id, version, by }, details))) throw changedMeanwhile("the business details");
    const named = (values: BusinessDetails) => Object.fromEntries(changed.map((key) => [FIELDS[key], values[key]]));
    await recordAudit(tx, ctx, {
      action: "merchant.business_set",
      merchantId: id,
      subjectId: id,
      before: named(before),
      after: named(details),
    });
    const changes = changed.map((key) => ({ field: FIELDS[key], from: before[key], to: details[key] }));
    await notifyOwners(tx, ctx, id, { kind: "business", changes });
  });
}

/**
 * Switches the receipts on or off that customers are mailed of completed payments. The present state is no change. Owners
 * are mailed, because their customers are written to.
 * @throws AppError FORBIDDEN, MERCHANT_ID_REQUIRED, MERCHANT_NOT_FOUND
 */
export async function setReceipts(
  ctx: Ctx,
  input: { merchantId?: string | undefined; enabled: boolean },
): Promise<void> {
  refuseTestOnly(ctx);
  const { id } = await resolveMerchant(ctx, input.merchantId);
  const { enabled } = input;
  await inTransaction(ctx, async (tx) => {
    if (!(await updateSendsReceipts(tx, id, enabled))) return;
    await recordAudit(tx, ctx, {
      action: "merchant.receipts_set",
      merchantId: id,
      subjectId: id,
      before: { sends_receipts: !enabled },
      after: { sends_receipts: enabled },
    });
    await notifyOwners(tx, ctx, id, { kind: "receipts", enabled });
  });
}
