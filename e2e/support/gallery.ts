// Every state of the checkout as a page in a browser, without a server behind it: drawn in this process by the product's
// own components, with the style sheet, the fonts and the script that browsers get.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { expect, type Page } from "@playwright/test";
import encodeQR from "qr";
import type { Language } from "../../components/checkout/languages";
import type { Exhibit, GALLERY } from "../../components/checkout/testing/draw";
import type { pseudoWords as pseudo } from "../../components/checkout/testing/pseudo";
import type { Drawing } from "../../components/checkout/testing/states";
import { GALLERY_FILE } from "./build-gallery";

const TYPES: Record<string, string> = {
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript",
  ".woff2": "font/woff2",
};

/** Where the gallery's pages stand. Nothing is asked of it: every request is answered by the test. */
const GALLERY_URL = "https://pay.example/embed";

type Parts = { GALLERY: typeof GALLERY; pseudoWords: typeof pseudo };
type Assets = { css: string; js: string };

/** One exhibit of the gallery, and how it is looked at. */
export type Sight = Drawing & { exhibit: Exhibit };

/** What is answered for a file that the page loads, and when. */
type Serve = (name: string, body: Buffer) => Buffer | string | Promise<Buffer | string>;

export type Gallery = ReturnType<typeof openGallery>;

/** Opens a gallery that was built (build-gallery.ts): before the journeys, unless a folder is named. */
export function openGallery(folder = process.env["E2E_GALLERY"] ?? "") {
  const { GALLERY: all, pseudoWords } = createRequire(import.meta.url)(path.join(folder, GALLERY_FILE)) as Parts;
  const named = JSON.parse(readFileSync(path.join(folder, "manifest.json"), "utf8")) as Assets;
  const assets = { css: `/assets/${named.css}`, js: `/assets/${named.js}` };

  /** A sight as the document that the server would send. */
  const draw = ({ exhibit, ...drawing }: Sight) => exhibit.draw(drawing, assets);

  /** All that there is to see, each in each of its views. */
  const sights = (drawing: Omit<Drawing, "view">): Sight[] =>
    all.flatMap((exhibit) => exhibit.views.map((view) => ({ ...drawing, exhibit, view })));

  /** The same in a language, or in one of the made-up ones. */
  const sightsIn = (words: Language | "en-XA" | "ar-XB"): Sight[] =>
    words === "en-XA" || words === "ar-XB"
      ? sights({ language: "en", words: pseudoWords(words) })
      : sights({ language: words });

  /** One of them by its name. */
  function exhibit(name: string): Exhibit {
    const found = all.find((one) => one.name === name);
    if (!found) throw new Error(`Nothing in the gallery is called ${name}.`);
    return found;
  }

  /** Opens a document as a page of its own. Its files are answered, through `serve`; what it asks besides is refused. */
  async function open(page: Page, html: string, serve: Serve = (_name, body) => body): Promise<void> {
    await page.unrouteAll();
    await page.route("**/*", (route) => route.abort());
    await page.route("**/assets/*", async (route) => {
      const name = path.basename(new URL(route.request().url()).pathname);
      const contentType = TYPES[path.extname(name)] ?? "application/octet-stream";
      const body = await serve(name, readFileSync(path.join(folder, name)));
      await route.fulfill({ body, contentType });
    });
    await page.route("**/checkout/qr?*", (route) => {
      const body = encodeQR(route.request().url(), "svg", { ecc: "low", border: 4 });
      return route.fulfill({ body, contentType: "image/svg+xml" });
    });
    await page.route(GALLERY_URL, (route) => route.fulfill({ body: html, contentType: "text/html; charset=utf-8" }));
    await page.goto(GALLERY_URL, { waitUntil: "domcontentloaded" });
  }

  return { draw, sights, sightsIn, exhibit, open };
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

/** Tells the script of an open page that things stand as in `html` now, as the server would, and waits until it shows that. */
export async function becomes(page: Page, html: string): Promise<void> {
  const [, phase = ""] = /data-phase="(\w+)"/.exec(html) ?? [];
  const [, key = ""] = /data-key="([^"]+)"/.exec(html) ?? [];
  const [, amount = ""] = /data-amount="(\d+)"/.exec(html) ?? [];
  const state = { phase, amount: Number(amount), currency: "EUR", expiresInS: null, html, go: null };
  await page.route("**/embed/state?*", (route) => route.fulfill({ json: state }));
  // Coming back to the tab is what makes the script ask at once.
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await expect(page.locator("[data-root]")).toHaveAttribute("data-key", key);
}
