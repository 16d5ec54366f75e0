import { performance } from "node:perf_hooks";

export type ShareLimits = {
  /**
   * At once for one owner while others are active, of those that are being worked on: with 16 at a processor, everybody
   * else's request waits behind 16. It goes up by one and is halved, between these two, as the processor has time or not:
   * where the time goes to a database elsewhere, a share of 1 would only slow everybody down.
   */
  share: { least: number; most: number };
  /** The part of the event loop's time that is taken when the processor counts as busy. */
  busyAbove: number;
};

/** Which owners were active lately: the last one, and the last one before it that was another. */
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
/** After so long without a question, what was found before says nothing. */
const FORGET_MS = 1_000;

/** The share of the moment: one more after each sample in which the processor had time, half after one in which it had none. */
export function newShare({ share: { least, most }, busyAbove }: ShareLimits, utilization: () => number): () => number {
  let share = least;
  let sampledMs = Number.NEGATIVE_INFINITY;
  return () => {
    const nowMs = performance.now();
    const ageMs = nowMs - sampledMs;
    if (ageMs < SAMPLE_MS) return share;
    const taken = utilization();
    if (ageMs > FORGET_MS) share = least;
    else share = taken > busyAbove ? Math.max(least, Math.floor(share / 2)) : Math.min(most, share + 1);
    sampledMs = nowMs;
    return share;
  };
}

/** The part of the event loop's time that was taken since the call before (perf_hooks, eventLoopUtilization). */
export function newUtilization(): () => number {
  let before = performance.eventLoopUtilization();
  return () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    return utilization;
  };
}
