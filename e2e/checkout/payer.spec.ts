// Remembered accounts, banks that require the payer's IBAN first, approval in the bank's app, and the two ways in which
// British banks redirect a customer back.
import { type APIRequestContext, expect, type Page, test } from "@playwright/test";
import { callApi, fetchBankStatusUntil, paymentByToken } from "../support/shared";
import { approve, atBank, baseUrl, continueTo } from "../support/shop";

/** A valid IBAN of no bank's account. */
const IBAN = "DE89 3704 0044 0532 0130 00";

// In sequence: every pending approval in the bank's app belongs to the current test.
test.describe.configure({ mode: "default" });

/** The address of a new payment's hosted page. */
async function newPayment(request: APIRequestContext, customerId?: string, currency = "EUR"): Promise<string> {
  const answer = await callApi(request, "POST", "/embedded/payment-requests", {
    ...(customerId && { customer: { id: customerId } }),
    order: { amount: 2550, currency, test_transaction: true },
  });
  expect(answer.status()).toBe(201);
  return `${baseUrl}/checkout?payment_token=${(await answer.json()).data.payment_token}`;
}

/** The page updates automatically, with script and without. */
async function expectPaid(page: Page, timeout?: number): Promise<void> {
  const paid = page.getByRole("heading", { level: 2, name: "Paid", exact: true });
  await expect(paid).toBeVisible(timeout === undefined ? {} : { timeout });
}

for (const javaScriptEnabled of [true, false]) {
  const how = javaScriptEnabled ? "with script" : "without script";
  // e2e/shopper/without-script.spec.ts pays without script in `npm test`.
  const tag = javaScriptEnabled ? [] : "@deep";
  test(`an account is saved, pays again with one press, and is removed (${how})`, { tag }, async ({
    browser,
    request,
  }) => {
    const page = await (await browser.newContext({ javaScriptEnabled })).newPage();
    const customerId = `C-${how}`;
    await page.goto(await newPayment(request, customerId));
    await expect(page.getByRole("heading", { name: "Your saved account" })).toHaveCount(0);
    await page.getByRole("radio", { name: "BPI" }).check({ force: true });
    await page.getByRole("checkbox", { name: /^Save this account for next time at / }).check();
    await page.getByRole("button", { name: /^Continue/ }).click();
    await approve(page);
    await expectPaid(page);

    await page.goto(await newPayment(request, customerId));
    await page.getByRole("button", { name: /^Pay .* from BPI/ }).click();
    await approve(page);
    await expectPaid(page);

    await page.goto(await newPayment(request, customerId));
    await page.getByRole("button", { name: /^Remove BPI/ }).click();
    await expect(page.getByRole("heading", { name: "Your saved account" })).toHaveCount(0);
    await expect(page.getByRole("heading", { name: "Choose your bank" })).toBeVisible();
    await page.context().close();
  });

  test(`a bank that requires the payer's IBAN gets it from the page (${how})`, { tag: "@deep" }, async ({
    browser,
    request,
  }) => {
    const page = await (await browser.newContext({ javaScriptEnabled })).newPage();
    await page.goto(await newPayment(request));
    await page.getByRole("combobox", { name: "Your bank’s country" }).selectOption("DE");
    const bank = page.locator(".bank-name", { hasText: /^comdirect$/ });
    if (javaScriptEnabled) await bank.waitFor({ state: "attached" });
    await page.getByRole("searchbox", { name: "Search banks by name or BIC" }).fill("comdirect");
    if (!javaScriptEnabled) await page.getByRole("button", { name: "Search", exact: true }).click();
    await bank.click();
    await page.getByRole("button", { name: /^Continue/ }).click();
    const iban = page.getByRole("textbox", { name: "IBAN" });
    await iban.fill(IBAN.replace("89", "90"));
    // By keyboard only.
    await iban.press("Enter");
    await expect(page.getByRole("alert")).toHaveText("This IBAN isn’t valid. Check it and try again.");
    await iban.fill(IBAN);
    await iban.press("Enter");
    await atBank(page);
    await approve(page);
    await expectPaid(page);
    await expect(page.getByText("•••• 3000")).toBeVisible();
    await page.context().close();
  });

  test(`the page updates when the payment is approved in the bank's app (${how})`, { tag: "@deep" }, async ({
    browser,
    request,
  }) => {
    const page = await (await browser.newContext({ javaScriptEnabled })).newPage();
    const address = await newPayment(request);
    await page.goto(address);
    await page.getByRole("radio", { name: "Crédito Agrícola" }).check({ force: true });
    await page.getByRole("button", { name: /^Continue/ }).click();
    await expect(page.getByRole("heading", { name: "Approve in your banking app" })).toBeVisible();
    const [inApp = ""] = /http\S+\/app\?code=[0-9A-F-]+/.exec(await page.locator("main").innerText()) ?? [];
    const app = await browser.newPage();
    // Typed in, as from another screen.
    await app.goto(`${baseUrl}/simbank/credito-agricola/app`);
    await app.getByRole("textbox").fill(new URL(inApp).searchParams.get("code") ?? "");
    await app.getByRole("button", { name: "Show" }).click();
    await app.locator("ul.waiting a").click();
    await app.getByRole("button", { name: "Approve payment" }).click();
    await expect(app.getByRole("button", { name: "Approve payment" })).toHaveCount(0);
    const payment = await paymentByToken(new URL(address).searchParams.get("payment_token") ?? "");
    await fetchBankStatusUntil(payment, (timeout) => expectPaid(page, timeout));
    await app.close();
    await page.context().close();
  });
}

for (const [bank, mode] of [
  ["TSB", "in the fragment"],
  ["Barclays", "in the query"],
] as const) {
  test(`a British bank answers ${mode}, and the payment is made once`, { tag: "@deep" }, async ({ page, request }) => {
    await page.goto(await newPayment(request, undefined, "GBP"));
    await continueTo(page, bank);
    await approve(page);
    await expectPaid(page);
    // The bank's response remains in no URL.
    expect(page.url()).not.toContain("code=");
    expect(new URL(page.url()).hash).toBe("");
  });
}

test("a British bank that answers in the fragment: without script no money is taken, and another bank pays", async ({
  browser,
  request,
}) => {
  const page = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
  const address = await newPayment(request, undefined, "GBP");
  await page.goto(address);
  await page.getByRole("searchbox").fill("TSB");
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await page.getByRole("radio", { name: "TSB" }).check({ force: true });
  await page.getByRole("button", { name: /^Continue/ }).click();
  await approve(page);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("JavaScript is off");
  await page.goto(address);
  await page.getByRole("link", { name: "Choose another bank" }).click();
  await page.getByRole("searchbox").fill("Barclays");
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await page.getByRole("radio", { name: "Barclays" }).check({ force: true });
  await page.getByRole("button", { name: /^Continue/ }).click();
  await approve(page);
  await expectPaid(page);
  await page.context().close();
});

test("the page that reads a bank's answer shows text when its script does not load", async ({ page }) => {
  await page.route(/\.js(\?|$)/, (route) => route.abort());
  await page.goto(`${baseUrl}/return#state=${"s".repeat(43)}&code=c`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("One moment");
});

test("a return without an answer has the title of what it says, and leads on", async ({ page }) => {
  await page.goto(`${baseUrl}/return`);
  const heading = page.getByRole("heading", { level: 1 });
  await expect(heading).toBeVisible();
  await expect(page).toHaveTitle(await heading.innerText());
  await expect(heading).not.toHaveText("One moment");
  await expect(page.getByRole("link", { name: "Home page" })).toBeVisible();
});
