import { readFileSync } from "node:fs";
import path from "node:path";

type Bytes = Uint8Array<ArrayBuffer>;
export type BuiltFile = { body: Bytes; type: string };

// The names that browsers ask for, by the names that the sources have. Written by scripts/build-browser.mjs.
type Manifest = {
  css: string;
  js: string;
  earlyJs: string;
  returnJs: string;
  sheetCss: string;
  sheetJs: string;
  loader: string;
  referenceCss: string;
  referenceJs: string;
  files: string[];
};

const TYPES: Record<string, string> = {
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".woff2": "font/woff2",
};

let kept: { manifest: Manifest; files: Map<string, BuiltFile> } | undefined;

function bytesOf(name: string): Bytes {
  return new Uint8Array(readFileSync(path.join(/* turbopackIgnore: true */ process.cwd(), "dist", "browser", name)));
}

// Read once, all of it (some 2 MB, of which the API reference is the most): a build beside a running server then takes nothing away from the pages it has sent.
function built(): { manifest: Manifest; files: Map<string, BuiltFile> } {
  if (kept) return kept;
  const manifest = JSON.parse(new TextDecoder().decode(bytesOf("manifest.json"))) as Manifest;
  const file = (name: string): BuiltFile => {
    return { body: bytesOf(name), type: TYPES[path.extname(name)] ?? "application/octet-stream" };
  };
  kept = { manifest, files: new Map(manifest.files.map((name) => [name, file(name)])) };
  return kept;
}

/** Addresses of the checkout's style sheet and script, which carry a hash of what they hold; and what stands in the page itself. */
export function checkoutAssets(): { css: string; js: string; early: string } {
  const { css, js, earlyJs } = built().manifest;
  return {
    css: `/assets/${css}`,
    js: `/assets/${js}`,
    early: new TextDecoder().decode(builtFile(earlyJs)?.body).trim(),
  };
}

/** Addresses of what the page needs to which a bank sends shoppers back with its answer in the fragment. */
export function returnAssets(): { css: string; js: string } {
  const { css, returnJs } = built().manifest;
  return { css: `/assets/${css}`, js: `/assets/${returnJs}` };
}

/** Addresses of what a link on paper needs. */
export function sheetAssets(): { css: string; js: string } {
  const { sheetCss, sheetJs } = built().manifest;
  return { css: `/assets/${sheetCss}`, js: `/assets/${sheetJs}` };
}

/** Addresses of the API reference's style sheet and script. */
export function referenceAssets(): { css: string; js: string } {
  const { referenceCss, referenceJs } = built().manifest;
  return { css: `/assets/${referenceCss}`, js: `/assets/${referenceJs}` };
}

/** A built file by its name; null for a name that the build did not write. */
export function builtFile(name: string): BuiltFile | null {
  return built().files.get(name) ?? null;
}

/** The loader that shops embed, as it is built: app/embed.js serves it, with what is put into it then. */
export function loaderFile(): BuiltFile {
  const file = builtFile(built().manifest.loader);
  if (!file) throw new Error("The loader is not built: run node scripts/build-browser.mjs.");
  return file;
}
