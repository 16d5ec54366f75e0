import { AsyncLocalStorage } from "node:async_hooks";

/** The state that a test process keeps across its files; modules are reloaded for each file. */
export type ProcessState = {
  /** The number of files that it has begun. */
  files: number;
  isDnsPatched: boolean;
  isDatabaseTimed: boolean;
  /** The shapes of answers that Prism has checked. */
  judgedShapes: Set<string>;
  /** Waiting time since the file began, in ms: concurrent waits each count. */
  waitedMs: { database: number; prism: number };
};

const holder = globalThis as { banksideTests?: ProcessState };
holder.banksideTests ??= {
  files: 0,
  isDnsPatched: false,
  isDatabaseTimed: false,
  judgedShapes: new Set(),
  waitedMs: { database: 0, prism: 0 },
};

export const processState: ProcessState = holder.banksideTests;

/** Deletes the product's state on the global object, which the entry and Next's bundles share. */
export function forgetKept(): void {
  for (const [name, value] of Object.entries(globalThis)) {
    if (!name.startsWith("bankside") || name === "banksideTests") continue;
    // Otherwise Node calls it at every promise of the process: after 40 files that was an eighth of the time.
    if (value instanceof AsyncLocalStorage) value.disable();
    Reflect.deleteProperty(globalThis, name);
  }
}
