import { recordAudit } from "../../audit/record-audit";
import type { Ctx } from "../../lib/context";
import { open } from "../../lib/crypto";
import { db, inTransaction, type Tx } from "../../lib/db";
import { AppError } from "../../lib/errors";
import { STRANGER_PREFIX } from "../sign-in-rules";
import { tellUser } from "../tell-user";
import {
  countRecoveryCodes,
  findApp,
  forgetTry,
  spendTry,
  type TryLimit,
  takeRecoveryCode,
  takeStep,
} from "./factor-store";
import {
  MAX_TRIES_OF_STRANGERS,
  MAX_TRIES_PER_REQUESTER,
  readSecondStep,
  recoveryHashes,
  STRANGERS_WINDOW_S,
  stepOfCode,
  TRIES_WINDOW_S,
} from "./rules";

/**
 * Whose second step, and who types it, for the limits: a known device, a session, or a stranger (`strangerOf`) who passed
 * the first step (`requester`), in which sign-in or session (`sitting`).
 */
export type SecondStep = { userId: string; email: string; typed: string; requester: string; sitting: string };

/** What a requester may guess. Strangers have a bound of their own and one together, which no known device and no session has. */
function limitsOf(requester: string): TryLimit[] {
  const own = { requester, andLonger: false, windowS: TRIES_WINDOW_S, max: MAX_TRIES_PER_REQUESTER };
  if (!requester.startsWith(STRANGER_PREFIX)) return [own];
  const together = { requester: STRANGER_PREFIX, andLonger: true };
  return [own, { ...together, windowS: STRANGERS_WINDOW_S, max: MAX_TRIES_OF_STRANGERS }];
}

/** Which kind of code was taken. */
export type TakenStep = "app" | "recovery";

/**
 * Takes an app's code, or a recovery code in its place, and lets `begin` start what it is good for in the transaction that spends
 * it. Each is good once. Guesses are counted for who guesses: whoever has read the user's mail and guesses on a device of
 * their own runs out of tries there, and the user on theirs does not: neither on a browser that is known, nor by a passkey or
 * a recovery code, nor from another address until strangers together have used up theirs.
 * @throws AppError UNAUTHORIZED (metadata.tries_left), TOO_MANY_REQUESTS (metadata.retry_after_s)
 */
export async function takeSecondStep<T>(
  ctx: Ctx,
  { userId, email, typed, requester, sitting }: SecondStep,
  begin: (tx: Tx, taken: TakenStep) => Promise<T>,
): Promise<T> {
  const read = readSecondStep(typed);
  if (!read) throw notRight(null);
  // The try is spent in a transaction of its own: none that fails later gives it back. A recovery code is far too long to
  // be guessed: it stays of use to those whose tries at the app are gone, whoever has spent them.
  const counted = read.kind === "app" ? requester : `recovery ${sitting}`;
  const spent = await inTransaction({}, (tx) =>
    spendTry(tx, { userId, requester: counted, limits: limitsOf(counted) }),
  );
  if ("waitS" in spent) throw new AppError("TOO_MANY_REQUESTS", { metadata: { retry_after_s: spent.waitS } });
  const take = read.kind === "app" ? await takerOfApp(userId, read.code) : takerOfRecovery(userId, read.code);
  return inTransaction(ctx, async (tx) => {
    if (!(await take?.(tx))) throw notRight(spent.left);
    await forgetTry(tx, spent.id);
    if (read.kind === "recovery") await noteRecovery(tx, ctx, { userId, email });
    return begin(tx, read.kind);
  }).catch(async (error: unknown) => {
    if (spent.left === 0) await warnOfGuesses(ctx, { userId, email });
    throw error;
  });
}

async function takerOfApp(userId: string, code: string): Promise<((tx: Tx) => Promise<boolean>) | null> {
  const app = await findApp(db(), userId);
  const step = app?.confirmedAt ? stepOfCode(open(app.secretSealed, userId), code) : null;
  return step === null ? null : (tx) => takeStep(tx, userId, step);
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
  await tellUser(tx, ctx, email, { kind: "recovery-used", left });
}

/** Who guesses at the second step has passed the first: the user has to hear of it. */
function warnOfGuesses(ctx: Ctx, { userId, email }: { userId: string; email: string }): Promise<void> {
  return inTransaction({}, async (tx) => {
    await recordAudit(tx, ctx, { action: "second_step.guessed", merchantId: null, subjectId: userId });
    await tellUser(tx, ctx, email, { kind: "guessed" });
  });
}

function notRight(triesLeft: number | null): AppError {
  return new AppError("UNAUTHORIZED", {
    message: "That is not the code, or it was used before.",
    metadata: triesLeft === null ? {} : { tries_left: triesLeft },
  });
}
