import { setTimeout as sleep } from "node:timers/promises";
import type { Job, Run } from "../lib/job";
import { log } from "../lib/log";
import { createBell } from "./bell";

const POLL_MS = 1_000;
const POLL_JITTER = 0.2;
const MAX_PAUSE_MS = 10_000;
const MAX_REST_MS = 100;

export type RunningJob = {
  /** Looks for due rows now. */
  ring(): void;
  /** Claims no more. Resolves when the runs in flight have ended; bound the wait yourself. */
  stop(): Promise<void>;
};

/**
 * Runs one kind of job until it is stopped: claims as many rows as it has free slots, starts them, and looks again when
 * it is rung, when a run has succeeded, or after about a second. Neither a run nor a claim that throws ends the loop.
 */
export function runJob(job: Job): RunningJob {
  const bell = createBell();
  const slots = slotsOf(job);
  const inFlight = new Set<Promise<void>>();
  let stopping = false;
  let failures = 0;

  const start = (run: Run) => {
    const giveBack = slots.take();
    const ended = (async () => run())().then(
      () => true,
      (error: unknown) => {
        log().error({ error, job: job.name }, "a run failed");
        return false;
      },
    );
    const running = ended.then((succeeded) => {
      inFlight.delete(running);
      giveBack();
      // Not after a failure: its row may be due still, and would be claimed again without a pause.
      if (succeeded) bell.ring();
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
      log().error({ error, job: job.name, failures }, "cannot claim due rows");
    }
    // A claim that found little is followed by a rest as long as it took: however often the bell is rung, half of the time
    // at most goes into looking, and what becomes due meanwhile is claimed together.
    const restMs = Math.min((performance.now() - startedAt) * unused, MAX_REST_MS);
    if (!stopping && restMs >= 1) await sleep(restMs);
  };

  const loop = async () => {
    while (!stopping) {
      await claim();
      // Jitter, so that workers that started together do not keep asking together; longer while the database is away.
      const pauseMs = Math.min(POLL_MS * 2 ** Math.min(failures, 10), MAX_PAUSE_MS);
      const jitteredMs = pauseMs * (1 + POLL_JITTER * (Math.random() * 2 - 1));
      if (!stopping) await bell.sleep(Math.min(jitteredMs, slots.nextFreeInMs()));
    }
    await Promise.all(inFlight);
  };
  const ended = loop();

  return {
    ring: bell.ring,
    async stop() {
      stopping = true;
      bell.ring();
      await ended;
    },
  };
}

/** Which of a job's slots are taken. With patience, a run holds its slot no longer than that. */
function slotsOf({ concurrency, patience }: Pick<Job, "concurrency" | "patience">) {
  // In the order of their starts: those that are waited for with patience stand in front.
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
    /** Takes one; the answer gives it back. */
    take() {
      const key = Symbol();
      startedAt.set(key, performance.now());
      return () => void startedAt.delete(key);
    },
    /** Milliseconds until patience frees one, where none is free and it will; else Infinity. */
    nextFreeInMs() {
      if (!patience || free() > 0 || startedAt.size >= patience.inFlight) return Number.POSITIVE_INFINITY;
      for (const at of startedAt.values()) if (at > youngSince()) return at - youngSince();
      return Number.POSITIVE_INFINITY;
    },
  };
}
