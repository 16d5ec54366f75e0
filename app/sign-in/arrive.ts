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

/**
 * The browser that requests a code, by its cookie; until its next sign-in also by the older cookie without the
 * `__Host-` prefix.
 */
export async function knownBrowser(): Promise<Browser> {
  const jar = await cookies();
  const { name } = hostCookie(DEVICE_COOKIE, PATH);
  const formerToken = name === DEVICE_COOKIE ? null : (jar.get(DEVICE_COOKIE)?.value ?? null);
  return { deviceToken: jar.get(name)?.value || null, formerToken };
}

/**
 * The browser that signs in, by its device cookie, which is set here if it is missing. The cookie alone grants no
 * access.
 */
export async function thisBrowser(): Promise<Browser> {
  const { name, options } = hostCookie(DEVICE_COOKIE, PATH);
  const known = await knownBrowser();
  const deviceToken = known.deviceToken ?? newSecret(DEVICE_PREFIX);
  (await cookies()).set(name, deviceToken, { ...options, maxAge: DEVICE_TTL_S });
  return { ...known, deviceToken };
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
  await forgetFormerDevice();
  return to;
}

/** Deletes the older device cookie: the user's record now has the new one. */
async function forgetFormerDevice(): Promise<void> {
  const { name, options } = hostCookie(DEVICE_COOKIE, PATH);
  if (name !== DEVICE_COOKIE) (await cookies()).delete({ name: DEVICE_COOKIE, path: PATH, secure: options.secure });
}
