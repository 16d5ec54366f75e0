import type { Problem } from "@/components/checkout/model";
import { now } from "@/server/lib/clock";
import { openText, sealText, sha256 } from "@/server/lib/crypto";

/** A form is answered by a redirect (303, RFC 9110 §15.4.4), so that a reload does not send it again. The target shows the
 * result for this long. */
const FLASH_TTL_MS = 15 * 60_000;
const MAX_SEALED_CHARACTERS = 4_096;

const rowOf = (token: string) => `flash message of ${Buffer.from(sha256(token)).toString("hex")}`;

/** A form's result as a query value: sealed, because it may hold a mistyped account number, and so that it cannot be forged. */
export function sealProblem(problem: Problem, token: string): string {
  return sealText(JSON.stringify({ problem, at: now().getTime() }), rowOf(token));
}

/** Opens a sealed result; null if it is forged, of another payment, or older than 15 minutes. */
export function openProblem(sealed: string | null, token: string): Problem | null {
  const text = sealed && sealed.length <= MAX_SEALED_CHARACTERS && openText(sealed, rowOf(token));
  if (!text) return null;
  const { problem, at } = JSON.parse(text) as { problem: Problem; at: number };
  return now().getTime() - at < FLASH_TTL_MS ? problem : null;
}
