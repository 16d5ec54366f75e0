import type { Ctx } from "../lib/context";
import { equalInConstantTime } from "../lib/crypto";
import { db, inTransaction, type Tx } from "../lib/db";
import { env } from "../lib/env";
import { AppError } from "../lib/errors";
import { isUuid } from "../lib/ids";
import { spendChallenge, takeTry } from "./challenge-store";
import { hashCode, MAX_TRIES, normaliseCode, type Purpose } from "./sign-in-rules";
import { lockActiveUser, type SignedInUser } from "./user-store";

export type ChallengeAnswer = {
  challengeId: string;
  code: string;
  purpose: Purpose;
  /** Where the caller names the address again: it has to be the one that the challenge was begun for. */
  email?: string;
  /** Where only the one who asked for the code may answer: `session:<id>`. */
  requester?: string;
};

/**
 * Answers a challenge with its code, and lets `begin` start what the code is good for, in the transaction that spends it:
 * when that fails, the code is not spent, only the try. A code works once; a challenge takes five tries.
 * A wrong code, an unknown address and a challenge that is over or was begun for something else are the same failure.
 * @throws AppError UNAUTHORIZED (metadata.tries_left)
 */
export async function answerChallenge<T>(
  ctx: Ctx,
  { challengeId, code, purpose, email, requester }: ChallengeAnswer,
  begin: (tx: Tx, user: SignedInUser) => Promise<T>,
): Promise<T> {
  const refused = (triesLeft: number) =>
    new AppError("UNAUTHORIZED", {
      message: "The code is not right, or it is over.",
      metadata: { tries_left: triesLeft },
    });
  if (!isUuid(challengeId)) throw refused(0);
  // The try is spent in a statement of its own: no transaction that fails later gives it back.
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
