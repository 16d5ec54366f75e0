type Waiter = { merchant: string; limit: number; start: () => void };
/** `queues`: the waiting calls by merchant, in the order of turns. */
type Lanes = { inUse: Map<string, number>; queues: Map<string, Waiter[]> };

// The entry and Next's bundles are separate module graphs in one process and share a bank's lanes.
const kept = globalThis as { banksideLanes?: Map<string, Lanes> };

/** Releases a lane. Idempotent. */
export type ReleaseLane = () => void;

export type LaneRequest = {
  /** The bank, with its environment. */
  bank: string;
  /** The merchant of the call: lanes are shared by turns between merchants. */
  merchant: string;
  /** How many lanes this process has to the bank. */
  limit: number;
  waitMs: number;
};

/**
 * Waits for one of this process's `limit` lanes to a bank: merchants take turns, and one merchant's calls keep their order.
 * A merchant gets at most half of the lanes while another waits. The last quarter is reserved for merchants without a lane,
 * so that hanging calls of one merchant do not block another's first call. Null when no lane becomes free in `waitMs`.
 */
export function takeLane({ bank, merchant, limit, waitMs }: LaneRequest): Promise<ReleaseLane | null> {
  kept.banksideLanes ??= new Map();
  const lanes: Lanes = kept.banksideLanes.get(bank) ?? { inUse: new Map(), queues: new Map() };
  kept.banksideLanes.set(bank, lanes);
  if (!lanes.queues.has(merchant) && mayTake(lanes, merchant, limit))
    return Promise.resolve(enter(bank, lanes, merchant));
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      dequeue(lanes, waiter);
      // With one waiting merchant fewer, another may get more than half of the lanes.
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

function enter(bank: string, lanes: Lanes, merchant: string): ReleaseLane {
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
  if (free <= reservedLanes(limit)) return false;
  const isAnotherWaiting = queues.size > (queues.has(merchant) ? 1 : 0);
  return !isAnotherWaiting || own < Math.max(1, Math.floor(limit / 2));
}

/** A quarter of the lanes; at least one when there are two or more. */
function reservedLanes(limit: number): number {
  return limit > 1 ? Math.max(1, Math.floor(limit / 4)) : 0;
}

function startWaiting(lanes: Lanes): void {
  for (let next = nextWaiter(lanes); next; next = nextWaiter(lanes)) {
    dequeue(lanes, next);
    moveToBack(lanes, next.merchant);
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
function moveToBack({ queues }: Lanes, merchant: string): void {
  const waiting = queues.get(merchant);
  if (!waiting) return;
  queues.delete(merchant);
  queues.set(merchant, waiting);
}
