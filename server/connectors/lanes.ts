type Waiter = { merchant: string; limit: number; start: () => void };
/** `queues`: who waits, by merchant, the merchant whose turn is next first. */
type Lanes = { inUse: Map<string, number>; queues: Map<string, Waiter[]> };

// The entry and Next's bundles are separate module graphs in one process: a bank's lanes are shared between them.
const kept = globalThis as { banksideLanes?: Map<string, Lanes> };

/** Ends the use of a lane; twice is once. */
export type LeaveLane = () => void;

export type LaneRequest = {
  /** The bank, with its environment. */
  bank: string;
  /** For whom it is called: lanes are shared by turns between merchants. */
  merchant: string;
  /** How many lanes this process has to the bank. */
  limit: number;
  waitMs: number;
};

/**
 * Waits for one of the `limit` lanes of this process to a bank, by turns between merchants and in order within one. A
 * merchant has at most half of the lanes while another waits, and never the last quarter, which is kept for merchants
 * that have none: a lane is free for the first call of another merchant, however many calls of one hang. Null when none
 * became free within `waitMs`.
 */
export function takeLane({ bank, merchant, limit, waitMs }: LaneRequest): Promise<LeaveLane | null> {
  kept.banksideLanes ??= new Map();
  const lanes: Lanes = kept.banksideLanes.get(bank) ?? { inUse: new Map(), queues: new Map() };
  kept.banksideLanes.set(bank, lanes);
  if (!lanes.queues.has(merchant) && mayTake(lanes, merchant, limit))
    return Promise.resolve(enter(bank, lanes, merchant));
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      dequeue(lanes, waiter);
      // One merchant fewer waits: another may have been held to half of the lanes because of it.
      startWaiting(lanes);
      resolve(null);
    }, waitMs);
    const waiter: Waiter = {
      merchant,
      limit,
      start: () => {
        clearTimeout(timer);
        resolve(enter(bank, lanes, merchant));
      },
    };
    lanes.queues.set(merchant, [...(lanes.queues.get(merchant) ?? []), waiter]);
  });
}

function enter(bank: string, lanes: Lanes, merchant: string): LeaveLane {
  lanes.inUse.set(merchant, (lanes.inUse.get(merchant) ?? 0) + 1);
  let isInside = true;
  return () => {
    if (!isInside) return;
    isInside = false;
    const left = (lanes.inUse.get(merchant) ?? 1) - 1;
    if (left > 0) lanes.inUse.set(merchant, left);
    else lanes.inUse.delete(merchant);
    startWaiting(lanes);
    if (lanes.inUse.size === 0) kept.banksideLanes?.delete(bank);
  };
}

function mayTake({ inUse, queues }: Lanes, merchant: string, limit: number): boolean {
  const own = inUse.get(merchant) ?? 0;
  let free = limit;
  for (const used of inUse.values()) free -= used;
  if (own === 0) return free > 0;
  if (free <= keptForOthers(limit)) return false;
  const isAnotherWaiting = queues.size > (queues.has(merchant) ? 1 : 0);
  return !isAnotherWaiting || own < Math.max(1, Math.floor(limit / 2));
}

/** A quarter, at least one where there are two. */
function keptForOthers(limit: number): number {
  return limit > 1 ? Math.max(1, Math.floor(limit / 4)) : 0;
}

function startWaiting(lanes: Lanes): void {
  for (let next = nextWaiter(lanes); next; next = nextWaiter(lanes)) {
    dequeue(lanes, next);
    lastInTurn(lanes, next.merchant);
    next.start();
  }
}

function nextWaiter(lanes: Lanes): Waiter | null {
  for (const [merchant, [first]] of lanes.queues) {
    if (first && mayTake(lanes, merchant, first.limit)) return first;
  }
  return null;
}

function dequeue({ queues }: Lanes, waiter: Waiter): void {
  const rest = (queues.get(waiter.merchant) ?? []).filter((one) => one !== waiter);
  if (rest.length > 0) queues.set(waiter.merchant, rest);
  else queues.delete(waiter.merchant);
}

/** A Map keeps the order in which its keys were set. */
function lastInTurn({ queues }: Lanes, merchant: string): void {
  const waiting = queues.get(merchant);
  if (!waiting) return;
  queues.delete(merchant);
  queues.set(merchant, waiting);
}
