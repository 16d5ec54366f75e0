import type { Problem } from "@/components/checkout/model";
import { now } from "@/server/lib/clock";
import { open, seal, sha256 } from "@/server/lib/crypto";

/** A press is answered by another address (RFC 9110 §15.4.4), so that loading the page again presses nothing. This long
 * it says there what the press came to. */
const SAID_FOR_MS = 15 * 60_000;
const MAX_SAID_CHARACTERS = 4_096;

const rowOf = (token: string) => `said of ${Buffer.from(sha256(token)).toString("hex")}`;

/** What a press came to, as a part of an address: sealed, because a mistyped account may be in it, and nobody makes one up. */
export function sealProblem(problem: Problem, token: string): string {
  const text = JSON.stringify({ problem, at: now().getTime() });
  return Buffer.from(seal(text, rowOf(token))).toString("base64url");
}

/** The same again; null for text that is not ours, another payment's, or of long ago: then the page stands as it is. */
export function openProblem(sealed: string | null, token: string): Problem | null {
  if (!sealed || sealed.length > MAX_SAID_CHARACTERS) return null;
  try {
    const { problem, at } = JSON.parse(open(Buffer.from(sealed, "base64url"), rowOf(token))) as {
      problem: Problem;
      at: number;
    };
    return now().getTime() - at < SAID_FOR_MS ? problem : null;
  } catch {
    return null;
  }
}
