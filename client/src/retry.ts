/** Number of attempts and waits between them. */
export type RetryOptions = {
  /** Attempts of one call, the first included. */
  attempts: number;
  /** The wait before the second attempt in milliseconds; it doubles with each further attempt. */
  baseMs: number;
  /** The longest wait in milliseconds. A longer Retry-After ends the attempts. */
  maxMs: number;
};

/** The defaults for all that is absent or undefined. */
export function retryOptions({ attempts = 5, baseMs = 500, maxMs = 10_000 }: Partial<RetryOptions> = {}): RetryOptions {
  return { attempts, baseMs, maxMs };
}

/** Statuses that the contract allows clients to retry. A retry of any other failure would fail again. */
const RETRIED = new Set([409, 500, 503]);

export function isRetried(status: number): boolean {
  return RETRIED.has(status);
}

/**
 * Milliseconds to wait after so many failed attempts; null when the call must end. The wait doubles, with random jitter
 * between its half and its whole, so that clients that failed together do not retry together. Retry-After is the
 * minimum.
 */
export function waitMs(
  failed: number,
  retryAfter: string | null,
  { attempts, baseMs, maxMs }: RetryOptions,
  random: () => number = Math.random,
): number | null {
  // Written so that NaN, as of a number from an unset variable, ends the call.
  if (!(failed < attempts)) return null;
  const full = Math.min(maxMs, baseMs * 2 ** (failed - 1));
  const askedMs = retryAfterMs(retryAfter);
  if (askedMs > maxMs) return null;
  return Math.max(full / 2, askedMs) + (random() * full) / 2;
}

/** Retry-After in seconds, the API's format (RFC 9110 §10.2.3); for a date the backoff applies. */
function retryAfterMs(header: string | null): number {
  return header !== null && /^\d{1,9}$/.test(header) ? Number(header) * 1000 : 0;
}

/** Waits; rejects with the signal's reason when it is aborted. */
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
