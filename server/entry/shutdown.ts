import { env } from "../lib/config/env";
import { log } from "../lib/log";
import { announce } from "./step";

const SIGNALS = ["SIGINT", "SIGTERM"] as const;
/**
 * npm forwards a signal that the terminal has already sent to the whole group: a repetition within this time is
 * ignored.
 */
const ECHO_MS = 500;
const FORCED_EXIT_CODE = 130;
const DEFAULT_SHUTDOWN_TIMEOUT_MS = 10_000;

/** Runs `stop` at the first signal and exits with 0; a second signal exits at once. */
export function onShutdown(stop: () => Promise<void>): void {
  let since: number | undefined;
  const receive = () => {
    if (since !== undefined) {
      if (performance.now() - since > ECHO_MS) process.exit(FORCED_EXIT_CODE);
      return;
    }
    since = performance.now();
    const text = "Stopping after open requests finish. Send the signal again to stop at once.";
    announce(`\n${text}\n`, "stopping after open requests finish");
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log().error({ error }, "shutdown failed");
        process.exit(1);
      },
    );
  };
  for (const signal of SIGNALS) process.on(signal, receive);
}

/** Of `Entry.drain`; the defaults if the environment cannot be parsed. No balancer sends requests to a worker. */
export function stopTimes(): { timeoutMs: number; delayMs: number } {
  try {
    const { shutdownTimeoutS, drainDelayS, role } = env();
    return { timeoutMs: shutdownTimeoutS * 1000, delayMs: role === "worker" ? 0 : drainDelayS * 1000 };
  } catch {
    return { timeoutMs: DEFAULT_SHUTDOWN_TIMEOUT_MS, delayMs: 0 };
  }
}
