import { setTimeout as sleep } from "node:timers/promises";
import type { Job, Run } from "../lib/job";
import { log } from "../lib/log";
import { createWakeSignal } from "./wake-signal";

const POLL_MS = 1_000;
const POLL_JITTER = 0.2;
const MAX_PAUSE_MS = 10_000;
const MAX_REST_MS = 100;

export type RunningJob = {
  /** Claims due rows now. */
  wake(): void;
  /** Stops claiming. Resolves when the runs in flight have ended, without a timeout. */
  stop(): Promise<void>;
};

/**
 * Runs one kind of job until it is stopped: claims rows for its free slots, starts them, and claims again when it is
 * woken, when a run succeeds, or after about 1 s. A run or claim that throws does not end the loop.
 */
export function runJob(job: Job): RunningJob {
  const wakeSignal = createWakeSignal();
  const slots = slotsOf(job);
  const inFlight = new Set<Promise<void>>();
  let stopping = false;
  let failures = 0;

  const start = (run: Run) => {
    const giveBack = slots.take();
    const ended = (async () => run())().then(
      () => true,
      (error: unknown) => {
        log().error({ error, job: job.name }, "job run failed");
        return false;
      },
    );
    const running = ended.then((succeeded) => {
      inFlight.delete(running);
      giveBack();
      // Not after a failure: its row may still be due and would be claimed again without a pause.
      if (succeeded) wakeSignal.wake();
    });
    inFlight.add(running);
  };

  const claim = async () => {
    const free = slots.free();
    if (free <= 0) return;
    const startedAt = performance.now();
    let unused = 1;
    try {
      const runs = await job.claim(free);
      for (const run of runs) start(run);
      unused = 1 - runs.length / free;
      failures = 0;
    } catch (error) {
      failures += 1;
      log().error({ error, job: job.name, failures }, "claim of due rows failed");
    }
    // After a claim that found little the loop rests for as long as the claim took, so that claiming takes at most half
    // of the time however often it is woken, and rows that become due meanwhile are claimed together.
    const restMs = Math.min((performance.now() - startedAt) * unused, MAX_REST_MS);
    if (!stopping && restMs >= 1) await sleep(restMs);
  };

  const loop = async () => {
    while (!stopping) {
      await claim();
      // Longer while the database is unavailable, with jitter, so that workers started together do not poll together.
      const pauseMs = Math.min(POLL_MS * 2 ** Math.min(failures, 10), MAX_PAUSE_MS);
      const jitteredMs = pauseMs * (1 + POLL_JITTER * (Math.random() * 2 - 1));
      if (!stopping) await wakeSignal.sleep(Math.min(jitteredMs, slots.nextFreeInMs()));
    }
    await Promise.all(inFlight);
  };
  const ended = loop();

  return {
    wake: wakeSignal.wake,
    async stop() {
      stopping = true;
      wakeSignal.wake();
      await ended;
    },
  };
}

/** The slots of a job. With `patience`, a run stops counting against `concurrency` after that time. */
function slotsOf({ concurrency, patience }: Pick<Job, "concurrency" | "patience">) {
  // In the order of their starts, so the oldest come first.
  const startedAt = new Map<symbol, number>();
  const youngSince = () => performance.now() - (patience?.afterMs ?? Number.POSITIVE_INFINITY);
  const young = () => {
    let patient = 0;
    for (const at of startedAt.values()) {
      if (at > youngSince()) break;
      patient += 1;
    }
    return startedAt.size - patient;
  };
  const free = () => Math.min(concurrency - young(), (patience?.inFlight ?? concurrency) - startedAt.size);
  return {
    free,
    /** Takes a slot; the answered function frees it. */
    take() {
      const key = Symbol();
      startedAt.set(key, performance.now());
      return () => void startedAt.delete(key);
    },
    /** Milliseconds until patience frees a slot; Infinity if one is free or none will be. */
    nextFreeInMs() {
      if (!patience || free() > 0 || startedAt.size >= patience.inFlight) return Number.POSITIVE_INFINITY;
      for (const at of startedAt.values()) if (at > youngSince()) return at - youngSince();
      return Number.POSITIVE_INFINITY;
    },
  };
}
