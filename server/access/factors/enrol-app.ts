import encodeQR from "qr";
import { recordAudit } from "../../audit/record-audit";
import type { Ctx } from "../../lib/context";
import { open, seal } from "../../lib/crypto";
import { db, inTransaction, type Tx } from "../../lib/db";
import { AppError, invalidField } from "../../lib/errors";
import { deleteSessionsBut, markSecondFactor, revokeTokensOf } from "../session-store";
import { type Proof, raiseRights, type SessionKey, type SignedInUser } from "../sessions";
import { tellUser } from "../tell-user";
import { holdUser } from "../user-store";
import { confirmApp, deleteApp, findApp, hasSecondStep, putUnconfirmedApp, replaceRecoveryCodes } from "./factor-store";
import { appAddress, newAppSecret, newRecoveryCodes, readSecondStep, recoveryHashes, stepOfCode } from "./rules";

/** What an authenticator app has to be told, as a picture and to type. */
export type AppSetup = { secret: string; qrSvg: string };

/**
 * Begins setting up an authenticator app. Nothing is asked of anybody before its first code has been typed here.
 * @throws AppError VALIDATION_ERROR on `app` when one is set up already
 */
export async function startApp(ctx: Ctx, user: SignedInUser): Promise<AppSetup> {
  const secret = newAppSecret();
  const stored = await inTransaction(ctx, (tx) => putUnconfirmedApp(tx, user.id, seal(secret, user.id)));
  if (!stored) throw alreadyThere();
  return { secret, qrSvg: encodeQR(appAddress(secret, user.email), "svg", { ecc: "low", border: 2 }) };
}

/**
 * Confirms the app by its first code: from now on it is asked for after a code by mail and after Google. What was
 * begun in the user's name without it ends: other sessions, and the tokens of programs. The session that confirms it has
 * given its second factor, and gets another token. Answers the recovery codes, this once.
 * @throws AppError VALIDATION_ERROR on `code` or `app`, NOT_FOUND
 */
export async function confirmAppSetup(
  ctx: Ctx,
  { session: { id, user }, rotate }: Proof,
  typed: string,
): Promise<{ codes: string[]; key: SessionKey | null }> {
  const app = await findApp(db(), user.id);
  if (!app) throw new AppError("NOT_FOUND", { message: "Begin setting up the app first." });
  if (app.confirmedAt) throw alreadyThere();
  const read = readSecondStep(typed);
  const step = read?.kind === "app" ? stepOfCode(open(app.secretSealed, user.id), read.code) : null;
  if (step === null)
    throw invalidField("code", "This is not the code that the app shows just now. Nothing was changed.");
  return inTransaction(ctx, async (tx) => {
    // Whoever begins something for this user by a first step alone holds the user: it was before, and ends here with the
    // others, or comes after, and is asked for the second step.
    await holdUser(tx, user.id);
    if (!(await confirmApp(tx, user.id, step))) throw alreadyThere();
    await revokeTokensOf(tx, user.id);
    const ended = await deleteSessionsBut(tx, user.id, id);
    await markSecondFactor(tx, id, "app");
    const key = await raiseRights(tx, id, rotate);
    const fact = { action: "second_step.added", merchantId: null, subjectId: user.id, detail: { ended } };
    await recordAudit(tx, ctx, fact);
    await tellUser(tx, ctx, user.email, { kind: "app-added" });
    return { codes: await putNewRecoveryCodes(tx, user.id), key };
  });
}

/** Removes the app and its recovery codes, and mails the user so. @throws AppError NOT_FOUND */
export async function removeApp(ctx: Ctx, user: SignedInUser): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    if (!(await deleteApp(tx, user.id))) throw noApp();
    await recordAudit(tx, ctx, { action: "second_step.removed", merchantId: null, subjectId: user.id });
    await tellUser(tx, ctx, user.email, { kind: "app-removed" });
  });
}

/** Ten new recovery codes, this once; those from before are over. @throws AppError NOT_FOUND without an app */
export async function renewRecoveryCodes(ctx: Ctx, user: SignedInUser): Promise<{ codes: string[] }> {
  return inTransaction(ctx, async (tx) => {
    if (!(await hasSecondStep(tx, user.id))) throw noApp();
    await recordAudit(tx, ctx, { action: "recovery_codes.renewed", merchantId: null, subjectId: user.id });
    await tellUser(tx, ctx, user.email, { kind: "recovery-renewed" });
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
  return invalidField("app", "An app is set up already. Remove that one first. Nothing was changed.");
}

function noApp(): AppError {
  return new AppError("NOT_FOUND", { message: "No app is set up." });
}
