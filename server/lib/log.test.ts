import { spawnSync } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const here = fileURLToPath(import.meta.url);

it("a line that cannot be written neither fails nor stops what logs it; control: a write of its own fails", () => {
  const program = `
    const { writeSync } = await import("node:fs");
    const { log } = await import("./server/lib/log.ts");
    for (let line = 0; line < 3; line += 1) log().warn("lost");
    log().fatal("lost");
    try {
      writeSync(2, "lost");
    } catch (error) {
      console.log(error.code);
    }`;
  // Open for reading only: each write is refused.
  const output = openSync(here, "r");
  const { stdout, status } = spawnSync(process.execPath, ["--import", "tsx", "--input-type=module", "-e", program], {
    stdio: ["ignore", "pipe", output],
    encoding: "utf8",
    timeout: 30_000,
    // The tests log nothing.
    env: { ...process.env, LOG_LEVEL: "info" },
  });
  closeSync(output);
  expect({ stdout, status }).toEqual({ stdout: "EBADF\n", status: 0 });
});
