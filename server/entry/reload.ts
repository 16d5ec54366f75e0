import { log } from "../lib/log";

/** Runs `reload` at each SIGHUP, sequentially, to change certificates without a restart. */
export function onReload(reload: () => Promise<void>): void {
  let last = Promise.resolve();
  process.on("SIGHUP", () => {
    last = last.then(reload).catch((error: unknown) => log().error({ error }, "reload failed"));
  });
}
