import { env } from "../lib/config/env";
import { nameInMail } from "../mail/fill-text";

/** The merchant that a mail is about: its reader may belong to several. */
export function merchantLine({ brandName }: { brandName: string }): string {
  return `Merchant: ${nameInMail(brandName)}`;
}

/** A page of the Console for a mail about a merchant. The page of this address switches to it if another one is shown. */
export function consoleLink(merchantId: string, path: `/console/${string}`): string {
  return `${env().baseUrl}/open/${merchantId}?to=${path}`;
}
