import { now } from "../../lib/clock";
import { env } from "../../lib/config/env";
import type { Ctx } from "../../lib/context";
import { inTransaction, type Tx } from "../../lib/db";
import { AppError, invalidField, isAppError } from "../../lib/errors";
import { newId } from "../../lib/ids";
import { siteOf } from "../../lib/net/networks";
import { mailboxOf } from "../../mail/mail-address";
import { queueMail } from "../../mail/send-mail";
import { findInvitedAddresses } from "../team/invitation-store";
import { findAddress, isActiveMember } from "../users/user-store";
import { type CodeLimit, countCodesOf, insertChallenge, keepOnlyIf, lockCodesOf, waitForCode } from "./challenge-store";
import { codeMail } from "./code-mail";
import { findDevice } from "./device-store";
import { isSignInPass, newSignInPass } from "./sign-in-pass";
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

type StartedSignIn = { challengeId: string; expiresAt: Date };

/** `browser`, `sessionId`, `pass` (from a mail): identify the requester; absent: unknown. */
type SignInStart = { email: string; purpose: Purpose; browser?: Browser; sessionId?: string; pass?: string };

/** `site`: an unknown requester's network, for the limit over all accounts; null: a requester with a limit of its own. */
type Requester = { email: string; requester: string; site: string | null };

/**
 * Begins a sign-in by magic code. The response and the work are the same whether or not the address has an account;
 * only a member and an invited address get a mail. Each call creates an independent challenge. Codes are limited per
 * account and requester: a session and a known browser have their own limits; unknown requesters have one per IP address,
 * one together for the account, and a high one per IP address over all accounts. The mail with the last code of an unknown
 * requester has a link with a pass: its reader is not limited by strangers.
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
    const isMailed = await mayMail(tx, { email, site, hasSession: input.sessionId !== undefined });
    const pass = isLast ? newSignInPass(email, new Date(expiresAt.getTime() + PASS_OUTLIVES_CODE_MS)) : null;
    const mail = { recipient: email, ...codeMail(purpose, code, pass), priority: true };
    await keepOnlyIf(isMailed, tx, () => queueMail(tx, mail));
    return { challengeId, expiresAt };
  });
}

/**
 * Whether a code is mailed. An invitation makes any address a user, and then anyone can request codes for it: addresses
 * that are only invited get codes while they can accept, and all of a mailbox together as many as one account. Beyond it
 * the response is the same, because a refusal would reveal who is invited; members have no common limit, because someone
 * who invites a tag of their mailbox could block their sign-in. Everything is looked up for every address, so that all
 * take the same time.
 */
async function mayMail(
  tx: Tx,
  { email, site, hasSession }: { email: string; site: string | null; hasSession: boolean },
): Promise<boolean> {
  const isMember = await isActiveMember(tx, email);
  const invited = await findInvitedAddresses(tx, mailboxOf(email));
  const codes = await countCodesOf(tx, invited, CODES_WINDOW_S);
  if (isMember || hasSession) return true;
  return invited.includes(email) && (site === null || codes <= MAX_CODES_OF_UNKNOWN);
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
  // Of the account's whole mailbox, because `mayMail` counts codes to its other addresses.
  await lockCodesOf(tx, site === null ? requester : `${UNKNOWN_PREFIX}${mailboxOf(email)}`);
  const waitS = await waitOf(tx, limitsOf({ email, requester, site }));
  if (waitS === 0) return;
  const isOfAccount = (await waitOf(tx, limitsOfAccount({ email, requester, site }))) > 0;
  const message = isOfAccount ? {} : { message: NETWORK_LIMIT };
  throw new AppError("TOO_MANY_REQUESTS", { ...message, metadata: { retry_after_s: waitS } });
}

const NETWORK_LIMIT =
  "Too many codes were requested from this network within an hour. Retry after the seconds in Retry-After.";

/** Whether only the network's limit over all accounts was reached: no mail to the account has a link with a pass. */
export function isNetworkLimit(error: unknown): boolean {
  return isAppError(error) && error.message === NETWORK_LIMIT;
}

function limitsOf(requester: Requester): CodeLimit[] {
  const { site } = requester;
  const ofAccount = limitsOfAccount(requester);
  return site === null ? ofAccount : [...ofAccount, { site, max: MAX_CODES_PER_SITE }];
}

function limitsOfAccount({ email, requester, site }: Requester): CodeLimit[] {
  const own: CodeLimit = { email, requester, andLonger: false, max: MAX_CODES_PER_REQUESTER };
  if (site === null) return [own];
  const ofUnknown: CodeLimit = { email, requester: UNKNOWN_PREFIX, andLonger: true, max: MAX_CODES_OF_UNKNOWN };
  return [own, ofUnknown];
}

/** Seconds until all limits allow the next code. */
async function waitOf(tx: Tx, limits: readonly CodeLimit[]): Promise<number> {
  let waitS = 0;
  for (const limit of limits) waitS = Math.max(waitS, await waitForCode(tx, limit, CODES_WINDOW_S));
  return waitS;
}
