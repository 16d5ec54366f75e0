import { now } from "../../lib/clock";
import { env } from "../../lib/config/env";
import type { Ctx } from "../../lib/context";
import { equalInConstantTime, hmacSha256Hex } from "../../lib/crypto";
import { inTransaction, type Tx } from "../../lib/db";
import { AppError, invalidField } from "../../lib/errors";
import { newId } from "../../lib/ids";
import { siteOf } from "../../lib/net/networks";
import { queueMail } from "../../mail/send-mail";
import { findActiveUser, findAddress } from "../users/user-store";
import { type CodeLimit, insertChallenge, keepOnlyIf, lockCodesOf, waitForCode } from "./challenge-store";
import { findDevice } from "./device-store";
import {
  type Browser,
  CODE_TTL_S,
  CODES_WINDOW_S,
  hashCode,
  MAX_CODES_OF_UNKNOWN,
  MAX_CODES_PER_REQUESTER,
  MAX_CODES_PER_SITE,
  newCode,
  type Purpose,
  UNKNOWN_PREFIX,
  unknownRequester,
} from "./sign-in-rules";

/** The text differs in form from the one that a code is hashed with, so a pass is never accepted as a code. */
const signatureOf = (email: string, ends: string) =>
  hmacSha256Hex(env().nextauthSecret, `sign-in pass ${ends} ${email}`);

/**
 * A pass proves that its holder reads the mail of an address: codes that are requested with it are not limited by those
 * that strangers requested. It is no sign-in. Stateless: `<unix time of its end>.<signature>`.
 */
function newSignInPass(email: string, endsAt: Date): string {
  const ends = String(Math.floor(endsAt.getTime() / 1000));
  return `${ends}.${signatureOf(email, ends)}`;
}

/** Whether a pass is one for this address and has not ended. */
function isSignInPass(pass: string, email: string, at: Date): boolean {
  const [, ends = "", signature = ""] = /^(\d{1,12})\.([\da-f]{64})$/.exec(pass) ?? [];
  if (ends === "" || Number(ends) * 1000 <= at.getTime()) return false;
  return equalInConstantTime(Buffer.from(signature), Buffer.from(signatureOf(email, ends)));
}

export type StartedSignIn = { challengeId: string; expiresAt: Date };

/** `browser`, `sessionId`, `pass` (from a mail): identify the requester; absent: unknown. */
type SignInStart = { email: string; purpose: Purpose; browser?: Browser; sessionId?: string; pass?: string };

/** `site`: an unknown requester's network, for the limit over all accounts; null: a requester with a limit of its own. */
type Requester = { email: string; requester: string; site: string | null };

/**
 * Begins a sign-in by magic code. The response and the work are the same whether or not the address has an account;
 * only an account gets a mail. Each call creates an independent challenge. Codes are limited per account and requester:
 * a session and a known browser have their own limits; unknown requesters have one per IP address, one together for the
 * account, and a high one per IP address over all accounts. The mail with the last code of an unknown requester has a link
 * with a pass: its reader is not limited by strangers.
 * @throws AppError VALIDATION_ERROR on `email`, TOO_MANY_REQUESTS (metadata.retry_after_s)
 */
export async function startSignIn(ctx: Ctx, { purpose, ...input }: SignInStart): Promise<StartedSignIn> {
  const challengeId = newId();
  const code = newCode();
  return inTransaction(ctx, async (tx) => {
    const email = await findAddress(tx, input.email);
    if (email === null) throw invalidField("email", "Enter an e-mail address.");
    const requester = await requesterOf(tx, ctx, { ...input, email });
    const site = requester.startsWith(UNKNOWN_PREFIX) ? siteOf(ctx.ip) : null;
    await refuseBeyondLimits(tx, { email, requester, site });
    const codeHash = hashCode(env().nextauthSecret, challengeId, code);
    const row = { id: challengeId, email, purpose, codeHash, requester, site, ttlS: CODE_TTL_S };
    const { expiresAt } = await insertChallenge(tx, row);
    const isLast = site !== null && (await waitOf(tx, limitsOf({ email, requester, site }))) > 0;
    const user = await findActiveUser(tx, email);
    const pass = isLast ? newSignInPass(email, new Date(expiresAt.getTime() + PASS_OUTLIVES_CODE_MS)) : null;
    await keepOnlyIf(user !== null, tx, () => queueMail(tx, { recipient: email, ...mailOf(purpose, code, pass) }));
    return { challengeId, expiresAt };
  });
}

