import { performance } from "node:perf_hooks";

export type ShareLimits = {
  /**
   * Concurrent requests of one owner while other owners are active, counting requests younger than `workMs`. 16 at one
   * processor would delay every other request by 16. The share grows by one while the processor is idle and is halved
   * while it is busy, between these bounds; a fixed share of 1 would slow down installations whose database is remote.
   */
  share: { min: number; max: number };
  /** Event loop utilisation above which the processor counts as busy. */
  busyAbove: number;
};

/** The most recently active owner and the most recent other one. */
export function newActivity(activeMs: number) {
  let last = { owner: "", atMs: Number.NEGATIVE_INFINITY };
  let previous = last;
  return {
    note(owner: string): void {
      if (last.owner !== owner) previous = last;
      last = { owner, atMs: performance.now() };
    },
    othersThan(owner: string): boolean {
      const { atMs } = last.owner === owner ? previous : last;
      return performance.now() - atMs < activeMs;
    },
  };
}

const SAMPLE_MS = 50;
/** A sample older than this is discarded. */
const FORGET_MS = 1_000;

/** The current share: plus one after an idle sample, halved after a busy one. */
export function newShare({ share: { min, max }, busyAbove }: ShareLimits, utilization: () => number): () => number {
  let share = min;
  let sampledMs = Number.NEGATIVE_INFINITY;
  return () => {
    const nowMs = performance.now();
    const ageMs = nowMs - sampledMs;
    if (ageMs < SAMPLE_MS) return share;
    const taken = utilization();
    if (ageMs > FORGET_MS) share = min;
    else share = taken > busyAbove ? Math.max(min, Math.floor(share / 2)) : Math.min(max, share + 1);
    sampledMs = nowMs;
    return share;
  };
}

/** Event loop utilisation since the previous call (perf_hooks, eventLoopUtilization). */
export function newUtilization(): () => number {
  let before = performance.eventLoopUtilization();
  return () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    return utilization;
  };
}
