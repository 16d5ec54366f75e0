type Waiter = { limit: number; start: () => void };
type Lanes = { busy: number; waiting: Waiter[] };

// The entry and Next's bundles are separate module graphs in one process: a bank's lanes are shared between them.
const kept = globalThis as { banksideLanes?: Map<string, Lanes> };

/** Ends the use of a lane; twice is once. */
export type LeaveLane = () => void;

/**
 * Waits for one of the `limit` lanes of this process to a bank, first come first served. Null when none became free
 * within `waitMs`.
 */
export function takeLane(bank: string, limit: number, waitMs: number): Promise<LeaveLane | null> {
  kept.banksideLanes ??= new Map();
  const lanes = kept.banksideLanes.get(bank) ?? { busy: 0, waiting: [] };
  kept.banksideLanes.set(bank, lanes);
  if (lanes.busy < limit && lanes.waiting.length === 0) return Promise.resolve(enter(bank, lanes));
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      lanes.waiting.splice(lanes.waiting.indexOf(waiter), 1);
      resolve(null);
    }, waitMs);
    const waiter: Waiter = {
      limit,
      start: () => {
        clearTimeout(timer);
        resolve(enter(bank, lanes));
      },
    };
    lanes.waiting.push(waiter);
  });
}

function enter(bank: string, lanes: Lanes): LeaveLane {
  lanes.busy += 1;
  let isInside = true;
  return () => {
    if (!isInside) return;
    isInside = false;
    lanes.busy -= 1;
    for (let next = lanes.waiting[0]; next && lanes.busy < next.limit; next = lanes.waiting[0]) {
      lanes.waiting.shift();
      next.start();
    }
    if (lanes.busy === 0) kept.banksideLanes?.delete(bank);
  };
}
