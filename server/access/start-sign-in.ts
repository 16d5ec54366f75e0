import type { Ctx } from "../lib/context";
import { inTransaction, type Tx } from "../lib/db";
import { env } from "../lib/env";
import { AppError, invalidField } from "../lib/errors";
import { newId } from "../lib/ids";
import { siteOf } from "../lib/networks";
import { queueMail } from "../mail/send-mail";
import { type CodeLimit, insertChallenge, keepOnlyIf, lockCodesOf, waitForCode } from "./challenge-store";
import { findDevice } from "./device-store";
import {
  type Browser,
  CODE_TTL_S,
  CODES_WINDOW_S,
  hashCode,
  MAX_CODES_OF_STRANGERS,
  MAX_CODES_PER_REQUESTER,
  MAX_CODES_PER_SITE,
  newCode,
  type Purpose,
  STRANGER_PREFIX,
  strangerOf,
} from "./sign-in-rules";
import { findActiveUser, findAddress } from "./user-store";

export type StartedSignIn = { challengeId: string; expiresAt: Date };

/** `browser`, `sessionId`: by what the requester is known, if at all. */
type SignInStart = { email: string; purpose: Purpose; browser?: Browser; sessionId?: string };

/**
 * Begins signing in by magic code. The answer, and the work that it takes, are the same whether or not the address has an
 * account here; only then is a code mailed. Each call is a challenge of its own, and none disturbs another's.
 * Codes are counted for the account and for who asks: a session and a browser that the user has signed in with have budgets
 * of their own; all others have one each, by their address, one together for the account, and a wide one for each address
 * over all accounts.
 * @throws AppError VALIDATION_ERROR on `email`, TOO_MANY_REQUESTS (metadata.retry_after_s)
 */
export async function startSignIn(ctx: Ctx, { purpose, ...input }: SignInStart): Promise<StartedSignIn> {
  const challengeId = newId();
  const code = newCode();
  return inTransaction(ctx, async (tx) => {
    const email = await findAddress(tx, input.email);
    if (email === null) throw invalidField("email", "This is not a mail address.");
    const requester = await requesterOf(tx, ctx, { ...input, email });
    const site = requester.startsWith(STRANGER_PREFIX) ? siteOf(ctx.ip) : null;
    await refuseBeyondLimits(tx, { email, requester, site });
    const codeHash = hashCode(env().nextauthSecret, challengeId, code);
    const row = { id: challengeId, email, purpose, codeHash, requester, site, ttlS: CODE_TTL_S };
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

/** `site`: where a stranger asks from, for the limit over all accounts; null: a known browser, or a session. */
async function refuseBeyondLimits(
  tx: Tx,
  { email, requester, site }: { email: string; requester: string; site: string | null },
): Promise<void> {
  // Strangers wait in one line for each site and account, in which no known browser and no session waits with them. The
  // site's first: a crowd of one site must not keep other sites waiting for an account.
  if (site !== null) await lockCodesOf(tx, `site ${site}`);
  await lockCodesOf(tx, site === null ? requester : `${STRANGER_PREFIX}${email}`);
  const limits: CodeLimit[] = [{ email, requester, andLonger: false, max: MAX_CODES_PER_REQUESTER }];
  if (site !== null) {
    limits.push({ email, requester: STRANGER_PREFIX, andLonger: true, max: MAX_CODES_OF_STRANGERS });
    limits.push({ site, max: MAX_CODES_PER_SITE });
  }
  let waitS = 0;
  for (const limit of limits) waitS = Math.max(waitS, await waitForCode(tx, limit, CODES_WINDOW_S));
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
