import type { Ctx } from "../lib/context";
import { inTransaction, type Tx } from "../lib/db";
import { env } from "../lib/env";
import { AppError, invalidField } from "../lib/errors";
import { newId } from "../lib/ids";
import { normaliseMailAddress } from "../mail/mail-address";
import { queueMail } from "../mail/send-mail";
import { findDevice } from "./device-store";
import {
  type Browser,
  CODE_TTL_S,
  CODES_WINDOW_S,
  hashCode,
  MAX_CODES_OF_STRANGERS,
  MAX_CODES_PER_REQUESTER,
  newCode,
  type Purpose,
  STRANGER_PREFIX,
  strangerOf,
} from "./sign-in-rules";
import { findActiveUser, insertChallenge, keepOnlyIf, lockCodesOf, waitForCode } from "./user-store";

export type StartedSignIn = { challengeId: string; expiresAt: Date };

/** `browser`, `sessionId`: by what the requester is known, if at all. */
type SignInStart = { email: string; purpose: Purpose; browser?: Browser; sessionId?: string };

/**
 * Begins signing in by magic code. The answer, and the work that it takes, are the same whether or not the address has an
 * account here; only then is a code mailed. Each call is a challenge of its own, and none disturbs another's.
 * Codes are counted for the account and for who asks: a session and a browser that the user has signed in with have budgets
 * of their own; all others have one each, by their address, and one together for the account.
 * @throws AppError VALIDATION_ERROR on `email`, TOO_MANY_REQUESTS (metadata.retry_after_s)
 */
export async function startSignIn(ctx: Ctx, { purpose, ...input }: SignInStart): Promise<StartedSignIn> {
  const email = normaliseMailAddress(input.email);
  if (!email) throw invalidField("email", "This is not a mail address.");
  const challengeId = newId();
  const code = newCode();
  return inTransaction(ctx, async (tx) => {
    const requester = await requesterOf(tx, ctx, { ...input, email });
    await refuseBeyondLimits(tx, email, requester);
    const codeHash = hashCode(env().nextauthSecret, challengeId, code);
    const row = { id: challengeId, email, purpose, codeHash, requester, ttlS: CODE_TTL_S };
    const { expiresAt } = await insertChallenge(tx, row);
    const user = await findActiveUser(tx, email);
    await keepOnlyIf(user !== null, tx, () => queueMail(tx, { recipient: email, ...mailOf(purpose, code) }));
    return { challengeId, expiresAt };
  });
}

/** Whose budget a code is taken from: a session's, a known browser's, or a stranger's. */
async function requesterOf(
  tx: Tx,
  ctx: Ctx,
  { email, browser, sessionId }: Omit<SignInStart, "purpose">,
): Promise<string> {
  if (sessionId !== undefined) return `session:${sessionId}`;
  const device = browser && (await findDevice(tx, { email }, browser));
  return device ? `device:${device.id}` : strangerOf(ctx.ip);
}

async function refuseBeyondLimits(tx: Tx, email: string, requester: string): Promise<void> {
  const isStranger = requester.startsWith(STRANGER_PREFIX);
  // Strangers wait in one line for each account, in which no known browser and no session waits with them.
  await lockCodesOf(tx, isStranger ? `${STRANGER_PREFIX}${email}` : requester);
  const of = { email, windowS: CODES_WINDOW_S };
  const own = await waitForCode(tx, { ...of, requester, andLonger: false, max: MAX_CODES_PER_REQUESTER });
  const strangers = { ...of, requester: STRANGER_PREFIX, andLonger: true, max: MAX_CODES_OF_STRANGERS };
  const waitS = Math.max(own, isStranger ? await waitForCode(tx, strangers) : 0);
  if (waitS > 0) throw new AppError("TOO_MANY_REQUESTS", { metadata: { retry_after_s: waitS } });
}

/** What was asked for is said, so that whoever gets a code they did not ask for knows what it would open. */
const ASKED_FOR: Record<Purpose, () => { subject: string; where: string; warning: string }> = {
  console: () => ({
    subject: "Your code for the Bankside Console",
    where: `on the page that asked for it: ${env().baseUrl}/sign-in`,
    warning: "You did not ask for it? Then somebody typed your address, and nothing happens without the code.",
  }),
  api: () => ({
    subject: "Your code for the Bankside API",
    where: "in the program that asked for it. It lets that program act in your name.",
    warning: "You did not ask for it? Then somebody typed your address, and nothing happens without the code.",
  }),
  verify: () => ({
    subject: "Confirm that it is you",
    where:
      "in the Console's window that asked for it. Somebody who is signed in as you is about to do what needs care.",
    warning: `It was not you? Then do not pass it on, and sign out everywhere: ${env().baseUrl}/account`,
  }),
};

function mailOf(purpose: Purpose, code: string): { subject: string; text: string } {
  const { subject, where, warning } = ASKED_FOR[purpose]();
  const minutes = CODE_TTL_S / 60;
  return {
    subject,
    text: [`${subject}:`, "", code, "", `It works once, for ${minutes} minutes, ${where}`, warning].join("\n"),
  };
}
