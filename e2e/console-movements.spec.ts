// Money that belongs to no payment: the merchant sees it, and the operator's people decide about it.
import { randomUUID } from "node:crypto";
import { expect, test } from "@playwright/test";
import { makeLink, openPage, signIn, USERS } from "./support/console";
import { ownProduct } from "./support/product";
import { ready } from "./support/ready";
import { approve, continueTo } from "./support/shop";

test("money without a payment is seen by the merchant, and set aside by the operator, who says why", async ({
  page,
  browser,
}) => {
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

    // As the worker stores a credit that nobody's payment waits for.
    const stray = `INSERT INTO statement_entries (id, account_id, bank_entry_id, direction, amount, currency, remittance,
        booked_at, state, problem)
      SELECT $1, id, $2, 'credit', 4300, 'EUR', 'WISE EUROPE', app_now(), 'unmatched', 'no_payment'
      FROM managed_accounts WHERE currency = 'EUR' AND 'receiving' = ANY (roles) LIMIT 1`;
    await product.query(stray, [randomUUID(), "stray"]);
    await page.goto(`${product.base}/console/balances/movements`);
    await ready(page);
    await page.getByRole("link", { name: /^Without a payment 1$/ }).click();
    await expect(page.getByRole("row", { name: /WISE EUROPE/ })).toContainText("Not matched");
    await expect(page.getByRole("row", { name: /Six plates/ })).toHaveCount(0);
    await expect(page.getByRole("button", { name: /^Set aside/ })).toHaveCount(0);
    await page.getByRole("button", { name: "+ Amount" }).click();
    await page.getByRole("textbox", { name: "At least" }).fill("44");
    await page.getByRole("button", { name: "Show these" }).click();
    await expect(page.getByRole("heading", { name: "No movement fits" })).toBeVisible();
    await page.getByRole("link", { name: "Without the amount: 1" }).click();
    await expect(page.getByRole("row", { name: /WISE EUROPE/ })).toHaveCount(1);
    const file = await page.getByRole("link", { name: "Export CSV" }).getAttribute("href");
    const rows = (await (await page.request.get(`${product.base}${file}`)).text()).trim().split("\r\n");
    expect(rows.map((row) => row.includes("WISE EUROPE"))).toEqual([false, true]);
    await openPage(page, "Balances");
    await expect(page.getByRole("link", { name: "43.00 EUR to be matched" })).toBeVisible();

    const operator = await (await browser.newContext()).newPage();
    await signIn(operator, product.base, USERS.operator);
    await operator.getByRole("button", { name: "Act for Olaria do Norte" }).click();
    await expect(operator.getByRole("complementary", { name: "Acting for a merchant" })).toBeVisible();
    await operator.goto(`${product.base}/console/balances/movements?show=unplaced`);
    await ready(operator);
    await operator.getByRole("button", { name: /^Match: 43\.00 EUR/ }).click();
    const match = operator.getByRole("dialog", { name: "Match it to a payment" });
    await match.getByRole("textbox", { name: "Payment" }).fill(randomUUID());
    await match.getByRole("textbox", { name: "Why" }).fill("The payer called");
    await match.getByRole("button", { name: "Match it" }).click();
    await expect(match.getByText("no payment has this id")).toBeVisible();
    operator.once("dialog", (question) => question.accept());
    await match.getByRole("button", { name: "Cancel" }).click();
    await operator.getByRole("button", { name: /^Set aside: 43\.00 EUR/ }).click();
    const aside = operator.getByRole("dialog", { name: "Set it aside" });
    await aside.getByRole("textbox", { name: "Why" }).fill("A refund of our own");
    await aside.getByRole("button", { name: "Set it aside" }).click();
    await expect(operator.getByRole("link", { name: /^Without a payment 0$/ })).toBeVisible();
    await operator.getByRole("link", { name: /^All \d+$/ }).click();
    await expect(operator.getByText("A person decided: A refund of our own")).toBeVisible();
    await operator.context().close();
  } finally {
    await product.remove();
  }
});
