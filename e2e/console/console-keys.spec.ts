// The Console by keyboard: its frame and its drawers. Its pages are in console-axe.spec.ts.
import { randomUUID } from "node:crypto";
import { expect, test } from "@playwright/test";
import { visit } from "../support/console/console-pages";
import { startSession, USERS } from "../support/console/session";
import { keyboardTroubles } from "../support/keyboard";
import { newMerchant } from "../support/product/platform";
import { ready } from "../support/ready";
import { baseUrl } from "../support/shop";

const FRAMES = [
  { path: "/console", user: USERS.owner },
  { path: "/account", user: USERS.owner },
  { path: "/acting", user: USERS.partner },
  { path: "/operator", user: USERS.operator },
];
for (const { path, user } of FRAMES) {
  test(`the frame around ${path} is usable by keyboard, with a visible focus`, async ({ page }) => {
    await startSession(page, user);
    await visit(page, baseUrl + path);
    expect(await keyboardTroubles(page, "body")).toEqual([]);
  });
}

const DRAWERS = [
  { path: "/console/payment-links", opener: "New payment link" },
  { path: "/console/webhooks", opener: "Add endpoint" },
  { path: "/console/api-keys", opener: "Create API key" },
  { path: "/console/team", opener: "Invite member" },
];
test("a drawer gets the focus, and Esc returns it to the control that opened it", async ({ page }) => {
  await startSession(page);
  for (const { path, opener } of DRAWERS) {
    await visit(page, baseUrl + path);
    const button = page.getByRole("button", { name: opener, exact: true }).first();
    await button.press("Enter");
    const drawer = page.getByRole("dialog");
    await expect(drawer).toBeVisible();
    await expect(drawer.locator(":focus")).toHaveCount(1);
    await page.keyboard.press("Escape");
    await expect(drawer).toHaveCount(0);
    await expect(button).toBeFocused();
  }
});

test("the button of a drawer gets the focus back where its list got the first row meanwhile", { tag: "@deep" }, async ({
  page,
}) => {
  const owner = `first-${randomUUID().slice(0, 8)}@shop.example`;
  const merchantId = await newMerchant("First row", owner);
  await startSession(page, owner);
  await visit(page, `${baseUrl}/console/webhooks`);
  await ready(page);
  const button = page.getByRole("button", { name: "Add endpoint", exact: true });
  await button.press("Enter");
  await expect(page.getByRole("dialog")).toBeVisible();
  const data = { merchantId, name: "meanwhile", url: "https://hooks.example.com/meanwhile", environment: "Test" };
  const headers = { origin: baseUrl, "sec-fetch-site": "same-origin" };
  const made = await page.request.post(`${baseUrl}/api/trpc/webhooks.endpoints.create`, { headers, data });
  expect(made.status()).toBe(200);
  await expect(page.getByRole("row", { name: /meanwhile/, includeHidden: true })).toHaveCount(1);
  await page.keyboard.press("Escape");
  await expect(button).toBeFocused();
});

test("a refused form gives the focus to its first wrong field", async ({ page }) => {
  await startSession(page);
  await visit(page, `${baseUrl}/console/payment-links`);
  await ready(page);
  await page.getByRole("button", { name: "New payment link" }).press("Enter");
  const drawer = page.getByRole("dialog", { name: "New payment link" });
  await drawer.getByRole("button", { name: "Create link" }).press("Enter");
  await expect(drawer.getByRole("textbox", { name: "Amount" })).toBeFocused();
  await expect(drawer.getByRole("textbox", { name: "Amount" })).toHaveAttribute("aria-invalid", "true");
});

test("J and K go through the rows that open beside their list, and Esc and Back return to the list", async ({
  page,
}) => {
  await startSession(page, USERS.operator);
  await visit(page, `${baseUrl}/operator/kit`);
  await ready(page);
  const row = (name: string) => page.getByRole("table", { name: "Customers of the kit" }).getByRole("link", { name });
  const opened = page.getByRole("region", { name: "Customer", exact: true });
  await row("Joana Ferreira").press("Enter");
  const steps = [
    { key: "j", name: "Amelia Clarke" },
    { key: "j", name: "Rui Tavares" },
    // It is the last one.
    { key: "j", name: "Rui Tavares" },
    { key: "k", name: "Amelia Clarke" },
  ];
  await expect(opened.getByRole("heading")).toHaveText("Joana Ferreira");
  for (const { key, name } of steps) {
    await page.keyboard.press(key);
    await expect(opened.getByRole("heading")).toHaveText(name);
    await expect(row(name)).toHaveAttribute("aria-current", "true");
  }
  await page.keyboard.press("Escape");
  await expect(opened).toBeHidden();
  await expect(row("Amelia Clarke")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(opened).toBeVisible();
  await page.goBack();
  await expect(opened).toBeHidden();
});

test("a row that is pressed before the router has started opens by a page load", async ({ page }) => {
  await startSession(page, USERS.operator);
  await visit(page, `${baseUrl}/operator/kit`);
  await ready(page);
  // The router starts by setting functions of its own on the history.
  await page.evaluate(() => {
    for (const name of ["pushState", "replaceState"] as const) if (!delete window.history[name]) throw new Error(name);
  });
  await page.getByRole("table", { name: "Customers of the kit" }).getByRole("link", { name: "Rui Tavares" }).click();
  const opened = page.getByRole("region", { name: "Customer", exact: true });
  await expect(opened.getByRole("heading")).toHaveText("Rui Tavares");
});

test("the chips of a list are one stop for Tab, and arrow keys go between them", async ({ page }) => {
  await startSession(page, USERS.operator);
  await visit(page, `${baseUrl}/operator/kit`);
  await page.getByRole("searchbox", { name: "Search the kit" }).focus();
  const chips = page.getByRole("toolbar", { name: "Filters" });
  await page.keyboard.press("Tab");
  await expect(chips.getByRole("button", { name: "+ Currency" })).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await expect(chips.getByRole("button", { name: "Bank" })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(chips.locator(":focus")).toHaveCount(0);
});

test("control: an unreachable control and an invisible focus are found", async ({ page }) => {
  await page.goto(`${baseUrl}/outbox`);
  const injected =
    '<span role="button">Only a mouse</span><a href="#x" style="outline:none;box-shadow:none">Unseen</a>';
  await page
    .locator("main")
    .first()
    .evaluate((main, html) => main.insertAdjacentHTML("beforeend", html), injected);
  expect(await keyboardTroubles(page)).toEqual(["focus not visible on a Unseen", "not reached: span Only a mouse"]);
});
