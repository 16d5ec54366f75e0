// Which window the bank opens in, and where the payment continues.
import { devices, expect, test } from "@playwright/test";
import { attemptsOf, BANK, choose, openShop, PAID, urlsOf } from "../support/bank-redirect";
import { callbacksOf, pagesOfThisFile, shopPage } from "../support/pages";
import { backAtShop, callApi, expectEnd, newPayment } from "../support/shared";
import { approve, atBank, baseUrl, continueTo, rootOf } from "../support/shop";

const shop = pagesOfThisFile();
test.beforeAll(() => void shop.put("/ok", shopPage("", "<p>Thank you</p>")));

test("with a mouse, the bank opens in a tab beside the shop's page, which continues once it is paid", async ({
  page,
  request,
}) => {
  const payment = await newPayment(request, urlsOf(shop));
  const frame = await openShop({ page, shop, payment });
  await choose(frame, BANK);
  await expect(frame.getByText("You approve at your bank, in a new tab.")).toBeVisible();
  const [tab] = await Promise.all([
    page.waitForEvent("popup"),
    frame.getByRole("button", { name: `Continue to ${BANK}` }).click(),
  ]);
  await expect(frame.getByRole("heading", { name: `Opening ${BANK}` })).toBeVisible();
  await expect(frame.getByText("No new tab? Your browser may have blocked it.")).toBeVisible();
  await atBank(tab);
  expect(await tab.evaluate(() => window.opener)).toBeNull();

  // The tab is closed before the approval: the page has a link to the bank.
  await tab.close();
  const [second] = await Promise.all([
    page.waitForEvent("popup"),
    frame.getByRole("link", { name: new RegExp(`^Open ${BANK}`) }).click(),
  ]);
  await approve(second);
  await expect(second.getByRole("heading", { name: "Paid", exact: true })).toBeVisible();
  await expect(second.getByText("You can close this page.")).toBeVisible();
  await expect(rootOf(frame)).toHaveAttribute("data-phase", "paid");
  await expect.poll(async () => (await callbacksOf(page)).map(([name]) => name)).toContain("complete");
  expect(new URL(second.url()).origin).toBe(baseUrl);
  // The page that opened it may be closed, so the tab has a link to the shop.
  await second.getByRole("link", { name: /^Back to / }).click();
  await backAtShop(second, payment, "success", shop.shop);
  expect(await attemptsOf(payment)).toEqual([{ bank_window: "tab" }]);
  await expectEnd(payment, PAID);
});

test("a state that needs input is shown in the bank's tab, and the payment continues there", { tag: "@deep" }, async ({
  page,
  request,
}) => {
  const payment = await newPayment(request, urlsOf(shop));
  const frame = await openShop({ page, shop, payment });
  await choose(frame, BANK);
  // The amount changes after the page was loaded and before the press.
  await page.route("**/embed/**", (route) => route.abort());
  await callApi(request, "PATCH", "/embedded/payment-requests", { payment_token: payment.token, amount: 3100 });
  const [tab] = await Promise.all([
    page.waitForEvent("popup"),
    frame.getByRole("button", { name: `Continue to ${BANK}` }).click(),
  ]);
  await expect(tab.getByRole("heading", { name: "The amount has changed" })).toBeVisible();
  await page.unroute("**/embed/**");
  await tab.getByRole("button", { name: "Continue with €31.00" }).click();
  await approve(tab);
  await expect(tab.getByText("Continue in the tab or on the screen where you started")).toBeVisible();
  await expect.poll(async () => (await callbacksOf(page)).map(([name]) => name)).toContain("complete");
});

test("when the browser blocks tabs, the page says so and the bank opens in this window", async ({ page, request }) => {
  const payment = await newPayment(request, urlsOf(shop));
  const sandbox = "allow-scripts allow-forms allow-same-origin allow-top-navigation-by-user-activation";
  const frame = `<iframe id="pay" sandbox="${sandbox}" width="400" height="900" src="${baseUrl}/embed?payment_token=${payment.token}"></iframe>`;
  await page.goto(shop.shop + shop.put(`/${payment.id}`, shopPage("", frame)));
  const inside = page.frameLocator("#pay");
  await choose(inside, BANK);
  await inside.getByRole("button", { name: `Continue to ${BANK}` }).click();
  await expect(inside.getByText("No new tab? Your browser blocked it.")).toBeVisible();
  expect(await attemptsOf(payment)).toEqual([]);
  await inside.getByRole("button", { name: `Continue to ${BANK}` }).click();
  await atBank(page);
  expect(await attemptsOf(payment)).toEqual([{ bank_window: "top" }]);
});

test("on a phone, the bank opens in the shop's window, so that its app can open", async ({ browser, request }) => {
  const payment = await newPayment(request, urlsOf(shop));
  const context = await browser.newContext({ ...devices["Pixel 7"], locale: "en-GB" });
  const page = await context.newPage();
  const frame = await openShop({ page, shop, payment });
  await expect(frame.getByText("Pay with your phone")).toBeHidden();
  await continueTo(frame, BANK);
  await approve(page);
  await backAtShop(page, payment, "success", shop.shop);
  expect(context.pages()).toHaveLength(1);
  await expectEnd(payment, PAID);
  await context.close();
});
