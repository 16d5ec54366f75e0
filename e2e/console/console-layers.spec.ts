// What lies over a page of the Console: its address, Back, and what is half filled in.
import { expect, type Page, type Route, test } from "@playwright/test";
import { STEP_EVENT } from "../../components/ui/layers/guard-history";
import { makeLink } from "../support/console/console";
import { OLARIA, openPath, RIBEIRA } from "../support/console/console-pages";
import { newOwner } from "../support/console/own-user";
import { startSession, USERS } from "../support/console/session";
import { ready } from "../support/ready";
import { newPayment } from "../support/shared";
import { baseUrl } from "../support/shop";

const PHONE = { width: 390, height: 844 };

const details = (page: Page) => page.getByRole("dialog", { name: "Payment link" });
const unsaved = (page: Page) => page.getByRole("alertdialog", { name: "Your changes are not saved." });

test("on a phone, Back closes the details of a payment link, which a reload keeps", async ({ page }) => {
  await page.setViewportSize(PHONE);
  await startSession(page);
  await openPath(page, "/console/balances");
  await openPath(page, "/console/payment-links");
  const reference = `Back ${Date.now().toString(36)}`;
  await page.getByRole("button", { name: "New payment link" }).click();
  const form = page.getByRole("dialog", { name: "New payment link" });
  await form.getByRole("textbox", { name: "Amount" }).fill("12.00");
  await form.getByRole("textbox", { name: /^Reference/ }).fill(reference);
  await form.getByRole("button", { name: "Create link" }).click();
  await expect(details(page)).toContainText(reference);
  await expect(page).toHaveURL(/[?]open=[0-9a-f-]{36}$/);
  await page.reload();
  await expect(details(page)).toContainText(reference);
  // The form and the details are one step: nothing is left of it after this.
  await page.goBack();
  await expect(details(page)).toHaveCount(0);
  await expect(page).toHaveURL(/[/]payment-links$/);
  await page.getByRole("button", { name: `Details of ${reference}` }).click();
  await expect(details(page)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(details(page)).toHaveCount(0);
  await expect(page.getByRole("button", { name: `Details of ${reference}` })).toBeFocused();
  await page.goBack();
  await expect(page).toHaveURL(/[/]balances$/);
});

const FORMS = [
  { path: "/console/payment-links", opener: "New payment link", field: "Amount" },
  { path: "/console/api-keys", opener: "Create API key", field: "Name" },
  { path: "/console/webhooks", opener: "Add endpoint", field: "Name" },
  { path: "/console/team", opener: "Invite member", field: "Work e-mail" },
];
for (const { path, opener, field } of FORMS) {
  const tag = opener === "New payment link" ? [] : "@deep";
  test(`${opener}: Back asks before a half-filled form is lost, and closes an empty one`, { tag }, async ({ page }) => {
    await startSession(page);
    await openPath(page, "/console/balances");
    await openPath(page, path);
    await page.getByRole("button", { name: opener, exact: true }).click();
    await expect(page).toHaveURL(/[?]new=$/);
    await page.goBack();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await page.getByRole("button", { name: opener, exact: true }).click();
    const form = page.getByRole("dialog");
    const typed = form.getByRole("textbox", { name: field, exact: true });
    await typed.fill("7");
    await page.evaluate(() => window.history.back());
    await expect(unsaved(page)).toBeVisible();
    await expect(page).toHaveURL(/[?]new=$/);
    await expect(unsaved(page).getByRole("button", { name: "Keep editing" })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(unsaved(page)).toHaveCount(0);
    await expect(typed).toHaveValue("7");
    await expect(typed).toBeFocused();
    await page.keyboard.press("Escape");
    await unsaved(page).getByRole("button", { name: "Keep editing" }).click();
    await page.evaluate(() => window.history.back());
    await unsaved(page).getByRole("button", { name: "Discard" }).click();
    await expect(form).toHaveCount(0);
    await expect(page).toHaveURL(new RegExp(`${path}$`));
    await page.goBack();
    await expect(page).toHaveURL(/[/]balances$/);
  });
}

test("a form whose API key is being created can't be closed, and its secret is shown", async ({ page }) => {
  await startSession(page);
  await openPath(page, "/console/api-keys");
  await page.getByRole("button", { name: "Create API key" }).click();
  const form = page.getByRole("dialog");
  await form.getByRole("textbox", { name: "Name" }).fill(`Slow ${Date.now().toString(36)}`);
  const calls: Route[] = [];
  await page.route("**/credentials.create*", (route) => void calls.push(route));
  await form.getByRole("button", { name: "Create key" }).click();
  for (const name of ["Close", "Cancel"]) await expect(form.getByRole("button", { name })).toBeDisabled();
  await page.keyboard.press("Escape");
  await page.evaluate(async (event) => {
    const step = new Promise((done) => window.addEventListener(event, done, { once: true }));
    window.history.back();
    await step;
  }, STEP_EVENT);
  await expect(form).toBeVisible();
  await expect(unsaved(page)).toHaveCount(0);
  await expect(page).toHaveURL(/[?]new=$/);
  await calls[0]?.continue();
  await expect(page.getByRole("alertdialog", { name: "Copy this secret now" })).toBeVisible();
});

const RIBEIRA_PAGE = `/operator/partners/${RIBEIRA}`;
const OLARIA_PAGE = `/operator/merchants/${OLARIA}`;
const DRAWERS = [
  { path: "/console/security", openers: ["Add passkey"], user: USERS.owner, tag: [] },
  { path: "/operator/merchants", openers: ["New merchant"], user: USERS.operator, tag: [] },
  { path: OLARIA_PAGE, openers: ["Suspend", "Add account", "Add member"], user: USERS.operator },
  { path: RIBEIRA_PAGE, openers: ["New merchant", "Add member"], user: USERS.operator },
  { path: "/operator/partners", openers: ["New partner"], user: USERS.operator },
  { path: "/operator/people", openers: ["Add operator"], user: USERS.operator },
  { path: "/operator/banks", openers: ["Connect a bank"], user: USERS.operator },
];
for (const { path, openers, user, tag = "@deep" } of DRAWERS) {
  test(`the forms of ${path} stay open after a reload, and Back closes them`, { tag }, async ({ page }) => {
    await startSession(page, user);
    for (const opener of openers) {
      await openPath(page, path);
      await page.getByRole("button", { name: opener }).first().click();
      await expect(page.getByRole("dialog")).toBeVisible();
      await expect(page).toHaveURL(/[?][a-z]+=/);
      await page.reload();
      await expect(page.getByRole("dialog")).toBeVisible();
      await page.goBack();
      await expect(page.getByRole("dialog")).toHaveCount(0);
      await expect(page).toHaveURL(baseUrl + path);
    }
  });
}

test("the set-up of an authenticator app is not in the address: a link shows no secret", { tag: "@deep" }, async ({
  page,
}) => {
  await startSession(page, await newOwner("Nuno"));
  await openPath(page, "/account");
  await page.getByRole("button", { name: "Set up app" }).click();
  await expect(page.getByRole("dialog", { name: "Set up authenticator app" }).getByRole("img")).toBeVisible();
  await expect(page).toHaveURL(/[/]account$/);
  await page.reload();
  await ready(page);
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("Cancel link asks at the foot of its drawer, whose other parts are inert", { tag: "@deep" }, async ({ page }) => {
  await startSession(page);
  await openPath(page, "/console");
  await makeLink(page, { amount: "3.10", reference: `Foot ${Date.now().toString(36)}` });
  const cancel = details(page).getByRole("button", { name: "Cancel link" });
  await cancel.click();
  const question = details(page).getByRole("alertdialog", { name: /^Cancel the link for Foot/ });
  await expect(question.getByRole("button", { name: "Keep link" })).toBeFocused();
  await expect(page.locator("[role=dialog], [role=alertdialog]")).toHaveCount(2);
  await expect(page.locator("[role=dialog] [inert]").getByText("Payments", { exact: true })).toBeAttached();
  await page.keyboard.press("Escape");
  await expect(question).toHaveCount(0);
  await expect(cancel).toBeFocused();
  await cancel.click();
  await question.getByRole("button", { name: "Cancel link" }).click();
  await expect(details(page).getByText("Cancelled", { exact: true })).toBeVisible();
  await expect(question).toHaveCount(0);
  await expect(details(page).locator("[role=status]:focus")).toHaveCount(1);
});

test("the menu of a phone is a dialog: focus goes in, the page is inert, Esc and Back close it", async ({ page }) => {
  await page.setViewportSize(PHONE);
  await startSession(page);
  await openPath(page, "/console/balances");
  await openPath(page, "/console/payments");
  const button = page.getByRole("button", { name: "Menu", exact: true });
  const menu = page.getByRole("dialog", { name: "Menu" });
  await button.click();
  await expect(menu.getByRole("button", { name: "Close menu" })).toBeFocused();
  expect(await page.locator("main").evaluate((main) => main.closest("[inert]") !== null)).toBe(true);
  await page.goBack();
  await expect(menu).toHaveCount(0);
  await expect(page).toHaveURL(/[/]payments$/);
  await expect(button).toBeFocused();
  expect(await page.locator("main").evaluate((main) => main.closest("[inert]") !== null)).toBe(false);
  await button.click();
  await expect(menu.getByRole("button", { name: "Close menu" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(menu).toHaveCount(0);
  await expect(button).toBeFocused();
  await button.click();
  await menu.getByRole("button", { name: /^Account menu of/ }).click();
  await expect(page.getByRole("menuitem", { name: "Security" })).toBeInViewport();
  await page.keyboard.press("Escape");
  await menu.getByRole("link", { name: "Customers", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Customers" })).toBeVisible();
  await expect(menu).toHaveCount(0);
  // The menu is no page of its own on the way back.
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1, name: "Payments" })).toBeVisible();
  await expect(menu).toHaveCount(0);
});

test("a chip, a sort head and a page link keep the focus when the list changes", { tag: "@deep" }, async ({
  page,
  request,
}) => {
  await startSession(page);
  await newPayment(request, { reference: "Focus stays" });
  await openPath(page, "/console/payments");
  const status = page.getByRole("toolbar", { name: "Filters" }).getByRole("button", { name: /Status/ });
  await status.press("Enter");
  await page.getByRole("checkbox", { name: /^Open/ }).check();
  await page.getByRole("button", { name: "Apply" }).press("Enter");
  await expect(page).toHaveURL(/[?]status=open$/);
  await expect(status).toBeFocused();
  await page.getByRole("link", { name: "Clear filter Status" }).press("Enter");
  await expect(page).toHaveURL(/[/]payments$/);
  await expect(status).toBeFocused();

  await openPath(page, "/console");
  await makeLink(page, { amount: "3.20", reference: "Focus stays" });
  await page.keyboard.press("Escape");
  const amount = page.getByRole("columnheader", { name: "Amount" }).getByRole("link");
  await amount.press("Enter");
  await expect(page).toHaveURL(/[?]sort=amount/);
  await expect(amount).toBeFocused();
  const box = page.getByRole("searchbox", { name: "Search payment links" });
  await box.fill("Focus stays");
  await box.press("Enter");
  await expect(page).toHaveURL(/q=Focus/);
  await expect(box).toBeFocused();

  // More requests than a page has: the last page has no link to an older one.
  for (let sent = 0; sent < 26; sent++) await newPayment(request, { reference: "Focus stays" });
  await openPath(page, "/console/requests");
  const pages = page.getByRole("navigation", { name: "Pages" });
  const older = pages.getByRole("link", { name: "Older" });
  await expect(older).toBeVisible();
  while ((await older.count()) > 0) {
    const before = page.url();
    await older.press("Enter");
    await page.waitForURL((url) => url.href !== before);
    await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
    await expect(pages.locator(":focus")).toHaveCount(1);
  }
  await expect(pages.getByRole("link", { name: "Newer" })).toBeFocused();
});
