import { unixSeconds } from "../../../../server/lib/clock";
import type { Executor } from "../../store";
import { addressesOf } from "../addresses";
import { signToken } from "../bank-keys";
import { type Authorisation, issueCode, type NewAuthorisation } from "./grant-store";
import { signIdToken } from "./id-token";
import type { OauthErrorCode } from "./oauth-error";

/** Short, as JARM §2.1 recommends: the browser carries the response at once. */
const RESPONSE_LIFETIME_S = 600;

/** The redirect of an approval: with a code, and in the flow's response mode. */
export async function grantedUrl(on: Executor, authorisation: Authorisation): Promise<string> {
  const code = await issueCode(on, authorisation.id);
  const id_token = authorisation.withIdToken ? await signIdToken(authorisation, { code }) : undefined;
  return responseUrl(authorisation, { code, ...(id_token === undefined ? {} : { id_token }) });
}

/** The redirect of a request that failed or was denied (RFC 6749 §4.1.2.1). */
export function refusedUrl(
  authorisation: ResponseTarget,
  error: OauthErrorCode,
  error_description: string,
): Promise<string> {
  return responseUrl(authorisation, { error, error_description });
}

export type ResponseTarget = Pick<
  NewAuthorisation,
  "bank" | "clientId" | "redirectUri" | "responseMode" | "withIdToken" | "state"
>;

/** As plain parameters in the fragment (OAuth 2.0 Multiple Response Types §5), or as one signed JWT (JARM §2.3). */
async function responseUrl(target: ResponseTarget, given: Record<string, string>): Promise<string> {
  const { bank, clientId, responseMode, state } = target;
  const parameters = { ...given, ...(state === null ? {} : { state }) };
  const url = new URL(target.redirectUri);
  if (responseMode === "fragment") {
    url.hash = new URLSearchParams(parameters).toString();
    return url.toString();
  }
  const iss = addressesOf(bank).issuer;
  const exp = unixSeconds() + RESPONSE_LIFETIME_S;
  const response = await signToken(bank, { iss, aud: clientId, exp, ...parameters });
  if (responseMode === "query.jwt") url.searchParams.set("response", response);
  else url.hash = new URLSearchParams({ response }).toString();
  return url.toString();
}
