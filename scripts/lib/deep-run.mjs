import { execFileSync } from "node:child_process";
import path from "node:path";
import { readJson } from "./reports.mjs";
import { root } from "./steps.mjs";

/** The result of the newest `npm run test:deep`: commit, date, seeds, and each part with its sizes and counts. */
export const DEEP_RUN = "docs/deep-run.json";
const DAY_MS = 86_400_000;

/** The age of the newest deep run, in a sentence. */
export function ageOfDeepRun() {
  const deep = readJson(path.join(root, DEEP_RUN));
  if (!deep) return "There is no deep run yet (npm run test:deep): only samples were tested.";
  const days = Math.floor((Date.now() - Date.parse(deep.date)) / DAY_MS);
  const age = days === 0 ? "today" : days === 1 ? "yesterday" : `${days} days ago`;
  const failed = deep.parts.reduce((sum, part) => sum + part.failed, 0);
  return `The last deep run was ${age}, at ${deep.commit.slice(0, 12)}${commitsSince(deep.commit)}: ${failed} failed.`;
}

function commitsSince(commit) {
  try {
    const count = git("rev-list", "--count", `${commit}..HEAD`);
    return count === "0" ? "" : `, ${count} commits before this one`;
  } catch {
    // A copy without git or its history.
    return "";
  }
}

export function git(...args) {
  return execFileSync("git", args, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
}
