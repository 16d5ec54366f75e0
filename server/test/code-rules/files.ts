import { readdirSync } from "node:fs";
import path from "node:path";

/** The project's folder. */
export const projectRoot = path.join(import.meta.dirname, "../../..");

const NOT_OURS = new Set(["node_modules", ".next", "dist", "generated", ".git", ".data", "test-results"]);

/** Every source file below `folder` whose name matches, as paths from `root` with forward slashes. */
export function sourceFiles(folder: string, name: RegExp, root = projectRoot): string[] {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const inside = path.posix.join(folder, entry.name);
    if (entry.isDirectory()) return NOT_OURS.has(entry.name) ? [] : sourceFiles(inside, name, root);
    return name.test(entry.name) ? [inside] : [];
  });
}
