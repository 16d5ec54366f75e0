import { renameSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { newId } from "../lib/ids";
import { projectRoot } from "./files";

// Inside the project, where the bundle finds the packages.
const FOLDER = path.join(projectRoot, "node_modules/.cache/bankside-programs");

// Of the process and not of this module: a worker of the tests loads its modules anew for each file.
const kept = globalThis as { banksidePrograms?: Map<string, Promise<string>> };

/**
 * The file of a program that begins with the module at `entry`, bundled once in a process. It starts in a fifth of the time
 * that several hundred modules take one by one.
 */
export function bundledProgram(entry: URL): Promise<string> {
  kept.banksidePrograms ??= new Map();
  const source = fileURLToPath(entry);
  const program = kept.banksidePrograms.get(source) ?? bundle(source);
  kept.banksidePrograms.set(source, program);
  return program;
}

async function bundle(source: string): Promise<string> {
  const name = path.relative(projectRoot, source).replaceAll(/[^\w-]+/g, "-");
  const file = path.join(FOLDER, `${name}.mjs`);
  const draft = path.join(FOLDER, `${newId()}.mjs`);
  await build({
    absWorkingDir: projectRoot,
    entryPoints: [source],
    outfile: draft,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    // A profile names the functions.
    keepNames: true,
    // Packages in the older format look for their own parts with `require`.
    banner: {
      js: 'import { createRequire as makeRequire } from "node:module"; const require = makeRequire(import.meta.url);',
    },
    logLevel: "silent",
  });
  // Whole at every moment: another process may be starting it.
  renameSync(draft, file);
  return file;
}
