import type { Job, Run } from "../lib/job";
import { log } from "../lib/log";
import { createBell } from "./bell";

const POLL_MS = 1_000;
const POLL_JITTER = 0.2;
const MAX_PAUSE_MS = 10_000;

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
  const inFlight = new Set<Promise<void>>();
  let stopping = false;
  let failures = 0;

  const start = (run: Run) => {
    const ended = (async () => run())().then(
      () => true,
      (error: unknown) => {
        log().error({ error, job: job.name }, "a run failed");
        return false;
      },
    );
    const running = ended.then((succeeded) => {
      inFlight.delete(running);
      // Not after a failure: its row may be due still, and would be claimed again without a pause.
      if (succeeded) bell.ring();
    });
    inFlight.add(running);
  };

  const claim = async () => {
    const free = job.concurrency - inFlight.size;
    if (free <= 0) return;
    try {
      for (const run of await job.claim(free)) start(run);
      failures = 0;
    } catch (error) {
      failures += 1;
      log().error({ error, job: job.name, failures }, "cannot claim due rows");
    }
  };

  const loop = async () => {
    while (!stopping) {
      await claim();
      // Jitter, so that workers that started together do not keep asking together; longer while the database is away.
      const pauseMs = Math.min(POLL_MS * 2 ** Math.min(failures, 10), MAX_PAUSE_MS);
      if (!stopping) await bell.sleep(pauseMs * (1 + POLL_JITTER * (Math.random() * 2 - 1)));
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
