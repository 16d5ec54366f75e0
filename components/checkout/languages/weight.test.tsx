import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { beforeAll, expect, test } from "vitest";
import { temporaryFolder } from "../../../server/test/temporary-folder";
import { loaderScript } from "../loader-script";
import { drawState } from "../testing/draw";
import { stateNamed } from "../testing/states";
import { LANGUAGES } from "./languages";

const LOADER_MAX_BYTES = 3 * 1_024;
const FIRST_VIEW_MAX_BYTES = 25_000;

const outDir = temporaryFolder("browser");
let manifest: {
  css: string;
  font: string;
  js: string;
  earlyJs: string;
  receiptCss: string;
  loader: string;
  files: string[];
};

beforeAll(() => {
  execFileSync(process.execPath, ["scripts/build-browser.mjs", outDir]);
  manifest = JSON.parse(readFileSync(path.join(outDir, "manifest.json"), "utf8"));
});

const weight = (bytes: string | Uint8Array) => gzipSync(bytes).byteLength;
const read = (name: string) => readFileSync(path.join(outDir, name));

test.each(LANGUAGES)("the loader weighs at most 3 KiB compressed, in %s too", (language) => {
  const script = loaderScript(read(manifest.loader).toString(), "https://checkout.pay.example.com", language);
  expect(weight(script)).toBeLessThanOrEqual(LOADER_MAX_BYTES);
});

// More banks than any market of the catalogue has.
test.each(LANGUAGES)("the first view of a whole market weighs at most 25,000 bytes compressed, in %s", (language) => {
  const assets = {
    css: `/assets/${manifest.css}`,
    font: `/assets/${manifest.font}`,
    js: `/assets/${manifest.js}`,
    receiptCss: `/assets/${manifest.receiptCss}`,
    early: read(manifest.earlyJs).toString(),
  };
  const html = drawState(stateNamed("choosing-whole-market"), { language, view: "frame" }, assets);
  const parts = { page: weight(html), styles: weight(read(manifest.css)), script: weight(read(manifest.js)) };
  const total = parts.page + parts.styles + parts.script;
  expect(total, `${JSON.stringify(parts)} together`).toBeLessThanOrEqual(FIRST_VIEW_MAX_BYTES);
});

// The API reference's renderer contains many in its texts; e2e/console/reference.spec.ts shows that it requests none of them.
test("no file built for customers names another origin", () => {
  for (const name of manifest.files.filter((file) => /\.(css|js)$/.test(file) && !/^reference-.*js$/.test(file))) {
    const addresses =
      read(name)
        .toString()
        .match(/https?:\/\/[^"'\s)]+/g) ?? [];
    expect(addresses.filter((address) => !address.startsWith("http://www.w3.org/"))).toEqual([]);
  }
});
