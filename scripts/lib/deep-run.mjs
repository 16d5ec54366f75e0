import { execFileSync } from "node:child_process";
import path from "node:path";
import { readJson } from "./reports.mjs";
import { root, StepError } from "./steps.mjs";

/** The result of the newest `npm run test:deep`: seed, and each part with its commit, date, sizes and counts. */
export const DEEP_RUN = "docs/deep-run.json";
const DAY_MS = 86_400_000;

/** The age of the newest deep run, by its oldest part, in a sentence. */
export function ageOfDeepRun(deep = readJson(path.join(root, DEEP_RUN))) {
  if (!deep) return "There is no deep run yet (npm run test:deep): only samples were tested.";
  const [oldest] = deep.parts.toSorted((a, b) => Date.parse(a.date) - Date.parse(b.date));
  const days = Math.floor((Date.now() - Date.parse(oldest.date)) / DAY_MS);
  const age = days === 0 ? "today" : days === 1 ? "yesterday" : `${days} days ago`;
  const failed = deep.parts.reduce((sum, part) => sum + part.failed, 0);
  const since = commitsSince(oldest.commit);
  const behind =
    since === null ? ", a commit that this history does not have" : since ? `, ${since} commits before this one` : "";
  return `The last deep run was ${age}, at ${oldest.commit.slice(0, 12)}${behind}: ${failed} failed.`;
}

/** The number of commits since another one; null where it is none of this one's past, or unknown. */
export function commitsSince(commit) {
  try {
    git("merge-base", "--is-ancestor", commit, "HEAD");
    return Number(git("rev-list", "--count", `${commit}..HEAD`));
  } catch {
    // Another branch, or a copy without git or its history.
    return null;
  }
}

/** @throws StepError when HEAD is another commit, or a file differs from it: results are not about this commit then */
export function mustBeAt(commit) {
  if (git("rev-parse", "HEAD") === commit && git("status", "--porcelain") === "") return;
  throw new StepError("The sources changed during this part, so its result is not recorded.");
}

export function git(...args) {
  return execFileSync("git", args, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
}
