import { z } from "zod";
import { now } from "../../../lib/clock";
import type { Ctx } from "../../../lib/context";
import { openText } from "../../../lib/crypto";
import { inTransaction } from "../../../lib/db";
import { AppError } from "../../../lib/errors";
import { discover, fetchJson } from "../../tokens/issuer-document";
import { verifyIdToken } from "../../tokens/verify-id-token";
import { findAddress, lockActiveUser } from "../../users/user-store";
import { afterFirstStep, type HalfSignedIn, type SignedIn } from "../begin-session";
import type { Browser } from "../sign-in-rules";
import { begunGoogle, GOOGLE_COOKIE_ID, type GoogleClient, googleClient, googleReturnAddress } from "./start-google";

const tokens = z.object({ id_token: z.string() });

type GoogleReturn = {
  /** The content of the browser's cookie; null: no cookie. */
  cookie: string | null;
  /** The query of the provider's redirect. */
  query: URLSearchParams;
  browser: Browser;
};

/**
 * Completes the flow: the redirect must answer a request of this browser (`state`, and RFC 9207 `iss` where present),
 * the server exchanges the code, and the id_token must name a verified address that has an account here. The user is
 * identified by the address, as with a mailed code.
 * @throws AppError UNAUTHORIZED (not proved), FORBIDDEN (proved, but no account here), SERVICE_UNAVAILABLE
 */
export async function completeGoogle(
  ctx: Ctx,
  { cookie, query, browser }: GoogleReturn,
): Promise<{ outcome: SignedIn | HalfSignedIn; to: string }> {
  const client = googleClient();
  const begun = readCookie(cookie);
  const code = query.get("code");
  if (!client || !begun || code === null || query.get("state") !== begun.state) throw notProved();
  if (begun.untilMs <= now().getTime()) throw notProved();
  const saidIssuer = query.get("iss");
  if (saidIssuer !== null && saidIssuer !== client.issuer) throw notProved();
  const idToken = await exchange(client, { code, verifier: begun.verifier });
  const { issuer, clientId } = client;
  const proved = await verifyIdToken(idToken, { issuer, clientId, nonce: begun.nonce });
  if (!proved) throw notProved();
  const outcome = await inTransaction(ctx, async (tx) => {
    const user = await lockActiveUser(tx, (await findAddress(tx, proved.email)) ?? "");
    if (!user) throw new AppError("FORBIDDEN", { message: "There is no account with this address." });
    return afterFirstStep(tx, ctx, { user, way: "google", browser });
  });
  return { outcome, to: begun.to };
}

/** The page that was requested, for another try after a failure or too long a time; undefined: no cookie of ours. */
export function requestedPage(cookie: GoogleReturn["cookie"]): string | undefined {
  return readCookie(cookie)?.to;
}

function readCookie(cookie: string | null): z.infer<typeof begunGoogle> | null {
  if (cookie === null) return null;
  // A cookie that doesn't open was not sealed by us, so this browser has started no flow.
  return begunGoogle.safeParse(JSON.parse(openText(cookie, GOOGLE_COOKIE_ID) ?? "null")).data ?? null;
}

/** Exchanges the provider's code for its id_token (RFC 6749 §4.1.3, client authentication by secret as in §2.3.1). */
async function exchange(client: GoogleClient, { code, verifier }: { code: string; verifier: string }): Promise<string> {
  const { token_endpoint: url } = await discover(client.issuer, z.object({ token_endpoint: z.string() }));
  const form = new URLSearchParams({
    grant_type: "authorization_code",
    code,
    redirect_uri: googleReturnAddress(),
    code_verifier: verifier,
  });
  const credentials = [client.clientId, client.clientSecret].map(encodeURIComponent).join(":");
  const headers = {
    "Content-Type": "application/x-www-form-urlencoded",
    Authorization: `Basic ${Buffer.from(credentials).toString("base64")}`,
  };
  const answer = await fetchJson({ method: "POST", url, headers, body: form.toString() }, tokens);
  return answer.id_token;
}

function notProved(): AppError {
  return new AppError("UNAUTHORIZED", { message: "The provider did not confirm your identity." });
}
