import { authenticate } from "../access/authenticate";
import type { HalfSignedIn, SignedIn } from "../access/begin-session";
import { createUser } from "../access/create-user";
import type { UserRole } from "../access/rules";
import type { TokenSet } from "../access/schema";
import { byId } from "../lib/endpoint";
import { isAppError } from "../lib/errors";
import { paymentEndpoints } from "../payments/endpoints";
import { call, type Reply, request } from "./client";
import { query } from "./database";
import { ctx } from "./fixtures";

export type RoleIn = { role: UserRole; merchantId?: string; partnerId?: string };

let made = 0;

/** A new user with those roles, given in that order; by default one of the platform. Returns the address. */
export async function newUser(roles: readonly RoleIn[] = [{ role: "owner" }]): Promise<string> {
  made += 1;
  const email = `user${made}@olaria.example`;
  for (const role of roles) await createUser(ctx, { email, name: "Inês Carvalho", ...role });
  return email;
}

/** The code that was mailed last, to that address or to anyone. */
export async function mailedCode(email = "%"): Promise<string> {
  const { rows } = await query((client) =>
    client.query<{ text: string }>("SELECT text FROM mails WHERE recipient LIKE $1 ORDER BY id DESC LIMIT 1", [email]),
  );
  return /^[A-Z2-9]{6}$/m.exec(rows[0]?.text ?? "")?.[0] ?? "none";
}

export type TokenReply = Reply<TokenSet>;

/** Asks for a token, from an address of the caller's choice: limits are by who asks. */
export function askToken(body: object, ip?: string): Promise<TokenReply> {
  const init = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  return request<TokenSet>("POST", "/api/v1/oauth2/token", init, ip);
}

/** The session that a sign-in without a second step began. */
export function sessionOf(outcome: SignedIn | HalfSignedIn): SignedIn {
  if (outcome.kind !== "signed-in") throw new Error("A second step is asked for.");
  return outcome;
}

let visitors = 0;

/** An address that nobody has asked from yet. */
export function newVisitor(): string {
  visitors += 1;
  return `198.51.100.${visitors}`;
}

/** The id of the challenge that the answer asks for. */
export function challengeOf({ error }: TokenReply): string {
  return (error.metadata?.["challenge"] as { id: string } | undefined)?.id ?? "none";
}

/** Comes in by a mailed code, both calls; `ctx` as in the contract, absent: the widest. */
export async function comeByCode(email: string, ctx?: string): Promise<TokenReply> {
  const ip = newVisitor();
  const asked = { grant_type: "magic_code", email };
  const id = challengeOf(await askToken(asked, ip));
  const answered = { ...asked, code: await mailedCode(email), challenge_id: id };
  return askToken(ctx === undefined ? answered : { ...answered, ctx }, ip);
}

/** Whom a token makes its holder: the code of the refusal, or the kind, the place and the scopes. */
export async function whoIs(accessToken: string): Promise<string> {
  try {
    const { caller } = await authenticate(`Bearer ${accessToken}`);
    const place = caller.kind === "merchant" ? caller.merchantId : caller.kind === "partner" ? caller.partnerId : "";
    return [caller.actor.kind, caller.kind, place, caller.scopes.join(",") || "all"].filter(Boolean).join(" ");
  } catch (error) {
    if (isAppError(error)) return error.code;
    throw error;
  }
}

/** What an access token is answered with where it may look for a payment that does not exist: the code. */
export async function look(token: string): Promise<string> {
  const params = { paymentRequestId: "01931f4e-7c1a-7d3e-9a55-5b6f0c9d2a10" };
  return (await call(byId(paymentEndpoints, "getPaymentStatus"), undefined, { token, params })).error.code;
}
