import { readFileSync } from "node:fs";
import path from "node:path";

type Bytes = Uint8Array<ArrayBuffer>;
export type BuiltFile = { body: Bytes; type: string };

// Maps source names to the names of the built files. Written by scripts/build-browser.mjs.
type Manifest = {
  css: string;
  font: string;
  js: string;
  earlyJs: string;
  returnJs: string;
  receiptCss: string;
  sheetCss: string;
  sheetJs: string;
  loader: string;
  referenceCss: string;
  referenceJs: string;
  docsJs: string;
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

// Reads all files once (about 2 MB, mostly the API reference). A build during runtime then removes no file that a
// served page refers to.
function built(): { manifest: Manifest; files: Map<string, BuiltFile> } {
  if (kept) return kept;
  const manifest = JSON.parse(new TextDecoder().decode(bytesOf("manifest.json"))) as Manifest;
  const file = (name: string): BuiltFile => {
    return { body: bytesOf(name), type: TYPES[path.extname(name)] ?? "application/octet-stream" };
  };
  kept = { manifest, files: new Map(manifest.files.map((name) => [name, file(name)])) };
  return kept;
}

/** Addresses of built files, by the names of their use. They contain a hash of the content. */
function addressesOf<Use extends string>(names: Record<Use, Exclude<keyof Manifest, "files">>): Record<Use, string> {
  const { manifest } = built();
  const addresses = Object.entries<Exclude<keyof Manifest, "files">>(names).map(([use, name]) => {
    return [use, `/assets/${manifest[name]}`];
  });
  return Object.fromEntries(addresses) as Record<Use, string>;
}

/** The checkout's style sheet, Latin font and script; `early` is the text of the inline script. */
export function checkoutAssets(): { css: string; font: string; js: string; early: string } {
  const early = new TextDecoder().decode(builtFile(built().manifest.earlyJs)?.body).trim();
  return { ...addressesOf({ css: "css", font: "font", js: "js" }), early };
}

/** The return page, which reads a bank's answer from the fragment. */
export const returnAssets = () => addressesOf({ css: "css", font: "font", js: "returnJs" });

/** A payment link's print sheet. */
export const sheetAssets = () => addressesOf({ css: "sheetCss", js: "sheetJs" });

/** A receipt. */
export const receiptAssets = () => addressesOf({ css: "css", receiptCss: "receiptCss", font: "font", js: "sheetJs" });

/** The documentation, and the renderer of the reference. */
export const docsAssets = () => addressesOf({ css: "referenceCss", js: "docsJs", referenceJs: "referenceJs" });

/** A built file by its name; null for an unknown name. */
export function builtFile(name: string): BuiltFile | null {
  return built().files.get(name) ?? null;
}

/** The built loader for shops, before app/embed.js inserts the language and the origin. */
export function loaderFile(): BuiltFile {
  const file = builtFile(built().manifest.loader);
  if (!file) throw new Error("The loader is not built: run node scripts/build-browser.mjs.");
  return file;
}
