import { env } from "../lib/env";
import { newId } from "../lib/ids";
import type { Job } from "../lib/job";
import { log } from "../lib/log";
import { beat, endBeats } from "./heartbeat";
import { DUE_CHANNEL } from "./leased-rows";
import { listen } from "./listen";
import { JOBS } from "./registry";
import { type RunningJob, runJob } from "./run-job";
import { lifeSign } from "./worker-id";

const HEARTBEAT_MS = 5_000;

/** A worker that runs. `stop` takes no more work and waits for what is in flight, at most SHUTDOWN_TIMEOUT_S. */
export type Worker = { stop(): Promise<void> };

/**
 * Starts one worker: every job of the registry, woken by NOTIFY and by the clock. Any number of them, in one process
 * or in many, work against one database. Resolves when the first heartbeat is written, so that /readyz is true at once.
 */
export async function startWorker(jobs: readonly Job[] = JOBS): Promise<Worker> {
  const id = newId();
  await beat(id);
  const heartbeat = setInterval(() => {
    beat(id).catch((error: unknown) => log().warn({ error }, "heartbeat not written"));
  }, HEARTBEAT_MS);
  const running: RunningJob[] = [];
  const ring = () => {
    for (const job of running) job.ring();
  };
  const listener = listen(DUE_CHANNEL, ring, { session: lifeSign });
  // First: what is claimed before the others can see that we live would be free only when its lease ends.
  await listener.tried;
  running.push(...jobs.map(runJob));
  log().debug({ worker: id, jobs: jobs.map((job) => job.name) }, "worker started");
  return {
    async stop() {
      await bounded(Promise.all(running.map((job) => job.stop())), env().shutdownTimeoutS * 1_000);
      // Not before: while it listens the others see that it lives, and leave it what it has in hand.
      await listener.stop();
      clearInterval(heartbeat);
      await endBeats(id).catch((error: unknown) => log().warn({ error }, "heartbeat not removed"));
    },
  };
}

/** Waits for the work, but no longer than the bound: what is cut off is free again when its lease ends, if not before. */
async function bounded(work: Promise<unknown>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const outOfTime = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([work, outOfTime]);
  clearTimeout(timer);
}
