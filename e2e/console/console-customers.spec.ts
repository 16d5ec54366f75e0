// A customer's payments in the list of payments, and the pages of the list of customers.
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

test("a later page of the customers that names none does not say that there are none yet", {
  tag: "@deep",
}, async ({ page }) => {
  const from = { at: new Date("2020-01-01T00:00:00Z"), id: "00000000-0000-4000-8000-000000000000" };
  await startSession(page);
  await page.goto(`${baseUrl}/console/customers?at=${writeCursor({ towards: "older", from })}`);
  await expect(page.getByRole("heading", { name: "No other customers on this page" })).toBeVisible();
  await expect(page.getByRole("link", { name: "First page" })).toBeVisible();
});
