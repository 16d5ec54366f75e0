import { setTimeout as sleep } from "node:timers/promises";
import { boundNamed } from "../../lib/bounds";
import type { LongPoll } from "../../lib/context";
import { AppError } from "../../lib/errors";
import { withoutSlot } from "../../lib/request-slot";

/**
 * How often a waiting request reads again. With the 500 ms for which a token's look-up is cached, a disabled credential
 * ends its requests within a second.
 */
const POLL_MS = 500;
const { own: MAX_OF_CALLER, all: MAX_OF_PROCESS } = boundNamed("webhook events").streams;

/** Waiting requests of each caller. */
const waiting = new Map<string, number>();

/** Number of waiting requests in this process. For tests. */
export function waitingRequests(): number {
  return [...waiting.values()].reduce((sum, count) => sum + count, 0);
}

/**
 * Reads until there is something, the time is over or the caller has hung up; between reads the request has no slot.
 * `caller`: the credential or user that the limit applies to.
 * @throws AppError SERVICE_UNAVAILABLE above the limit of waiting requests; as at a request's start when the caller is no
 *   longer allowed
 */
export async function readOrWait<T>(
  { gone, authorize }: LongPoll,
  caller: string,
  waitMs: number,
  read: () => Promise<readonly T[]>,
): Promise<readonly T[]> {
  const own = waiting.get(caller) ?? 0;
  if (own >= MAX_OF_CALLER || waitingRequests() >= MAX_OF_PROCESS) throw tooMany(own);
  waiting.set(caller, own + 1);
  const untilMs = performance.now() + waitMs;
  try {
    for (;;) {
      const rows = await read();
      if (rows.length > 0 || gone.aborted || performance.now() >= untilMs) return rows;
      await withoutSlot(() => sleep(POLL_MS, undefined, { signal: gone }).catch(() => undefined));
      await authorize();
    }
  } finally {
    const left = (waiting.get(caller) ?? 1) - 1;
    if (left > 0) waiting.set(caller, left);
    else waiting.delete(caller);
  }
}

function tooMany(own: number): AppError {
  const message =
    own >= MAX_OF_CALLER
      ? `At most ${MAX_OF_CALLER} requests of one API key can wait for events. Stop one, or use another API key.`
      : "Too many requests wait for events on this installation. Retry later.";
  return new AppError("SERVICE_UNAVAILABLE", { message });
}
