import type { HttpAnswer } from "../../lib/net/http-client";
import { isRecord, parseJson, textOf } from "../parse-response";
import type { Failure, FailureKind } from "../port";
import { retryAfterOf } from "../retry-after";
import { withoutUndefined } from "../without-undefined";

export type Method = "GET" | "POST" | "PUT" | "DELETE";

const MAX_DETAIL_LENGTH = 300;

/**
 * The kind by the standard's error code (NextGenPSD2 1.3.11, section 14.11). First match wins. `auth` opens the circuit of
 * the bank, so it must not include errors about one PSU.
 */
const KIND_BY_CODE: readonly (readonly [RegExp, FailureKind])[] = [
  [/^(CONSENT_|REVOKED_BY_PSU$)/, "consent"],
  [/^(CERTIFICATE_|SIGNATURE_|TOKEN_|ROLE_INVALID$)/, "auth"],
  [/^(PRODUCT_INVALID|PRODUCT_UNKNOWN|FORMAT_ERROR|SERVICE_INVALID|TIMESTAMP_INVALID|PERIOD_INVALID)$/, "invalid"],
  [/^(PARAMETER_|SCA_METHOD_UNKNOWN$|REQUESTED_FORMATS_INVALID$|SESSIONS_NOT_SUPPORTED$|KID_MISSING$)/, "invalid"],
  [/^(PAYMENT_FAILED|EXECUTION_DATE_INVALID|SCA_INVALID|CANCELLATION_INVALID|FUNDS_NOT_AVAILABLE)$/, "rejected"],
  [/^(SERVICE_BLOCKED|RESOURCE_BLOCKED|PSU_CREDENTIALS_INVALID|CORPORATE_ID_INVALID)$/, "rejected"],
  [/^(RESOURCE_UNKNOWN|RESOURCE_EXPIRED)$/, "not-found"],
  [/^ACCESS_EXCEEDED$/, "rate-limited"],
];

/** Codes about our own certificate, key or role: another token of the PSU changes nothing. */
const ABOUT_US = /^(CERTIFICATE_|SIGNATURE_|ROLE_INVALID$)/;

/**
 * The failure of a response outside 2xx. A server error may come after the bank processed the request, so it is `unknown`;
 * a 503 to a GET, which changes nothing, is `unavailable`. `byPerson`: the call carried a PSU's token; a 401 without a code
 * or about a token then refuses that token, and says nothing about us.
 */
export function failureOf(method: Method, answer: HttpAnswer, { byPerson } = { byPerson: false }): Failure {
  const { code, text = "" } = firstTppMessage(answer.body);
  const kind = kindOf(method, answer.status, code);
  const isOfPerson = byPerson && kind === "auth";
  return {
    ok: false,
    kind: isOfPerson && /^(TOKEN_|$)/.test(code ?? "") ? "consent" : kind,
    ...withoutUndefined({
      tokenRefused: (isOfPerson && !ABOUT_US.test(code ?? "")) || undefined,
      code,
      // RFC 6750 §3.1 gives such a 401 no code. A POST begins something new, for which there is no grant yet.
      mayWantGrant: (kind === "auth" && !byPerson && method !== "POST") || undefined,
    }),
    ...retryAfterOf(answer),
    detail: `${answer.status} ${code ?? ""} ${text}`.trim().slice(0, MAX_DETAIL_LENGTH),
  };
}

function kindOf(method: Method, status: number, code: string | undefined): FailureKind {
  if (status === 429) return "rate-limited";
  if (status === 503 && method === "GET") return "unavailable";
  if (status >= 500 || status === 408) return "unknown";
  if (status < 400) return "protocol";
  // Wrong state of the payment: a cancellation is refused; for other calls the status has to be fetched.
  if (status === 409) return method === "DELETE" ? "rejected" : "unknown";
  if (status === 405 && method === "DELETE") return "rejected";
  const named = code === undefined ? undefined : KIND_BY_CODE.find(([pattern]) => pattern.test(code))?.[1];
  if (named) return named;
  if (status === 401) return "auth";
  if (status === 404) return "not-found";
  return "invalid";
}

/** The first TPP message that is no warning. Some banks send the list without its wrapper, or a single object. */
function firstTppMessage(body: string): { code?: string | undefined; text?: string | undefined } {
  const parsed = parseJson(body);
  const holder = isRecord(parsed) && "tppMessages" in parsed ? parsed["tppMessages"] : parsed;
  const messages: unknown[] = Array.isArray(holder) ? holder : [holder];
  const first = messages.find((message) => !isRecord(message) || message["category"] !== "WARNING") ?? messages[0];
  return isRecord(first) ? { code: textOf(first["code"]), text: textOf(first["text"]) } : {};
}
