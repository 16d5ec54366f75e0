import { recordAudit } from "../audit/record-audit";
import type { Ctx } from "../lib/context";
import { newSecret, sha256 } from "../lib/crypto";
import type { Tx } from "../lib/db";
import { newId } from "../lib/ids";
import { noteDevice } from "./device-store";
import { hasSecondStep, insertPending } from "./factors/factor-store";
import { createSession, type SessionKey, type SignedInUser } from "./sessions";
import { type Browser, SECOND_STEP_TTL_S } from "./sign-in-rules";
import { tellUser } from "./tell-user";

const PENDING_PREFIX = "bsec_";
const MAX_USER_AGENT = 400;

/** The first steps. A passkey is two in one: what one has, and the finger or PIN that the device asks for. */
export type FirstStep = "code" | "google" | "passkey";

export type SignedIn = SessionKey & { kind: "signed-in"; user: SignedInUser };

/** A second step is asked for: no session is there yet. The token stands for the first one. */
export type HalfSignedIn = { kind: "second-step"; pendingToken: string; expiresAt: Date };

/**
 * What follows when somebody has passed a first step, in the transaction that spends it: a session, or the second step
 * where the user has set one up.
 */
export async function afterFirstStep(
  tx: Tx,
  ctx: Ctx,
  { user, way, browser }: { user: SignedInUser; way: FirstStep; browser: Browser },
): Promise<SignedIn | HalfSignedIn> {
  if (way === "passkey" || !(await hasSecondStep(tx, user.id))) return beginSession(tx, ctx, { user, way, browser });
  const pendingToken = newSecret(PENDING_PREFIX);
  const row = {
    id: newId(),
    tokenHash: sha256(pendingToken),
    userId: user.id,
    way,
    purpose: "console",
    ttlS: SECOND_STEP_TTL_S,
  } as const;
  return { kind: "second-step", pendingToken, ...(await insertPending(tx, row)) };
}

/** Begins a session with a token of its own, writes it down, and tells the user where it is a browser not seen before. */
export async function beginSession(
  tx: Tx,
  ctx: Ctx,
  { user, way, browser }: { user: SignedInUser; way: string; browser: Browser },
): Promise<SignedIn> {
  const userAgent = ctx.userAgent?.slice(0, MAX_USER_AGENT) ?? null;
  const session = await createSession({ tx }, user.id, { way, userAgent, ip: ctx.ip });
  const actor = { kind: "user", id: user.id } as const;
  const { deviceToken } = browser;
  const seen = deviceToken === null ? null : await noteDevice(tx, user.id, { ...browser, deviceToken });
  const detail = { way, ...(seen === null ? {} : { browser: seen }) };
  const fact = { action: "user.signed_in", merchantId: null, subjectId: user.id, detail };
  await recordAudit(tx, { ...ctx, caller: { ...ctx.caller, actor } }, fact);
  if (seen === "new") await tellUser(tx, ctx, user.email, { kind: "new-device" });
  return { kind: "signed-in", ...session, user };
}
