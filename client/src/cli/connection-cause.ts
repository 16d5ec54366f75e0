const UNKNOWN_AUTHORITY =
  "its certificate is from an unknown authority: set NODE_EXTRA_CA_CERTS to the authority's PEM file";
const WITHOUT_TLS = "it answers without TLS: is the URL http instead of https?";
/** Codes of Node and OpenSSL, in words. */
const CAUSES: Record<string, string> = {
  ECONNREFUSED: "connection refused",
  ECONNRESET: "connection reset",
  ENOTFOUND: "the name does not resolve",
  EAI_AGAIN: "the name does not resolve now",
  ETIMEDOUT: "no connection in time",
  EHOSTUNREACH: "no route to the host",
  ENETUNREACH: "no route to the network",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNKNOWN_AUTHORITY,
  UNABLE_TO_GET_ISSUER_CERT: UNKNOWN_AUTHORITY,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNKNOWN_AUTHORITY,
  SELF_SIGNED_CERT_IN_CHAIN: UNKNOWN_AUTHORITY,
  DEPTH_ZERO_SELF_SIGNED_CERT: UNKNOWN_AUTHORITY,
  CERT_HAS_EXPIRED: "its certificate has expired",
  ERR_TLS_CERT_ALTNAME_INVALID: "its certificate is for another host",
  ERR_SSL_WRONG_VERSION_NUMBER: WITHOUT_TLS,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: WITHOUT_TLS,
};

/** Why a connection failed, by the first code in the chain of causes: `connection refused (ECONNREFUSED)`. */
export function connectionCause(error: unknown): string {
  for (let one = error; one instanceof Error; one = one.cause) {
    const { code } = one as NodeJS.ErrnoException;
    // Codes of the client itself are no causes.
    if (typeof code === "string" && code !== "NETWORK_ERROR")
      return code in CAUSES ? `${CAUSES[code]} (${code})` : code;
    if (!(one.cause instanceof Error)) return one.message;
  }
  return String(error);
}
