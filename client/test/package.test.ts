// The package, built by the guides' command, in a folder outside the project.
import { execFile } from "node:child_process";
import { chmodSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { projectRoot } from "../../server/test/code-rules/files";
import { listenerSecret } from "../src/cli/secret.js";
import { unpackExamples } from "./guide-folder";

const run = promisify(execFile);

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

describe("the command for listen", () => {
  const files = [
    ...["README.md", "client/README.md", "client/src/cli/options.ts", "server/webhooks/endpoints/endpoint-fields.ts"],
    ...[
      "docs/openapi.json",
      ...readdirSync(path.join(projectRoot, "docs/integrate")).map((name) => `docs/integrate/${name}`),
    ],
  ].filter((file) => /\.(?:md|ts|json)$/.test(file));

  // Without the flag, npx fetches a package that is not installed, and runs it beside the API key's secret.
  it("never lets npx fetch a package from the registry", () => {
    const texts = files.map((file) => readFileSync(path.join(projectRoot, file), "utf8")).join("\n");
    const commands = [...texts.matchAll(/npx [^`\n]*?\blisten\b/g)].map(([command]) => command);
    expect(new Set(commands)).toEqual(new Set(["npx --no bankside listen"]));
    expect(commands.length).toBeGreaterThan(6);
  });

  // On Windows npm writes a program for each command instead of a link.
  it.skipIf(process.platform === "win32")("runs the installed package", async () => {
    const { folder } = unpacked;
    const installed = path.join(folder, "node_modules/@bankside/client");
    const { bin } = JSON.parse(readFileSync(path.join(installed, "package.json"), "utf8"));
    const commands = path.join(folder, "node_modules/.bin");
    mkdirSync(commands);
    for (const [name, file] of Object.entries<string>(bin)) {
      chmodSync(path.join(installed, file), 0o755);
      symlinkSync(path.join(installed, file), path.join(commands, name));
    }
    const env = { ...process.env, BANKSIDE_CLIENT_SECRET: "csec_1", npm_config_registry: "http://127.0.0.1:9" };
    const { stdout } = await run("npx", ["--no", "bankside", "listen", "--print-secret"], { cwd: folder, env });
    expect(stdout).toBe(`${listenerSecret("csec_1", "default")}\n`);
  });
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
