import { recordAudit } from "../../audit/record-audit";
import type { Ctx } from "../../lib/context";
import { newSecret, sha256 } from "../../lib/crypto";
import type { Tx } from "../../lib/db";
import { newId } from "../../lib/ids";
import { hasAuthenticatorApp, insertPending } from "../mfa/factor-store";
import { createSession, type SessionKey, type SignedInUser } from "../sessions/sessions";
import { notifyUser } from "../users/notify-user";
import { noteDevice } from "./device-store";
import { type Browser, TWO_FACTOR_TTL_S } from "./sign-in-rules";

const PENDING_PREFIX = "bsec_";
const MAX_USER_AGENT = 400;

/** The first factors. A passkey is two factors: the device, and the biometric or PIN that unlocks it. */
type FirstStep = "code" | "google" | "passkey";

export type SignedIn = SessionKey & { kind: "signed-in"; user: SignedInUser };

/** A second factor is required and no session exists yet. The token proves the first factor. */
export type HalfSignedIn = { kind: "two-factor"; pendingToken: string; expiresAt: Date };

/**
 * Continues after a first factor, in the transaction that spends it: begins a session, or requires the second factor if
 * the user has one.
 */
export async function afterFirstStep(
  tx: Tx,
  ctx: Ctx,
  { user, way, browser }: { user: SignedInUser; way: FirstStep; browser: Browser },
): Promise<SignedIn | HalfSignedIn> {
  if (way === "passkey" || !(await hasAuthenticatorApp(tx, user.id)))
    return beginSession(tx, ctx, { user, way, browser });
  const pendingToken = newSecret(PENDING_PREFIX);
  const row = {
    id: newId(),
    tokenHash: sha256(pendingToken),
    userId: user.id,
    way,
    purpose: "console",
    ttlS: TWO_FACTOR_TTL_S,
  } as const;
  return { kind: "two-factor", pendingToken, ...(await insertPending(tx, row)) };
}

/** Begins a session with its own token, audits it, and notifies the user if the browser is new to them. */
export async function beginSession(
  tx: Tx,
  ctx: Ctx,
  { user, way, browser }: { user: SignedInUser; way: string; browser: Browser },
): Promise<SignedIn> {
  const userAgent = ctx.userAgent?.slice(0, MAX_USER_AGENT) ?? null;
  const session = await createSession({ tx }, user.id, { way, userAgent, ip: ctx.ip });
  const actor = { kind: "user", id: user.id } as const;
  const { deviceToken } = browser;
  const seen = deviceToken === null ? null : await noteDevice(tx, user.id, deviceToken);
  const detail = { way, ...(seen === null ? {} : { browser: seen }) };
  const fact = { action: "user.signed_in", merchantId: null, subjectId: user.id, detail };
  await recordAudit(tx, { ...ctx, caller: { ...ctx.caller, actor } }, fact);
  if (seen === "new") await notifyUser(tx, ctx, user.email, { kind: "new-device" });
  return { kind: "signed-in", ...session, user };
}
