// Unmatched transactions: the merchant sees them, the operator matches or dismisses them.
import { randomUUID } from "node:crypto";
import { expect, test } from "@playwright/test";
import { makeLink, openPage, signIn, USERS } from "../support/console/console";
import { ownProduct } from "../support/product/product";
import { ready } from "../support/ready";
import { approve, continueTo } from "../support/shop";

test("an unmatched transfer is shown to the merchant, and dismissed by the operator with a reason", {
  tag: "@deep",
}, async ({ page, browser }) => {
  test.slow();
  const product = await ownProduct();
  try {
    await product.start();
    await signIn(page, product.base);
    const url = await makeLink(page, { amount: "18.60", reference: "Six plates" });
    const shopper = await (await browser.newContext()).newPage();
    await shopper.goto(url);
    await continueTo(shopper, "Santander");
    await approve(shopper);
    await expect(shopper.getByRole("heading", { level: 2, name: "Paid" })).toBeVisible();
    await shopper.context().close();

    // As the worker stores a credit without a payment.
    const stray = `INSERT INTO statement_entries (id, account_id, bank_entry_id, direction, amount, currency, remittance,
        booked_at, state, problem)
      SELECT $1, id, $2, 'credit', 4300, 'EUR', 'WISE EUROPE', app_now(), 'unmatched', 'no_payment'
      FROM managed_accounts WHERE currency = 'EUR' AND 'receiving' = ANY (roles) LIMIT 1`;
    await product.query(stray, [randomUUID(), "stray"]);
    await page.goto(`${product.base}/console/balances/transactions`);
    await ready(page);
    await page.getByRole("link", { name: /^Unmatched 1$/ }).click();
    // The unfiltered page shows the row too; a filter that is set there would replace this one.
    await expect(page).toHaveURL(/show=unmatched/);
    await expect(page.getByRole("row", { name: /WISE EUROPE/ })).toContainText("Unmatched");
    await expect(page.getByRole("row", { name: /Six plates/ })).toHaveCount(0);
    await expect(page.getByRole("button", { name: /^Dismiss/ })).toHaveCount(0);
    await page.getByRole("button", { name: "+ Amount" }).click();
    await page.getByRole("textbox", { name: "Minimum" }).fill("44");
    await page.getByRole("button", { name: "Apply" }).click();
    await expect(page.getByRole("heading", { name: "No matching transactions" })).toBeVisible();
    await page.getByRole("link", { name: "Clear amount (1)" }).click();
    await expect(page.getByRole("row", { name: /WISE EUROPE/ })).toHaveCount(1);
    const file = await page.getByRole("link", { name: "Export CSV" }).getAttribute("href");
    const rows = (await (await page.request.get(`${product.base}${file}`)).text()).trim().split("\r\n");
    expect(rows.map((row) => row.includes("WISE EUROPE"))).toEqual([false, true]);
    await openPage(page, "Balances");
    const reconciliation = page.getByRole("region", { name: "Reconciliation" });
    await expect(reconciliation.getByRole("link", { name: "1 transaction, 43.00 EUR received" })).toBeVisible();

    const operator = await (await browser.newContext()).newPage();
    await signIn(operator, product.base, USERS.operator);
    await operator.getByRole("button", { name: "Open Olaria do Norte" }).click();
    await expect(operator.getByRole("complementary", { name: "Acting for a merchant" })).toBeVisible();
    await operator.goto(`${product.base}/console/balances/transactions?show=unmatched`);
    await ready(operator);
    await operator.getByRole("button", { name: /^Match: 43\.00 EUR/ }).click();
    const match = operator.getByRole("dialog", { name: "Match to a payment" });
    await match.getByRole("textbox", { name: "Payment" }).fill(randomUUID());
    await match.getByRole("textbox", { name: "Reason" }).fill("The payer called");
    // The form stays when its row leaves the list: here for a while, as when another operator decides.
    await product.query("UPDATE statement_entries SET state = 'dismissed' WHERE bank_entry_id = 'stray'");
    const none = operator.getByRole("link", { name: /^Unmatched 0$/, includeHidden: true });
    await expect(none).toBeAttached({ timeout: 30_000 });
    await expect(match.getByRole("textbox", { name: "Reason" })).toHaveValue("The payer called");
    await product.query("UPDATE statement_entries SET state = 'unmatched' WHERE bank_entry_id = 'stray'");
    await match.getByRole("button", { name: "Match transaction" }).click();
    await expect(match.getByText("No payment has this ID.")).toBeVisible();
    await match.getByRole("button", { name: "Cancel" }).click();
    await match.getByRole("alertdialog", { name: "Your changes are not saved." }).getByText("Discard").click();
    await operator.getByRole("button", { name: /^Dismiss: 43\.00 EUR/ }).click();
    const aside = operator.getByRole("dialog", { name: "Dismiss transaction" });
    await aside.getByRole("textbox", { name: "Reason" }).fill("A refund of our own");
    await aside.getByRole("button", { name: "Dismiss transaction" }).click();
    await expect(operator.getByRole("link", { name: /^Unmatched 0$/ })).toBeVisible();
    await operator.getByRole("link", { name: /^All \d+$/ }).click();
    await expect(operator.getByText("Decided manually: A refund of our own")).toBeVisible();
    await operator.context().close();
  } finally {
    await product.remove();
  }
});
