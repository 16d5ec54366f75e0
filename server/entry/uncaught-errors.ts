import type { EventEmitter } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { log } from "../lib/log";

const EVENTS = ["uncaughtException", "unhandledRejection"] as const;
/** The process exits after this long even if `stop` does not end. */
const STOP_TIMEOUT_MS = 30_000;

/**
 * Logs an uncaught error, runs `stop` and exits with 1, so that the supervisor starts a new process: the state of this
 * one is unknown.
 */
export function onUncaughtError(stop: () => Promise<void>): void {
  let isLeaving = false;
  const leave = async (error: unknown) => {
    log().fatal({ error }, "uncaught error");
    if (isLeaving) return;
    isLeaving = true;
    await Promise.race([stop(), sleep(STOP_TIMEOUT_MS)]).catch(() => undefined);
    process.exit(1);
  };
  for (const event of EVENTS) process.on(event, leave);
}

/**
 * Runs `work` and removes the listeners for uncaught errors that it added, which would log a second time. Next's filter
 * of rejections of aborted renderings stays: it patches `removeAllListeners` for that (16.4.5,
 * unhandled-rejection.external.js).
 */
export async function withoutAddedListeners<T>(work: () => Promise<T>): Promise<T> {
  // The overloads of `process` take one literal event each.
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
