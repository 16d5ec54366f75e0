import { recordAudit } from "../audit/record-audit";
import type { Ctx } from "../lib/context";
import { inTransaction } from "../lib/db";
import { AppError, invalidField } from "../lib/errors";
import { newId } from "../lib/ids";
import { checkBrandName, checkCountry, checkOrigins } from "./rules";
import { findPartner, insertMerchant, type MerchantRow } from "./store";

const DEFAULT_COUNTRY = "PT";

export type NewMerchant = {
  brandName: string;
  partnerId?: string;
  /** ISO 3166-1 alpha-2: the country that the bank picker shows first. */
  country?: string;
  /** Origins that may frame the checkout, such as https://shop.example. */
  allowedOrigins?: string[];
  /** Set by the demo, which needs fixed ids. */
  id?: string;
};

/** The rules of the form alone. @throws AppError VALIDATION_ERROR on the field */
export function checkNewMerchant(input: Pick<NewMerchant, "brandName" | "country" | "allowedOrigins">) {
  const brandName = checkBrandName(input.brandName);
  const country = checkCountry(input.country ?? DEFAULT_COUNTRY);
  return { brandName, country, allowedOrigins: checkOrigins(input.allowedOrigins ?? []) };
}

/** Creates a merchant. Operators only. @throws AppError FORBIDDEN_CREATE, VALIDATION_ERROR */
export async function createMerchant(ctx: Ctx, input: NewMerchant): Promise<MerchantRow> {
  if (ctx.caller.kind !== "admin") throw new AppError("FORBIDDEN_CREATE");
  const { brandName, country, allowedOrigins } = checkNewMerchant(input);
  return inTransaction(ctx, async (tx) => {
    if (input.partnerId && !(await findPartner(tx, input.partnerId)))
      throw invalidField("partner_id", "There is no such partner.");
    const merchant = await insertMerchant(tx, {
      id: input.id ?? newId(),
      brandName,
      partnerId: input.partnerId ?? null,
      country,
      allowedOrigins,
    });
    await recordAudit(tx, ctx, { action: "merchant.created", merchantId: merchant.id, subjectId: merchant.id });
    return merchant;
  });
}
