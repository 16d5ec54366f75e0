// `npm run depcruise`: the import rules of .dependency-cruiser.cjs, on this project or on the folder given.
// TypeScript 7 has no compiler that dependency-cruiser can call, and its other parser reads no JSX: it would find
// nothing and report "no violations". So it runs on a mirror of the sources that contains only their imports, and the
// number of modules it saw must equal the number of sources.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parse } from "@swc/core";
import { cruise, format } from "dependency-cruiser";
import extractOptions from "dependency-cruiser/config-utl/extract-depcruise-options";
import { removeAtEnd } from "./lib/remove-at-end.mjs";

const project = path.join(import.meta.dirname, "..");
const root = path.resolve(process.argv[2] ?? project);
const FOLDERS = ["app", "client", "components", "e2e", "server", "simbank", "verification"];
const SOURCE = /[.]tsx?$/;

/** The module names that a source file imports, re-exports or loads. */
async function importsOf(file) {
  const module = await parse(readFileSync(file, "utf8"), { syntax: "typescript", tsx: file.endsWith("x") });
  const names = new Set();
  const visit = (node) => {
    if (node === null || typeof node !== "object") return;
    if (typeof node.source?.value === "string") names.add(node.source.value);
    if (node.type === "CallExpression" && node.callee.type === "Import") names.add(node.arguments[0].expression.value);
    for (const value of Array.isArray(node) ? node : Object.values(node)) visit(value);
  };
  visit(module.body);
  return [...names].filter((name) => typeof name === "string");
}

const files = FOLDERS.flatMap((folder) => {
  try {
    return readdirSync(path.join(root, folder), { recursive: true }).map((name) => path.join(folder, name));
  } catch (error) {
    if (error.code === "ENOENT") return [];
    throw error;
  }
})
  // Rules cover imports of the generated client; its own imports are not checked.
  .filter((name) => SOURCE.test(name) && !/^server.generated|^client.(node_modules|dist)/.test(name));

const mirror = mkdtempSync(path.join(tmpdir(), "bankside-imports-"));
removeAtEnd(mirror);
try {
  for (const file of files) {
    const names = await importsOf(path.join(root, file));
    mkdirSync(path.dirname(path.join(mirror, file)), { recursive: true });
    writeFileSync(path.join(mirror, file), names.map((name) => `import ${JSON.stringify(name)};\n`).join(""));
  }
  // Imports of the generated client need an existing target.
  mkdirSync(path.join(mirror, "server/generated/prisma"), { recursive: true });
  for (const name of ["client", "enums", "models"])
    writeFileSync(path.join(mirror, `server/generated/prisma/${name}.ts`), "");
  for (const name of ["tsconfig.json", "package.json"])
    writeFileSync(path.join(mirror, name), readFileSync(path.join(project, name)));
  symlinkSync(path.join(project, "node_modules"), path.join(mirror, "node_modules"), "junction");
  process.chdir(mirror);
  const options = await extractOptions(path.join(project, ".dependency-cruiser.cjs"));
  const { output } = await cruise(
    FOLDERS.filter((folder) => files.some((file) => file.startsWith(folder + path.sep))),
    options,
  );
  const report = await format(output, { outputType: "err" });
  process.stdout.write(`${report.output.trim()}\n`);
  const seen = output.modules.filter(
    (module) => SOURCE.test(module.source) && !/^(node_modules|server.generated)/.test(module.source),
  ).length;
  if (seen < files.length) process.stdout.write(`Only ${seen} of ${files.length} modules were seen.\n`);
  process.exitCode = report.exitCode > 0 || seen < files.length || files.length === 0 ? 1 : 0;
} finally {
  process.chdir(project);
  rmSync(mirror, { recursive: true, force: true });
}
