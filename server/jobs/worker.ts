import { env } from "../lib/config/env";
import type { Job } from "../lib/job";
import { log } from "../lib/log";
import { withinTime } from "../lib/net/within-time";
import { type Heartbeat, startHeartbeat } from "./heartbeat";
import { DUE_CHANNEL } from "./leased-rows";
import { listen } from "./notify-listener";
import { JOBS } from "./registry";
import { type RunningJob, runJob } from "./run-job";

/** A worker of this process. `stop`: stops claiming and waits for runs in flight, at most SHUTDOWN_TIMEOUT_S. */
export type Worker = Pick<Heartbeat, "isBeating" | "stop">;

/**
 * Starts a worker: every job of the registry, woken by NOTIFY and by polling. Any number of workers, in one process or
 * in many, share a database. Resolves after the first heartbeat, so that /readyz is true at once.
 */
export async function startWorker(jobs: readonly Job[] = JOBS): Promise<Worker> {
  const heartbeat = await startHeartbeat("worker");
  const running: { job: Job; loop: RunningJob }[] = [];
  // Without a table, notices may have been missed.
  const wakeJobs = (table = "") => {
    for (const { job, loop } of running) if (table === "" || job.table === table) loop.wake();
  };
  const listener = listen(DUE_CHANNEL, wakeJobs);
  running.push(...jobs.map((job) => ({ job, loop: runJob(job) })));
  log().debug({ worker: heartbeat.id, jobs: jobs.map((job) => job.name) }, "worker started");
  return {
    isBeating: heartbeat.isBeating,
    async stop() {
      // Unfinished rows are free when their leases end.
      await withinTime(env().shutdownTimeoutS * 1_000, Promise.all(running.map(({ loop }) => loop.stop())));
      await listener.stop();
      await heartbeat.stop();
    },
  };
}
