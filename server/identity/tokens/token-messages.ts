import { hasChecksum } from "../../lib/crypto";
import { isUuid } from "../../lib/ids";
import { ACCESS_TOKEN_TTL_S } from "../rules";
import { ACCESS_TOKEN_PREFIX } from "./token-set";

const GET_A_TOKEN = "Request an access token with the client ID and the client secret at POST /api/v1/oauth2/token";
const SEND_IT = "and send it as Authorization: Bearer <access token>.";

const MISTYPED = "The access token is cut or mistyped: its last characters don't match. Copy it again.";

/** What a text in the place of an access token is, by the prefix of our secrets. */
const KINDS: readonly [prefix: string, message: string][] = [
  ["csec_", `This is a client secret, not an access token. ${GET_A_TOKEN}, ${SEND_IT}`],
  ["rtok_", "This is a refresh token, not an access token. Exchange it at POST /api/v1/oauth2/refresh."],
  ["ptok_", `This is the token of one payment, for its checkout only. ${GET_A_TOKEN}, ${SEND_IT}`],
  ["plink_", `This is the token of a payment link, for its page only. ${GET_A_TOKEN}, ${SEND_IT}`],
  ["whsec_", `This is a webhook signing secret, not an access token. ${GET_A_TOKEN}, ${SEND_IT}`],
];

/**
 * Why a header can't have a valid access token, by its form alone: the scheme, the kind of secret. Repeats no part of the
 * header.
 */
export function wrongTokenMessage(authorization: string): string {
  const [scheme = "", ...rest] = authorization.trim().split(/\s+/);
  const [text = ""] = rest;
  if (/^Basic$/i.test(scheme)) {
    return `HTTP Basic is accepted at POST /api/v1/oauth2/token only. Request an access token there, ${SEND_IT}`;
  }
  if (!/^Bearer$/i.test(scheme)) return `The header Authorization must be: Bearer <access token>. ${GET_A_TOKEN}.`;
  if (rest.length === 0)
    return `The header Authorization has no access token after Bearer: is the variable empty? ${GET_A_TOKEN}.`;
  if (rest.length !== 1) return "After Bearer, the header Authorization must have one access token and nothing else.";
  const kind = KINDS.find(([prefix]) => text.startsWith(prefix));
  if (kind) return kind[1];
  if (text.startsWith(ACCESS_TOKEN_PREFIX)) return MISTYPED;
  if (isUuid(text)) return `This looks like a client ID, not an access token. ${GET_A_TOKEN}, ${SEND_IT}`;
  return `This is not an access token of this service: they begin with atok_. ${GET_A_TOKEN}, ${SEND_IT}`;
}

/** Why a token in the form of an access token is refused. Its holder may read that it expired, and when. */
export function unknownTokenMessage(token: string, expiredAt: Date | null): string {
  if (expiredAt) {
    const minutes = ACCESS_TOKEN_TTL_S / 60;
    return `The access token expired at ${expiredAt.toISOString()}: access tokens are valid for ${minutes} minutes. Request a new one, or refresh it.`;
  }
  if (!hasChecksum(token)) return MISTYPED;
  return "The access token is revoked, or belongs to another installation. Request a new one.";
}
