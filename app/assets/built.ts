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

/**
 * Addresses of the checkout's style sheet, Latin font and script, with a hash of their content; `early` is the text of
 * the inline script.
 */
export function checkoutAssets(): { css: string; font: string; js: string; early: string } {
  const { css, font, js, earlyJs } = built().manifest;
  return {
    css: `/assets/${css}`,
    font: `/assets/${font}`,
    js: `/assets/${js}`,
    early: new TextDecoder().decode(builtFile(earlyJs)?.body).trim(),
  };
}

/** Addresses of the assets of the return page, which reads a bank's answer from the fragment. */
export function returnAssets(): { css: string; font: string; js: string } {
  const { css, font, returnJs } = built().manifest;
  return { css: `/assets/${css}`, font: `/assets/${font}`, js: `/assets/${returnJs}` };
}

/** Addresses of the assets of a payment link's print sheet. */
export function sheetAssets(): { css: string; js: string } {
  const { sheetCss, sheetJs } = built().manifest;
  return { css: `/assets/${sheetCss}`, js: `/assets/${sheetJs}` };
}

/** Addresses of the assets of a receipt. */
export function receiptAssets(): { css: string; receiptCss: string; font: string; js: string } {
  const { css, receiptCss, font, sheetJs } = built().manifest;
  return {
    css: `/assets/${css}`,
    receiptCss: `/assets/${receiptCss}`,
    font: `/assets/${font}`,
    js: `/assets/${sheetJs}`,
  };
}

/** Addresses of the documentation's style sheet and script, and of the renderer of the reference. */
export function docsAssets(): { css: string; js: string; referenceJs: string } {
  const { referenceCss, referenceJs, docsJs } = built().manifest;
  return { css: `/assets/${referenceCss}`, js: `/assets/${docsJs}`, referenceJs: `/assets/${referenceJs}` };
}

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
