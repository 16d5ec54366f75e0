/** How often and how slowly a call is tried again. */
export type RetryOptions = {
  /** Tries of one call, the first included. */
  attempts: number;
  /** The wait before the second try; each one after that is twice as long. Milliseconds. */
  baseMs: number;
  /** No wait grows beyond this. A Retry-After that asks for more ends the tries. Milliseconds. */
  maxMs: number;
};

export const DEFAULT_RETRY: RetryOptions = { attempts: 5, baseMs: 500, maxMs: 10_000 };

/** Statuses that the contract lets a client try again. Every other failure would only be the same once more. */
const RETRIED = new Set([409, 500, 503]);

export function isRetried(status: number): boolean {
  return RETRIED.has(status);
}

/**
 * Milliseconds to wait after so many failed tries; null when the call has to end. The wait doubles, at random between its
 * half and its whole, so that callers who failed together do not come back together; Retry-After is its least.
 */
export function waitMs(
  failed: number,
  retryAfter: string | null,
  { attempts, baseMs, maxMs }: RetryOptions,
  random: () => number = Math.random,
): number | null {
  if (failed >= attempts) return null;
  const full = Math.min(maxMs, baseMs * 2 ** (failed - 1));
  const askedMs = retryAfterMs(retryAfter);
  if (askedMs > maxMs) return null;
  return Math.max(full / 2, askedMs) + (random() * full) / 2;
}

/** Retry-After in seconds, which is how the API writes it (RFC 9110 §10.2.3); as a date it is left to the backoff. */
function retryAfterMs(header: string | null): number {
  return header !== null && /^\d{1,9}$/.test(header) ? Number(header) * 1000 : 0;
}

/** Waits; rejects with the signal's reason as soon as it is aborted. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const end = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", end);
      resolve();
    }, ms);
    signal?.addEventListener("abort", end, { once: true });
  });
}
