import { log } from "../lib/log";

/** Runs `reload` at each SIGHUP, one after another: certificates are changed without a restart. */
export function onReload(reload: () => Promise<void>): void {
  let last = Promise.resolve();
  process.on("SIGHUP", () => {
    last = last.then(reload).catch((error: unknown) => log().error({ error }, "nothing was read again"));
  });
}
