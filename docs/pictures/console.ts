// Takes contact sheets of every page behind the sign-in: `npx tsx docs/pictures/console.ts [folder] [whole]`. It starts
// its own product with the demo's samples and opens every page of `app/`. `whole`: a folder for full-length pictures of
// each page. People and payments in them are invented.
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { type Browser, chromium, type Page } from "@playwright/test";
import { signIn } from "../../e2e/support/console/console";
import {
  addressOf,
  type ConsoleSeed,
  pagesOf,
  seedConsole,
  userOf,
  visit,
} from "../../e2e/support/console/console-pages";
import { ownProduct, type Product } from "../../e2e/support/product/product";
import { chromiumOptions, findChromium } from "../../scripts/lib/browsers.mjs";

const SIZES = { desktop: { width: 1440, height: 1000 }, phone: { width: 390, height: 844 } } as const;
const SCHEMES = ["light", "dark"] as const;
/** The scale of a picture on its sheet. */
const SCALE = 0.45;
const QUALITY = 64;
/** Animations and updates after the page's load end within this time. */
const SETTLED_MS = 800;

/** Sections that require a sign-in; the last ones are for partners and operators. */
const SECTIONS = ["console", "account", "invitation", "outbox", "acting", "open", "operator"] as const;

const SHEETS: Record<string, (pattern: string) => boolean> = {
  money: (pattern) => /^\/console(\/(payments|payment-links|balances|customers)\b.*)?$/.test(pattern),
  webhooks: (pattern) => pattern.startsWith("/console/webhooks"),
  developers: (pattern) => /^\/console\/(api-keys|requests|events|go-live|try-it)$/.test(pattern),
  people: (pattern) =>
    /^\/(console\/(business|team|audit|checkout|security|notifications)|account|acting|open|invitation|outbox)\b/.test(
      pattern,
    ),
  operator: (pattern) => pattern.startsWith("/operator"),
};

const ORDERS = [
  { amount: 7450, payment_reference: "Jarra alta", order_id: "OLR-3451" },
  { amount: 12900, payment_reference: "Tea set", order_id: "OLR-3452" },
  { amount: 2600, payment_reference: "Two bowls", order_id: "OLR-3453" },
  { amount: -1, payment_reference: "Not possible", order_id: "OLR-3454" },
];

/** Calls of the shop's server: links, one of them refused, and the status of the first one. */
async function callAsProgram(product: Product): Promise<void> {
  const ask = async (method: string, address: string, token?: string, body?: object) => {
    const headers = { "content-type": "application/json", ...(token ? { authorization: `Bearer ${token}` } : {}) };
    const given = body ? { body: JSON.stringify(body) } : {};
    const answer = await fetch(`${product.base}/api/v1${address}`, { method, headers, ...given });
    return ((await answer.json()) as { data?: Record<string, string> }).data ?? {};
  };
  const grant = { ...(await product.shopCredential()), grant_type: "client_credentials" };
  const { access_token } = await ask("POST", "/oauth2/token", undefined, grant);
  const made = [];
  for (const order of ORDERS) {
    made.push(await ask("POST", "/payment-links", access_token, { order: { ...order, currency: "EUR" } }));
  }
  await ask("GET", `/payment-links/${made[0]?.["link_id"]}`, access_token);
  await ask("GET", "/payment-links?limit=5", access_token);
}

type Picture = { pattern: string; name: string; body: Buffer };

/**
 * Pictures of every page, opened by a user who may see it, in both sizes and schemes: of the window, and in full
 * length.
 */
async function takeAll(browser: Browser, product: Product, made: ConsoleSeed, whole?: string): Promise<Picture[]> {
  const pictures: Picture[] = [];
  for (const section of SECTIONS) {
    const context = await browser.newContext({ locale: "en-GB", timezoneId: "Europe/Lisbon", reducedMotion: "reduce" });
    const page = await context.newPage();
    await signIn(page, product.base, userOf(section));
    for (const pattern of pagesOf(section)) {
      for (const [size, viewport] of Object.entries(SIZES)) {
        await page.setViewportSize(viewport);
        await visit(page, product.base + addressOf(pattern, made));
        await page.evaluate(() => document.fonts.ready);
        await page.waitForTimeout(SETTLED_MS);
        for (const colorScheme of SCHEMES) {
          await page.emulateMedia({ colorScheme });
          const name = `${size} ${colorScheme}`;
          pictures.push({ pattern, name, body: await page.screenshot({ type: "jpeg", quality: 90 }) });
          if (whole) await keepWhole(page, path.join(whole, pattern.replaceAll(/\W+/g, "-").slice(1)), name);
        }
      }
      console.log(pattern);
    }
    await context.close();
  }
  return pictures;
}

async function keepWhole(page: Page, folder: string, name: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: path.join(folder, `${name.replace(" ", "-")}.png`), fullPage: true });
}

/** A contact sheet: a row for each page, with its pictures side by side. */
async function drawSheet(browser: Browser, pictures: readonly Picture[]): Promise<Buffer> {
  const page = await browser.newPage();
  const patterns = [...new Set(pictures.map(({ pattern }) => pattern))];
  const drawn = patterns.map((pattern) => {
    const row = pictures.filter((picture) => picture.pattern === pattern);
    const images = row.map(({ body }) => `<img src="data:image/jpeg;base64,${body.toString("base64")}">`);
    return `<h2>${pattern}</h2><div>${images.join("")}</div>`;
  });
  const wide = 2 * (SIZES.desktop.width + SIZES.phone.width) * SCALE + 5 * 24;
  await page.setViewportSize({ width: Math.ceil(wide), height: 600 });
  await page.setContent(`<!doctype html><style>
    body { margin: 24px; background: #d8d5cd; font: 15px system-ui; } h2 { font: inherit; margin: 24px 0 8px; }
    div { display: flex; gap: 24px; align-items: start; } img { zoom: ${SCALE}; border-radius: 12px; }
  </style>${drawn.join("")}`);
  const sheet = await page.screenshot({ type: "jpeg", quality: QUALITY, fullPage: true });
  await page.close();
  return sheet;
}

const folder = process.argv[2] ?? path.join(import.meta.dirname, "console");
const product = await ownProduct();
const browser = await chromium.launch(chromiumOptions(await findChromium()));
try {
  await product.start();
  await callAsProgram(product);
  const [owner, shopper] = [await browser.newPage(), await browser.newPage()];
  await signIn(owner, product.base);
  const { base, query } = product;
  const made = await seedConsole({ page: owner, shopper, base, query, mark: "spring" });
  const pictures = await takeAll(browser, product, made, process.argv[3]);
  mkdirSync(folder, { recursive: true });
  for (const [name, shows] of Object.entries(SHEETS)) {
    const sheet = await drawSheet(
      browser,
      pictures.filter(({ pattern }) => shows(pattern)),
    );
    writeFileSync(path.join(folder, `${name}.jpg`), sheet);
    console.log(`${name}.jpg: ${Math.ceil(sheet.byteLength / 1024)} KiB`);
  }
} finally {
  await browser.close();
  await product.remove();
}
