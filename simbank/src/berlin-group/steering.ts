import { newSecret } from "../../../server/lib/crypto";
import { shortCode } from "../approval";
import { traitsOf } from "../traits";
import { bankOrigin, pathsOf } from "./addresses";

/** The parts of an answer that lead to the approval: links, headers, and a message for the shopper. */
export type Steering = {
  links: Record<string, { href: string }>;
  headers: Record<string, string>;
  psuMessage?: string;
};

/** 256 random bits: knowledge of the id is the permission to answer. */
export function newAuthorisationId(): string {
  return newSecret("sca_");
}

/** The authorisation that a new payment or consent has from the start; null at banks with explicit authorisations. */
export function firstAuthorisationId(bank: string): string | null {
  return traitsOf(bank).authorisation === "explicit" ? null : newAuthorisationId();
}

/** The links to the shopper's approval, by this bank's approach. `self`: path of the payment or the consent. */
export function steer(bank: string, self: string, authorisationId: string | null): Steering {
  const paths = pathsOf(bank);
  const redirect = { "ASPSP-SCA-Approach": "REDIRECT" };
  if (authorisationId === null) {
    return { links: { startAuthorisation: { href: `${self}/authorisations` } }, headers: redirect };
  }
  const scaStatus = { href: `${self}/authorisations/${authorisationId}` };
  const { authorisation } = traitsOf(bank);
  if (authorisation === "oauth") {
    return { links: { scaOAuth: { href: `${bankOrigin()}${paths.oauthMetadata}` }, scaStatus }, headers: redirect };
  }
  if (authorisation === "decoupled") {
    const code = shortCode(self.slice(self.lastIndexOf("/")));
    const psuMessage = `Approve it in the app of your bank: ${bankOrigin()}${paths.app}?code=${code}`;
    return { links: { scaStatus }, headers: { "ASPSP-SCA-Approach": "DECOUPLED" }, psuMessage };
  }
  return { links: { scaRedirect: { href: paths.approval(authorisationId) }, scaStatus }, headers: redirect };
}
