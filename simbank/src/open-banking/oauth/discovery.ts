import { traitsOf } from "../../traits";
import { addressesOf } from "../addresses";
import { SIGNING_ALGORITHM } from "../bank-keys";
import { CLIENT_ALGORITHMS } from "./client-authentication";
import { STRONG_AUTHENTICATION } from "./id-token";

/**
 * `/.well-known/openid-configuration` (OpenID Connect Discovery 1.0 §3). A bank redirects the browser either with JARM,
 * in the query, or with the hybrid flow, in the fragment.
 */
export function discoveryDocument(bank: string, takesCertificates: boolean) {
  const { issuer, authorisation, token, keys } = addressesOf(bank);
  const byJwt = traitsOf(bank).responseMode === "jwt";
  return {
    issuer,
    authorization_endpoint: authorisation,
    token_endpoint: token,
    jwks_uri: keys,
    scopes_supported: ["openid", "payments", "accounts"],
    response_types_supported: byJwt ? ["code", "code id_token"] : ["code id_token"],
    response_modes_supported: byJwt ? ["jwt", "query.jwt", "fragment.jwt"] : ["fragment"],
    ...(byJwt ? { authorization_signing_alg_values_supported: [SIGNING_ALGORITHM] } : {}),
    grant_types_supported: ["authorization_code", "client_credentials", "refresh_token"],
    subject_types_supported: ["public"],
    id_token_signing_alg_values_supported: [SIGNING_ALGORITHM],
    request_object_signing_alg_values_supported: CLIENT_ALGORITHMS,
    token_endpoint_auth_methods_supported: ["private_key_jwt", ...(takesCertificates ? ["tls_client_auth"] : [])],
    token_endpoint_auth_signing_alg_values_supported: CLIENT_ALGORITHMS,
    tls_client_certificate_bound_access_tokens: takesCertificates,
    code_challenge_methods_supported: ["S256"],
    claims_supported: ["acr", "auth_time", "openbanking_intent_id"],
    acr_values_supported: [STRONG_AUTHENTICATION],
    claims_parameter_supported: true,
    request_parameter_supported: true,
    request_uri_parameter_supported: false,
    require_signed_request_object: true,
  };
}
