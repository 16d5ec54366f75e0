// Takes the README's pictures from a running product: `npm start` in one terminal, `node docs/pictures/take.mjs` in
// another. It pays an order of the demo shop and signs in to the Console with the code from the outbox.
import path from "node:path";
import { chromium } from "@playwright/test";

const shopUrl = process.argv[2] ?? "http://localhost:3001";
const baseUrl = process.argv[3] ?? "http://localhost:3000";
const email = process.argv[4] ?? "ines@olaria.example";
const picture = (name) => path.join(import.meta.dirname, `${name}.png`);

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
});
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

await browser.close();
console.log("Taken: docs/pictures/checkout.png, docs/pictures/console.png. Look at them before you commit them.");
