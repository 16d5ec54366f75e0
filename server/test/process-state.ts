/** What a test process keeps over its files, whose modules are new for each. */
export type ProcessState = {
  /** How many files it has begun. */
  files: number;
  isDnsPatched: boolean;
  isDatabaseTimed: boolean;
  /** The shapes of answers that Prism has judged. */
  judgedShapes: Set<string>;
  /** Waited for since the file began, in ms: waits at the same time count each. */
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

/** Forgets what the product keeps on the global object, where the entry and Next's bundles share it. */
export function forgetKept(): void {
  for (const name of Object.keys(globalThis)) {
    if (name.startsWith("bankside") && name !== "banksideTests") Reflect.deleteProperty(globalThis, name);
  }
}
