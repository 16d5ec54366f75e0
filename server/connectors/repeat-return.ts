import { setTimeout as sleep } from "node:timers/promises";
import { withoutSlot } from "../lib/request-slot";
import type { Failure, FailureKind, Outcome } from "./port";

const NOT_CARRIED_OUT: ReadonlySet<FailureKind> = new Set(["unavailable", "rate-limited"]);

/** Whether the bank certainly did not carry out a call, so that it can be repeated like a first one. */
export function wasNotCarriedOut(kind: FailureKind): boolean {
  return NOT_CARRIED_OUT.has(kind);
}

/** How often a return is completed at most, and the last moment to begin again: a person waits for the page. */
const MAX_COMPLETIONS = 3;
const COMPLETE_AGAIN_WITHIN_MS = 10_000;
const PAUSE_MS = 1_000;

/**
 * The pause before a return is completed again, in milliseconds; null if it is not. The redirect brings its code only once,
 * so a bank that was not reached, or has rate-limited us, is called again at once. An error code that the redirect itself
 * brought is final.
 */
export function pauseToCompleteAgain(
  { kind, code, notExchanged, retryAfterS = 0 }: Failure,
  { tries, spentMs }: { tries: number; spentMs: number },
): number | null {
  if (!wasNotCarriedOut(kind) || (notExchanged && code !== undefined)) return null;
  const pauseMs = Math.max(PAUSE_MS, retryAfterS * 1000);
  return tries < MAX_COMPLETIONS && spentMs + pauseMs <= COMPLETE_AGAIN_WITHIN_MS ? pauseMs : null;
}

/**
 * Completes a return, again if the bank certainly did not do so; the result of the last try. A try that was not made is null.
 * Begins no try after COMPLETE_AGAIN_WITHIN_MS.
 */
export async function completeWithRetries<R extends Outcome<unknown> | null>(complete: () => Promise<R>): Promise<R> {
  const startedMs = performance.now();
  for (let tries = 1; ; tries += 1) {
    const result = await complete();
    if (result === null || result.ok) return result;
    const pauseMs = pauseToCompleteAgain(result, { tries, spentMs: performance.now() - startedMs });
    if (pauseMs === null) return result;
    await withoutSlot(() => sleep(pauseMs));
  }
}
