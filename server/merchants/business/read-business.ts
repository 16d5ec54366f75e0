import type { Ctx } from "../../lib/context";
import { dbOf } from "../../lib/db";
import { readMerchant } from "../read-merchant";
import { resolveMerchant } from "../resolve-merchant";
import { type BusinessDetails, findLastSave } from "./business-store";

/** What banks and customers see of a merchant as the payee, besides its branding. */
type Business = BusinessDetails & {
  /** As customers see it and banks get it; set with the branding, and approved by the operator. */
  brandName: string;
  /** ISO 3166-1 alpha-2, set by the operator. */
  country: string;
  /** The version of the details. */
  version: number;
  /** Customers are mailed a receipt of each completed payment. */
  sendsReceipts: boolean;
  /** When the details were last saved, and the user's name; null: never. */
  saved: { at: Date; by: string | null } | null;
};

/** For a merchant's members. @throws AppError MERCHANT_ID_REQUIRED, MERCHANT_NOT_FOUND */
export async function readBusiness(ctx: Ctx, input: { merchantId?: string | undefined }): Promise<Business> {
  const { id } = await resolveMerchant(ctx, input.merchantId);
  // Not from the cache, so that the page shows a change at once.
  const merchant = await readMerchant(ctx, id);
  const {
    brandName,
    country,
    taxNumber,
    postalAddress,
    helpAddress,
    businessVersion: version,
    sendsReceipts,
  } = merchant;
  const saved = await findLastSave(dbOf(ctx), id);
  return { brandName, country, taxNumber, postalAddress, helpAddress, version, sendsReceipts, saved };
}
