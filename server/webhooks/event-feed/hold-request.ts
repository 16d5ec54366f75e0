import { setTimeout as sleep } from "node:timers/promises";
import { boundNamed } from "../../lib/bounds";
import type { Hold } from "../../lib/context";
import { AppError } from "../../lib/errors";
import { withoutSlot } from "../../lib/request-slot";

/**
 * How often a held request reads again. With the 500 ms for which a token's look-up is cached, a disabled credential
 * ends its requests within a second.
 */
const POLL_MS = 500;
const { own: MAX_OF_CALLER, all: MAX_OF_PROCESS } = boundNamed("webhook events").streams;

/** Held requests of each caller. */
const held = new Map<string, number>();

/** Number of held requests in this process. For tests. */
export function heldRequests(): number {
  return [...held.values()].reduce((sum, count) => sum + count, 0);
}

/**
 * Reads until there is something, the time is over or the caller has hung up; between reads the request has no slot.
 * `caller`: the credential or user that the limit applies to.
 * @throws AppError SERVICE_UNAVAILABLE above the limit of held requests; as at a request's start when the caller is no
 *   longer allowed
 */
export async function readOrWait<T>(
  hold: Hold,
  caller: string,
  waitMs: number,
  read: () => Promise<readonly T[]>,
): Promise<readonly T[]> {
  const own = held.get(caller) ?? 0;
  if (own >= MAX_OF_CALLER || heldRequests() >= MAX_OF_PROCESS) throw tooMany(own);
  held.set(caller, own + 1);
  const untilMs = performance.now() + waitMs;
  try {
    for (;;) {
      const rows = await read();
      if (rows.length > 0 || hold.gone.aborted || performance.now() >= untilMs) return rows;
      await withoutSlot(() => sleep(POLL_MS, undefined, { signal: hold.gone }).catch(() => undefined));
      await hold.authorize();
    }
  } finally {
    const left = (held.get(caller) ?? 1) - 1;
    if (left > 0) held.set(caller, left);
    else held.delete(caller);
  }
}

function tooMany(own: number): AppError {
  const message =
    own >= MAX_OF_CALLER
      ? `At most ${MAX_OF_CALLER} requests of one credential can wait for events. Stop one, or use another credential.`
      : "Too many requests wait for events on this installation. Retry later.";
  return new AppError("SERVICE_UNAVAILABLE", { message });
}
