import { cookies } from "next/headers";
import { type AuthOptions, getServerSession } from "next-auth";
import type { Adapter } from "next-auth/adapters";
import { cache } from "react";
import { endSession, readSession, type Session, type SessionKey } from "@/server/access/sessions";
import { env } from "@/server/lib/env";
import { log } from "@/server/lib/log";
import { hostCookie } from "../host-cookie";

/** The cookie that holds the session's token. */
const sessionCookie = () => hostCookie("bankside.session", "/");

/** Gives this browser the token of a session that was begun, or whose rights were raised. */
export async function writeSession({ sessionToken, expiresAt }: SessionKey): Promise<void> {
  const { name, options } = sessionCookie();
  (await cookies()).set(name, sessionToken, { ...options, expires: expiresAt });
}

/** The token that this browser has, whatever it is worth. */
export async function readSessionToken(): Promise<string | null> {
  return (await cookies()).get(sessionCookie().name)?.value ?? null;
}

/** Takes the token from this browser. */
export async function forgetSession(): Promise<void> {
  const { name, options } = sessionCookie();
  (await cookies()).delete({ name, path: options.path, secure: options.secure });
}

/** What next-auth asks of a database: sessions only. Codes, passkeys and the like make their session by themselves. */
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
    // Sessions have one end, set at their beginning (sign-in-rules.ts): being used does not prolong them.
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

/**
 * Who is signed in, from the session cookie; null for nobody. The one place where the Console asks.
 * Throws when the database cannot be asked: next-auth by itself would say "nobody".
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
  // next-auth has the last word on whether that session counts.
  const accepted = await getServerSession(options(noteFailure, noteSession));
  if (failure) throw failure.error;
  return accepted ? found : null;
});
