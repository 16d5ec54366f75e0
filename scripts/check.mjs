// `npm run check [-- folder …]`: the checks for use while working. Formats and lints the changed files, checks types,
// import rules and dead code, and runs the pure tests and the tests of the named folders, or of the changed folders.
import { existsSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { ensureGenerated, ensurePackages } from "./lib/build.mjs";
import { git } from "./lib/deep-run.mjs";
import { underLock } from "./lib/lock.mjs";
import { removeAtEnd } from "./lib/remove-at-end.mjs";
import { beginResults, check, endResults, minutes, print } from "./lib/results.mjs";
import { testsOfCode } from "./lib/runners.mjs";
import { foldersOf } from "./lib/sources.mjs";
import { leave, root, StepError, tool } from "./lib/steps.mjs";

const BOUND_S = 60;
const FORMATTED = /[.](?:tsx?|mjs|cjs|jsonc?|css)$/;
const folder = mkdtempSync(path.join(tmpdir(), "bankside-check-"));
removeAtEnd(folder);

process.chdir(root);
try {
  const named = process.argv.slice(2);
  const missing = named.filter((name) => !existsSync(name));
  if (missing.length > 0) throw new StepError(`There is no folder ${missing.join(", ")}.`);
  await ensurePackages({ dev: true });
  await ensureGenerated();
  beginResults();
  const changed = changedFiles();
  const folders = named.length > 0 ? named : foldersOf(changed);
  await Promise.all([staticChecks(changed), tests(folders)]);
  endResults((elapsed) => {
    const verdict = minutes() * 60 <= BOUND_S ? "within" : "OVER";
    console.log(`\n${elapsed} minutes, ${verdict} the limit of ${BOUND_S} s. Before a commit: npm test.`);
  });
} catch (error) {
  leave(error);
}

async function staticChecks(changed) {
  const formatted = changed.filter((file) => FORMATTED.test(file));
  const flags = ["check", "--write", "--no-errors-on-unmatched"];
  if (formatted.length > 0) await check("format and lint", tool("@biomejs/biome/bin/biome", ...flags, ...formatted));
  // A build of another run deletes the types of the pages and writes them.
  await underLock("build", () => check("types", tool("typescript/bin/tsc", "--noEmit")));
  await check("import rules", [process.execPath, "scripts/depcruise.mjs"]);
  await check("dead code", tool("knip/bin/knip.js"));
}

async function tests(folders) {
  await testsOfCode("pure tests", { folder, args: ["--project", "pure"], id: "pure" });
  if (folders.length === 0) return print("No folder named, and none changed: no tests with a database.");
  const args = ["--project", "db", "--project", "own", "--passWithNoTests", ...folders];
  await testsOfCode(`tests of ${folders.join(", ")}`, { folder, args, id: "folders" });
}

/** Files that differ from the last commit and still exist. */
function changedFiles() {
  const lists = [
    git("diff", "--name-only", "--diff-filter=d", "HEAD"),
    git("ls-files", "--others", "--exclude-standard"),
  ];
  return lists.flatMap((list) => list.split("\n")).filter(Boolean);
}
