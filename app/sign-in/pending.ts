import { cookies } from "next/headers";
import { SESSION_TTL_S, safeReturnPath } from "@/server/identity/sign-in/sign-in-rules";
import { hostCookie } from "../host-cookie";

const CHALLENGE = "bankside.challenge";
const HALF = "bankside.half";
const GOOGLE = "bankside.google";
const PATH = "/sign-in";
/** Longer than a code or Google's page works: a second try, after its time is up, still leads to the requested page. */
const KEPT_S = SESSION_TTL_S;

/**
 * The sign-in that this browser started: the challenge and the next address. In a cookie, so that it is in no address.
 */
export type Pending = { challengeId: string; to: string };

/** A first factor that this browser passed: its token, and the address after the second factor. */
export type Half = { pendingToken: string; to: string };

export async function writePending({ challengeId, to }: Pending): Promise<void> {
  await write(CHALLENGE, `${challengeId} ${to}`);
}

export async function readPending(): Promise<Pending | null> {
  const [challengeId, to] = await read(CHALLENGE);
  return challengeId ? { challengeId, to: safeReturnPath(to) } : null;
}

export async function writeHalf({ pendingToken, to }: Half): Promise<void> {
  await write(HALF, `${pendingToken} ${to}`);
}

export async function readHalf(): Promise<Half | null> {
  const [pendingToken, to] = await read(HALF);
  return pendingToken ? { pendingToken, to: safeReturnPath(to) } : null;
}

/** Stores this browser's Google sign-in, sealed (server/identity/sign-in/google/start-google.ts). */
export async function writeGoogle(sealed: string): Promise<void> {
  await write(GOOGLE, sealed);
}

/** Reads and deletes it. */
export async function takeGoogle(): Promise<string | null> {
  const sealed = (await cookies()).get(hostCookie(GOOGLE, PATH).name)?.value ?? null;
  await forget(GOOGLE);
  return sealed;
}

export async function forgetPending(): Promise<void> {
  await forget(CHALLENGE);
  await forget(HALF);
}

async function write(cookie: string, value: string): Promise<void> {
  const { name, options } = hostCookie(cookie, PATH);
  (await cookies()).set(name, value, { ...options, maxAge: KEPT_S });
}

async function read(cookie: string): Promise<string[]> {
  return ((await cookies()).get(hostCookie(cookie, PATH).name)?.value ?? "").split(" ");
}

async function forget(cookie: string): Promise<void> {
  const { name, options } = hostCookie(cookie, PATH);
  (await cookies()).delete({ name, path: options.path, secure: options.secure });
}
