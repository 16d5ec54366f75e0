import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

export default defineConfig({
  resolve: { alias: { "@": import.meta.dirname } },
  test: {
    include: ["{app,client,components,prisma,scripts,server}/**/*.test.{ts,tsx}"],
    globalSetup: "server/test/global-setup.ts",
    setupFiles: "server/test/setup.ts",
    // A process a file: the clock, the pool and the environment are the file's own.
    pool: "forks",
    isolate: true,
    // Two at least: most of a test is waiting for a database, a bank or Prism.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // Only what hangs ends by these: a machine that is busy with other things is no reason to fail.
    testTimeout: 90_000,
    hookTimeout: 90_000,
  },
});
