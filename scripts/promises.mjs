// `node scripts/promises.mjs <commit> [--table]`: whether every test of an earlier commit still exists. It follows each
// test through the commits since then: by its title, and where a commit changed that, by its code. What cannot be
// followed needs a row in verification/moved-promises.tsv. Exits with 1 if a test is gone. `--table` prints a line for
// each test: its title then and now, how it was found, and the command that runs it.
import { readFileSync } from "node:fs";
import path from "node:path";
import { leave, root, StepError } from "./lib/steps.mjs";
import { commandOf } from "./lib/test-commands.mjs";
import { renamesSince, testsAt } from "./lib/test-history.mjs";

const ROWS = "verification/moved-promises.tsv";
const REMOVED = /^removed: ./;

try {
  const [base, format] = process.argv.slice(2);
  if (!base) throw new StepError("Usage: node scripts/promises.mjs <commit> [--table]");
  const present = new Map(testsAt("HEAD").map((test) => [test.id, test]));
  const history = { present, rows: readRows(present), renames: renamesSince(base) };
  const found = testsAt(base).map(({ id }) => ({ id, ...find(id, history) }));
  if (format === "--table") for (const one of found) console.log(lineOf(one, present));
  report(base, found);
} catch (error) {
  leave(error);
}

/** The rows written by hand: a title then, and the title of a test now, or `removed: ` and the commit. */
function readRows(present) {
  const [, ...lines] = readFileSync(path.join(root, ROWS), "utf8").trimEnd().split("\n");
  const rows = new Map(lines.map((line) => line.split("\t")));
  const stale = [...rows.values()].filter((now) => !present.has(now) && !REMOVED.test(now));
  if (stale.length > 0) throw new StepError(`${ROWS} names tests that do not exist:\n${stale.join("\n")}`);
  return rows;
}

/** The present title of a test, and how it was found. `now` of a test that is gone: its last title. */
function find(id, { present, rows, renames }) {
  const seen = new Set([id]);
  let last = id;
  for (const at of seen) {
    last = at;
    const row = rows.get(at);
    if (row) return { now: row, kind: REMOVED.test(row) ? "removed" : "by a row" };
    if (present.has(at)) return { now: at, kind: at === id ? "same" : "renamed or moved" };
    for (const next of renames.get(at) ?? []) seen.add(next);
  }
  return { now: last, kind: "gone" };
}

function lineOf({ id, now, kind }, present) {
  const test = present.get(now);
  return [id, now, kind, test ? commandOf(test) : ""].join("\t");
}

function report(base, found) {
  for (const { id, now } of found.filter(({ kind }) => kind === "gone")) console.error(`Gone: ${id}\n  last: ${now}`);
  const count = (kind) => found.filter((one) => one.kind === kind).length;
  const kinds = ["same", "renamed or moved", "by a row", "removed", "gone"].map((kind) => `${count(kind)} ${kind}`);
  console.error(`${found.length} tests at ${base}: ${kinds.join(", ")}`);
  process.exitCode = count("gone") > 0 ? 1 : 0;
}
