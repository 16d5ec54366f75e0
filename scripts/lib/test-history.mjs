import { execFileSync } from "node:child_process";
import { root } from "./steps.mjs";
import { testsIn } from "./test-titles.mjs";

const TEST_FILE = /[.](?:test|spec)[.]tsx?$/;
const NO_BLOB = /^0+$/;
/** Two tests with at least this much in common are one. */
const SAME = 0.5;

const git = (args, input = "") => execFileSync("git", args, { cwd: root, input, maxBuffer: 2 ** 30 });
const linesOf = (...args) => String(git(args)).split("\n").filter(Boolean);

/** The tests of a commit. */
export function testsAt(commit) {
  return read(linesOf("ls-tree", "-r", commit).map((line) => line.split(/[ \t]/).slice(2)));
}

/** Where each test that a commit since `base` renamed or moved went: from id to ids. */
export function renamesSince(base) {
  const renames = new Map();
  for (const commit of linesOf("rev-list", `${base}..HEAD`)) {
    for (const [from, to] of renamesOf(commit)) renames.set(from, [...(renames.get(from) ?? []), to]);
  }
  return renames;
}

/** The tests of files, which are given as `[blob, name]`. */
function read(files) {
  const wanted = files.filter(([blob, name]) => TEST_FILE.test(name) && !NO_BLOB.test(blob));
  const out = git(["cat-file", "--batch"], wanted.map(([blob]) => `${blob}\n`).join(""));
  let at = 0;
  return wanted.flatMap(([, name]) => {
    const begin = out.indexOf("\n", at) + 1;
    const end = begin + Number(String(out.subarray(at, begin)).split(" ")[2]);
    at = end + 1;
    return testsIn(String(out.subarray(begin, end)), name);
  });
}

function renamesOf(commit) {
  const changes = linesOf("diff-tree", "-r", "-M40%", "-l0", "--no-abbrev", `${commit}^1`, commit).map((line) => {
    const [facts, from, to = from] = line.split("\t");
    const [, , oldBlob, newBlob] = facts.split(" ");
    return { before: [oldBlob, from], after: [newBlob, to] };
  });
  const before = read(changes.map((change) => change.before));
  const after = read(changes.map((change) => change.after));
  const [oldIds, newIds] = [before, after].map((tests) => new Set(tests.map(({ id }) => id)));
  const deleted = new Set(before.filter(({ id }) => !newIds.has(id)));
  const added = new Set(after.filter(({ id }) => !oldIds.has(id)));
  const fileNow = new Map(changes.map((change) => [change.before[1], change.after[1]]));
  const inFile = (one, two) => (fileNow.get(one.file) === two.file ? 0.1 : 0);
  const renames = [];
  for (const likeness of [sameTitle, sameLastTitle, similarity]) {
    const pairs = [];
    for (const one of deleted) {
      for (const two of added) {
        const score = likeness(one, two);
        if (score > 0 && score + inFile(one, two) > SAME) pairs.push({ one, two, score: score + inFile(one, two) });
      }
    }
    for (const { one, two } of pairs.sort((a, b) => b.score - a.score)) {
      if (!deleted.has(one) || !added.has(two)) continue;
      deleted.delete(one);
      added.delete(two);
      renames.push([one.id, two.id]);
    }
  }
  return renames;
}

const sameTitle = (one, two) => Number(one.title === two.title);
/** A short one only in the same file. */
const sameLastTitle = (one, two) => (one.last === two.last ? (one.last.length > 15 ? 1 : SAME) : 0);
const similarity = (one, two) => 0.8 * overlap(one, two, "body") + 0.2 * overlap(one, two, "id");

/** The share of the words of two tests that both have. */
function overlap(one, two, part) {
  const [words, others] = [countsOf(one, part), countsOf(two, part)];
  let common = 0;
  for (const [word, count] of words.counts) common += Math.min(count, others.counts.get(word) ?? 0);
  return (2 * common) / (words.size + others.size || 1);
}

const known = new WeakMap();
function countsOf(test, part) {
  const parts = known.get(test) ?? {};
  known.set(test, parts);
  if (!parts[part]) {
    const words = test[part].match(/\w+/g) ?? [];
    const counts = new Map();
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
    parts[part] = { counts, size: words.length };
  }
  return parts[part];
}
