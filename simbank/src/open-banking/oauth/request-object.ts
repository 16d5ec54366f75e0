import { errors, jwtVerify } from "jose";
import { z } from "zod";
import { now } from "../../../../server/lib/clock";
import { addressesOf } from "../addresses";
import { CLIENT_ALGORITHMS, CLIENT_CLOCK_TOLERANCE_S } from "./client-authentication";
import { type Client, clientKeys } from "./clients";
import { oauthError } from "./oauth-error";

/** FAPI 1.0 Advanced §5.2.2: a request object is valid for an hour at most. */
const MAX_LIFETIME_S = 3_600;
const MAX_TEXT_LENGTH = 512;

const text = z.string().min(1).max(MAX_TEXT_LENGTH);
const intent = z.object({ value: z.uuid() });

/** The claims that this bank reads (OpenID Connect Core §6.1; Open Banking Security Profile v1.1). */
const claimsSchema = z.object({
  client_id: z.string(),
  response_type: text,
  response_mode: text.optional(),
  redirect_uri: z.string().max(2_000),
  scope: text,
  state: text.optional(),
  nonce: text.optional(),
  code_challenge: z
    .string()
    .regex(/^[A-Za-z0-9_-]{43}$/)
    .optional(),
  code_challenge_method: z.literal("S256").optional(),
  claims: z.object({ id_token: z.object({ openbanking_intent_id: intent }) }),
});

export type RequestObject = z.output<typeof claimsSchema>;

/**
 * The authorisation request as signed by the client. Parameters outside the signed object are ignored.
 * @throws oauthError invalid_request
 */
export async function readRequestObject(bank: string, client: Client, jwt: string): Promise<RequestObject> {
  const { payload } = await jwtVerify(jwt, clientKeys(client), {
    algorithms: CLIENT_ALGORITHMS,
    issuer: client.clientId,
    audience: addressesOf(bank).issuer,
    requiredClaims: ["exp"],
    clockTolerance: CLIENT_CLOCK_TOLERANCE_S,
    currentDate: now(),
  }).catch((error: unknown) => {
    if (error instanceof errors.JOSEError) throw invalid(`The request object is not valid: ${error.code}.`);
    throw error;
  });
  const { exp = 0, nbf, iat } = payload;
  const begins = nbf ?? iat ?? now().getTime() / 1000;
  if (exp - begins > MAX_LIFETIME_S) throw invalid("The request object must expire within an hour.");
  const parsed = claimsSchema.safeParse(payload);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw invalid(`The request object's ${issue?.path.join(".") ?? "claims"}: ${issue?.message ?? "not valid"}`);
  }
  const { client_id, code_challenge, code_challenge_method } = parsed.data;
  if (client_id !== client.clientId) throw invalid("client_id differs from the one in the request object.");
  if ((code_challenge === undefined) !== (code_challenge_method === undefined))
    throw invalid("Send both code_challenge and code_challenge_method, or neither.");
  return parsed.data;
}

function invalid(description: string): Error {
  return oauthError("invalid_request", description);
}
