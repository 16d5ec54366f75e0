import { env } from "../../lib/config/env";
import type { Ctx } from "../../lib/context";
import { equalInConstantTime } from "../../lib/crypto";
import { db, inTransaction, type Tx } from "../../lib/db";
import { AppError } from "../../lib/errors";
import { isUuid } from "../../lib/ids";
import { lockActiveUser, type SignedInUser } from "../users/user-store";
import { spendChallenge, takeTry } from "./challenge-store";
import { hashCode, MAX_TRIES, normaliseCode, type Purpose } from "./sign-in-rules";

type ChallengeAnswer = {
  challengeId: string;
  code: string;
  purpose: Purpose;
  /** Where the caller repeats the address: it must be the address of the challenge. */
  email?: string;
  /** Where only the requester of the code may answer: `session:<id>`. */
  requester?: string;
};

/**
 * Answers a challenge with its code, and runs `begin` in the transaction that spends the code. If `begin` fails, the
 * try is spent but the code isn't. A code works once; a challenge allows five tries. A wrong code, an unknown address
 * and a challenge that has expired or has another purpose are the same error.
 * @throws AppError UNAUTHORIZED (metadata.tries_left)
 */
export async function answerChallenge<T>(
  ctx: Ctx,
  { challengeId, code, purpose, email, requester }: ChallengeAnswer,
  begin: (tx: Tx, user: SignedInUser) => Promise<T>,
): Promise<T> {
  const refused = (triesLeft: number) =>
    new AppError("UNAUTHORIZED", {
      message: "The code is wrong or has expired.",
      metadata: { tries_left: triesLeft },
    });
  if (!isUuid(challengeId)) throw refused(0);
  // The try is spent in its own statement, so that a later rollback doesn't return it.
  const taken = await takeTry(db(), { id: challengeId, purpose, maxTries: MAX_TRIES, requester });
  if (!taken) throw refused(0);
  const hash = hashCode(env().nextauthSecret, challengeId.toLowerCase(), normaliseCode(code));
  const matches = equalInConstantTime(hash, taken.codeHash);
  if (!matches || (email !== undefined && email !== taken.email)) throw refused(MAX_TRIES - taken.tries);
  return inTransaction(ctx, async (tx) => {
    const user = await lockActiveUser(tx, taken.email);
    if (!user || !(await spendChallenge(tx, challengeId))) throw refused(0);
    return begin(tx, user);
  });
}
