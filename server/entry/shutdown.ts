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

/**
 * Runs `stop` at the first signal and exits with 0; a second signal exits at once. A signal that this process emits for a
 * closed terminal or an ended npm has no name: one may follow the other, and asks for no more than the first.
 */
export function onShutdown(stop: () => Promise<void>): void {
  let since: number | undefined;
  const receive = (name?: NodeJS.Signals) => {
    if (since !== undefined) {
      if (name && performance.now() - since > ECHO_MS) process.exit(FORCED_EXIT_CODE);
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

/** Of the demo, where SIGHUP means a closed terminal: stops as at SIGTERM, and what is written from then on is lost. */
export function onClosedTerminal(): void {
  process.on("SIGHUP", () => {
    for (const output of [process.stdout, process.stderr]) output.on("error", () => undefined);
    process.emit("SIGTERM");
  });
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
