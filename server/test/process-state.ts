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
