import { createHash, randomBytes } from "node:crypto";
import { z } from "zod";
import { now } from "../../lib/clock";
import { seal } from "../../lib/crypto";
import { env } from "../../lib/env";
import { AppError } from "../../lib/errors";
import { discover } from "./issuer-document";

const GOOGLE = "https://accounts.google.com";
const RANDOM_BYTES = 32;
/** For so long a person may choose an account there. */
export const GOOGLE_TTL_S = 10 * 60;

/** What our cookie is sealed for: a sealed value of something else is none of it. */
export const GOOGLE_COOKIE_ID = "google sign-in";

/** What a browser has begun, kept sealed in its own cookie: RFC 6749 `state`, OpenID `nonce`, RFC 7636 verifier. */
export const begunGoogle = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  to: z.string(),
  untilMs: z.number(),
});

export type GoogleClient = { issuer: string; clientId: string; clientSecret: string };

/** Google, or the OpenID provider in its place; null where none is set up for the Console. */
export function googleClient(): GoogleClient | null {
  const { googleIssuer: issuer, googleClientId: clientId, googleClientSecret: clientSecret } = env();
  return clientId !== null && clientSecret !== null ? { issuer, clientId, clientSecret } : null;
}

/** What the way in is called; null: there is none. */
export function googleName(): string | null {
  const client = googleClient();
  if (!client) return null;
  return client.issuer === GOOGLE ? "Google" : new URL(client.issuer).host;
}

/** Where the provider sends the browser back to: to be registered there, exactly so. */
export function googleReturnAddress(): string {
  return `${env().baseUrl}/sign-in/google/return`;
}

/**
 * Begins the authorization code flow with PKCE (OpenID Connect Core 1.0 §3.1, RFC 7636): the provider's address to send the
 * browser to, and what its cookie holds until it is back. `to`: where to go then, checked already.
 * @throws AppError NOT_FOUND where it is not set up, SERVICE_UNAVAILABLE
 */
export async function startGoogle(to: string): Promise<{ address: string; cookie: string }> {
  const client = googleClient();
  if (!client) throw new AppError("NOT_FOUND");
  const { authorization_endpoint: at } = await discover(
    client.issuer,
    z.object({ authorization_endpoint: z.string() }),
  );
  const [state, nonce, verifier] = [random(), random(), random()];
  const address = new URL(at);
  const asked = {
    response_type: "code",
    client_id: client.clientId,
    redirect_uri: googleReturnAddress(),
    scope: "openid email",
    state,
    nonce,
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
    // Google knows who is there, and would not ask which of their accounts; other providers may know no such prompt.
    ...(client.issuer === GOOGLE ? { prompt: "select_account" } : {}),
  };
  for (const [name, value] of Object.entries(asked)) address.searchParams.set(name, value);
  const begun: z.infer<typeof begunGoogle> = {
    ...{ state, nonce, verifier, to },
    untilMs: now().getTime() + GOOGLE_TTL_S * 1000,
  };
  const cookie = Buffer.from(seal(JSON.stringify(begun), GOOGLE_COOKIE_ID)).toString("base64url");
  return { address: address.toString(), cookie };
}

function random(): string {
  return randomBytes(RANDOM_BYTES).toString("base64url");
}
