// The package, built by the guides' command, in a folder outside the project.
import { readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { projectRoot } from "../../server/test/code-rules/files";
import { listenerSecret } from "../src/cli/secret.js";
import { unpackExamples } from "./guide-folder";

let unpacked: Awaited<ReturnType<typeof unpackExamples>>;
beforeAll(async () => {
  unpacked = await unpackExamples([]);
}, 120_000);
afterAll(() => unpacked.remove());

it("the packed package has the command line, which runs without the project", async () => {
  const folder = path.join(unpacked.folder, "node_modules/@bankside/client");
  const { bin } = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8"));
  const started = unpacked.start(path.join(folder, bin.bankside), { BANKSIDE_CLIENT_SECRET: "csec_1" }, [
    "listen",
    "--print-secret",
  ]);
  let printed = "";
  for (const stream of [started.stdout, started.stderr]) stream?.on("data", (chunk) => (printed += chunk));
  await new Promise((resolve) => started.once("close", resolve));
  expect(printed).toBe(`${listenerSecret("csec_1", "default")}\n`);
});

// Without the flag, the project's .npmrc keeps `prepack` from building, and the package is empty.
it("every guide packs the package with the flag that builds it", () => {
  const guides = ["client/README.md", "docs/integrate/README.md", "docs/integrate/webhooks.md"];
  const commands = guides.flatMap((file) => {
    const text = readFileSync(path.join(projectRoot, file), "utf8");
    return [...text.matchAll(/npm pack[^`\n]*/g)].map(([command]) => command);
  });
  expect(new Set(commands)).toEqual(new Set(["npm pack -w client --ignore-scripts=false"]));
  expect(commands.length).toBeGreaterThanOrEqual(guides.length);
});
