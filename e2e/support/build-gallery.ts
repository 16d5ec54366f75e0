// Bundles the gallery of the checkout's states, and the scripts and styles that browsers load for it.
import { execFileSync } from "node:child_process";
import path from "node:path";
import { build, stop } from "esbuild";

const root = path.join(import.meta.dirname, "../..");
// One bundle, because Playwright's compiler imports no JSON and does not resolve React.
const ENTRY = 'export { GALLERY } from "./testing/draw"; export { pseudoTranslator } from "./testing/pseudo";';
export const GALLERY_FILE = "gallery.cjs";

export async function buildGallery(folder: string): Promise<void> {
  await build({
    stdin: { contents: ENTRY, resolveDir: path.join(root, "components/checkout"), loader: "ts" },
    outfile: path.join(folder, GALLERY_FILE),
    bundle: true,
    platform: "node",
    define: { "process.env.NODE_ENV": '"production"' },
    logLevel: "error",
  });
  await stop();
  execFileSync(process.execPath, [path.join(root, "scripts/build-browser.mjs"), folder]);
}
