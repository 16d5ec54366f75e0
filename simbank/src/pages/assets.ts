import { readFile } from "node:fs/promises";
import path from "node:path";
import { APPROVAL_CSS } from "./approval-css";

const TYPEFACE = "node_modules/@fontsource-variable/geist/files/geist-latin-wght-normal.woff2";
const TYPEFACE_HEADERS = { "Content-Type": "font/woff2", "Cache-Control": "public, max-age=604800" };
/** Revalidated on each use: each customer sees the page once, and a release may change it. */
const CSS_HEADERS = { "Content-Type": "text/css; charset=utf-8", "Cache-Control": "no-cache" };

/** What the pages load from their bank's address: styles and the font, from its package. Null: another name. */
export async function pageAsset(name: string | undefined): Promise<Response | null> {
  if (name === "approval.css") return new Response(APPROVAL_CSS, { headers: CSS_HEADERS });
  if (name !== "geist.woff2") return null;
  const bytes = await readFile(path.join(/* turbopackIgnore: true */ process.cwd(), TYPEFACE));
  return new Response(new Uint8Array(bytes), { headers: TYPEFACE_HEADERS });
}
