import { renameSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { newId } from "../../lib/ids";
import { projectRoot } from "../code-rules/files";

// Inside the project, so that the bundle resolves the packages.
const FOLDER = path.join(projectRoot, "node_modules/.cache/bankside-programs");

// Kept in the process, because a test worker reloads its modules for each file.
const kept = globalThis as { banksidePrograms?: Map<string, Promise<string>> };

/**
 * The bundled file of the program with the module at `entry`, built once per process. It starts five times as fast as
 * several hundred separate modules.
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
    // Keeps function names for profiles.
    keepNames: true,
    // CommonJS packages load their own parts with `require`.
    banner: {
      js: 'import { createRequire as makeRequire } from "node:module"; const require = makeRequire(import.meta.url);',
    },
    logLevel: "silent",
  });
  // Renamed when complete: another process may start it at any time.
  renameSync(draft, file);
  return file;
}
