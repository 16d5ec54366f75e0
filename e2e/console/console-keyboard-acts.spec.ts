// The commonest acts in the Console by the keyboard alone, each from the start of its page.
import { expect, type Page, test } from "@playwright/test";
import { type ConsoleSeed, openPath, seedSharedConsole } from "../support/console/console-pages";
import { startSession } from "../support/console/session";
import { ready } from "../support/ready";

const MOST_STOPS = 80;
/** Before the first payment of the list, with the link that skips the navigation. */
const STOPS_TO_FIRST_PAYMENT = 12;

let made: ConsoleSeed;
test.beforeAll(async ({ browser }) => {
  made = await seedSharedConsole(browser);
});

test.beforeEach(({ page }) => startSession(page));

/** Presses Tab until a control with this name has the focus; returns the number of presses. */
async function tabTo(page: Page, name: RegExp): Promise<number> {
  const passed: string[] = [];
  for (let presses = 1; presses <= MOST_STOPS; presses++) {
    await page.keyboard.press("Tab");
    const focused = await page.evaluate(() => {
      const element = document.activeElement;
      return (element?.getAttribute("aria-label") ?? element?.textContent ?? "").replace(/\s+/g, " ").trim();
    });
    if (name.test(focused)) return presses;
    passed.push(focused);
  }
  throw new Error(`Tab does not reach ${name}: ${passed.join(" | ")}`);
}

async function pressAt(page: Page, name: RegExp): Promise<void> {
  await tabTo(page, name);
  await page.keyboard.press("Enter");
}

test(`the first payment is fewer than ${STOPS_TO_FIRST_PAYMENT} stops of Tab away`, async ({ page }) => {
  await openPath(page, "/console/payments");
  await pressAt(page, /^Skip to content$/);
  const first = await page.locator("main tbody a[data-opens]").first().textContent();
  const literal = new RegExp(`^${first?.trim().replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}$`);
  expect(1 + (await tabTo(page, literal))).toBeLessThan(STOPS_TO_FIRST_PAYMENT);
});

test("by keyboard: a payment is found, opened, its webhook resent, and the list exported", async ({ page }) => {
  await openPath(page, "/console/payments");
  await page.keyboard.press("/");
  await page.keyboard.type(`Seen shown${process.pid}`);
  const row = page.locator("main tbody a[data-opens]");
  await expect(page).toHaveURL(/[?&]q=/);
  await expect(row).toHaveCount(1);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("region", { name: "Payment", exact: true })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/payments\/[0-9a-f-]{36}$/);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("12.30");
  await ready(page);
  await pressAt(page, /^The default URL$/);
  await expect(page).toHaveURL(/webhooks\/deliveries\//);
  await ready(page);
  await pressAt(page, /^Resend now$/);
  // The Console opens the new delivery.
  await expect(page.getByText("Resend of", { exact: true })).toBeVisible();

  await openPath(page, "/console/payments");
  await tabTo(page, /^Export CSV$/);
  const [download] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("Enter")]);
  expect(download.suggestedFilename()).toMatch(/[.]csv$/);
});

test("by keyboard: a link is made, copied and cancelled", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await openPath(page, "/console/payment-links");
  await page.keyboard.press("c");
  await expect(page.getByRole("dialog", { name: "New payment link" }).locator("[name=amount]")).toBeFocused();
  await page.keyboard.type("74.50");
  await page.keyboard.press("Enter");
  const drawer = page.getByRole("dialog", { name: "Payment link" });
  await expect(drawer.getByText(/[/]pay[/]plink_/)).toBeVisible();
  await pressAt(page, /^Copy the link$/);
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/[/]pay[/]plink_/);
  await pressAt(page, /^Cancel link$/);
  await expect(page.getByRole("alertdialog")).toBeVisible();
  await pressAt(page, /^Cancel link$/);
  await expect(drawer.getByText("Cancelled", { exact: true })).toBeVisible();
});

test("by keyboard: an API key is made, a secret prepared, a member invited, and the person signs out", async ({
  page,
}) => {
  const mark = `k${Date.now().toString(36)}`;
  const keep = async () => {
    await expect(page.getByRole("alertdialog", { name: "Copy this secret now" })).toBeVisible();
    await page.locator("[role=alertdialog] input[type=checkbox]").press("Space");
    await pressAt(page, /^Done$/);
    await expect(page.getByRole("alertdialog")).toHaveCount(0);
  };
  await openPath(page, "/console/api-keys");
  await page.keyboard.press("n");
  await expect(page.getByRole("textbox", { name: "Name" })).toBeFocused();
  await page.keyboard.type(mark);
  await page.keyboard.press("Enter");
  await keep();

  await openPath(page, `/console/webhooks/endpoints/${made.endpoint}`);
  await pressAt(page, /^Create next secret$/);
  await keep();
  await pressAt(page, /^Discard/);
  await page.keyboard.press("Escape");

  await openPath(page, "/console/team");
  await page.keyboard.press("n");
  await expect(page.getByRole("dialog").locator("[type=email]")).toBeFocused();
  await page.keyboard.type(`${mark}@olaria.example`);
  await page.keyboard.press("Tab");
  await page.keyboard.type("Rosa");
  await pressAt(page, /^Send invitation$/);
  await expect(page.getByText(`${mark}@olaria.example`).first()).toBeVisible();

  await pressAt(page, /^Account menu of /);
  await expect(page.getByRole("menuitem", { name: "Security" })).toBeFocused();
  await page.keyboard.press("End");
  await expect(page.getByRole("menuitem", { name: "Sign out" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/[/]sign-in/);
});
