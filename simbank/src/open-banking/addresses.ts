import { bankOrigin } from "../berlin-group/addresses";

/** The absolute addresses of one bank's UK Open Banking side. `issuer` is also its OpenID provider's name. */
export function addressesOf(bank: string) {
  const issuer = `${bankOrigin()}/simbank/${bank}`;
  const resources = `${issuer}/open-banking/v3.1`;
  return {
    issuer,
    authorisation: `${issuer}/authorize`,
    token: `${issuer}/token`,
    keys: `${issuer}/jwks`,
    paymentInitiation: `${resources}/pisp`,
    accountInformation: `${resources}/aisp`,
    /** The host whose key set verifies this bank's signatures: its trust anchor. */
    trustAnchor: new URL(issuer).hostname,
  };
}
