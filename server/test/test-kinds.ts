import { readFileSync } from "node:fs";
import path from "node:path";
import { build } from "esbuild";
import { projectRoot, sourceFiles } from "./files";

/** What a test file runs on: `vitest.config.ts` makes a project of each kind. */
export type TestKind = "pure" | "db" | "own";

const FOLDERS = ["app", "client", "components", "prisma", "scripts", "server", "verification"];
/** A file that imports one of these, however indirectly, needs a database. */
const DATABASE = ["server/lib/db.ts", "server/test/database.ts", "pg"];
/** Replaces modules for everything in its process, or sends a signal to it. */
const NEEDS_OWN_PROCESS = /\bvi[.](?:mock|doMock)\(|\bprocess[.]kill\(process[.]pid/;

/**
 * Sorts the test files by what they reach, so that no list has to be kept: `own` replaces modules, sends
 * signals, or starts programs without needing a database; `db` reaches the database; `pure` does none of these.
 */
export async function testFilesByKind(): Promise<Record<TestKind, string[]>> {
  const files = FOLDERS.flatMap((folder) => sourceFiles(folder, /[.]test[.]tsx?$/));
  const imports = await importGraph(files);
  const kinds: Record<TestKind, string[]> = { pure: [], db: [], own: [] };
  for (const file of files) kinds[kindOf(file, imports)].push(file);
  return kinds;
}

function kindOf(file: string, imports: ReadonlyMap<string, readonly string[]>): TestKind {
  if (NEEDS_OWN_PROCESS.test(readFileSync(path.join(projectRoot, file), "utf8"))) return "own";
  const reached = new Set([file]);
  for (const module of reached) for (const next of imports.get(module) ?? []) reached.add(next);
  if (DATABASE.some((module) => reached.has(module))) return "db";
  return reached.has("node:child_process") ? "own" : "pure";
}

/** Which module imports which, packages by their names. */
async function importGraph(entryPoints: string[]): Promise<Map<string, string[]>> {
  const { metafile } = await build({
    absWorkingDir: projectRoot,
    entryPoints,
    bundle: true,
    splitting: true,
    write: false,
    metafile: true,
    outdir: "out",
    platform: "node",
    format: "esm",
    packages: "external",
    logLevel: "silent",
    loader: { ".css": "empty", ".woff2": "empty", ".svg": "empty" },
  });
  return new Map(Object.entries(metafile.inputs).map(([file, { imports }]) => [file, imports.map(({ path }) => path)]));
}
