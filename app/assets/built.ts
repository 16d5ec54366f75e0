import { readFileSync } from "node:fs";
import path from "node:path";

export type BuiltFile = { body: Uint8Array<ArrayBuffer>; type: string };

// The names that browsers ask for, by the names that the sources have. Written by scripts/build-browser.mjs.
type Manifest = { css: string; js: string; loader: string; files: string[] };

const TYPES: Record<string, string> = {
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".woff2": "font/woff2",
};

let manifest: Manifest | undefined;
const read = new Map<string, BuiltFile>();

function fileOf(name: string): string {
  return path.join(/* turbopackIgnore: true */ process.cwd(), "dist", "browser", name);
}

function built(): Manifest {
  manifest ??= JSON.parse(readFileSync(fileOf("manifest.json"), "utf8")) as Manifest;
  return manifest;
}

/** Addresses of the checkout's style sheet and script, which carry a hash of what they hold. */
export function checkoutAssets(): { css: string; js: string } {
  const { css, js } = built();
  return { css: `/assets/${css}`, js: `/assets/${js}` };
}

/** A built file by its name; null for a name that the build did not write. */
export function builtFile(name: string): BuiltFile | null {
  const { files } = built();
  if (!files.includes(name)) return null;
  const kept = read.get(name);
  if (kept) return kept;
  const file = {
    body: new Uint8Array(readFileSync(fileOf(name))),
    type: TYPES[path.extname(name)] ?? "application/octet-stream",
  };
  read.set(name, file);
  return file;
}

/** The loader that shops embed, whose address never changes; `version` changes with its content. */
export function loaderFile(): BuiltFile & { version: string } {
  const { loader } = built();
  const file = builtFile(loader);
  if (!file) throw new Error("The loader is not built: run node scripts/build-browser.mjs.");
  return { ...file, version: loader };
}
