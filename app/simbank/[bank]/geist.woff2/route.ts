import { readFile } from "node:fs/promises";
import path from "node:path";

const FILE = "node_modules/@fontsource-variable/geist/files/geist-latin-wght-normal.woff2";

/** The font of the approval page, from its package. */
export async function GET(): Promise<Response> {
  const bytes = await readFile(path.join(/* turbopackIgnore: true */ process.cwd(), FILE));
  const headers = { "Content-Type": "font/woff2", "Cache-Control": "public, max-age=604800" };
  return new Response(new Uint8Array(bytes), { headers });
}
