import { cookies } from "next/headers";
import type { Browser, HalfSignedIn, SignedIn } from "@/server/access/begin-session";
import { endSession } from "@/server/access/sessions";
import { newSecret } from "@/server/lib/crypto";
import { env } from "@/server/lib/env";
import { readSessionToken, writeSession } from "../console/session";
import { forgetPending, writeHalf } from "./pending";

const DEVICE_COOKIE = "bankside.device";
const DEVICE_PREFIX = "bdev_";
/** As long as browsers keep a cookie (RFC 6265bis §5.5). */
const DEVICE_TTL_S = 400 * 24 * 60 * 60;

/** The browser that signs in, by a cookie of its own, which it is given here where it has none. It opens nothing by itself. */
export async function thisBrowser(): Promise<Browser> {
  const jar = await cookies();
  const deviceToken = jar.get(DEVICE_COOKIE)?.value || newSecret(DEVICE_PREFIX);
  const secure = env().baseUrl.startsWith("https://");
  const options = { httpOnly: true, sameSite: "lax", secure, path: "/sign-in", maxAge: DEVICE_TTL_S } as const;
  jar.set(DEVICE_COOKIE, deviceToken, options);
  return { deviceToken };
}

/**
 * The page after a step that was passed: where the person wanted to go, with the session's token in the browser, or the page
 * for the second step. A session that the browser had before ends: nobody goes on in one that somebody else may know.
 */
export async function arrive(outcome: SignedIn | HalfSignedIn, to: string): Promise<string> {
  await forgetPending();
  if (outcome.kind === "second-step") {
    await writeHalf({ pendingToken: outcome.pendingToken, to });
    return "/sign-in/second-step";
  }
  const before = await readSessionToken();
  if (before) await endSession(before);
  await writeSession(outcome);
  return to;
}
