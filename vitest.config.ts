import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { testFilesByKind } from "./server/test/code-rules/test-kinds.ts";
import { DEPTH } from "./verification/depth.ts";
import { LIMIT_FACTOR } from "./verification/limits.ts";

/** Only ends a test that hangs: a machine whose cores are taken by others needs three times as long as a quiet one. */
const TEST_TIMEOUT_MS = 60_000;

// As the product is served. React's development build takes a stack for every element: pages render three times as slow.
Object.assign(process.env, { NODE_ENV: "production" });

const files = await testFilesByKind(DEPTH);
const resolve = { alias: { "@": import.meta.dirname } };
const common = {
  tags: [{ name: "deep", description: "Runs at full depth only." }],
  ...(DEPTH === "sample" && { tagsFilter: ["!deep"] }),
  testTimeout: TEST_TIMEOUT_MS * LIMIT_FACTOR,
  hookTimeout: TEST_TIMEOUT_MS * LIMIT_FACTOR,
};

export default defineConfig({
  resolve,
  test: {
    globalSetup: "server/test/global-setup.ts",
    // Three for two cores: a test waits for a database or a bank for about half of its time.
    maxWorkers: Math.max(3, availableParallelism()),
    projects: [
      {
        resolve,
        test: {
          ...common,
          name: "pure",
          include: files.pure,
          setupFiles: "server/test/setup-pure.ts",
          pool: "threads",
          isolate: false,
        },
      },
      {
        resolve,
        // A worker's process is kept over its files. Its modules are not, and each file gets a database of its own (40 ms).
        test: {
          ...common,
          name: "db",
          include: files.db,
          setupFiles: "server/test/setup.ts",
          pool: "forks",
          isolate: false,
        },
      },
      {
        resolve,
        test: { ...common, name: "own", include: files.own, setupFiles: "server/test/setup.ts", pool: "forks" },
      },
    ],
  },
});
