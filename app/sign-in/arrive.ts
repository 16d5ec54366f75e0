import { cookies } from "next/headers";
import { publicCtx } from "@/server/http/public-ctx";
import { signOut } from "@/server/identity/sessions/end-sessions";
import { readSession } from "@/server/identity/sessions/sessions";
import type { HalfSignedIn, SignedIn } from "@/server/identity/sign-in/begin-session";
import type { Browser } from "@/server/identity/sign-in/sign-in-rules";
import { newSecret } from "@/server/lib/crypto";
import { chooseMerchant, resumeMerchant } from "../console/choose-merchant";
import { getSession, readSessionToken, writeSession } from "../console/session";
import { hostCookie } from "../host-cookie";
import { forgetPending, writeHalf } from "./pending";

const DEVICE_COOKIE = "bankside.device";
const PATH = "/sign-in";
const DEVICE_PREFIX = "bdev_";
/** As long as browsers keep a cookie (RFC 6265bis §5.5). */
const DEVICE_TTL_S = 400 * 24 * 60 * 60;

/** The browser that requests a code, by its device cookie. */
export async function knownBrowser(): Promise<Browser> {
  const { name } = hostCookie(DEVICE_COOKIE, PATH);
  return { deviceToken: (await cookies()).get(name)?.value || null };
}

/**
 * The browser that signs in, by its device cookie, which is set here if it is missing. The cookie alone grants no
 * access.
 */
export async function thisBrowser(): Promise<Browser> {
  const { name, options } = hostCookie(DEVICE_COOKIE, PATH);
  const deviceToken = (await knownBrowser()).deviceToken ?? newSecret(DEVICE_PREFIX);
  (await cookies()).set(name, deviceToken, { ...options, maxAge: DEVICE_TTL_S });
  return { deviceToken };
}

/**
 * The page after a passed factor: the requested page with a new session, or the two-factor page. The browser's previous
 * session ends, against session fixation.
 */
export async function arrive(request: Request, outcome: SignedIn | HalfSignedIn, to: string): Promise<string> {
  await forgetPending();
  if (outcome.kind === "two-factor") {
    await writeHalf({ pendingToken: outcome.pendingToken, to });
    return "/sign-in/two-factor";
  }
  const earlier = await getSession();
  if (earlier) await chooseMerchant(request, earlier.user, null);
  const earlierToken = await readSessionToken();
  if (earlierToken !== null) await signOut(publicCtx(request), earlierToken);
  await writeSession(outcome);
  // Not `outcome.user`: a session that lacks a required second factor has none of its roles.
  const session = await readSession(outcome.sessionToken);
  if (session) await resumeMerchant(request, session.user);
  return to;
}
