export {
  attemptOfEndToEndId,
  attemptsOfAmount,
  attemptsOfRequest,
  byAmountSql,
  type CreditCandidate,
} from "./credit-candidate-store";

// Latin letters and digits as `endToEndIdOf` writes them: three letters, and a uuid in base 32.
const END_TO_END_ID = /BKS[0-9A-V]{26}/;

/** Our end-to-end id in a text that a bank may have lower-cased, wrapped or labelled; null without one. */
export function endToEndIdIn(text: string | null): string | null {
  return END_TO_END_ID.exec((text ?? "").replace(/[^A-Za-z0-9]/g, "").toUpperCase())?.[0] ?? null;
}
