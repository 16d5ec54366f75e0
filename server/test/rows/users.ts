import type { UserRole } from "../../identity/rules";
import type { TokenSet } from "../../identity/schema";
import type { HalfSignedIn, SignedIn } from "../../identity/sign-in/begin-session";
import { authenticate } from "../../identity/tokens/authenticate";
import { createUser } from "../../identity/users/create-user";
import { byId } from "../../lib/endpoint";
import { isAppError } from "../../lib/errors";
import { paymentEndpoints } from "../../payments/rest-endpoints";
import { call, type Reply, request } from "../client";
import { query } from "../database";
import { ctx } from "./fixtures";

export type RoleIn = { role: UserRole; merchantId?: string; partnerId?: string };

let made = 0;

/** A new user with those roles, given in that order; by default one of the operator. Returns the address. */
export async function newUser(roles: readonly RoleIn[] = [{ role: "owner" }]): Promise<string> {
  made += 1;
  const email = `user${made}@olaria.example`;
  for (const role of roles) await createUser(ctx, { email, name: "Inês Carvalho", ...role });
  return email;
}

/** The last mailed code, to that address or to any. */
export async function mailedCode(email = "%"): Promise<string> {
  const { rows } = await query<{ text: string }>(
    "SELECT text FROM mails WHERE recipient LIKE $1 ORDER BY id DESC LIMIT 1",
    [email],
  );
  return /^[A-Z2-9]{6}$/m.exec(rows[0]?.text ?? "")?.[0] ?? "none";
}

export type TokenReply = Reply<TokenSet>;

/** Requests a token from the given IP address: limits apply to the caller's address. */
export function postTokenRequest(body: object, ip?: string): Promise<TokenReply> {
  const init = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  return request<TokenSet>("POST", "/api/v1/oauth2/token", init, ip);
}

/** The session of a sign-in without a second factor. */
export function sessionOf(outcome: SignedIn | HalfSignedIn): SignedIn {
  if (outcome.kind !== "signed-in") throw new Error("A second factor is asked for.");
  return outcome;
}

let visitors = 0;

/** An unused IP address. */
export function newVisitor(): string {
  visitors += 1;
  return `198.51.100.${visitors}`;
}

/** The id of the challenge in the answer. */
export function challengeOf({ error }: TokenReply): string {
  return (error.metadata?.["challenge"] as { id: string } | undefined)?.id ?? "none";
}

/** Gets a token by a mailed code, with both calls and `meanwhile` between; `ctx` as in the contract, absent: the widest. */
export async function comeByCode(email: string, ctx?: string, meanwhile?: () => Promise<unknown>): Promise<TokenReply> {
  const ip = newVisitor();
  const asked = { grant_type: "magic_code", email };
  const id = challengeOf(await postTokenRequest(asked, ip));
  await meanwhile?.();
  const answered = { ...asked, code: await mailedCode(email), challenge_id: id };
  return postTokenRequest(ctx === undefined ? answered : { ...answered, ctx }, ip);
}

/** The identity of a token: the error code, or its kind, context and scopes. */
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

/** The error code for an access token at the status call of a payment that does not exist. */
export async function readStatusCode(token: string): Promise<string> {
  const params = { paymentRequestId: "01931f4e-7c1a-7d3e-9a55-5b6f0c9d2a10" };
  return (await call(byId(paymentEndpoints, "getPaymentStatus"), undefined, { token, params })).error.code;
}
