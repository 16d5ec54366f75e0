import { open } from "../lib/crypto";
import { env } from "../lib/env";

/** The address of the hosted page of a link, from its token. */
export function linkUrl(token: string): string {
  return `${env().baseUrl}/pay/${token}`;
}

/** The same, from a stored link: its token is sealed beside it. */
export function urlOfLink(link: { id: string; tokenSealed: Uint8Array }): string {
  return linkUrl(open(link.tokenSealed, link.id));
}
