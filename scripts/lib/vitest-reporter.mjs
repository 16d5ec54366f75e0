import { writeFileSync } from "node:fs";

/**
 * Writes the results of a vitest run and the times of each file as JSON to the file that BANKSIDE_TEST_REPORT names: `{
 * files: [{ file, project, ms: { … }, tests: [{ name, state, ms, message }] }], errors: [message] }`.
 */
export default class Reporter {
  files = [];

  onTestModuleEnd(module) {
    const { prepareDuration, setupDuration, collectDuration, duration } = module.diagnostic();
    const { waitedMs: waits = { database: 0, prism: 0 }, cpuMs: cpu = 0 } = module.meta();
    // A test that only the deep run has is not a skipped one.
    const run = [...module.children.allTests()].filter(
      (test) => test.options.mode !== "skip" || !test.tags.includes("deep"),
    );
    const tests = run.map((test) => ({
      name: test.fullName,
      state: test.result().state,
      ms: Math.round(test.diagnostic()?.duration ?? 0),
      message: test.result().errors?.[0]?.message,
    }));
    const own = module.errors().map(({ message }) => message);
    for (const suite of module.children.allSuites()) own.push(...suite.errors().map(({ message }) => message));
    const ms = {
      prepare: prepareDuration,
      setUp: setupDuration,
      imports: collectDuration,
      tests: duration,
      ...waits,
      cpu,
    };
    this.files.push({ file: module.relativeModuleId, project: module.project.name, ms, tests, errors: own });
  }

  onTestRunEnd(_modules, unhandled) {
    const errors = unhandled.map(({ message }) => message);
    writeFileSync(process.env.BANKSIDE_TEST_REPORT, JSON.stringify({ files: this.files, errors }));
  }
}
