// `npm run promises -- <revision>`: every test and journey that there was at a revision, and where it is now: in `npm test`
// at which size, and in `npm run test:deep` at which. A tab-separated table; ends with 1 when one is gone.
// What was renamed or merged since is a line of verification/moved-promises.tsv: `file: old title<TAB>file: new title`, in
// which `*` stands for any text.
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { git } from "./lib/deep-run.mjs";
import { leave, root, StepError } from "./lib/steps.mjs";

const MOVED = path.join(root, "verification/moved-promises.tsv");
const MAX_OUTPUT = 256 * 1024 * 1024;
const [, , revision] = process.argv;
const folder = mkdtempSync(path.join(tmpdir(), "bankside-promises-"));
try {
  if (!revision) throw new StepError("Which revision? npm run promises -- <revision>");
  const before = await promisesAt(checkOut(revision), "sample");
  const [now, deep] = [await promisesAt(root, "sample"), await promisesAt(root, "full")];
  const rows = table(before, { now: byKey(now), deep: byKey(deep) });
  console.log(["state", "before", "now", "npm test", "npm run test:deep"].join("\t"));
  for (const row of rows) console.log(row.join("\t"));
  const count = (state) => rows.filter(([own]) => own === state).length;
  console.error(
    `${rows.length} promises: ${count("same")} as they were, ${count("moved")} moved, ${count("GONE")} gone.`,
  );
  process.exitCode = count("GONE") > 0 ? 1 : 0;
} catch (error) {
  leave(error);
} finally {
  rmSync(folder, { recursive: true, force: true });
  git("worktree", "prune");
}

/** The project as it was, with the packages and the generated client of now. */
function checkOut(rev) {
  const there = path.join(folder, "project");
  git("worktree", "add", "--detach", there, rev);
  for (const name of ["node_modules", "server/generated", "next-env.d.ts"]) {
    if (existsSync(path.join(root, name))) symlinkSync(path.join(root, name), path.join(there, name));
  }
  return there;
}

/** `{ file, title, on }` of everything that the two runners would run. `on`: a project of vitest or of Playwright. */
async function promisesAt(cwd, depth) {
  const env = {
    ...process.env,
    VERIFICATION_DEPTH: depth,
    NO_COLOR: "1",
    E2E_FIREFOX: "own",
    E2E_WEBKIT_DRIVER: "any",
  };
  const tool = (file, ...args) =>
    execFileSync(process.execPath, [path.join(root, "node_modules", file), ...args], {
      cwd,
      env,
      encoding: "utf8",
      maxBuffer: MAX_OUTPUT,
      stdio: ["ignore", "pipe", "ignore"],
    });
  const list = path.join(folder, `tests-${depth}.json`);
  tool("vitest/vitest.mjs", "list", `--json=${list}`);
  const tests = JSON.parse(readFileSync(list, "utf8")).map(({ name, file, projectName }) => ({
    file: path.relative(cwd, file),
    title: name,
    on: projectName ?? "tests of code",
  }));
  const listed = tool("@playwright/test/cli.js", "test", "--list", "--reporter=json");
  const { suites } = JSON.parse(listed.slice(listed.indexOf("{")));
  return [...tests, ...suites.flatMap((suite) => journeysIn(suite, []))];
}

function journeysIn({ title, file, specs = [], suites = [] }, above) {
  const names = title === file ? above : [...above, title];
  const own = specs.flatMap((spec) =>
    spec.tests.map(({ projectName }) => ({
      file: `e2e/${file}`,
      title: [...names, spec.title].join(" > "),
      on: projectName,
    })),
  );
  return [...own, ...suites.flatMap((suite) => journeysIn(suite, names))];
}

function keyOf({ file, title }) {
  return `${file}: ${title}`;
}

/** Numbers apart: a size that a title names differs with the depth. */
function sized(key) {
  return key.replaceAll(/\d[\d,.]*/g, "#");
}

function byKey(promises) {
  const found = new Map();
  const add = (key, one) => found.set(key, [...(found.get(key) ?? []), one]);
  for (const one of promises) for (const key of new Set([keyOf(one), sized(keyOf(one))])) add(key, one);
  return found;
}

function table(before, { now, deep }) {
  const moved = new Map(
    existsSync(MOVED)
      ? readFileSync(MOVED, "utf8")
          .split("\n")
          .filter(Boolean)
          .map((line) => line.split("\t"))
      : [],
  );
  const unique = new Map(before.map((one) => [keyOf(one), one]));
  return [...unique.keys()].sort().map((key) => {
    const at = find(now, key, moved);
    const inDeep = find(deep, key, moved);
    if (!at) return [inDeep ? "moved" : "GONE", key, inDeep ?? "", "", inDeep ? where(deep.get(inDeep), "full") : ""];
    const state = at === key || at === sized(key) ? "same" : "moved";
    return [state, key, keyOf(now.get(at)[0]), where(now.get(at), "sample"), where(deep.get(inDeep) ?? [], "full")];
  });
}

/** The key under which a promise is found now: its own, its own with other numbers, or the one that it moved to. */
function find(among, key, moved) {
  if (among.has(key)) return key;
  if (among.has(sized(key))) return sized(key);
  const target = moved.get(key);
  if (target === undefined) return undefined;
  const parts = target.split("*").map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  const pattern = new RegExp(`^${parts.join(".*")}$`);
  return [...among.keys()].find((one) => pattern.test(one));
}

/** The runners' projects, with the sizes that the file runs at. */
function where(promises, depth) {
  const projects = [...new Set(promises.map(({ on }) => on))].join(", ");
  const sizes = promises.length > 0 ? sizesIn(promises[0].file, depth) : [];
  return [projects, ...sizes].join("; ");
}

function sizesIn(file, depth) {
  const text = readFileSync(path.join(root, file), "utf8");
  const table = readFileSync(path.join(root, "verification/depth.ts"), "utf8");
  return [...new Set([...text.matchAll(/\bsizeOf\("([^"]+)"\)/g)].map(([, name]) => name))].map((name) => {
    const row = table.split("\n").find((line) => line.includes(`"${name}":`)) ?? "";
    return `${new RegExp(`${depth}: ([\\d_]+)`).exec(row)?.[1]?.replaceAll("_", ",")} ${name}`;
  });
}
