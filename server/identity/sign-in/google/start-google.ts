import { createHash, randomBytes } from "node:crypto";
import { z } from "zod";
import { now } from "../../../lib/clock";
import { env } from "../../../lib/config/env";
import { sealText } from "../../../lib/crypto";
import { AppError } from "../../../lib/errors";
import { discover } from "../../tokens/issuer-document";

const GOOGLE = "https://accounts.google.com";
const RANDOM_BYTES = 32;
/** The time to choose an account at the provider. */
export const GOOGLE_TTL_S = 10 * 60;

/** The purpose that our cookie is sealed with: values sealed for another purpose don't open. */
export const GOOGLE_COOKIE_ID = "google sign-in";

/** The state of a started flow, sealed in the browser's cookie: RFC 6749 `state`, OpenID `nonce`, RFC 7636 verifier. */
export const begunGoogle = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  to: z.string(),
  untilMs: z.number(),
});

export type GoogleClient = { issuer: string; clientId: string; clientSecret: string };

/** Google, or the configured OpenID provider in its place; null where none is configured for the Console. */
export function googleClient(): GoogleClient | null {
  const { googleIssuer: issuer, googleClientId: clientId, googleClientSecret: clientSecret } = env();
  return clientId !== null && clientSecret !== null ? { issuer, clientId, clientSecret } : null;
}

/** The name of the sign-in method; null: not configured. */
export function googleName(): string | null {
  const client = googleClient();
  if (!client) return null;
  return client.issuer === GOOGLE ? "Google" : new URL(client.issuer).host;
}

/** The redirect URI: it must be registered with the provider exactly like this. */
export function googleReturnAddress(): string {
  return `${env().baseUrl}/sign-in/google/return`;
}

/**
 * Starts the authorization code flow with PKCE (OpenID Connect Core 1.0 §3.1, RFC 7636): returns the provider's address
 * for the browser, and the content of its cookie. `to`: the validated path after the sign-in.
 * @throws AppError NOT_FOUND where it is not configured, SERVICE_UNAVAILABLE
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
    // Without the prompt, Google signs in the current account without a choice. Other providers may not support it.
    ...(client.issuer === GOOGLE ? { prompt: "select_account" } : {}),
  };
  for (const [name, value] of Object.entries(asked)) address.searchParams.set(name, value);
  const untilMs = now().getTime() + GOOGLE_TTL_S * 1000;
  const begun: z.infer<typeof begunGoogle> = { state, nonce, verifier, to, untilMs };
  return { address: address.toString(), cookie: sealText(JSON.stringify(begun), GOOGLE_COOKIE_ID) };
}

function random(): string {
  return randomBytes(RANDOM_BYTES).toString("base64url");
}
