import { spawnSync } from "node:child_process";
import { expect, it } from "vitest";
import { foldersOf } from "../../../scripts/lib/sources.mjs";
import { projectRoot } from "./files";

it("npm run check tests the folders of all changed code that has tests", () => {
  const changed = ["app/a/b.tsx", "docs/testing.md", "prisma/c.ts", "scripts/d.ts", "verification/e/f.ts"];
  const folders = ["app/a/", "prisma/", "scripts/", "verification/e/"];
  expect(foldersOf([...changed, "verification/e/g.test.ts"])).toEqual(folders);
});

it("npm run check refuses a folder that does not exist", () => {
  const args = ["scripts/check.mjs", "server", "server/no-such-folder"];
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: projectRoot, encoding: "utf8" });
  expect([status, stderr.trim()]).toEqual([1, "There is no folder server/no-such-folder."]);
});
