// Checkout settings in the Console, and the customer's view of them. A separate product, because name, colour and logo
// are on every page of a merchant.
import { type APIRequestContext, expect, type FrameLocator, type Page, test } from "@playwright/test";
import { openPage, signIn } from "../support/console/console";
import { callbacksOf, expectError, mountScript, type Pages, pageServer, shopPage } from "../support/pages";
import { ownProduct, type Product } from "../support/product/product";
import { ready } from "../support/ready";
import { accessToken, createPaymentRequest } from "../support/rest";
import { rootOf } from "../support/shop";

/** A designer's SVG, and one with a script. */
const DRAWING = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><script>window.ran = 1</script>
  <circle cx="50" cy="50" r="46" fill="#c2410c" onload="window.ran = 1"/></svg>`;
const logoFile = (text = DRAWING) => ({ name: "logo.svg", mimeType: "image/svg+xml", buffer: Buffer.from(text) });
/** A colour too pale on white, the ground that replaces it, and the ink on that. */
const YELLOW = { given: "#ffdd00", light: "rgb(164, 141, 0)", dark: "rgb(255, 221, 0)", ink: "rgb(0, 0, 0)" };

// In one worker: each worker would start a product.
test.describe.configure({ mode: "default" });
let product: Product;
let pages: Pages;
test.beforeAll(async () => {
  product = await ownProduct();
  [pages] = await Promise.all([pageServer(), product.start()]);
});
test.afterAll(async () => {
  await Promise.all([pages.close(), product.remove()]);
});

const shownIn = (page: Page) => page.frameLocator('iframe[data-preview="shown"]');
/** For retried assertions: a frame may be rendered again during one. */
const orGone = (asked: Promise<string>) => asked.catch(() => "the frame was drawn anew");
const colourOf = (where: FrameLocator, property = "background-color") =>
  orGone(
    where.locator("#pay .btn").evaluate((button, name) => getComputedStyle(button).getPropertyValue(name), property),
  );

const SAVED_LOGO = /^url\(".*(\/logos\/merchants\/[0-9a-f]{64})"\)$/;
const pictureOf = (where: FrameLocator) =>
  orGone(
    where
      .locator(".logo")
      .first()
      .evaluate((picture) => getComputedStyle(picture).backgroundImage),
  );

/** Whether the mark shows the monogram without a logo. */
async function looksWithout(where: FrameLocator): Promise<boolean> {
  const mark = where.locator(".payee").first();
  const before = await mark.screenshot();
  await mark.locator(".logo").evaluate((picture) => picture.toggleAttribute("hidden", true));
  const letters = await mark.screenshot();
  await mark.locator(".logo").evaluate((picture) => picture.toggleAttribute("hidden", false));
  return before.equals(letters);
}

/** A shop's page with a payment without redirect URLs. */
async function shopWith(request: APIRequestContext): Promise<string> {
  const token = await accessToken(request, product.base, await product.shopCredential());
  const made = await createPaymentRequest(request, product.base, { token, amount: 2_550, reference: "Branded" });
  const loader = `<script src="${product.base}/embed.js"></script>`;
  const script = mountScript(made.data?.payment_token ?? "");
  return pages.put(`/${crypto.randomUUID()}`, shopPage(script, '<div id="pay"></div>', loader));
}

async function openSettings(page: Page): Promise<void> {
  await signIn(page, product.base);
  await openPage(page, "Checkout");
  await expect(rootOf(shownIn(page))).toBeVisible();
}

test("settings are previewed before they are saved, then shown to customers at the added origin", {
  tag: "@deep",
}, async ({ page, browser }) => {
  test.slow();
  const wrong: string[] = [];
  page.on("console", (message) => message.type() === "error" && wrong.push(message.text()));
  await openSettings(page);

  const colour = page.getByRole("textbox", { name: "Colour optional" });
  await colour.fill("#12");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(colour).toBeFocused();
  await colour.fill(YELLOW.given);
  await expect(page.getByText("Too pale on white: 1.3:1, the minimum is 3:1.")).toBeVisible();
  await expect.poll(() => colourOf(shownIn(page))).toBe(YELLOW.light);
  await expect.poll(() => colourOf(shownIn(page), "color")).toBe(YELLOW.ink);
  await page.getByRole("radio", { name: "Dark" }).check();
  await expect.poll(() => colourOf(shownIn(page))).toBe(YELLOW.dark);
  await page.getByRole("textbox", { name: "Name" }).fill("Olaria & Filhos");
  await expect(shownIn(page).getByText("Olaria & Filhos").first()).toBeVisible();
  await page.locator("input[type=file]").setInputFiles(logoFile());
  const drawn = () => pictureOf(shownIn(page));
  await expect.poll(drawn).toMatch(/^url\("data:image\/(png|webp);/);

  await page.getByRole("button", { name: "Save logo" }).click();
  await expect(page.getByRole("region", { name: "Logo" })).toContainText("Logo saved");
  await expect.poll(drawn).toMatch(SAVED_LOGO);
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Changes saved", { exact: true })).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Name" })).toHaveValue("Olaria & Filhos");
  await page.getByRole("textbox", { name: "Add a domain" }).fill(`${pages.stranger}/cart`);
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await expect(page.getByRole("main").getByRole("alert")).toContainText(
    `did you mean ${pages.stranger}? Nothing was changed.`,
  );
  await page.getByRole("textbox", { name: "Add a domain" }).fill(pages.stranger);
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await expect(page.getByRole("list", { name: "Domains" })).toContainText(pages.stranger);
  // The expected error.
  expect(wrong.filter((text) => !text.includes("status of 400"))).toEqual([]);

  const shopper = await (await browser.newContext({ colorScheme: "light" })).newPage();
  const refused: string[] = [];
  shopper.on("console", (message) => /Content.Security.Policy/.test(message.text()) && refused.push(message.text()));
  await shopper.goto(pages.stranger + (await shopWith(page.request)));
  await expectBranded(shopper);
  await shopper.emulateMedia({ colorScheme: "dark" });
  await expect.poll(() => colourOf(shopper.frameLocator("iframe"))).toBe(YELLOW.dark);
  // It remains after the script has replaced the content.
  const frame = shopper.frameLocator("iframe");
  const first = await frame.locator(".bank-name").first().innerText();
  await frame.getByRole("combobox", { name: "Country" }).selectOption("DE");
  await expect(frame.locator(".bank-name").first()).not.toHaveText(first);
  expect(await colourOf(frame)).toBe(YELLOW.dark);
  expect(await pictureOf(frame)).toMatch(SAVED_LOGO);
  expect(refused).toEqual([]);
  await shopper.context().close();
});

async function expectBranded(shopper: Page): Promise<void> {
  const frame = shopper.frameLocator("iframe");
  await expect(rootOf(frame)).toHaveAttribute("data-phase", "choosing");
  await expect.poll(() => colourOf(frame)).toBe(YELLOW.light);
  await expect(frame.getByText("Olaria & Filhos").first()).toBeVisible();
  const address = SAVED_LOGO.exec(await pictureOf(frame))?.[1] ?? "";
  expect((await shopper.request.get(product.base + address)).headers()["content-type"]).toMatch(/^image\/(png|webp)$/);
  const logo = frame.locator(".logo").first();
  expect(await logo.boundingBox()).toMatchObject({ width: 36, height: 36 });
  await expect.poll(() => looksWithout(frame)).toBe(false);
  const inner = shopper.frames().find((one) => one.url().startsWith(`${product.base}/embed`));
  const answer = await shopper.request.get(inner?.url() ?? "");
  expect(answer.headers()["content-security-policy"]).toMatch(/style-src 'self' 'sha256-[A-Za-z0-9+/]{43}='/);
}

test("a logo that does not load leaves the letters, and a removed origin cannot frame the checkout", {
  tag: "@deep",
}, async ({ page, browser }) => {
  test.slow();
  await openSettings(page);
  const origins = page.getByRole("list", { name: "Domains" });
  if (!(await origins.innerText()).includes(pages.stranger)) {
    await page.getByRole("textbox", { name: "Add a domain" }).fill(pages.stranger);
    await page.getByRole("button", { name: "Add", exact: true }).click();
  }
  await expect(origins).toContainText(pages.stranger);
  await page.locator("input[type=file]").setInputFiles(logoFile(DRAWING.replace("#c2410c", "#0369a1")));
  await page.getByRole("button", { name: "Save logo" }).click();
  await expect(page.getByRole("region", { name: "Logo" })).toContainText("Logo saved");

  const shopper = await (await browser.newContext()).newPage();
  await shopper.route("**/logos/merchants/*", (route) => route.abort());
  const path = await shopWith(page.request);
  await shopper.goto(pages.stranger + path);
  const frame = shopper.frameLocator("iframe");
  await expect(rootOf(frame)).toHaveAttribute("data-phase", "choosing");
  const mark = frame.locator(".payee").first();
  expect(await mark.boundingBox()).toMatchObject({ width: 36, height: 36 });
  expect(await looksWithout(frame)).toBe(true);

  await page.getByRole("button", { name: `Remove ${pages.stranger}` }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove domain" }).click();
  await expect(page.getByRole("alertdialog")).toHaveCount(0);
  await expect(origins).not.toContainText(pages.stranger);
  await shopper.goto(pages.stranger + path);
  await expectError(shopper, "origin_not_allowed");
  expect((await callbacksOf(shopper)).filter(([name]) => name === "ready")).toEqual([]);
  await shopper.context().close();
});

test("a form older than the last change is refused and shows the current settings", { tag: "@deep" }, async ({
  page,
  context,
}) => {
  await openSettings(page);
  const name = (of: Page) => of.getByRole("textbox", { name: "Name" });
  const save = (of: Page) => of.getByRole("button", { name: "Save changes" }).click();
  await name(page).fill("Typed first, saved last");
  const colleague = await context.newPage();
  await colleague.goto(`${product.base}/console/checkout`);
  await ready(colleague);
  await name(colleague).fill("Olaria Nova");
  await save(colleague);
  await expect(colleague.getByText("Changes saved", { exact: true })).toBeVisible();
  await page.bringToFront();
  await save(page);
  const told = page.getByRole("main").getByRole("alert");
  await expect(told).toContainText("Someone else changed the name or the colour since you opened this page.");
  await expect(told).toContainText("Nothing was changed.");
  await page.getByRole("button", { name: "Reload" }).click();
  await expect(name(page)).toHaveValue("Olaria Nova");
});

test("the preview needs a sign-in, shows the own merchant only, and cannot be framed by other origins", {
  tag: "@deep",
}, async ({ page }) => {
  await openSettings(page);
  const src = (await page.locator('iframe[data-preview="shown"]').getAttribute("src")) ?? "";
  const answer = await page.request.get(product.base + src);
  const policy = answer.headers()["content-security-policy"] ?? "";
  expect(policy).toContain("frame-ancestors 'self'");
  expect(policy).toContain("form-action 'none'");
  expect(policy).not.toContain("script-src");
  expect(await answer.text()).not.toContain("<script");
  const foreign = src.replace(/merchant=[^&]+/, "merchant=01931f00-0000-7000-8000-000000000012");
  expect((await page.request.get(product.base + foreign)).status()).toBe(404);
  const stranger = await page.context().browser()?.newContext();
  expect((await stranger?.request.get(product.base + src))?.status()).toBe(401);
  await stranger?.close();
});
