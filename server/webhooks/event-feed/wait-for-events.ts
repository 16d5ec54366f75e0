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
const { own: MAX_OF_CALLER, merchant: MAX_OF_MERCHANT, all: MAX_OF_PROCESS } = boundNamed("webhook events").streams;

/** Waiting requests of each caller, and of each merchant with all its API keys. */
const ofCallers = new Map<string, number>();
const ofMerchants = new Map<string, number>();

/** Number of waiting requests in this process. For tests. */
export function waitingRequests(): number {
  return [...ofCallers.values()].reduce((sum, count) => sum + count, 0);
}

function add(counts: Map<string, number>, name: string, by: 1 | -1): void {
  const count = (counts.get(name) ?? 0) + by;
  if (count > 0) counts.set(name, count);
  else counts.delete(name);
}

/**
 * Reads until there is something, the time is over or the caller has hung up; between reads the request has no slot.
 * `caller` and `merchantId`: the credential or user, and the merchant whose events are read, which the limits apply to.
 * @throws AppError SERVICE_UNAVAILABLE above the limit of waiting requests; as at a request's start when the caller is no
 *   longer allowed
 */
export async function readOrWait<T>(
  { gone, authorize }: LongPoll,
  { caller, merchantId }: { caller: string; merchantId: string },
  waitMs: number,
  read: () => Promise<readonly T[]>,
): Promise<readonly T[]> {
  refuseTooMany(ofCallers.get(caller) ?? 0, ofMerchants.get(merchantId) ?? 0);
  add(ofCallers, caller, 1);
  add(ofMerchants, merchantId, 1);
  const untilMs = performance.now() + waitMs;
  try {
    for (;;) {
      const rows = await read();
      if (rows.length > 0 || gone.aborted || performance.now() >= untilMs) return rows;
      await withoutSlot(() => sleep(POLL_MS, undefined, { signal: gone }).catch(() => undefined));
      await authorize();
    }
  } finally {
    add(ofCallers, caller, -1);
    add(ofMerchants, merchantId, -1);
  }
}

function refuseTooMany(own: number, ofMerchant: number): void {
  const refuse = (message: string) => new AppError("SERVICE_UNAVAILABLE", { message });
  if (own >= MAX_OF_CALLER)
    throw refuse(
      `At most ${MAX_OF_CALLER} requests of one API key can wait for events. Stop one, or use another API key.`,
    );
  if (ofMerchant >= MAX_OF_MERCHANT)
    throw refuse(`At most ${MAX_OF_MERCHANT} requests can wait for events of one merchant. Stop one.`);
  if (waitingRequests() >= MAX_OF_PROCESS)
    throw refuse("Too many requests wait for events on this installation. Retry later.");
}
