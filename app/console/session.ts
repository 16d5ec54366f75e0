import type { IncomingMessage, ServerResponse } from "node:http";
import { cookies, headers } from "next/headers";
import { redirect } from "next/navigation";
import { type AuthOptions, getServerSession } from "next-auth";
import type { Adapter } from "next-auth/adapters";
import { cache } from "react";
import { requestIdOf } from "@/server/http/request-id";
import { endSession, readSession, type Session, type SessionKey } from "@/server/identity/sessions/sessions";
import { type SessionEnd, sessionEndOf } from "@/server/identity/sign-in/sign-in-rules";
import { now } from "@/server/lib/clock";
import { env } from "@/server/lib/config/env";
import { type Ctx, PUBLIC_CALLER } from "@/server/lib/context";
import { log } from "@/server/lib/log";
import { hostCookie } from "../host-cookie";

/** The cookie that holds the session's token. */
const sessionCookie = () => hostCookie("bankside.session", "/");

/**
 * The cookie with the time until which the session lasts (ISO 8601). It outlives the session, so that the sign-in page can
 * say why there is none. It grants nothing.
 */
const endCookie = () => hostCookie("bankside.ends_at", "/sign-in");
const END_KEPT_MS = 7 * 24 * 60 * 60 * 1_000;

/** Sets the session cookie after a sign-in or a step-up. */
export async function writeSession({ sessionToken, expiresAt }: SessionKey): Promise<void> {
  const { name, options } = sessionCookie();
  const jar = await cookies();
  jar.set(name, sessionToken, { ...options, expires: expiresAt });
  const end = endCookie();
  const expires = new Date(expiresAt.getTime() + END_KEPT_MS);
  jar.set(end.name, expiresAt.toISOString(), { ...end.options, expires });
}

/** Why this browser has no session any more; null: it had none, or signed out itself. */
export async function readSessionEnd(): Promise<SessionEnd | null> {
  const endsAt = (await cookies()).get(endCookie().name)?.value;
  return endsAt === undefined ? null : sessionEndOf(endsAt, now());
}

/** The token in the session cookie, unchecked. */
export async function readSessionToken(): Promise<string | null> {
  return (await cookies()).get(sessionCookie().name)?.value ?? null;
}

/** Deletes the cookies of the session. */
export async function forgetSession(): Promise<void> {
  const jar = await cookies();
  for (const { name, options } of [sessionCookie(), endCookie()])
    jar.delete({ name, path: options.path, secure: options.secure });
}

/**
 * The database adapter of next-auth, for sessions only. Mailed codes, passkeys and Google sign-ins create their
 * sessions outside next-auth.
 */
function adapter(onFailure: (error: unknown) => void, onSession: (session: Session) => void): Adapter {
  return {
    getSessionAndUser: async (sessionToken) => {
      try {
        const session = await readSession(sessionToken);
        if (!session) return null;
        onSession(session);
        const { user, expiresAt } = session;
        return {
          session: { sessionToken, userId: user.id, expires: expiresAt },
          user: { ...user, emailVerified: null },
        };
      } catch (error) {
        onFailure(error);
        throw error;
      }
    },
    deleteSession: endSession,
    // A session has a fixed end, set at sign-in (sign-in-rules.ts): use does not extend it.
    updateSession: async () => null,
  };
}

function options(onFailure: (error: unknown) => void, onSession: (session: Session) => void): AuthOptions {
  return {
    adapter: adapter(onFailure, onSession),
    providers: [],
    secret: env().nextauthSecret,
    session: { strategy: "database" },
    useSecureCookies: sessionCookie().options.secure,
    cookies: { sessionToken: sessionCookie() },
    // next-auth warns about NEXTAUTH_URL, which only its own routes read; none of them is mounted.
    logger: {
      warn: () => undefined,
      debug: () => undefined,
      error: (code) => log().warn({ auth: code }, "session could not be read"),
    },
  };
}

type AuthRequest = IncomingMessage & { cookies: Partial<Record<string, string>> };
/** A page sets no cookie: `writeSession` and `forgetSession` do. */
const NO_RESPONSE = { getHeader: () => undefined, setHeader: () => undefined } as unknown as ServerResponse;

/**
 * The session of the signed-in user, from the cookie; null without one. The Console reads sessions only here.
 * Throws if the database is unavailable: next-auth alone would answer "no session".
 */
export const getSession = cache(async (): Promise<Session | null> => {
  let failure: { error: unknown } | undefined;
  let found: Session | null = null;
  const noteFailure = (error: unknown) => {
    failure = { error };
  };
  const noteSession = (session: Session) => {
    found = session;
  };
  const token = await readSessionToken();
  if (token === null) return null;
  // next-auth takes all cookies whose names begin with the session's as parts of it, also those that another host set. So
  // it gets this one alone, and decides whether the session is valid.
  const request = { headers: {}, cookies: { [sessionCookie().name]: token } } as unknown as AuthRequest;
  const accepted = await getServerSession(request, NO_RESPONSE, options(noteFailure, noteSession));
  if (failure) throw failure.error;
  return accepted ? found : null;
});

/**
 * The session of a page, and the context of its calls. Without a session it redirects to the sign-in, and from there back
 * to the page, or `home`; without a second factor that is required, to the page that adds one.
 */
export async function requireSession(home: string): Promise<{ session: Session; ctx: Ctx }> {
  const session = await getSession();
  const requestHeaders = await headers();
  if (!session) redirect(`/sign-in?to=${encodeURIComponent(requestHeaders.get("x-bankside-path") ?? home)}`);
  if (session.needsTwoFactor) redirect("/account");
  return { session, ctx: { caller: PUBLIC_CALLER, requestId: requestIdOf(requestHeaders), ip: null } };
}
