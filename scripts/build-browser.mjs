// Bundles the files for browsers: the shopper's style sheet with its fonts, the script, and the shops' loader; the
// printed sheet of a link; and the API reference. Each name contains a hash of the content; manifest.json maps the
// names.
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "..");
const { version } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
const BROWSERS = ["chrome123", "firefox120", "safari17.5"];

/** The scripts of customers' pages. */
const SCRIPTS = ["checkout", "early", "return", "sheet"].map((name) => `components/checkout/browser/${name}.ts`);
const STYLES = ["checkout", "receipt", "sheet"].map((name) => `components/checkout/styles/${name}.css`);

/** Writes the built files and their manifest to `outDir`. */
async function buildBrowser({ outDir }) {
  const esbuild = await import("esbuild");
  const common = {
    absWorkingDir: root,
    bundle: true,
    minify: true,
    write: false,
    outdir: outDir,
    metafile: true,
    logLevel: "error",
    entryNames: "[name]-[hash]",
    assetNames: "[name]-[hash]",
    loader: { ".woff2": "file" },
  };
  const results = await Promise.all([
    esbuild.build({
      ...common,
      entryPoints: STYLES,
      target: BROWSERS,
    }),
    esbuild.build({
      ...common,
      entryPoints: SCRIPTS,
      format: "iife",
      target: BROWSERS,
    }),
    // The loader reports an error in browsers where the frame cannot work. The values that are inserted when it is served
    // (components/checkout/loader-script.ts) are placeholder names here.
    esbuild.build({
      ...common,
      entryPoints: ["components/checkout/browser/embed.ts"],
      format: "iife",
      target: "es2020",
      charset: "utf8",
      tsconfigRaw: {},
      define: {
        BANKSIDE_BASE: '"__BANKSIDE_BASE__"',
        BANKSIDE_WORDS: '"__BANKSIDE_WORDS__"',
        BANKSIDE_VERSION: JSON.stringify(version),
      },
    }),
    esbuild.build({
      ...common,
      entryPoints: ["reference.css", "reference.ts", "docs.ts"].map((name) => `app/docs/browser/${name}`),
      format: "esm",
      target: BROWSERS,
    }),
  ]);
  mkdirSync(outDir, { recursive: true });
  const outputs = results.flatMap((result) => result.outputFiles);
  for (const { path: file, contents } of outputs) if (!existsSync(file)) writeWhole(file, contents);
  const files = outputs.map(({ path: file }) => path.basename(file));
  const manifest = manifestOf(files);
  writeWhole(path.join(outDir, "manifest.json"), JSON.stringify(manifest, null, 2));
  return manifest;
}

/** The files that pages name. */
function manifestOf(files) {
  const named = (pattern) => files.find((file) => pattern.test(file));
  return {
    css: named(/^checkout-.*\.css$/),
    font: named(/^geist-latin-wght-.*\.woff2$/),
    js: named(/^checkout-.*\.js$/),
    earlyJs: named(/^early-.*\.js$/),
    returnJs: named(/^return-.*\.js$/),
    receiptCss: named(/^receipt-.*\.css$/),
    sheetCss: named(/^sheet-.*\.css$/),
    sheetJs: named(/^sheet-.*\.js$/),
    loader: named(/^embed-.*\.js$/),
    referenceCss: named(/^reference-.*\.css$/),
    referenceJs: named(/^reference-.*\.js$/),
    docsJs: named(/^docs-.*\.js$/),
    files,
  };
}

// A server, a test or another build may read the folder at the same time, so each file appears only when complete.
function writeWhole(file, contents) {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, contents);
  renameSync(draft, file);
}

// Deletes the files of earlier builds.
function sweep(outDir, { files }) {
  for (const old of readdirSync(outDir)) {
    if (
      /^(checkout|early|receipt|return|sheet|embed|reference|docs|geist\S*)-[A-Z0-9]{8}\.(css|js|woff2)$/.test(old) &&
      !files.includes(old)
    )
      rmSync(path.join(outDir, old));
  }
}

// A folder named on the command line belongs to a test: nothing is deleted there.
const [, , named] = process.argv;
const outDir = path.resolve(root, named ?? "dist/browser");
const manifest = await buildBrowser({ outDir });
if (named === undefined) sweep(outDir, manifest);
