import encodeQR from "qr";
import { recordAudit } from "../../audit/record-audit";
import type { Ctx } from "../../lib/context";
import { open, seal } from "../../lib/crypto";
import { db, inTransaction, type Tx } from "../../lib/db";
import { AppError, invalidField } from "../../lib/errors";
import { deleteSessionsBut, markSecondFactor, revokeTokensOf } from "../sessions/session-store";
import { type Proof, raiseRights, type SessionKey, type SignedInUser } from "../sessions/sessions";
import { notifyUser } from "../users/notify-user";
import { lockUserRow } from "../users/user-store";
import {
  confirmApp,
  deleteApp,
  findApp,
  hasAuthenticatorApp,
  putUnconfirmedApp,
  replaceRecoveryCodes,
} from "./factor-store";
import { newRecoveryCodes, parseSecondFactor, recoveryHashes } from "./rules";
import { newTotpSecret, totpStep, totpUri } from "./totp";

/** The app's secret, as a QR code and as text. */
type AppSetup = { secret: string; qrSvg: string };

/**
 * Begins setting up an authenticator app. Sign-ins require its code only after the first code was confirmed here.
 * @throws AppError VALIDATION_ERROR on `app` when one is set up already
 */
export async function startApp(ctx: Ctx, user: SignedInUser): Promise<AppSetup> {
  const secret = newTotpSecret();
  const stored = await inTransaction(ctx, (tx) => putUnconfirmedApp(tx, user.id, seal(secret, user.id)));
  if (!stored) throw alreadyThere();
  return { secret, qrSvg: encodeQR(totpUri(secret, user.email), "svg", { ecc: "low", border: 2 }) };
}

/**
 * Confirms the app by its first code. From then on sign-ins by mailed code and by Google require the app's code. The
 * user's other sessions and API tokens end, because they began without it. This session counts as two-factor and gets a
 * new token. Returns the recovery codes, which are shown only here.
 * @throws AppError VALIDATION_ERROR on `code` or `app`, NOT_FOUND
 */
export async function confirmAppSetup(
  ctx: Ctx,
  { session, rotate }: Proof,
  typed: string,
): Promise<{ codes: string[]; key: SessionKey | null }> {
  const { id, user } = session;
  const app = await findApp(db(), user.id);
  if (!app) throw new AppError("NOT_FOUND", { message: "Start setting up the app first." });
  if (app.confirmedAt) throw alreadyThere();
  const read = parseSecondFactor(typed);
  const step = read?.kind === "app" ? totpStep(open(app.secretSealed, user.id), read.code) : null;
  if (step === null) throw invalidField("code", "Wrong code. Enter the code that the app shows now.");
  return inTransaction(ctx, async (tx) => {
    // Every sign-in by a first factor locks the user. One that came earlier is ended here with the others; a later one
    // requires the second factor.
    await lockUserRow(tx, user.id);
    if (!(await confirmApp(tx, user.id, step))) throw alreadyThere();
    await revokeTokensOf(tx, user.id);
    const ended = await deleteSessionsBut(tx, user.id, id);
    await markSecondFactor(tx, id, "app");
    const key = await raiseRights(tx, session, rotate);
    const fact = { action: "second_step.added", merchantId: null, subjectId: user.id, detail: { ended } };
    await recordAudit(tx, ctx, fact);
    await notifyUser(tx, ctx, user.email, { kind: "app-added" });
    return { codes: await putNewRecoveryCodes(tx, user.id), key };
  });
}

/** Removes the app and its recovery codes, and notifies the user. @throws AppError NOT_FOUND */
export async function removeApp(ctx: Ctx, user: SignedInUser): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    await lockUserRow(tx, user.id);
    if (!(await deleteApp(tx, user.id))) throw noApp();
    await recordAudit(tx, ctx, { action: "second_step.removed", merchantId: null, subjectId: user.id });
    await notifyUser(tx, ctx, user.email, { kind: "app-removed" });
  });
}

/**
 * Ten new recovery codes, shown only here; the previous ones stop working. @throws AppError NOT_FOUND without an app
 */
export async function renewRecoveryCodes(ctx: Ctx, user: SignedInUser): Promise<{ codes: string[] }> {
  return inTransaction(ctx, async (tx) => {
    // Of two renewals at once, the second has to see the first one's codes to replace them.
    await lockUserRow(tx, user.id);
    if (!(await hasAuthenticatorApp(tx, user.id))) throw noApp();
    await recordAudit(tx, ctx, { action: "recovery_codes.renewed", merchantId: null, subjectId: user.id });
    await notifyUser(tx, ctx, user.email, { kind: "recovery-renewed" });
    return { codes: await putNewRecoveryCodes(tx, user.id) };
  });
}

async function putNewRecoveryCodes(tx: Tx, userId: string): Promise<string[]> {
  const codes = newRecoveryCodes();
  await replaceRecoveryCodes(
    tx,
    userId,
    codes.map((code) => recoveryHashes(userId, code)[0]),
  );
  return codes;
}

function alreadyThere(): AppError {
  return invalidField("app", "An app is already set up. Remove it first.");
}

function noApp(): AppError {
  return new AppError("NOT_FOUND", { message: "No app is set up." });
}
