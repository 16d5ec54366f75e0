import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { projectRoot } from "../../server/test/code-rules/files";
import { temporaryFolder } from "../../server/test/temporary-folder";

const folder = temporaryFolder("document");

const check = (document: string) => {
  const script = path.join(projectRoot, "client/scripts/generate.mjs");
  const { status, stderr } = spawnSync(process.execPath, [script, "--check", document], { encoding: "utf8" });
  return { status, stderr };
};
const committed = path.join(projectRoot, "docs/openapi.json");

it("is generated from the committed document: if not, run `npm run generate -w client`", () => {
  expect(check(committed)).toEqual({ status: 0, stderr: "" });
});

it("control: a document with one more operation is noticed, and the command is named", () => {
  const document = JSON.parse(readFileSync(committed, "utf8"));
  document.paths["/api/v1/undocumented"] = { get: { operationId: "undocumented", responses: {} } };
  const file = path.join(folder, "openapi.json");
  writeFileSync(file, JSON.stringify(document));
  const { status, stderr } = check(file);
  expect([status, stderr]).toEqual([1, expect.stringContaining("npm run generate -w client")]);
});