/** A pass works until the codes before it no longer count. */
const PASS_OUTLIVES_CODE_MS = (CODES_WINDOW_S - CODE_TTL_S) * 1000;

/** The requester whose limit applies: a session, a known browser, a reader of the mail, or an unknown address. */
async function requesterOf(
  tx: Tx,
  ctx: Ctx,
  { email, browser, sessionId, pass }: Omit<SignInStart, "purpose">,
): Promise<string> {
  if (sessionId !== undefined) return `session:${sessionId}`;
  const device = browser && (await findDevice(tx, { email }, browser));
  if (device) return `device:${device.id}`;
  return pass !== undefined && isSignInPass(pass, email, now()) ? `pass:${email}` : unknownRequester(ctx.ip);
}

async function refuseBeyondLimits(tx: Tx, { email, requester, site }: Requester): Promise<void> {
  // Unknown requesters wait for two locks, of their site and of the account; known browsers and sessions wait for
  // neither. The site's lock comes first, so that many requests from one site don't block other sites at the account's
  // lock.
  if (site !== null) await lockCodesOf(tx, `site ${site}`);
  await lockCodesOf(tx, site === null ? requester : `${UNKNOWN_PREFIX}${email}`);
  const waitS = await waitOf(tx, limitsOf({ email, requester, site }));
  if (waitS > 0) throw new AppError("TOO_MANY_REQUESTS", { metadata: { retry_after_s: waitS } });
}

function limitsOf({ email, requester, site }: Requester): CodeLimit[] {
  const own: CodeLimit = { email, requester, andLonger: false, max: MAX_CODES_PER_REQUESTER };
  if (site === null) return [own];
  const ofUnknown: CodeLimit = { email, requester: UNKNOWN_PREFIX, andLonger: true, max: MAX_CODES_OF_UNKNOWN };
  return [own, ofUnknown, { site, max: MAX_CODES_PER_SITE }];
}

/** Seconds until all limits allow the next code. */
async function waitOf(tx: Tx, limits: readonly CodeLimit[]): Promise<number> {
  let waitS = 0;
  for (const limit of limits) waitS = Math.max(waitS, await waitForCode(tx, limit, CODES_WINDOW_S));
  return waitS;
}

/** The e-mail names the purpose of the code, so that a recipient who did not request it knows the risk. */
const ASKED_FOR: Record<Purpose, () => { subject: string; where: string; warning: string }> = {
  console: () => ({
    subject: "Your code for the Bankside Console",
    where: `on the sign-in page: ${env().baseUrl}/sign-in`,
    warning: "If you didn't request this code, ignore this e-mail. The code is required to sign in.",
  }),
  api: () => ({
    subject: "Your code for the Bankside API",
    where: "in the program that requested it. It lets that program use your account.",
    warning: "If you didn't request this code, ignore this e-mail. The code is required to sign in.",
  }),
  verify: () => ({
    subject: "Confirm your identity",
    where: "in the Console window that requested it, to confirm a sensitive action in your session.",
    warning: `If this wasn't you, don't share the code and sign out everywhere: ${env().baseUrl}/account`,
  }),
};

function mailOf(purpose: Purpose, code: string, pass: string | null): { subject: string; text: string } {
  const { subject, where, warning } = ASKED_FOR[purpose]();
  const minutes = CODE_TTL_S / 60;
  const last = [
    "",
    "Many codes were requested for your address, so the sign-in page sends no more of them for up to an hour. If you need another one, open this page, which still sends you codes:",
    `${env().baseUrl}/sign-in?pass=${pass}`,
  ];
  const lines = [`${subject}:`, "", code, "", `It works once, for ${minutes} minutes, ${where}`, warning];
  return { subject, text: [...lines, ...(pass === null ? [] : last)].join("\n") };
}
