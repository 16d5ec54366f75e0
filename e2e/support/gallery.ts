// Every state of the checkout as a page in a browser, without a server behind it: drawn in this process by the product's
// own components, with the style sheet, the fonts and the script that browsers get.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Page, Route } from "@playwright/test";
import { build } from "esbuild";
import type { Exhibit, GALLERY } from "../../components/checkout/testing/draw";
import type { Drawing } from "../../components/checkout/testing/states";

const root = path.join(import.meta.dirname, "../..");
const TYPES: Record<string, string> = { css: "text/css; charset=utf-8", js: "text/javascript", woff2: "font/woff2" };

/** Where the gallery's pages stand. Nothing is asked of it: every request is answered by the test. */
export const GALLERY_URL = "https://pay.example/embed";

type Assets = { css: string; js: string };

/** One exhibit of the gallery, and how it is looked at. */
export type Sight = Drawing & { exhibit: Exhibit };
export type Gallery = Awaited<ReturnType<typeof openGallery>>;

// Playwright's own compiler takes no JSON, and React is none of its modules: one file is made of it all.
const ENTRY = 'export { GALLERY } from "./testing/draw";';

/** Builds the gallery, and what browsers load for it, from the sources as they are. `close` removes what was built. */
export async function openGallery() {
  const folder = mkdtempSync(path.join(tmpdir(), "bankside-gallery-"));
  await build({
    stdin: { contents: ENTRY, resolveDir: path.join(root, "components/checkout"), loader: "ts" },
    outfile: path.join(folder, "gallery.cjs"),
    bundle: true,
    platform: "node",
    define: { "process.env.NODE_ENV": '"production"' },
    logLevel: "error",
  });
  execFileSync(process.execPath, [path.join(root, "scripts/build-browser.mjs"), folder]);
  const named = JSON.parse(readFileSync(path.join(folder, "manifest.json"), "utf8")) as Assets;
  const assets = { css: `/assets/${named.css}`, js: `/assets/${named.js}` };
  const all = (createRequire(import.meta.url)(path.join(folder, "gallery.cjs")) as { GALLERY: typeof GALLERY }).GALLERY;

  /** A sight as the document that the server would send. */
  const draw = ({ exhibit, ...drawing }: Sight) => exhibit.draw(drawing, assets);

  /** All that there is to see, each in each of its views. */
  const sights = (drawing: Omit<Drawing, "view">): Sight[] =>
    all.flatMap((exhibit) => exhibit.views.map((view) => ({ ...drawing, exhibit, view })));

  /** One of them by its name. */
  function exhibit(name: string): Exhibit {
    const found = all.find((one) => one.name === name);
    if (!found) throw new Error(`Nothing in the gallery is called ${name}.`);
    return found;
  }

  function answer(route: Route): Promise<void> {
    const name = path.basename(new URL(route.request().url()).pathname);
    const contentType = TYPES[name.split(".").at(-1) ?? ""] ?? "application/octet-stream";
    return route.fulfill({ body: readFileSync(path.join(folder, name)), contentType });
  }

  /** Opens a document as a page of its own. Its files are answered; what it asks besides is refused. */
  async function open(page: Page, html: string): Promise<void> {
    await page.unrouteAll();
    await page.route("**/*", (route) => route.abort());
    await page.route("**/assets/*", answer);
    await page.route(GALLERY_URL, (route) => route.fulfill({ body: html, contentType: "text/html; charset=utf-8" }));
    await page.goto(GALLERY_URL);
  }

  const close = () => rmSync(folder, { recursive: true, force: true });
  return { draw, sights, exhibit, open, close };
}

/** What a sight is called where something is found in it. */
export function nameOf({ exhibit, view, language, theme }: Sight): string {
  return [exhibit.name, view, language, theme].filter(Boolean).join(" ");
}

// One document after the other in one page, which has the style sheet already: opening each would take many times as long.
const SHOW = `
  window.show = (html) => {
    const next = new DOMParser().parseFromString(html, "text/html");
    next.querySelector("link[rel=stylesheet]").remove();
    document.documentElement.replaceWith(next.documentElement);
  };
  window.dress = async () => {
    const { href } = document.querySelector("link[rel=stylesheet]");
    const sheet = new CSSStyleSheet();
    sheet.replaceSync((await (await fetch(href)).text()).replaceAll("url(\\"./", "url(\\"/assets/"));
    document.adoptedStyleSheets = [sheet];
  };`;

/** Makes a page ready to show documents in itself, one after the other, by `window.show(html)`. */
export async function openStage(page: Page, gallery: Gallery, script = ""): Promise<void> {
  const [first] = gallery.sights({ language: "en" });
  if (!first) throw new Error("The gallery is empty.");
  await gallery.open(page, gallery.draw(first));
  await page.evaluate(`${SHOW}\n${script}\nwindow.dress();`);
}
