import { log } from "../lib/log";

const SIGNALS = ["SIGINT", "SIGTERM"] as const;
/** npm passes on a signal that the terminal's whole group got already: the same one again within this time is no impatience. */
const ECHO_MS = 500;
const FORCED_EXIT_CODE = 130;

/** Runs `stop` once at the first signal and leaves with 0; a second signal leaves at once. */
export function onShutdown(stop: () => Promise<void>): void {
  let since: number | undefined;
  const receive = () => {
    if (since !== undefined) {
      if (performance.now() - since > ECHO_MS) process.exit(FORCED_EXIT_CODE);
      return;
    }
    since = performance.now();
    process.stdout.write("\nStopping: open requests finish first. Once more to stop at once.\n");
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log().error({ error }, "the shutdown was not clean");
        process.exit(1);
      },
    );
  };
  for (const signal of SIGNALS) process.on(signal, receive);
}
