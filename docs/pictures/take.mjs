// Takes the README's pictures, and those of the main pages, from a running product: `npm start` in one terminal,
// `node docs/pictures/take.mjs` in another. It pays an order of the demo shop and signs in to the Console with the code
// from the outbox.
import { mkdirSync } from "node:fs";
import path from "node:path";
import { chromium } from "@playwright/test";
import { chromiumOptions, findChromium } from "../../scripts/lib/browsers.mjs";

const shopUrl = process.argv[2] ?? "http://localhost:3001";
const baseUrl = process.argv[3] ?? "http://localhost:3000";
const email = process.argv[4] ?? "ines@olaria.example";
const picture = (name) => path.join(import.meta.dirname, `${name}.png`);

const DESKTOP = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };
const QUALITY = 62;
/** Animations and updates after the page's load end within this time. */
const SETTLED_MS = 1_500;

const openFirstRow = (page) => page.locator("tbody a").first().click();
const openReturned = async (page) => {
  const href = await page.locator("tbody a[href*='payment=']").first().getAttribute("href");
  await page.goto(`${baseUrl}/console/payments/${new URL(href, baseUrl).searchParams.get("payment")}`);
};

/** The main pages: name of the picture, address, and what is done on the page before it is taken. */
const PAGES = [
  ["home", "/console"],
  ["home-dark", "/console", { colorScheme: "dark" }],
  ["home-phone", "/console", { size: PHONE }],
  ["payments", "/console/payments"],
  ["payments-1024", "/console/payments", { size: { width: 1024, height: 900 } }],
  ["payments-dark", "/console/payments", { act: openFirstRow, colorScheme: "dark" }],
  ["payments-phone", "/console/payments", { size: PHONE }],
  ["payment", "/console/payments?flag=returned", { act: openReturned }],
  ["payment-phone", "/console/payments?flag=returned", { act: openReturned, size: PHONE }],
  ["balances", "/console/balances"],
  ["webhooks", "/console/webhooks"],
  ["endpoint", "/console/webhooks/default"],
  ["delivery", "/console/webhooks/deliveries", { act: openFirstRow }],
  ["checkout-settings", "/console/checkout"],
  ["guide", "/docs/integrate/payments"],
  ["not-found", "/console/nothing"],
  ["guide-not-found", "/docs/integrate/nothing"],
  ["payment-link-not-found", "/pay/nothing"],
];

/** Pictures of the main pages in the session of `context`. */
async function takePages(context) {
  mkdirSync(path.join(import.meta.dirname, "pages"), { recursive: true });
  for (const [name, address, { act, size = DESKTOP, colorScheme = "light" } = {}] of PAGES) {
    const page = await context.newPage();
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.setViewportSize(size);
    await page.goto(baseUrl + address);
    await act?.(page);
    await page.waitForLoadState("networkidle");
    await page.waitForTimeout(SETTLED_MS);
    await page.screenshot({ path: pageFile(name), type: "jpeg", quality: QUALITY });
    await page.close();
  }
}

const pageFile = (name) => path.join(import.meta.dirname, "pages", `${name}.jpg`);

const browser = await chromium.launch(chromiumOptions(await findChromium()));
const context = await browser.newContext({
  viewport: { width: 1280, height: 960 },
  deviceScaleFactor: 1.5,
  colorScheme: "light",
  timezoneId: "Europe/Lisbon",
});
const page = await context.newPage();

await page.goto(shopUrl);
await page.getByRole("button", { name: "Continue to payment" }).click();
const checkout = page.frameLocator("iframe");
await checkout.getByText("Millennium bcp", { exact: true }).click();
await page.screenshot({ path: picture("checkout"), fullPage: true });

await checkout.getByRole("button", { name: /^Continue/ }).click();
await page.getByRole("button", { name: "Approve payment" }).click();
await page.getByRole("heading", { name: "Your order is paid" }).waitFor();

await page.goto(`${baseUrl}/sign-in`);
await page.getByLabel(/mail/i).fill(email);
await page.getByRole("button").first().click();
await page.waitForURL(/\/sign-in\/code/);
const outbox = await context.newPage();
await outbox.goto(`${baseUrl}/outbox`);
const code = /\b[A-Z0-9]{3}[ -]?[A-Z0-9]{3}\b/.exec(await outbox.locator("main").innerText())?.[0] ?? "";
await outbox.close();
await page.getByRole("textbox").first().fill(code);
await page.getByRole("button").first().click();
await page.waitForURL(/\/console/);
await page.goto(`${baseUrl}/console/payments`);
await page
  .getByRole("link", { name: /74[.,]50|Order/ })
  .first()
  .click();
await page.getByRole("heading", { level: 1 }).waitFor();
await page.waitForLoadState("networkidle");
await page.screenshot({ path: picture("console") });

const plain = await browser.newContext({
  storageState: await context.storageState(),
  locale: "en-GB",
  timezoneId: "Europe/Lisbon",
});
await takePages(plain);

await browser.close();
console.log("Taken: checkout.png, console.png and pages/*.jpg. Look at them before you commit them.");
