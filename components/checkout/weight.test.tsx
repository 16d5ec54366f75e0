import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { renderToStaticMarkup } from "react-dom/server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { CheckoutDocument } from "./Document";
import { LANGUAGES } from "./languages";
import { loaderScript } from "./loader-script";
import { samplePage } from "./testing/sample-page";

const KIB = 1024;
const LOADER_MAX_BYTES = 3_000;
const FIRST_VIEW_MAX_BYTES = 25 * KIB;

const outDir = mkdtempSync(path.join(tmpdir(), "bankside-browser-"));
let manifest: { css: string; js: string; loader: string; files: string[] };

beforeAll(() => {
  execFileSync(process.execPath, ["scripts/build-browser.mjs", outDir]);
  manifest = JSON.parse(readFileSync(path.join(outDir, "manifest.json"), "utf8"));
});
afterAll(() => rmSync(outDir, { recursive: true }));

const weight = (bytes: string | Uint8Array) => gzipSync(bytes).byteLength;
const read = (name: string) => readFileSync(path.join(outDir, name));

test.each(LANGUAGES)("the loader weighs at most 3,000 bytes compressed, in %s too", (language) => {
  const script = loaderScript(read(manifest.loader).toString(), "https://checkout.pay.example.com", language);
  expect(weight(script)).toBeLessThanOrEqual(LOADER_MAX_BYTES);
});

test("the first view with ten banks weighs at most 25 KiB compressed: page, style sheet and script", () => {
  const html = renderToStaticMarkup(<CheckoutDocument page={samplePage({ expiresInS: 872, canCancel: true })} />);
  const total = weight(html) + weight(read(manifest.css)) + weight(read(manifest.js));
  expect(total).toBeLessThan(FIRST_VIEW_MAX_BYTES);
});

// The API reference's renderer names many in its texts: that it asks none of them is shown in a browser (e2e/reference.spec.ts).
test("nothing that is built for shoppers names another origin", () => {
  for (const name of manifest.files.filter((file) => /\.(css|js)$/.test(file) && !/^reference-.*js$/.test(file))) {
    const addresses =
      read(name)
        .toString()
        .match(/https?:\/\/[^"'\s)]+/g) ?? [];
    expect(addresses.filter((address) => !address.startsWith("http://www.w3.org/"))).toEqual([]);
  }
});
