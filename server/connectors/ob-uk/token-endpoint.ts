import { z } from "zod";
import { now } from "../../lib/clock";
import { type HttpAnswer, sendRequest } from "../../lib/net/http-client";
import { tlsOf } from "../keys/key-material";
import { noteFailure } from "../note-failure";
import { parseJson, tokenLifetimeS } from "../parse-response";
import type { Failure, FailureKind, Grant, Outcome } from "../port";
import type { BankProfile } from "../profile-schema";
import { retryAfterOf } from "../retry-after";
import { simulationHeaders } from "../simulated-profile";
import { withoutUndefined } from "../without-undefined";
import { clientAuthentication } from "./client-authentication";
import { oauthOf } from "./oauth";

const MAX_DETAIL_LENGTH = 300;

const answerSchema = z.object({
  access_token: z.string().min(1),
  token_type: z.string().regex(/^bearer$/i),
  expires_in: tokenLifetimeS,
  refresh_token: z.string().min(1).optional().catch(undefined),
  id_token: z.string().min(1).optional().catch(undefined),
});
const errorSchema = z.object({ error: z.string(), error_description: z.string().optional().catch(undefined) });

type TokenAnswer = { grant: Grant; idToken?: string; expiresInS?: number };

/** For the log. */
type Operation = "client-token" | "code-exchange" | "refresh";

/**
 * `POST {tokenEndpoint}` (RFC 6749 §3.2). A lost response is `unknown`: the code or refresh token may have been used.
 * `invalid_grant` is `consent`: the authorisation has ended.
 */
export async function requestToken(
  profile: BankProfile,
  call: { operation: Operation; parameters: Record<string, string>; deadlineMs: number },
): Promise<Outcome<TokenAnswer>> {
  const { operation, parameters, deadlineMs } = call;
  const requestedAt = now();
  const url = oauthOf(profile).tokenEndpoint;
  const form = { Accept: "application/json", "Content-Type": "application/x-www-form-urlencoded" };
  const result = await sendRequest({
    method: "POST",
    url,
    headers: { ...form, ...simulationHeaders(url) },
    body: new URLSearchParams({ ...parameters, ...(await clientAuthentication(profile)) }).toString(),
    deadlineMs,
    tls: tlsOf(profile) ?? undefined,
  });
  const outcome: Outcome<TokenAnswer> =
    result.kind === "answered"
      ? readAnswer(result.answer, requestedAt)
      : { ok: false, kind: result.kind === "not-sent" ? "unavailable" : "unknown", detail: result.detail };
  return noteFailure({ bank: profile.id, operation }, outcome);
}

function readAnswer(answer: HttpAnswer, requestedAt: Date): Outcome<TokenAnswer> {
  const json = parseJson(answer.body);
  if (answer.status < 200 || answer.status > 299) return refusalOf(answer, json);
  const parsed = answerSchema.safeParse(json);
  if (!parsed.success) return { ok: false, kind: "unknown", detail: `${answer.status} without a token` };
  const {
    access_token: accessToken,
    expires_in: expiresInS,
    refresh_token: refreshToken,
    id_token: idToken,
  } = parsed.data;
  const expiresAt =
    expiresInS === undefined ? undefined : new Date(requestedAt.getTime() + expiresInS * 1000).toISOString();
  const grant = withoutUndefined({ accessToken, refreshToken, expiresAt });
  return { ok: true, value: { grant, ...withoutUndefined({ idToken, expiresInS }) } };
}

/** RFC 6749 §5.2. */
function refusalOf(answer: HttpAnswer, json: unknown): Failure {
  const { status } = answer;
  const error = errorSchema.safeParse(json).data;
  return {
    ok: false,
    kind: kindOf(status, error?.error),
    ...withoutUndefined({ code: error?.error }),
    ...retryAfterOf(answer),
    detail: `${status} ${error?.error ?? ""} ${error?.error_description ?? ""}`.trim().slice(0, MAX_DETAIL_LENGTH),
  };
}

function kindOf(status: number, error: string | undefined): FailureKind {
  if (status === 429) return "rate-limited";
  if (status >= 500 || status === 408) return "unknown";
  if (status < 400) return "protocol";
  // The refusal of a busy bank: neither the code nor the refresh token was used.
  if (error === "temporarily_unavailable") return "unavailable";
  // Other errors are errors of our client or request, the same for every PSU.
  return error === "invalid_grant" ? "consent" : "auth";
}
