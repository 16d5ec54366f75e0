// Every end leads on: a search without a hit, a refusal without an address, a second screen, a receipt, no connection.
import { expect, test } from "@playwright/test";
import { violations } from "../support/axe";
import { newPayment } from "../support/shared";
import { approve, atBank, baseUrl, continueTo } from "../support/shop";

const hosted = (token: string) => `${baseUrl}/checkout?payment_token=${token}`;

for (const javaScriptEnabled of [true, false]) {
  const how = javaScriptEnabled ? "with script" : "without script";
  test(`a bank that no country has: the search is cleared, and nothing pretends to continue (${how})`, async ({
    browser,
    request,
  }) => {
    const { token } = await newPayment(request);
    const page = await (await browser.newContext({ javaScriptEnabled })).newPage();
    await page.goto(hosted(token));
    const search = page.getByRole("searchbox", { name: "Search banks by name or BIC" });
    await search.pressSequentially("banka neznámá");
    if (!javaScriptEnabled) await page.getByRole("button", { name: "Search", exact: true }).click();
    await expect(page.getByText("No bank matches “banka neznámá”.", { exact: true })).toBeVisible();
    await expect(
      page.getByText("Bank not listed? Ask Olaria do Norte about other ways to pay.", { exact: true }),
    ).toBeVisible();
    await expect(page.getByRole("button", { name: "Continue" })).toHaveCount(0);
    if (javaScriptEnabled) expect(await violations(page)).toEqual([]);
    await page.getByRole("link", { name: "Clear search" }).click();
    await expect(page.getByRole("button", { name: "Continue" })).toBeVisible();
    await expect(page.getByRole("searchbox", { name: "Search banks by name or BIC" })).toHaveValue("");
    await expect(page.getByRole("radio").first()).toBeAttached();
    await page.context().close();
  });
}

test("a refusal on a hosted page without an address, names the reference and copies it", async ({ page, request }) => {
  const { token } = await newPayment(request);
  await page.goto(hosted(token));
  await continueTo(page, "Millennium bcp");
  await atBank(page);
  await page.getByText("Try another outcome").click();
  await expect(page.getByRole("heading", { name: "Approve, then" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Something goes wrong" })).toBeVisible();
  await page.getByRole("button", { name: "Decline: insufficient funds" }).click();
  await expect(page.getByRole("heading", { name: "Millennium bcp declined the payment" })).toBeVisible();
  const copy = page.getByRole("button", { name: "Copy reference" });
  expect(await violations(page)).toEqual([]);
  await copy.click();
  await expect(page.getByRole("button", { name: "Copied" })).toBeFocused();
});

test("a paid payment, has a receipt for paper", async ({ page, request }) => {
  const { token } = await newPayment(request);
  await page.goto(hosted(token));
  await continueTo(page, "Millennium bcp");
  await approve(page);
  await page.getByRole("link", { name: "View receipt" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Payment receipt" })).toBeVisible();
  await expect(page.getByText("Millennium bcp confirmed this payment.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Print or save as PDF" })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("button", { name: "Print or save as PDF" })).toBeHidden();
  await expect(page.getByText("It isn’t an invoice.")).toBeVisible();
});

test("a second screen opens the payment, the first one waits, and can choose again", async ({
  browser,
  page,
  request,
}) => {
  const { token } = await newPayment(request);
  await page.goto(hosted(token));
  await expect(page.getByRole("heading", { name: "Choose your bank" })).toBeVisible();
  const phone = await (await browser.newContext()).newPage();
  await phone.goto(`${hosted(token)}&window=tab&from=phone`);
  await expect(phone.getByRole("heading", { name: "Choose your bank" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Continue on your phone" })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.getByRole("link", { name: "Choose your bank here" }).click();
  await expect(page.getByRole("heading", { name: "Choose your bank" })).toBeVisible();
  await phone.context().close();
});
