import { env } from "../../lib/config/env";
import { open } from "../../lib/crypto";

/** The URL of a link's hosted page, from its token. */
export function linkUrl(token: string): string {
  return `${env().baseUrl}/pay/${token}`;
}

/** The same, from a stored link with its sealed token. */
export function urlOfLink(link: { id: string; tokenSealed: Uint8Array }): string {
  return linkUrl(open(link.tokenSealed, link.id));
}
