import type { EventEmitter } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { log } from "../lib/log";

const EVENTS = ["uncaughtException", "unhandledRejection"] as const;
/** What is broken may not be able to stop: after this long the process leaves all the same. */
const STOP_TIMEOUT_MS = 30_000;

/**
 * An error that nobody caught leaves a process of which nothing is known: it is logged, `stop` is tried, and the process
 * ends with 1, for whoever supervises it to start another.
 */
export function onUncaught(stop: () => Promise<void>): void {
  let isLeaving = false;
  const leave = async (error: unknown) => {
    log().fatal({ error }, "an error that nobody caught");
    if (isLeaving) return;
    isLeaving = true;
    await Promise.race([stop(), sleep(STOP_TIMEOUT_MS)]).catch(() => undefined);
    process.exit(1);
  };
  for (const event of EVENTS) process.on(event, leave);
}

/**
 * Runs `work`, and takes off the listeners for uncaught errors that it left: they would only add their own text to ours.
 * Next's filter stays, which stands before all listeners and keeps rejections of renderings that were called off from them:
 * `removeAllListeners` is its own way to take off the rest (16.4.5, unhandled-rejection.external.js).
 */
export async function keepingUncaught<T>(work: () => Promise<T>): Promise<T> {
  // The emitter's own type: the process's overloads take one literal event each.
  const emitter: EventEmitter = process;
  const before = EVENTS.map((event) => ({ event, listeners: emitter.listeners(event) as (() => void)[] }));
  try {
    return await work();
  } finally {
    for (const { event, listeners } of before) {
      emitter.removeAllListeners(event);
      for (const listener of listeners) emitter.on(event, listener);
    }
  }
}
