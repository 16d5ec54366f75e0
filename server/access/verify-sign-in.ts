import { recordAudit } from "../audit/record-audit";
import type { Ctx } from "../lib/context";
import { equalInConstantTime } from "../lib/crypto";
import { db, inTransaction } from "../lib/db";
import { env } from "../lib/env";
import { AppError } from "../lib/errors";
import { isUuid } from "../lib/ids";
import { createSession } from "./sessions";
import { hashCode, MAX_TRIES, normaliseCode } from "./sign-in-rules";
import { findActiveUser, findOpenChallenge, type SignedInUser, spendChallenge, takeTry } from "./user-store";

export type SignedIn = { sessionToken: string; expiresAt: Date; user: SignedInUser };

/** The address that a challenge was begun for, while it can still be answered; for the page that asks for the code. */
export async function readChallenge(challengeId: string): Promise<{ email: string; expiresAt: Date } | null> {
  return isUuid(challengeId) ? findOpenChallenge(db(), challengeId, MAX_TRIES) : null;
}

/**
 * Answers a challenge with its code and begins a session. A code works once; a challenge takes five tries.
 * A wrong code, an unknown address and a challenge that is over are the same failure.
 * @throws AppError UNAUTHORIZED (metadata.tries_left)
 */
export async function verifySignIn(ctx: Ctx, input: { challengeId: string; code: string }): Promise<SignedIn> {
  const refused = (triesLeft: number) =>
    new AppError("UNAUTHORIZED", {
      message: "The code is not right, or it is over.",
      metadata: { tries_left: triesLeft },
    });
  if (!isUuid(input.challengeId)) throw refused(0);
  // The try is spent in a statement of its own: no transaction that fails later gives it back.
  const taken = await takeTry(db(), input.challengeId, MAX_TRIES);
  if (!taken) throw refused(0);
  const hash = hashCode(env().nextauthSecret, input.challengeId, normaliseCode(input.code));
  if (!equalInConstantTime(hash, taken.codeHash)) throw refused(MAX_TRIES - taken.tries);
  return inTransaction(ctx, async (tx) => {
    const user = await findActiveUser(tx, taken.email);
    if (!user || !(await spendChallenge(tx, input.challengeId))) throw refused(0);
    const session = await createSession({ tx }, user.id);
    const actor = { kind: "user", id: user.id } as const;
    const fact = { action: "user.signed_in", merchantId: null, subjectId: user.id };
    await recordAudit(tx, { ...ctx, caller: { ...ctx.caller, actor } }, fact);
    return { ...session, user };
  });
}
