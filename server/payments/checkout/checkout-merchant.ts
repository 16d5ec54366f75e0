import { accentOf } from "../../merchants/branding/accent";
import type { Merchant } from "../../merchants/resolve-merchant";
import { framingOrigins, logoPath } from "../../merchants/rules";
import type { Checkout } from "./checkout-view";

/** The merchant's branding for a payment's page, and the origins that may frame it. */
export function checkoutMerchant(merchant: Merchant, payment: { test: boolean }): Checkout["merchant"] {
  const { brandName, country, accent, logoHash, helpAddress, taxNumber, postalAddress } = merchant;
  return {
    brandName,
    country,
    allowedOrigins: framingOrigins(merchant.allowedOrigins, payment),
    logo: logoHash === null ? null : logoPath(logoHash),
    accent: accent === null ? null : accentOf(accent),
    help: helpAddress,
    taxNumber,
    postalAddress,
  };
}
