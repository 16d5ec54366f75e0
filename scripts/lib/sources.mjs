import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { root } from "./steps.mjs";

const TESTED = /^(?:app|client|components|prisma|scripts|server|simbank|verification)\/.*[.]tsx?$/;
const IGNORED = new Set(["node_modules", "generated", "test"]);

/** Every file below the given files and folders that a build reads, sorted; without tests and generated files. */
function filesBelow(entries) {
  const files = [];
  const visit = (file) => {
    if (!statSync(file).isDirectory()) files.push(file);
    else
      for (const name of readdirSync(file))
        if (!IGNORED.has(name) && !/\.test\.tsx?$/.test(name)) visit(path.join(file, name));
  };
  for (const entry of entries) if (existsSync(path.join(root, entry))) visit(path.join(root, entry));
  return files.sort();
}

/**
 * A fingerprint of files' names and contents. Modification times are not used: a checkout of an older state has newer
 * ones.
 */
export function fingerprint(entries) {
  const hash = createHash("sha256").update(process.versions.node.split(".")[0] ?? "");
  for (const file of filesBelow(entries)) {
    hash.update(`\0${path.relative(root, file)}\0`).update(readFileSync(file));
  }
  return hash.digest("hex");
}

/** The folders of changed code, which contain its tests. */
export function foldersOf(files) {
  const code = files.filter((file) => TESTED.test(file));
  return [...new Set(code.map((file) => `${path.posix.dirname(file)}/`))];
}
