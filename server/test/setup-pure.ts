// Runs before each test file that uses no database.
import fc from "fast-check";
import { afterAll, vi } from "vitest";
import { answerReservedNames } from "./code-rules/reserved-names";
import { setEnvironment } from "./environment";
import { forgetKept } from "./processes/process-state";
import { SEED } from "./rows/seed";

// Port 9 refuses connections: a test that uses a database fails at once.
setEnvironment({ databaseUrl: "postgresql://none@127.0.0.1:9/none" });
answerReservedNames();
fc.configureGlobal({ seed: SEED });

afterAll(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  // The next file of this thread must not see this file's state.
  forgetKept();
  vi.resetModules();
});
