import path from "node:path";
import { journeysOf, LAST_RUN, readJson } from "./reports.mjs";
import { root } from "./steps.mjs";

/** The kinds of time, in print order, with their meaning. */
const KINDS = {
  prepare: "starting test processes",
  setUp: "set-up before each file, with its database",
  imports: "imports",
  database: "waiting for the database (at the same time counts each)",
  prism: "waiting for Prism",
  cpu: "processor time of the processes of tests with a database, without PostgreSQL's",
  tests: "tests, with their waits",
  "sign in": "signing in",
  "start product": "starting products",
  axe: "axe",
  pages: "the rest of the journeys",
};

/** The times of the newest run of `npm test`: `{ kinds: { kind: ms }, files: [{ file, project, ms, cpuMs, tests }] }`. */
function readTimes() {
  const unit = readJson(path.join(root, LAST_RUN, "unit.json"))?.files ?? [];
  const journeys = (readJson(path.join(root, LAST_RUN, "journeys.json"))?.suites ?? []).flatMap(journeysOf);
  const kinds = {};
  const add = (kind, ms) => {
    kinds[kind] = (kinds[kind] ?? 0) + ms;
  };
  for (const { ms } of unit) for (const [kind, value] of Object.entries(ms)) add(kind, value);
  const files = unit.map(({ file, project, ms, tests }) => ({
    file,
    project,
    ms: ms.setUp + ms.imports + ms.tests,
    cpuMs: ms.cpu,
    tests: tests.length,
  }));
  const bySpec = new Map();
  // A shared task's time is recorded in every journey that used it, as `123 ms (id)`: it counts once.
  const counted = new Set();
  for (const { file, project, ms, annotations } of journeys) {
    let known = 0;
    for (const { type, description = "" } of annotations) {
      const [, duration] = /^(\d+) ms/.exec(description) ?? [];
      if (duration === undefined || counted.has(description)) continue;
      counted.add(description);
      known += Number(duration);
      add(type === "prepare" ? "start product" : type, Number(duration));
    }
    add("pages", Math.max(0, ms - known));
    const name = `e2e/${file}`;
    const spec = bySpec.get(name + project) ?? { file: name, project, ms: 0, tests: 0 };
    bySpec.set(name + project, { ...spec, ms: spec.ms + ms, tests: spec.tests + 1 });
  }
  return { kinds, files: [...files, ...bySpec.values()].sort((a, b) => b.ms - a.ms) };
}

/** Prints it: seconds by kind, then the slowest files. */
export function printTimes({ most }) {
  const { kinds, files } = readTimes();
  console.log("  Seconds of workers, by kind:");
  for (const [kind, meaning] of Object.entries(KINDS)) {
    if (kinds[kind] !== undefined) console.log(`  ${inSeconds(kinds[kind])}  ${meaning}`);
  }
  console.log(`\n  The slowest of ${files.length} files (all: npm run test:times):`);
  for (const { file, project, ms, cpuMs, tests } of files.slice(0, most)) {
    const cpu = cpuMs ? `, ${inSeconds(cpuMs).trim()} s of processor time` : "";
    console.log(`  ${inSeconds(ms)}  ${file} (${project}, ${tests} tests${cpu})`);
  }
}

function inSeconds(ms) {
  return (ms / 1000).toFixed(1).padStart(8);
}
