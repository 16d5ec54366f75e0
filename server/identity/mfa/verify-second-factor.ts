import { recordAudit } from "../../audit/record-audit";
import type { Ctx } from "../../lib/context";
import { open } from "../../lib/crypto";
import { db, inTransaction, type Tx } from "../../lib/db";
import { AppError } from "../../lib/errors";
import { UNKNOWN_PREFIX } from "../sign-in/sign-in-rules";
import { notifyUser } from "../users/notify-user";
import {
  type AttemptLimit,
  countRecoveryCodes,
  findApp,
  forgetAttempt,
  spendAttempt,
  takeRecoveryCode,
  useAppStep,
} from "./factor-store";
import {
  MAX_TRIES_OF_UNKNOWN,
  MAX_TRIES_PER_REQUESTER,
  parseSecondFactor,
  recoveryHashes,
  TRIES_WINDOW_S,
  UNKNOWN_WINDOW_S,
} from "./rules";
import { totpStep } from "./totp";

/**
 * Whose second factor is typed, and by whom, for the limits: a known device, a session, or an unknown requester
 * (`unknownRequester`) who passed the first factor (`requester`), in which sign-in or session (`sitting`).
 */
type SecondFactorAttempt = { userId: string; email: string; typed: string; requester: string; sitting: string };

/**
 * The guess limits of a requester. Unknown requesters have a limit each and one together, which doesn't count known
 * devices and sessions.
 */
function limitsOf(requester: string): AttemptLimit[] {
  const own = { requester, andLonger: false, windowS: TRIES_WINDOW_S, max: MAX_TRIES_PER_REQUESTER };
  if (!requester.startsWith(UNKNOWN_PREFIX)) return [own];
  const together = { requester: UNKNOWN_PREFIX, andLonger: true };
  return [own, { ...together, windowS: UNKNOWN_WINDOW_S, max: MAX_TRIES_OF_UNKNOWN }];
}

/** The kind of code that was accepted. */
type SecondFactorKind = "app" | "recovery";

/**
 * Verifies an app's code or a recovery code, and runs `begin` in the transaction that spends it. Each code works once.
 * Guesses are limited per requester: an attacker who reads the user's mail and guesses on another device uses up only
 * their own limit. The user can still sign in from a known browser, with a passkey or a recovery code, or from another
 * address until the shared limit of unknown requesters is used up.
 * @throws AppError UNAUTHORIZED (metadata.tries_left), TOO_MANY_REQUESTS (metadata.retry_after_s)
 */
export async function verifySecondFactor<T>(
  ctx: Ctx,
  { userId, email, typed, requester, sitting }: SecondFactorAttempt,
  begin: (tx: Tx, taken: SecondFactorKind) => Promise<T>,
): Promise<T> {
  const read = parseSecondFactor(typed);
  if (!read) throw notRight(null);
  // The guess is counted in its own transaction, so that a later rollback doesn't return it. A recovery code (50 bits)
  // is too long to guess, so it has its own limit and works after the guesses at the app's code are used up.
  const counted = read.kind === "app" ? requester : `recovery ${sitting}`;
  const spent = await inTransaction({}, (tx) =>
    spendAttempt(tx, { userId, requester: counted, limits: limitsOf(counted) }),
  );
  if ("waitS" in spent) throw new AppError("TOO_MANY_REQUESTS", { metadata: { retry_after_s: spent.waitS } });
  const take = read.kind === "app" ? await takerOfApp(userId, read.code) : takerOfRecovery(userId, read.code);
  return inTransaction(ctx, async (tx) => {
    if (!(await take?.(tx))) throw notRight(spent.left);
    await forgetAttempt(tx, spent.id);
    if (read.kind === "recovery") await noteRecovery(tx, ctx, { userId, email });
    return begin(tx, read.kind);
  }).catch(async (error: unknown) => {
    if (spent.left === 0) await warnOfGuesses(ctx, { userId, email });
    throw error;
  });
}

async function takerOfApp(userId: string, code: string): Promise<((tx: Tx) => Promise<boolean>) | null> {
  const app = await findApp(db(), userId);
  const step = app?.confirmedAt ? totpStep(open(app.secretSealed, userId), code) : null;
  return step === null ? null : (tx) => useAppStep(tx, userId, step);
}

function takerOfRecovery(userId: string, code: string): (tx: Tx) => Promise<boolean> {
  return (tx) => takeRecoveryCode(tx, userId, recoveryHashes(userId, code));
}

async function noteRecovery(tx: Tx, ctx: Ctx, { userId, email }: { userId: string; email: string }): Promise<void> {
  const left = await countRecoveryCodes(tx, userId);
  const by: Ctx = { ...ctx, caller: { ...ctx.caller, actor: { kind: "user", id: userId } } };
  await recordAudit(tx, by, {
    action: "recovery_code.used",
    merchantId: null,
    subjectId: userId,
    detail: { left },
  });
  await notifyUser(tx, ctx, email, { kind: "recovery-used", left });
}

/** Every guess at the second factor comes after a passed first factor, so the user is notified. */
function warnOfGuesses(ctx: Ctx, { userId, email }: { userId: string; email: string }): Promise<void> {
  return inTransaction({}, async (tx) => {
    await recordAudit(tx, ctx, { action: "second_step.guessed", merchantId: null, subjectId: userId });
    await notifyUser(tx, ctx, email, { kind: "guessed" });
  });
}

function notRight(triesLeft: number | null): AppError {
  return new AppError("UNAUTHORIZED", {
    message: "The code is wrong or was already used.",
    metadata: triesLeft === null ? {} : { tries_left: triesLeft },
  });
}
