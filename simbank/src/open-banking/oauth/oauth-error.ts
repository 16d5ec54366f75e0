const NAME = "OAuthError";

export type OauthErrorCode =
  | "invalid_request"
  | "invalid_client"
  | "invalid_grant"
  | "invalid_scope"
  | "unsupported_grant_type"
  | "unsupported_response_type"
  | "access_denied"
  | "temporarily_unavailable";

/** An error of RFC 6749 (§4.1.2.1 and §5.2), which the endpoint turns into its answer. */
export function oauthError(code: OauthErrorCode, description: string): Error {
  return Object.assign(new Error(description), { name: NAME, code });
}

/** The OAuth error of a thrown error, or null when it is not from `oauthError`. */
export function oauthErrorOf(error: unknown): { code: OauthErrorCode; description: string } | null {
  if (!(error instanceof Error) || error.name !== NAME || !("code" in error)) return null;
  return { code: error.code as OauthErrorCode, description: error.message };
}
