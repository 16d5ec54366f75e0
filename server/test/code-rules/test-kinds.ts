import { readFileSync } from "node:fs";
import path from "node:path";
import { projectRoot, sourceFiles } from "./files.ts";
import { bundledInputs } from "./runtime-graph.ts";

/** The needs of a test file: `vitest.config.ts` makes a project of each kind. */
export type TestKind = "pure" | "db" | "own";

const FOLDERS = ["app", "client", "components", "prisma", "scripts", "server", "simbank", "verification"];
/** A file that imports one of these, however indirectly, needs a database. */
const DATABASE = ["server/lib/db.ts", "server/test/database.ts", "pg"];
/** Replaces modules for the whole process, or sends a signal to it. */
const NEEDS_OWN_PROCESS = /\bvi[.](?:mock|doMock)\(|\bprocess[.]kill\(process[.]pid/;

/**
 * Sorts the test files by their imports, so that no list is needed: `own` replaces modules, sends signals, or starts
 * programs without a database; `db` uses the database; `pure` does none of these. Files named `*.deep.test.ts` run at
 * full depth only.
 */
export async function testFilesByKind(depth: "sample" | "full"): Promise<Record<TestKind, string[]>> {
  const pattern = depth === "full" ? /[.]test[.]tsx?$/ : /(?<![.]deep)[.]test[.]tsx?$/;
  const files = FOLDERS.flatMap((folder) => sourceFiles(folder, pattern));
  const inputs = Object.entries(await bundledInputs(projectRoot, files));
  const imports = new Map(inputs.map(([file, { imports: own }]) => [file, own.map((entry) => entry.path)]));
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
