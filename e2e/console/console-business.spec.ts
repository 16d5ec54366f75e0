// The Business page of the Console: what it saves, what it refuses, and the receipts that show it.
import { expect, type Page, test } from "@playwright/test";
import { openPage, signIn } from "../support/console/console";
import { addressOf, seedSharedConsole } from "../support/console/console-pages";
import { startSession, USERS } from "../support/console/session";
import { ready } from "../support/ready";
import { baseUrl } from "../support/shop";

const taxNumber = (page: Page) => page.getByRole("textbox", { name: /^Tax number/ });
const address = (page: Page) => page.getByRole("textbox", { name: /^Address/ });
const save = (page: Page) => page.getByRole("button", { name: "Save changes" }).press("Enter");

// In one worker, one after the other: both change the same merchant.
test.describe.configure({ mode: "default" });

test("Settings opens Business; what is saved there is on a receipt, and a wrong field gets the focus and saves nothing", async ({
  page,
  browser,
}) => {
  const made = await seedSharedConsole(browser);
  await signIn(page);
  await page.getByRole("link", { name: "Settings", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Business");
  await ready(page);
  await expect(page.getByRole("definition").filter({ hasText: "Set by the operator." })).toContainText("Portugal");

  await taxNumber(page).fill("none");
  await address(page).fill("Rua Nova 1\n4750-100 Barcelos");
  await save(page);
  await expect(taxNumber(page)).toBeFocused();
  await expect(page.getByRole("alert").filter({ hasText: "Not saved: needs a digit." })).toBeVisible();

  await taxNumber(page).fill("PT 509 442 999");
  await expect(page.getByRole("status").filter({ hasText: "Unsaved changes" })).toBeVisible();
  await save(page);
  await expect(page.getByText(/^Saved .* by Inês Carvalho$/)).toBeVisible();

  await page.goto(baseUrl + addressOf("/console/payments/[id]/receipt", made));
  const receipt = page.getByRole("article");
  await expect(receipt.getByRole("definition").filter({ hasText: "Olaria do Norte" })).toContainText("Rua Nova 1");
  await expect(receipt).toContainText("PT 509 442 999");
});

test("a form older than the last change is refused, and shows the current details", { tag: "@deep" }, async ({
  page,
  context,
}) => {
  await signIn(page);
  await openPage(page, "Business");
  await taxNumber(page).fill("PT 1");
  const colleague = await context.newPage();
  await colleague.goto(`${baseUrl}/console/business`);
  await ready(colleague);
  await address(colleague).fill("Rua da Colega 2");
  await save(colleague);
  await expect(colleague.getByText(/^Saved /)).toBeVisible();
  await page.bringToFront();
  await save(page);
  const told = page.getByRole("main").getByRole("alert");
  await expect(told).toContainText("Someone else changed the business details since you opened this page.");
  await page.getByRole("button", { name: "Reload" }).click();
  await expect(address(page)).toHaveValue("Rua da Colega 2");
  await expect(taxNumber(page)).not.toHaveValue("PT 1");
});

test("Back, a link and the command menu ask before they leave typed changes, and lead on after Discard", async ({
  page,
}) => {
  await signIn(page);
  await openPage(page, "Business");
  await taxNumber(page).fill("PT 7");
  const question = page.getByRole("alertdialog", { name: "Your changes are not saved." });
  const press = (name: string) =>
    page.getByRole("navigation", { name: "Console" }).getByRole("link", { name, exact: true }).click();
  const choose = async () => {
    await page.keyboard.press("Control+K");
    await page
      .getByRole("dialog", { name: "Search and commands" })
      .getByRole("option", { name: "Payments" })
      .first()
      .click();
  };
  for (const leave of [() => page.goBack(), () => press("Payments"), choose]) {
    await leave();
    await question.getByRole("button", { name: "Keep editing" }).click();
    await expect(question).toHaveCount(0);
    await expect(page).toHaveURL(/[/]business$/);
    await expect(taxNumber(page)).toHaveValue("PT 7");
  }
  await press("Checkout");
  await question.getByRole("button", { name: "Discard" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Checkout");
  await ready(page);
  const brand = page.getByRole("textbox", { name: "Name", exact: true });
  await brand.fill("Another name");
  await page.goBack();
  await question.getByRole("button", { name: "Discard" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Business");
  await expect(taxNumber(page)).not.toHaveValue("PT 7");
  await press("Payments");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Payments");
});

test("receipts by e-mail are off until they are switched on, and stay as switched", { tag: "@deep" }, async ({
  page,
}) => {
  await signIn(page);
  await openPage(page, "Business");
  const receipts = page.getByRole("checkbox", { name: /^Send customers a receipt by e-mail/ });
  for (const isOn of [true, false]) {
    await expect(receipts).toBeChecked({ checked: !isOn });
    await receipts.press("Space");
    await expect(page.getByText("Changes saved", { exact: true })).toBeVisible();
    await page.reload();
    await ready(page);
    await expect(receipts).toBeChecked({ checked: isOn });
  }
});

test("a viewer reads the details and can change none", { tag: "@deep" }, async ({ page }) => {
  await startSession(page, USERS.viewer);
  await page.goto(`${baseUrl}/console/business`);
  await expect(page.getByText("Only owners and admins can change these settings.")).toBeVisible();
  await expect(taxNumber(page)).toBeDisabled();
  await expect(page.getByRole("button", { name: "Save changes" })).toBeDisabled();
});

test("a receipt is printed without links and buttons, and in dark ink from a dark screen too", {
  tag: "@deep",
}, async ({ page, browser }) => {
  const made = await seedSharedConsole(browser);
  await startSession(page, USERS.finance);
  await page.goto(baseUrl + addressOf("/console/payments/[id]/receipt", made));
  await ready(page);
  const ink = () => page.getByRole("article").evaluate((one) => getComputedStyle(one).color);
  const inLight = await ink();
  await page.emulateMedia({ colorScheme: "dark" });
  expect(await ink()).not.toBe(inLight);
  await page.emulateMedia({ colorScheme: "dark", media: "print" });
  expect(await ink()).toBe(inLight);
  await expect(page.getByRole("article")).toBeVisible();
  // The link to the content is beside the page.
  await expect(page.getByRole("button").or(page.getByRole("link", { name: /^(?!Skip)/ }))).toHaveCount(0);
});

test("fields and buttons that a role may not use look disabled", { tag: "@deep" }, async ({ page, context }) => {
  const looks = async (email: string) => {
    await context.clearCookies();
    await startSession(page, email);
    await page.goto(`${baseUrl}/console/business`);
    await ready(page);
    const one = page.getByRole("main");
    const shown = [
      one.getByRole("button", { name: "Save changes" }),
      taxNumber(page).locator("xpath=.."),
      address(page),
    ];
    return Promise.all(shown.map((part) => part.evaluate((node) => getComputedStyle(node).backgroundColor)));
  };
  const [save, field, area] = await looks(USERS.owner);
  const disabled = await looks(USERS.viewer);
  expect(disabled[0]).not.toBe(save);
  expect(disabled[1]).not.toBe(field);
  expect(disabled[2]).not.toBe(area);
});
