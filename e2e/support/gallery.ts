// Every state of the checkout as a page without a server: rendered in this process by the checkout's components, with the
// style sheet, fonts and script that browsers load.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { expect, type Page } from "@playwright/test";
import encodeQR from "qr";
import type { Language } from "../../components/checkout/languages/languages";
import type { Exhibit, GALLERY } from "../../components/checkout/testing/draw";
import type { pseudoTranslator as pseudo } from "../../components/checkout/testing/pseudo";
import type { Drawing } from "../../components/checkout/testing/states";
import { GALLERY_FILE } from "./build-gallery";

const TYPES: Record<string, string> = {
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript",
  ".woff2": "font/woff2",
};

/** The address of the gallery's pages. The test answers every request. */
const GALLERY_URL = "https://pay.example/embed";

type Parts = { GALLERY: typeof GALLERY; pseudoTranslator: typeof pseudo };
type Assets = { css: string; font: string; js: string; receiptCss: string };

/** An exhibit with its language, theme and view. */
export type GalleryState = Drawing & { exhibit: Exhibit };

/** The content of a file that the page loads; a promise delays it. */
type Serve = (name: string, body: Buffer) => Buffer | string | Promise<Buffer | string>;

export type Gallery = ReturnType<typeof openGallery>;

/** Opens the gallery that build-gallery.ts built: by default the one of global setup. */
export function openGallery(folder = process.env["E2E_GALLERY"] ?? "") {
  const { GALLERY: all, pseudoTranslator } = createRequire(import.meta.url)(path.join(folder, GALLERY_FILE)) as Parts;
  const named = JSON.parse(readFileSync(path.join(folder, "manifest.json"), "utf8")) as Assets;
  const assets = {
    css: `/assets/${named.css}`,
    font: `/assets/${named.font}`,
    js: `/assets/${named.js}`,
    receiptCss: `/assets/${named.receiptCss}`,
  };

  /** The HTML document of a state. */
  const draw = ({ exhibit, ...drawing }: GalleryState) => exhibit.draw(drawing, assets);

  /** Every exhibit in each of its views. */
  const states = (drawing: Omit<Drawing, "view">): GalleryState[] =>
    all.flatMap((exhibit) => exhibit.views.map((view) => ({ ...drawing, exhibit, view })));

  /** Every exhibit in a language or pseudo-language. */
  const statesIn = (words: Language | "en-XA" | "ar-XB"): GalleryState[] =>
    words === "en-XA" || words === "ar-XB"
      ? states({ language: "en", translator: pseudoTranslator(words) })
      : states({ language: words });

  /** An exhibit by its name. */
  function exhibit(name: string): Exhibit {
    const found = all.find((one) => one.name === name);
    if (!found) throw new Error(`The gallery has no exhibit ${name}.`);
    return found;
  }

  /** Opens a document as a page. `serve` answers its files; other requests are aborted. */
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

  return { draw, states, statesIn, exhibit, open };
}

/** The name of a state in messages. */
export function nameOf({ exhibit, view, language, theme }: GalleryState): string {
  return [exhibit.name, view, language, theme].filter(Boolean).join(" ");
}

// Replaces the document within one page that has the style sheet already: loading each document takes many times as long.
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

/** Prepares a page to show one document after the other by `window.show(html)`. */
export async function openStage(page: Page, gallery: Gallery, script: string): Promise<void> {
  const [first] = gallery.states({ language: "en" });
  if (!first) throw new Error("The gallery is empty.");
  await gallery.open(page, gallery.draw(first));
  await page.evaluate(`${SHOW}\n${script}\nwindow.dress();`);
}

/** Answers the open page's next poll with the state of `html`, and waits until the page shows it. */
export async function updateState(page: Page, html: string): Promise<void> {
  const [, phase = ""] = /data-phase="(\w+)"/.exec(html) ?? [];
  const [, key = ""] = /data-key="([^"]+)"/.exec(html) ?? [];
  const [, amount = ""] = /data-amount="(\d+)"/.exec(html) ?? [];
  const state = { phase, amount: Number(amount), currency: "EUR", expiresInS: null, go: null };
  await page.route("**/embed/state?*", (route) => {
    // As the server does: a page that shows the state already gets no HTML, and its elements stay.
    const shown = new URL(route.request().url()).searchParams.get("key");
    return route.fulfill({ json: { ...state, html: shown === key ? null : html } });
  });
  // The script polls at once when its tab becomes visible.
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await expect(page.locator("[data-root]")).toHaveAttribute("data-key", key);
}
