// Payments in the Console: found by reference or id, read, and cancelled.
import { expect, type Page, test } from "@playwright/test";
import { startSession, USERS } from "../support/console/session";
import { eventsOf, newPayment, query } from "../support/shared";
import { approve, baseUrl, continueTo } from "../support/shop";

const openList = (page: Page, search = "") => page.goto(`${baseUrl}/console/payments${search}`);
const table = (page: Page) => page.getByRole("table", { name: "Payments, newest first" });
/** The rows of the list, without the headings of days. */
const found = (page: Page) =>
  table(page)
    .locator("tbody tr")
    .filter({ has: page.getByRole("link") });

/** A text that no other test uses. */
const unique = (name: string) => `${name} ${Date.now().toString(36)}${Math.floor(Math.random() * 1e4)}`;

async function search(page: Page, text: string): Promise<void> {
  await page.getByRole("searchbox", { name: "Search payments" }).fill(text);
  await page.getByRole("searchbox", { name: "Search payments" }).press("Enter");
  await page.waitForURL((url) => url.searchParams.get("q") === text.trim());
}

test("a payment is found by its reference, its id and the bank's references, and its filter is in the URL", async ({
  page,
  request,
}) => {
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
  const tabs = page.getByRole("navigation", { name: "Status" });
  await expect(tabs.getByRole("link", { name: "Completed 1" })).toBeVisible();
  await tabs.getByRole("link", { name: "Failed 0" }).click();
  await expect(page.getByRole("heading", { name: "No matching payments" })).toBeVisible();
  await expect(page.getByText(`No test payment matches “${reference}” with status Failed.`)).toBeVisible();
  await expect(page.getByRole("button", { name: "Export CSV" })).toBeDisabled();
  await expect(page.getByText("0 payments", { exact: true })).toBeVisible();
  await page.getByRole("link", { name: "Clear status 1" }).click();
  await expect(page.getByRole("link", { name: "Export CSV" })).toBeVisible();
  await expect(found(page)).toHaveCount(1);
  await page.getByRole("button", { name: "+ Amount" }).click();
  await page.getByRole("textbox", { name: "Minimum" }).fill("25,x");
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(page.getByText("Enter an amount, e.g. 25.50")).toBeVisible();
  await page.getByRole("textbox", { name: "Minimum" }).fill("9999");
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(page.getByRole("heading", { name: "No matching payments" })).toBeVisible();
  expect(new URL(page.url()).searchParams.get("min")).toBe("9999");
  await page.getByRole("link", { name: "Clear filter Amount" }).click();

  await page.getByRole("link", { name: reference }).click();
  const timeline = page.getByRole("region", { name: "Timeline" });
  const titles = timeline.getByRole("heading", { level: 3 });
  await expect(titles.filter({ hasText: "Customer came back from Millennium bcp" })).toBeVisible();
  const order = [
    "Payment created",
    "Checkout opened",
    "Started at Millennium bcp",
    "Customer came back from Millennium bcp",
    "Completed",
  ];
  expect((await titles.allTextContents()).filter((title) => order.includes(title))).toEqual(order);
  await expect(timeline.getByText("POST /api/v1/embedded/payment-requests")).toBeVisible();
  await timeline.getByRole("button", { name: "Bank", exact: true }).click();
  await expect(titles.filter({ hasText: "Checkout opened" })).toHaveCount(0);
  await expect(page.getByRole("list", { name: "Steps" })).toContainText("Approved");
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

  await page.getByRole("button", { name: "Cancel payment" }).click();
  const question = page.getByRole("alertdialog");
  await question.getByRole("button", { name: "Keep payment" }).click();
  expect(await eventsOf(id)).toEqual([]);
  await page.getByRole("button", { name: "Cancel payment" }).click();
  await question.getByRole("button", { name: "Cancel payment" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Cancelled");
  await expect(page.getByRole("button", { name: "Cancel payment" })).toHaveCount(0);
  expect(await eventsOf(id)).toEqual(["cancelled"]);
  await page.goto(`${baseUrl}/checkout?payment_token=${token}`);
  await expect(page.locator("[data-root]")).toHaveAttribute("data-phase", "cancelled");
});

test("a viewer of a payment gets no button to cancel it or to resend its webhooks", async ({ page, request }) => {
  const { id } = await newPayment(request, { reference: unique("Plate") });
  await startSession(page, USERS.viewer);
  await openList(page, `/${id}`);
  await expect(page.getByRole("region", { name: "Timeline" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Cancel payment" })).toHaveCount(0);
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
