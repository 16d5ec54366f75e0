import type { HttpAnswer } from "../../lib/net/http-client";
import { isRecord, parseJson, textOf } from "../parse-response";
import type { Failure, FailureKind } from "../port";
import { retryAfterOf } from "../retry-after";
import { withoutUndefined } from "../without-undefined";

/** `read` changes nothing · `consent` a POST that moves no money · `submission` the call that does · `revocation` a DELETE. */
export type CallKind = "read" | "consent" | "submission" | "revocation";

const MAX_DETAIL_LENGTH = 300;
const PREFIX = "UK.OBIE.";
const CODES_OF_V4 = [
  ...["UnexpectedError", "Field.Expected", "Field.Invalid", "Field.InvalidDate", "Field.Missing", "Field.Unexpected"],
  ...["Header.Invalid", "Header.Missing", "Resource.ConsentMismatch", "Resource.InvalidConsentStatus"],
  ...["Resource.InvalidFormat", "Resource.NotFound", "Rules.AfterCutOffDateTime", "Rules.DuplicateReference"],
  ...["Rules.FailsControlParameters", "Signature.Invalid", "Signature.InvalidClaim", "Signature.MissingClaim"],
  ...["Signature.Malformed", "Signature.Missing", "Signature.Unexpected", "Unsupported.AccountIdentifier"],
  ...["Unsupported.AccountSecondaryIdentifier", "Unsupported.Currency", "Unsupported.EventType"],
  ...["Unsupported.Frequency", "Unsupported.LocalInstrument", "Unsupported.Scheme", "Reauthenticate"],
  "Rules.ResourceAlreadyExists",
];

/**
 * The standard's codes (Read/Write Data API Profile v3.1.11, "Error codes") without their prefix. First match wins. A wrong
 * consent status and an unexpected error are `unknown`: an earlier call whose response was lost may have been processed.
 */
const KIND_BY_CODE: readonly (readonly [RegExp, FailureKind])[] = [
  [/^Reauthenticate$/, "consent"],
  [/^Signature\./, "auth"],
  [/^Resource\.ConsentMismatch$/, "protocol"],
  [/^(Resource\.InvalidConsentStatus|Rules\.ResourceAlreadyExists|UnexpectedError)$/, "unknown"],
  [/^Resource\.NotFound$/, "not-found"],
  [/^Rules\./, "rejected"],
  [/^(Field|Header|Unsupported)\.|^Resource\.InvalidFormat$/, "invalid"],
];

/**
 * The failure of a response outside 2xx. A server error may come after the bank processed the request, so it is `unknown`;
 * a 503 to a read, which changes nothing, is `unavailable`. `byPerson`: the call carried a PSU's token; a 401 then refuses
 * that token and a 403 its authorisation, and neither says anything about us. Without it, both refuse our own access, a 403
 * unless its code is about the resource.
 */
export function failureOf(answer: HttpAnswer, call: { kind: CallKind; byPerson: boolean }): Failure {
  const named = namedErrors(answer.body);
  const texts = named.map(({ code, path, message }) => [code, path, message].filter(Boolean).join(" ")).join("; ");
  return {
    ok: false,
    kind: kindOf(answer.status, named, call),
    ...(isTokenRefused(answer.status, named, call) ? { tokenRefused: true as const } : {}),
    ...withoutUndefined({ code: named[0]?.code }),
    ...retryAfterOf(answer),
    detail: `${answer.status} ${texts}`.trim().slice(0, MAX_DETAIL_LENGTH),
  };
}

/** A new token is useless where the bank wants the PSU to authenticate again. */
function isTokenRefused(status: number, named: readonly NamedError[], { byPerson }: { byPerson: boolean }): boolean {
  return byPerson && status === 401 && !named.some(({ code }) => bareCode(code) === "Reauthenticate");
}

function kindOf(
  status: number,
  named: readonly NamedError[],
  call: { kind: CallKind; byPerson: boolean },
): FailureKind {
  if (status === 429) return "rate-limited";
  if (status === 503 && call.kind === "read") return "unavailable";
  if (status >= 500 || status === 408) return "unknown";
  if (status < 400) return "protocol";
  if (call.byPerson && (status === 401 || status === 403)) return "consent";
  if (status === 401) return "auth";
  const known = KIND_BY_CODE.find(([pattern]) => named.some(({ code }) => pattern.test(bareCode(code))))?.[1];
  if (known) return known;
  if (status === 403) return "auth";
  if (status === 404) return "not-found";
  return status === 409 ? "unknown" : "invalid";
}

/** `UK.OBIE.Field.Missing` and v4's `U004` are both `Field.Missing`. */
function bareCode(code: string): string {
  const number = /^U0(\d\d)$/.exec(code)?.[1];
  return number === undefined ? code.replace(PREFIX, "") : (CODES_OF_V4[Number(number)] ?? code);
}

type NamedError = { code: string; path: string | undefined; message: string | undefined };

/** `Errors` of OBErrorResponse1. Empty for other bodies: gateways send HTML, and a 401 has no body. */
function namedErrors(body: string): NamedError[] {
  const parsed = parseJson(body);
  const list: unknown = isRecord(parsed) ? parsed["Errors"] : undefined;
  return (Array.isArray(list) ? list : []).flatMap((entry: unknown): NamedError[] => {
    if (!isRecord(entry) || typeof entry["ErrorCode"] !== "string") return [];
    return [{ code: entry["ErrorCode"], path: textOf(entry["Path"]), message: textOf(entry["Message"]) }];
  });
}
