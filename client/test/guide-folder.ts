import { type ChildProcess, execFile, spawn, spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { underLock } from "../../scripts/lib/lock.mjs";
import { fingerprint } from "../../scripts/lib/sources.mjs";
import { projectRoot } from "../../server/test/code-rules/files";
import type { Example } from "./guides";

const run = promisify(execFile);
const require = createRequire(import.meta.url);

/** The client's dependencies, linked from the project's node_modules; Node's types are for the compiler. */
const NEEDED = ["openapi-fetch", "openapi-typescript-helpers", "@types", "undici-types"];

/** The sources of the package. Its generated types are made from the document. */
const CLIENT_SOURCES = [
  ...["src", "package.json", "README.md", "tsconfig.build.json", "tsconfig.cli.json"].map((name) => `client/${name}`),
  "docs/openapi.json",
  "package-lock.json",
];

/** The program that runs each kind of file; without it, those examples are reported as skipped. */
const COMMANDS: Record<string, string[]> = {
  ".sh": ["sh"],
  ".ts": [process.execPath, "--import", require.resolve("tsx")],
  ".mts": [process.execPath, "--import", require.resolve("tsx")],
  ".py": ["python3"],
};
const NEEDS: Record<string, string[]> = { ".sh": ["sh", "curl"], ".ts": [], ".py": ["python3"] };

export const isMissing = (program: string) => spawnSync(program, ["--version"]).error !== undefined;

/** The programs that a file needs and that this machine lacks. */
export const lacks = (file: string) =>
  (NEEDS[path.extname(file)] ?? []).filter((program) => program !== "sh" && isMissing(program));

/** Writes the examples into a new folder, with the client as a merchant installs it, and these packages. */
export async function unpackExamples(examples: readonly Example[], packages: readonly string[] = []) {
  const folder = mkdtempSync(path.join(tmpdir(), "bankside-guides-"));
  for (const { file, code } of examples) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), code);
  }
  await installClient(folder, packages);
  return {
    folder,
    /** Runs one of its files with this environment only. `args`: arguments of a Node program. */
    start(file: string, env: Record<string, string>, args: readonly string[] = []): ChildProcess {
      const [program = "", ...flags] = COMMANDS[path.extname(file)] ?? [process.execPath];
      const whole = { NODE_ENV: "production" as const, PATH: process.env["PATH"], ...env };
      return spawn(program, [...flags, file, ...args], { cwd: folder, env: whole, stdio: ["ignore", "pipe", "pipe"] });
    },
    /** The compiler's errors in the folder; `args` as for tsc. */
    typeErrors(...args: string[]): string {
      const compiler = path.join(projectRoot, "client/node_modules/typescript/bin/tsc");
      return spawnSync(process.execPath, [compiler, ...args], { cwd: folder, encoding: "utf8" }).stdout;
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Installs the package as npm packs it, with its dependencies. */
async function installClient(folder: string, packages: readonly string[]): Promise<void> {
  const packed = await packClient();
  const modules = path.join(folder, "node_modules");
  mkdirSync(path.join(modules, "@bankside"), { recursive: true });
  await run("tar", ["-xzf", packed], { cwd: folder });
  symlinkSync(path.join(folder, "package"), path.join(modules, "@bankside/client"), "junction");
  for (const name of [...NEEDED, ...packages]) {
    symlinkSync(path.join(projectRoot, "node_modules", name), path.join(modules, name), "junction");
  }
  writeFileSync(path.join(folder, "package.json"), JSON.stringify({ type: "module" }));
}

/** Packs the client, built by its `prepack`, once for each state of its sources: it takes 6 s of processor time. */
async function packClient(): Promise<string> {
  const kept = path.join(projectRoot, "node_modules/.cache/bankside");
  const packed = path.join(kept, `client-${fingerprint(CLIENT_SOURCES).slice(0, 12)}.tgz`);
  const npm = process.platform === "win32" ? "npm.cmd" : "npm";
  // Two concurrent builds would pack each other's half-written files.
  await underLock("client", async () => {
    if (existsSync(packed)) return;
    const folder = mkdtempSync(path.join(tmpdir(), "bankside-client-"));
    const flags = ["--ignore-scripts=false", "--json", "--pack-destination", folder];
    const shell = process.platform === "win32";
    await run(npm, ["pack", "-w", "client", ...flags], { cwd: projectRoot, shell });
    const [file = ""] = readdirSync(folder);
    mkdirSync(kept, { recursive: true });
    for (const old of readdirSync(kept)) if (old.startsWith("client-")) rmSync(path.join(kept, old));
    cpSync(path.join(folder, file), `${packed}.draft`);
    renameSync(`${packed}.draft`, packed);
    rmSync(folder, { recursive: true });
  });
  return packed;
}
