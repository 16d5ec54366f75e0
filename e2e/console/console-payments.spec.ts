// Payments in the Console: found by reference or id, read, and cancelled.
import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "../support/axe";
import { chooseFrom } from "../support/console/console";
import { startSession, USERS } from "../support/console/session";
import { ready } from "../support/ready";
import { callApi, eventsOf, newPayment, query } from "../support/shared";
import { approve, baseUrl, continueTo } from "../support/shop";

const openList = (page: Page, search = "") => page.goto(`${baseUrl}/console/payments${search}`);
const table = (page: Page) => page.getByRole("table", { name: "Payments, newest first" });
/** The rows of the list, without the headings of days. */
const found = (page: Page) =>
  table(page)
    .locator("tbody tr")
    .filter({ has: page.getByRole("link") });

/** The payment that is open beside the list. */
const panel = (page: Page) => page.getByRole("region", { name: "Payment", exact: true });

/** A text that no other test uses. */
const unique = (name: string) => `${name} ${Date.now().toString(36)}${Math.floor(Math.random() * 1e4)}`;

async function search(page: Page, text: string): Promise<void> {
  await page.getByRole("searchbox", { name: "Search payments" }).fill(text);
  await page.waitForURL((url) => url.searchParams.get("q") === text.trim());
}

test("a payment is found by its reference, its id and the bank's references, and its filter is in the URL", {
  tag: "@deep",
}, async ({ page, request }) => {
  const reference = unique("Jar");
  const { id, token } = await newPayment(request, { reference: reference });
  const shopper = await page.context().newPage();
  await shopper.goto(`${baseUrl}/checkout?payment_token=${token}`);
  await continueTo(shopper, "Millennium bcp");
  await approve(shopper);
  await expect(shopper.getByRole("heading", { level: 2, name: "Paid" })).toBeVisible();
  await shopper.close();
  const sql = "SELECT end_to_end_id, bank_payment_id FROM payment_attempts WHERE payment_request_id = $1";
  const [attempt] = await query<{ end_to_end_id: string; bank_payment_id: string }>(sql, [id]);

  await startSession(page);
  await openList(page);
  for (const text of [reference.toLowerCase(), id, id.slice(-8), attempt?.end_to_end_id, attempt?.bank_payment_id]) {
    await search(page, text ?? "");
    await expect(found(page)).toHaveCount(1);
    await expect(found(page)).toContainText(reference);
  }
  await search(page, reference);
  await page.getByRole("button", { name: "+ Status" }).click();
  const statuses = page.getByRole("dialog", { name: "Status" });
  await expect(statuses.getByRole("checkbox", { name: "Completed 1" })).toBeVisible();
  await statuses.getByRole("checkbox", { name: "Failed 0" }).check();
  await statuses.getByRole("checkbox", { name: "Expired 0" }).check();
  await statuses.getByRole("button", { name: "Apply" }).click();
  await expect(page.getByRole("heading", { name: "No matching payments" })).toBeVisible();
  expect(new URL(page.url()).searchParams.getAll("status")).toEqual(["failed", "expired"]);
  await expect(page.getByText(`No test payment matches “${reference}” with status Failed or Expired.`)).toBeVisible();
  await expect(page.getByRole("button", { name: "Export CSV" })).toBeDisabled();
  await expect(page.getByText(`0 payments match “${reference}”`)).toBeVisible();
  await page.getByRole("link", { name: "Clear status (1)" }).click();
  await expect(page.getByRole("link", { name: "Export CSV" })).toBeVisible();
  await expect(found(page)).toHaveCount(1);
  await page.getByRole("button", { name: "+ Amount" }).click();
  await page.getByRole("textbox", { name: "Minimum" }).fill("1,250");
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(page.getByText("This comma is ambiguous. Enter an amount, e.g. 25.50")).toBeVisible();
  await page.getByRole("textbox", { name: "Minimum" }).fill("9999");
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(page.getByRole("heading", { name: "No matching payments" })).toBeVisible();
  expect(new URL(page.url()).searchParams.get("min")).toBe("9999");
  await page.getByRole("link", { name: "Clear filter Amount" }).click();

  await page.getByRole("link", { name: reference }).click();
  await expect(panel(page).getByRole("list", { name: "Progress" })).toContainText("Approved");
  await panel(page).getByRole("link", { name: "Open payment" }).click();
  const timeline = page.getByRole("region", { name: "Timeline" });
  const rows = timeline.getByRole("heading", { level: 3 });
  await expect(rows.filter({ hasText: "Completed" })).toHaveCount(1);
  const started = rows.filter({ hasText: "Started at Millennium bcp" });
  await expect(timeline.getByText("POST /api/v1/embedded/payment-requests")).toBeHidden();
  await started.click();
  await expect(timeline.getByText("POST /api/v1/embedded/payment-requests")).toBeVisible();
  await timeline.getByRole("button", { name: "Expand all" }).click();
  const steps = timeline.getByRole("heading", { level: 4 });
  await expect(steps.filter({ hasText: "Customer came back from Millennium bcp" })).toBeVisible();
  expect(await rows.count()).toBeLessThanOrEqual(8);
  await page.getByRole("link", { name: "View receipt" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Receipt" })).toBeVisible();
  await expect(page.getByRole("article")).toContainText(reference);
  await expect(page.getByRole("button", { name: "Print or save as PDF" })).toBeVisible();
});

test("a search finds payments as typed, a view saves the filters, J and K open payments", async ({ page, request }) => {
  const name = unique("Vase");
  for (const number of [1, 2]) await newPayment(request, { reference: `${name} ${number}` });
  await startSession(page);
  await openList(page);
  const box = page.getByRole("searchbox", { name: "Search payments" });
  // Each key begins a search; only the last one's results are shown.
  await box.pressSequentially(name.toLowerCase(), { delay: 5 });
  await expect(found(page)).toHaveCount(2);
  await expect(page.getByText(`2 payments match “${name.toLowerCase()}”`)).toBeVisible();
  await expect(found(page).first().locator("mark").first()).toHaveText("Vase");

  // The search text, often a customer's name, is no part of a view.
  await expect(page.getByRole("button", { name: "Save view" })).toHaveCount(0);
  await page.goto(`${baseUrl}/console/payments?status=open&q=${encodeURIComponent(name)}`);
  await ready(page);
  await page.getByRole("button", { name: "Save view" }).click();
  const view = unique("Vases");
  const form = page.getByRole("dialog", { name: "Save view" });
  const tooLong = `${view} ${"x".repeat(40)}`;
  await form.getByRole("textbox", { name: "Name" }).fill(tooLong);
  await form.getByRole("button", { name: "Save view" }).click();
  await expect(form.getByText("Enter a name of up to 40 characters.")).toBeVisible();
  await expect(form.getByRole("textbox", { name: "Name" })).toHaveValue(tooLong);
  await form.getByRole("textbox", { name: "Name" }).fill(view);
  await form.getByRole("button", { name: "Save view" }).click();
  const views = page.getByRole("navigation", { name: "Views" });
  await views.getByRole("link", { name: view }).click();
  await expect(views.getByRole("link", { name: view })).toHaveAttribute("aria-current", "true");
  await expect(page).toHaveURL(/[?]status=open$/);
  await page.goBack();
  await expect(found(page)).toHaveCount(2);

  const row = (index: number) => found(page).nth(index).getByRole("link");
  await row(0).press("Enter");
  await expect(panel(page)).toContainText(`${name} 2`);
  await expectAccessible(page, "a payment beside the list", { rules: "all" });
  await page.keyboard.press("j");
  await expect(panel(page)).toContainText(`${name} 1`);
  await expect(row(1)).toBeFocused();
  await page.reload();
  await expect(panel(page)).toContainText(`${name} 1`);
  await page.keyboard.press("k");
  await expect(panel(page)).toContainText(`${name} 2`);
  await page.keyboard.press("Escape");
  await expect(panel(page)).toHaveCount(0);
  await expect(row(0)).toBeFocused();
  // Enter opens the row, and from an open row its page.
  await page.keyboard.press("Enter");
  await expect(panel(page)).toContainText(`${name} 2`);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Payment of");
  await expect(page.getByText("1 / 2 on the page")).toBeVisible();
  await page.keyboard.press("j");
  await expect(page.getByText("2 / 2 on the page")).toBeVisible();
  await page.keyboard.press("k");
  await expect(page.getByText("1 / 2 on the page")).toBeVisible();

  await page.goBack();
  await openList(page);
  await views.getByRole("link", { name: view }).click();
  await chooseFrom(page, page.getByRole("button", { name: `Actions for ${view}` }), "Delete view");
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete view" }).click();
  await expect(views.getByRole("link", { name: view })).toHaveCount(0);
});

test("an open payment is cancelled after a confirmation, and its checkout says so", async ({ page, request }) => {
  const reference = unique("Bowl");
  const { id, token } = await newPayment(request, { reference: reference });
  await startSession(page, USERS.finance);
  await openList(page, `/${id}`);
  await page.getByRole("button", { name: "View checkout" }).click();
  const picture = page.frameLocator("iframe[title='Checkout']");
  await expect(picture.getByText(reference)).toBeVisible();
  expect(await picture.locator("script").count()).toBe(0);
  expect(await picture.locator("html").innerHTML()).not.toContain(token);
  await page.getByRole("button", { name: "Close" }).click();

  const menu = page.getByRole("button", { name: "Payment actions" });
  await chooseFrom(page, menu, "Cancel payment");
  const question = page.getByRole("alertdialog");
  await question.getByRole("button", { name: "Keep payment" }).click();
  expect(await eventsOf(id)).toEqual([]);
  await expect(menu).toBeFocused();
  await chooseFrom(page, menu, "Cancel payment");
  await question.getByRole("button", { name: "Cancel payment" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Cancelled");
  await expect(menu).toHaveCount(0);
  expect(await eventsOf(id)).toEqual(["cancelled"]);
  await page.goto(`${baseUrl}/checkout?payment_token=${token}`);
  await expect(page.locator("[data-root]")).toHaveAttribute("data-phase", "cancelled");
});

test("a viewer of a payment gets no button to cancel it or to resend its webhooks", { tag: "@deep" }, async ({
  page,
  request,
}) => {
  const { id } = await newPayment(request, { reference: unique("Plate") });
  await startSession(page, USERS.viewer);
  await openList(page, `/${id}`);
  await expect(page.getByRole("region", { name: "Timeline" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Payment actions" })).toHaveCount(0);
  await expect(page.getByText("POST /api/v1/embedded/payment-requests")).toHaveCount(0);
});

test("payments are grouped by day, in the columns that this browser keeps", async ({ page, request }) => {
  const reference = unique("Mug");
  for (const number of [1, 2]) await newPayment(request, { reference: `${reference} ${number}` });
  await startSession(page);
  await openList(page);
  await search(page, reference);
  await expect(found(page)).toHaveCount(2);
  await expect(table(page).getByRole("rowheader", { name: /^Today, .+ · 2 payments$/ })).toHaveCount(1);
  // Neither has a customer, bank or webhook yet.
  await expect(found(page).getByRole("cell", { name: "none", exact: true })).toHaveCount(6);

  const heads = (name: string) => table(page).getByRole("columnheader", { name, exact: true });
  await page.getByRole("button", { name: "Columns" }).click();
  const chooser = page.getByRole("dialog", { name: "Columns" });
  await chooser.getByRole("checkbox", { name: "Order" }).uncheck();
  await chooser.getByRole("checkbox", { name: "Channel" }).check();
  for (const isLoadedAgain of [false, true]) {
    if (isLoadedAgain) await page.reload();
    await expect(heads("Order")).toHaveCount(0);
    await expect(heads("Channel")).toHaveCount(1);
    await expect(found(page).getByRole("cell", { name: "Embedded checkout" })).toHaveCount(2);
  }
  await page.getByRole("button", { name: "Columns" }).click();
  await chooser.getByRole("button", { name: "Reset columns" }).click();
  await expect(heads("Order")).toHaveCount(1);
  await expect(heads("Channel")).toHaveCount(0);
});

test("on a phone a pointed-at payment shows its customer's name, and the filters open by a button", async ({
  page,
  request,
}) => {
  const name = unique("Jo");
  const order = { amount: 2550, currency: "EUR", test_transaction: true };
  await callApi(request, "POST", "/embedded/payment-requests", { customer: { id: name, name }, order });
  await page.setViewportSize({ width: 390, height: 844 });
  await startSession(page);
  await openList(page);
  await search(page, name);
  const payment = found(page).getByRole("link", { name, exact: true });
  await payment.hover();
  await expect(payment).toBeVisible();
  const status = page.getByRole("button", { name: "+ Status", exact: true });
  const filters = page.getByRole("button", { name: "+ Filter", exact: true });
  await expect(status).toBeHidden();
  await filters.press("Enter");
  await expect(status).toBeVisible();
  await openList(page, "?status=completed");
  await expect(page.getByRole("link", { name: "Clear filter Status" })).toBeVisible();
  await expect(filters).toBeHidden();
});
