// Monthly reports with their files, and the notifications that a person chooses.
import { randomUUID } from "node:crypto";
import { expect, test } from "@playwright/test";
import { startSession, USERS } from "../support/console/session";
import { newMerchant } from "../support/product/platform";
import { ready } from "../support/ready";
import { query } from "../support/shared";
import { baseUrl } from "../support/shop";

test("a month's report has its balances, and is downloaded as CSV and camt.053", async ({ page }) => {
  const owner = "reports@casa.example";
  const merchantId = await newMerchant("Casa do Barro", owner);
  const [account, added] = [randomUUID(), randomUUID()];
  const month = "date_trunc('month', app_now(), 'UTC') - interval '1 month'";
  // As the worker stores them, as if fetched on the fourth day of a month; its next fetch is not due during the test.
  const insert = [
    `INSERT INTO managed_accounts (id, merchant_id, currency, roles, simulated, bank_slug, iban, holder_name)
     VALUES ('${account}', '${merchantId}', 'EUR', '{receiving}', true, 'bpi', 'PT50000201231234567890154', 'Casa do Barro')`,
    // A new account, first by the name of its bank.
    `INSERT INTO managed_accounts (id, merchant_id, currency, roles, simulated, bank_slug, bank_name, iban, holder_name)
     VALUES ('${added}', '${merchantId}', 'EUR', '{receiving}', true, 'bpi', 'A bank', 'PT50000201231234567890251', 'Casa do Barro')`,
    `INSERT INTO statement_fetches (id, due_at) VALUES ('${added}', app_now() + interval '1 day')`,
    `INSERT INTO statement_fetches (id, covered_from, read_at, due_at)
     VALUES ('${account}', ${month} - interval '1 day', app_now() + interval '3 days', app_now() + interval '1 day')`,
    `INSERT INTO statement_entries (id, account_id, bank_entry_id, direction, amount, currency, remittance, booked_at, state)
     VALUES ('${randomUUID()}', '${account}', 'one', 'credit', 4300, 'EUR', 'Six <plates>', ${month} + interval '1 hour', 'other')`,
    `INSERT INTO booked_balances (id, account_id, currency, balance, entries)
     VALUES ('${randomUUID()}', '${account}', 'EUR', 5300, 4300)`,
  ];
  for (const sql of insert) await query(sql);
  await startSession(page, owner);
  await page.goto(`${baseUrl}/console/balances`);
  await ready(page);
  await page.getByRole("link", { name: "Reports" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Reports" })).toBeVisible();
  const rows = page.getByRole("table").getByRole("row");
  await expect(rows.nth(1)).toContainText("so far");
  await expect(rows.nth(2)).toContainText("10.00 EUR");
  await expect(rows.nth(2)).toContainText("53.00 EUR");
  await expect(rows.nth(3)).toContainText("not known");
  await expect(rows.nth(1).getByRole("button", { name: /^camt\.053/ })).toBeDisabled();
  const fileOf = async (name: RegExp) => {
    const href = await rows.nth(2).getByRole("link", { name }).getAttribute("href");
    return page.request.get(baseUrl + href);
  };
  const csv = (await (await fileOf(/^CSV/)).text()).trim().split("\r\n");
  expect(csv.map((line) => line.split(",")[1])).toEqual(["Type", "Opening balance", "Other", "Closing balance"]);
  const present = new Date().toISOString().slice(0, 7);
  const address = baseUrl + (await rows.nth(1).getByRole("link", { name: /^CSV/ }).getAttribute("href"));
  expect(await (await page.request.get(address)).text()).toContain(`${present},Balance so far,`);
  const camt = await fileOf(/^camt/);
  expect([camt.status(), camt.headers()["content-type"]]).toEqual([200, "application/xml; charset=utf-8"]);
  expect(await camt.text()).toContain("<Ustrd>Six &lt;plates&gt;</Ustrd>");
  const refused = await page.request.get(camt.url().replace(/month=[\d-]+/, `month=${present}`));
  expect([refused.status(), await refused.text()]).toEqual([404, expect.stringContaining("The month is not over.")]);

  await query("UPDATE statement_fetches SET read_at = app_now() WHERE id = $1", [account]);
  await page.reload();
  const provisional = rows.nth(2).getByText("provisional", { exact: true });
  for (const width of [1440, 320]) {
    await page.setViewportSize({ width, height: 900 });
    expect([width, await provisional.evaluate((cell) => cell.scrollWidth - cell.clientWidth)]).toEqual([width, 0]);
  }
  await page.setViewportSize({ width: 1024, height: 900 });
  for (const name of ["Opening", "Payments", "Returned", "Other", "Closing"]) {
    const head = page.getByRole("columnheader", { name, exact: true });
    await expect(head).toBeVisible();
    expect([name, await head.evaluate((cell) => cell.scrollWidth - cell.clientWidth)]).toEqual([name, 0]);
  }
  await page.setViewportSize({ width: 1280, height: 900 });

  const choice = page.getByRole("combobox", { name: "Account" });
  await choice.selectOption(added);
  await expect(page.getByRole("heading", { name: "No report yet" })).toBeVisible();
  await choice.selectOption(account);
  await expect(rows.nth(2)).toContainText("53.00 EUR");
});

test("a person switches a notification on, and it stays so", async ({ page }) => {
  await startSession(page, USERS.owner);
  await page.goto(`${baseUrl}/console/notifications`);
  await ready(page);
  const returned = page.getByRole("switch", { name: "Payment returned by e-mail" });
  await expect(returned).not.toBeChecked();
  await expect(page.getByRole("switch", { name: "Your sign-in by e-mail" })).toBeDisabled();
  await returned.click();
  await expect(page.getByText("Notifications saved.").first()).toBeVisible();
  await page.reload();
  await ready(page);
  await expect(returned).toBeChecked();
  await returned.click();
  await expect(returned).not.toBeChecked();
});
