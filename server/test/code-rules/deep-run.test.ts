import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ageOfDeepRun, mustBeAt } from "../../../scripts/lib/deep-run.mjs";

const AUTHOR = ["-c", "user.name=Test", "-c", "user.email=test@example.com"];

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "bankside-deep-run-"));
  vi.stubEnv("GIT_DIR", path.join(folder, ".git"));
  vi.stubEnv("GIT_WORK_TREE", folder);
  git("init", "--quiet");
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

function git(...args: string[]): string {
  return execFileSync("git", [...AUTHOR, ...args], { encoding: "utf8" }).trim();
}

/** Returns the commit. */
function commit(text: string): string {
  writeFileSync(path.join(folder, "a.ts"), text);
  git("add", ".");
  git("commit", "--quiet", "--message", text);
  return git("rev-parse", "HEAD");
}

const runAt = (at: string) => ageOfDeepRun({ parts: [{ commit: at, date: new Date().toISOString(), failed: 0 }] });

describe("the age of the last deep run", () => {
  it("counts the commits since", () => {
    const at = commit("one");
    expect(runAt(at)).toBe(`The last deep run was today, at ${at.slice(0, 12)}: 0 failed.`);
    for (const text of ["two", "three"]) commit(text);
    expect(runAt(at)).toContain(`at ${at.slice(0, 12)}, 2 commits before this one: 0 failed.`);
  });

  it("says so if its commit is not in the history", () => {
    commit("one");
    expect(runAt("1".repeat(40))).toContain("at 111111111111, a commit that this history does not have: 0 failed.");
  });
});

describe("a part of a deep run", () => {
  it("is not recorded if a file or the commit changed meanwhile", () => {
    const at = commit("one");
    expect(() => mustBeAt(at)).not.toThrow();
    writeFileSync(path.join(folder, "a.ts"), "two");
    expect(() => mustBeAt(at)).toThrow("is not recorded");
    commit("two");
    expect(() => mustBeAt(at)).toThrow("is not recorded");
  });
});
