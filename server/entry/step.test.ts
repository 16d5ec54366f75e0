import { spawnSync } from "node:child_process";
import { expect, it } from "vitest";
import { projectRoot } from "../test/code-rules/files";

/** Both outputs of a start of one step, which announces itself and runs. */
function start({ asLogLines }: { asLogLines: boolean }) {
  const program = `import("./server/entry/step.ts").then(async ({ announce, step, writeLogLines }) => {
    if (${asLogLines}) writeLogLines();
    await step("migrating the database", async () => undefined);
    announce("\\n┌──┐\\n", "Bankside is running", { role: "web" });
  })`;
  const { stdout, stderr } = spawnSync(process.execPath, ["--import", "tsx", "-e", program], {
    cwd: projectRoot,
    encoding: "utf8",
    env: { ...process.env, LOG_LEVEL: "info" },
  });
  return { stdout, stderr };
}

it("a service's start writes JSON log lines only", () => {
  const { stdout, stderr } = start({ asLogLines: true });
  const lines = stderr
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as object);
  expect(lines).toMatchObject([
    { level: "info", took_s: expect.any(Number), message: "migrating the database" },
    { level: "info", role: "web", message: "Bankside is running" },
  ]);
  expect(stdout).toBe("");
});

it("a start for its reader writes text and no log line (control)", () => {
  const { stdout, stderr } = start({ asLogLines: false });
  expect(stdout).toMatch(/^ {2}migrating the database … \d+\.\d s\n\n┌──┐\n$/);
  expect(stderr).toBe("");
});
