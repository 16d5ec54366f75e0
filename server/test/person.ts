import { Secret, TOTP } from "otpauth";
import { createSession, readSession, type Session, type SessionKey } from "../identity/sessions/sessions";
import { beginSession, type HalfSignedIn, type SignedIn } from "../identity/sign-in/begin-session";
import type { Browser } from "../identity/sign-in/sign-in-rules";
import { startSignIn } from "../identity/sign-in/start-sign-in";
import { verifySignIn } from "../identity/sign-in/verify-sign-in";
import { createUser } from "../identity/users/create-user";
import { now } from "../lib/clock";
import { type Ctx, PUBLIC_CALLER } from "../lib/context";
import { inTransaction } from "../lib/db";
import { createConsoleCaller } from "../trpc/router";
import { query } from "./database";
import { ctx as operator } from "./rows/fixtures";
import { mailedCode, newVisitor, type RoleIn } from "./rows/users";

const CHROME = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36";

/** A request from an unused address. */
export function visit(): Ctx {
  return { caller: PUBLIC_CALLER, requestId: "test", ip: newVisitor(), userAgent: CHROME };
}

/** A signed-in user, with a browser that keeps its cookies. */
export type Person = {
  email: string;
  userId: string;
  session: () => Promise<Session | null>;
  /** The browser's current token. */
  token: () => string;
  api: () => Promise<ConsoleApi>;
};

/** The procedures of the Console. */
export type ConsoleApi = ReturnType<typeof createConsoleCaller>;

let made = 0;

/** A new user of the operator, signed in. */
export async function newPerson(browser: Browser = { deviceToken: null }): Promise<Person> {
  made += 1;
  const email = `person${made}@olaria.example`;
  const { id } = await createUser(operator, { email, name: "Inês Carvalho", role: "owner" });
  return personOf(await comeIn({ id, email }, browser));
}

/** A second session of the same person. */
export async function again({ userId, email }: Person): Promise<Person> {
  return personOf(await comeIn({ id: userId, email }, { deviceToken: null }));
}

/** The Console's procedures, called by a user with that role: a new one, unless the address is given. */
export async function consoleOf(role: RoleIn, email?: string): Promise<ConsoleApi> {
  made += 1;
  const user = { email: email ?? `person${made}@olaria.example`, name: "Eva Cruz", ...role };
  return consoleAs((await createUser(operator, user)).id);
}

/** The Console's procedures, called in a new session of that user. */
export async function consoleAs(userId: string): Promise<ConsoleApi> {
  const session = await readSession((await createSession({}, userId)).sessionToken);
  return createConsoleCaller({ ctx: { caller: PUBLIC_CALLER, requestId: "test", ip: null }, session });
}

function comeIn({ id, email }: { id: string; email: string }, browser: Browser): Promise<SignedIn> {
  const user = { id, email, name: "Inês Carvalho", memberships: [] };
  return inTransaction({}, (tx) => beginSession(tx, visit(), { user, way: "code", browser }));
}

function personOf({ sessionToken, user }: SignedIn): Person {
  let token = sessionToken;
  const keepSession = async (key: SessionKey) => {
    token = key.sessionToken;
  };
  const session = () => readSession(token);
  const api = async () => createConsoleCaller({ ctx: visit(), session: await session(), keepSession });
  return { email: user.email, userId: user.id, session, token: () => token, api };
}

/** Sets up an authenticator app. Returns its secret and the recovery codes. */
export async function withApp(person: Person): Promise<{ secret: string; codes: string[] }> {
  const api = await person.api();
  const { secret } = await api.me.startApp();
  const { codes } = await api.me.confirmApp({ code: codeOf(secret) });
  return { secret, codes };
}

/** The app's code, `steps` times thirty seconds from now. */
export function codeOf(secret: string, steps = 0): string {
  const timestamp = now().getTime() + steps * 30_000;
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
}

/** Signs in by a mailed code. */
export async function byCode(email: string, browser?: Browser): Promise<SignedIn | HalfSignedIn> {
  const ctx = visit();
  const { challengeId } = await startSignIn(ctx, { email, purpose: "console" });
  return verifySignIn(ctx, { challengeId, code: await mailedCode(email) }, browser);
}

/** The subjects of the mails to that address, in order. */
export async function subjectsTo(email: string): Promise<string[]> {
  const { rows } = await query<{ subject: string }>("SELECT subject FROM mails WHERE recipient = $1 ORDER BY id", [
    email,
  ]);
  return rows.map(({ subject }) => subject);
}
