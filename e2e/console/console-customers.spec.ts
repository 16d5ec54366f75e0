// A customer's payments in the list of payments, notes, and the pages of the list of customers.
import { expect, test } from "@playwright/test";
import { writeCursor } from "../../server/lib/keyset";
import { startSession } from "../support/console/session";
import { ready } from "../support/ready";
import { newPayment, query } from "../support/shared";
import { baseUrl } from "../support/shop";

test("All payments of a customer lists this customer's payments alone, and its chip leads back", {
  tag: "@deep",
}, async ({ page, request }) => {
  const customerId = `C-${Date.now().toString(36)}`;
  for (const id of [customerId, customerId, `${customerId}0`]) {
    const payment = await newPayment(request, { reference: `Of ${id}` });
    await query("UPDATE payment_requests SET customer = $2 WHERE id = $1", [payment.id, JSON.stringify({ id })]);
  }
  await startSession(page);
  await page.goto(`${baseUrl}/console/customers/${encodeURIComponent(`id:${customerId}`)}`);
  await ready(page);
  await page.getByRole("link", { name: "All payments" }).click();
  const rows = page.getByRole("table", { name: "Payments, newest first" }).getByRole("link", { name: /^Of / });
  await expect(rows).toHaveText([`Of ${customerId}`, `Of ${customerId}`]);
  await expect(page.getByText("2 payments", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: `Customer ${customerId}` }).click();
  await page.getByRole("link", { name: "View customer" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(customerId);
});

test("large totals of a customer are not cut", { tag: "@deep" }, async ({ page, request }) => {
  const customerId = `L-${Date.now().toString(36)}`;
  const payment = await newPayment(request, { reference: `Of ${customerId}` });
  await query(
    `UPDATE payment_requests SET customer = $2, amount = 99999999999, status = 'completed', completed_at = app_now()
     WHERE id = $1`,
    [payment.id, JSON.stringify({ id: customerId })],
  );
  await startSession(page);
  await page.goto(`${baseUrl}/console/customers/${encodeURIComponent(`id:${customerId}`)}`);
  const total = page.getByRole("definition").filter({ hasText: "999,999,999.99" }).first();
  await expect(total).toBeVisible();
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 });
    expect([width, await total.evaluate((one) => one.scrollWidth - one.clientWidth)]).toEqual([width, 0]);
  }
});

test("a later page of the customers that names none does not say that there are none yet", {
  tag: "@deep",
}, async ({ page }) => {
  const from = { at: new Date("2020-01-01T00:00:00Z"), id: "00000000-0000-4000-8000-000000000000" };
  await startSession(page);
  await page.goto(`${baseUrl}/console/customers?at=${writeCursor({ towards: "older", from })}`);
  await expect(page.getByRole("heading", { name: "No other customers on this page" })).toBeVisible();
  await expect(page.getByRole("link", { name: "First page" })).toBeVisible();
});

test("notes on a payment and its customer are added and deleted by the keyboard, stay after a reload, and go when the customer is erased", async ({
  page,
  request,
}) => {
  const customerId = `N-${Date.now().toString(36)}`;
  const payment = await newPayment(request, { reference: `Of ${customerId}` });
  await query("UPDATE payment_requests SET customer = $2, status = 'cancelled' WHERE id = $1", [
    payment.id,
    JSON.stringify({ id: customerId }),
  ]);
  await startSession(page);
  const notes = page.getByRole("region", { name: "Notes" });
  const field = notes.getByRole("textbox", { name: "Add a note" });
  const add = async (text: string) => {
    await field.fill(text);
    await field.press("Tab");
    await page.keyboard.press("Enter");
  };
  await page.goto(`${baseUrl}/console/payments/${payment.id}`);
  await ready(page);
  await add(" ");
  await expect(field).toHaveAccessibleDescription("Not added. Enter a note.");
  await expect(field).toBeFocused();
  // What is written stays while other pages are open.
  await field.fill("Called, wants");
  await page.getByRole("link", { name: "Customers", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Customers" })).toBeVisible();
  await page.goBack();
  await expect(field).toHaveValue("Called, wants");
  await add("x".repeat(2_001));
  await expect(field).toHaveAccessibleDescription(
    "Not added. A note has at most 2000 characters, and this one has 2001.",
  );
  await expect(field).toHaveValue("x".repeat(2_001));
  await add("Asked for blue glaze.\nNot white.");
  await expect(notes.getByRole("listitem")).toHaveText([/^Asked for blue glaze\.\nNot white\. Inês Carvalho, /]);
  await expect(field).toHaveValue("");
  await expect(field).toBeFocused();
  await expect(field).not.toHaveAttribute("aria-invalid");
  await add("Ships on Friday.");
  await expect(notes.getByRole("heading", { name: "Notes 2" })).toBeVisible();
  await page.reload();
  await ready(page);
  await notes.getByRole("button", { name: "Delete note “Asked for blue glaze." }).press("Enter");
  const confirmation = page.getByRole("alertdialog", { name: "Delete this note?" });
  await confirmation.getByRole("button", { name: "Delete note" }).press("Enter");
  await expect(notes.getByRole("listitem")).toHaveText([/^Ships on Friday\. /]);
  await expect(confirmation).toBeHidden();
  await expect(field).toBeFocused();

  await page.getByRole("link", { name: "View customer" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(customerId);
  await expect(notes.getByRole("listitem")).toHaveCount(0);
  await add("Needs an invoice.");
  await expect(notes.getByRole("listitem")).toHaveText([/^Needs an invoice\. /]);
  await page.getByRole("button", { name: `Actions for ${customerId}` }).click();
  await page.getByRole("menuitem", { name: "Erase customer" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Erase customer" }).click();
  await expect(page).toHaveURL(`${baseUrl}/console/customers`);
  await page.goto(`${baseUrl}/console/payments/${payment.id}`);
  await expect(field).toBeVisible();
  await expect(notes.getByRole("listitem")).toHaveCount(0);
  expect(await query("SELECT 1 FROM notes WHERE subject = ANY ($1)", [[payment.id, `id:${customerId}`]])).toEqual([]);
});

test("the customer of one payment, with a name alone, is erased by the payment's menu, which is gone then", {
  tag: "@deep",
}, async ({ page, request }) => {
  const payment = await newPayment(request, { reference: "Of Jane" });
  await query(`UPDATE payment_requests SET customer = '{"name":"Jane Doe"}', status = 'cancelled' WHERE id = $1`, [
    payment.id,
  ]);
  await startSession(page);
  await page.goto(`${baseUrl}/console/payments/${payment.id}`);
  await ready(page);
  await expect(page.getByText("Jane Doe")).toBeVisible();
  const menu = page.getByRole("button", { name: "Payment actions" });
  await menu.click();
  await page.getByRole("menuitem", { name: "Erase customer" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Erase customer" }).click();
  await expect(page.getByText("Jane Doe")).toHaveCount(0);
  await expect(menu).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
});
