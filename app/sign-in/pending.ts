import { cookies } from "next/headers";
import { GOOGLE_TTL_S } from "@/server/access/google/start-google";
import { CODE_TTL_S, SECOND_STEP_TTL_S, safeReturnPath } from "@/server/access/sign-in-rules";
import { env } from "@/server/lib/env";

const CHALLENGE = "bankside.challenge";
const HALF = "bankside.half";
const GOOGLE = "bankside.google";
const PATH = "/sign-in";

/** What this browser has begun: the challenge, and where to go after it. In a cookie, so that no address carries it. */
export type Pending = { challengeId: string; to: string };

/** A first step that this browser has passed: its token, and where to go after the second. */
export type Half = { pendingToken: string; to: string };

export async function writePending({ challengeId, to }: Pending): Promise<void> {
  await write(CHALLENGE, `${challengeId} ${to}`, CODE_TTL_S);
}

export async function readPending(): Promise<Pending | null> {
  const [challengeId, to] = await read(CHALLENGE);
  return challengeId ? { challengeId, to: safeReturnPath(to) } : null;
}

export async function writeHalf({ pendingToken, to }: Half): Promise<void> {
  await write(HALF, `${pendingToken} ${to}`, SECOND_STEP_TTL_S);
}

export async function readHalf(): Promise<Half | null> {
  const [pendingToken, to] = await read(HALF);
  return pendingToken ? { pendingToken, to: safeReturnPath(to) } : null;
}

/** What this browser has begun with Google, sealed (server/access/google/start-google.ts). */
export async function writeGoogle(sealed: string): Promise<void> {
  await write(GOOGLE, sealed, GOOGLE_TTL_S);
}

/** The same, once. */
export async function takeGoogle(): Promise<string | null> {
  const jar = await cookies();
  const sealed = jar.get(GOOGLE)?.value ?? null;
  jar.delete({ name: GOOGLE, path: PATH });
  return sealed;
}

export async function forgetPending(): Promise<void> {
  const jar = await cookies();
  for (const name of [CHALLENGE, HALF]) jar.delete({ name, path: PATH });
}

async function write(name: string, value: string, maxAge: number): Promise<void> {
  const secure = env().baseUrl.startsWith("https://");
  (await cookies()).set(name, value, { httpOnly: true, sameSite: "lax", secure, path: PATH, maxAge });
}

async function read(name: string): Promise<string[]> {
  return ((await cookies()).get(name)?.value ?? "").split(" ");
}
