import { type BrowserContext, expect, type Page, test } from "@playwright/test";
import { makeLink, signIn } from "../support/console/console";
import {
  approve,
  atBank,
  baseUrl,
  continueTo,
  expectPaidAndNotified,
  frameOf,
  PAID,
  placeOrder,
  reject,
  rootOf,
  shopLog,
  shopUrl,
} from "../support/shop";

const SIZES = [
  { name: "phone", viewport: { width: 390, height: 844 }, bank: "BPI" },
  { name: "desktop", viewport: { width: 1280, height: 900 }, bank: "novobanco" },
];
const UNKNOWN_REQUEST = "01931f4e-7c1a-7d3e-9a55-5b6f0c9d2a12";

/** The origins of all requests of a context. */
function originsAskedBy(context: BrowserContext): Set<string> {
  const origins = new Set<string>();
  context.on("request", (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol !== "data:") origins.add(origin);
  });
  return origins;
}

/** What the checkout's frame has stored in the browser: names, or counts where there are none. */
async function leftBehind(page: Page) {
  const frame = page.frames().find((one) => one.url().startsWith(`${baseUrl}/embed`));
  if (!frame) throw new Error("The page has no checkout in it.");
  return frame.evaluate(async () => ({
    cookie: document.cookie,
    local: Object.keys(localStorage),
    session: sessionStorage.length,
    databases: (await indexedDB.databases()).length,
    workers: (await navigator.serviceWorker?.getRegistrations())?.length ?? 0,
  }));
}
/** The last bank used on this device, and nothing else (ADR 31). */
const LAST_BANK_ALONE = { cookie: "", local: ["bankside.bank"], session: 0, databases: 0, workers: 0 };

for (const { name, viewport, bank } of SIZES) {
  test(`a payment in the shop's page is confirmed to the shop only by the webhook or the status call (${name})`, {
    tag: name === "phone" ? "@deep" : [],
  }, async ({ browser }) => {
    const context = await browser.newContext({ viewport });
    const origins = originsAskedBy(context);
    const page = await context.newPage();
    const orderUrl = await placeOrder(page);
    await continueTo(frameOf(page), bank);
    // In the top window: the shop's page is replaced by the bank's.
    await atBank(page);
    expect(new URL(page.url()).pathname).toMatch(/^\/simbank\//);

    const other = await context.newPage();
    await other.goto(orderUrl);
    await expect(rootOf(frameOf(other))).toHaveAttribute("data-phase", "at_bank");
    await expect(other.getByRole("heading", { level: 1 })).toHaveText(/^Pay for order/);
    expect(await leftBehind(other)).toEqual(LAST_BANK_ALONE);
    // A forged return: the URL says success, and the shop fetches the status.
    await other.goto(`${orderUrl}?status=success&payment_request_id=${UNKNOWN_REQUEST}`);
    await expect(other.getByRole("heading", { level: 1 })).toHaveText("We are waiting for your bank’s confirmation");
    expect((await shopLog(other, orderUrl)).filter((line) => line.includes("→ paid"))).toEqual([]);

    await approve(page);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(PAID);
    await expectPaidAndNotified(page, orderUrl);
    // A tab that was left open updates automatically.
    await expect(other.getByRole("heading", { level: 1 })).toHaveText(PAID);
    expect([...origins].sort()).toEqual([baseUrl, shopUrl].sort());
    expect(await context.cookies()).toEqual([]);
    await context.close();
  });
}

test("without script, a link from the shop leads to the bank and back to a paid order", { tag: "@deep" }, async ({
  browser,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  const orderUrl = await placeOrder(page);
  await page.getByRole("button", { name: "Pay on Bankside’s page" }).click();
  expect(page.url()).toContain(`${baseUrl}/checkout?payment_token=`);
  await page.getByRole("searchbox", { name: "Search banks by name or BIC" }).fill("Montepio");
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await page.getByRole("radio", { name: "Banco Montepio" }).check({ force: true });
  await page.getByRole("button", { name: "Continue" }).click();
  await approve(page);
  // Each page refreshes automatically, and the last one redirects to the shop.
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(PAID);
  await expectPaidAndNotified(page, orderUrl);
  await context.close();
});

test("a payment rejected at the bank leaves the order unpaid, and a second try pays it", { tag: "@deep" }, async ({
  page,
}) => {
  const orderUrl = await placeOrder(page);
  await continueTo(frameOf(page), "ActivoBank");
  await reject(page);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("The payment was cancelled");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Pay for order/);
  await continueTo(frameOf(page), "ActivoBank");
  await approve(page);
  await expectPaidAndNotified(page, orderUrl);
  const requests = (await shopLog(page, orderUrl)).filter((line) =>
    line.startsWith("POST /api/v1/embedded/payment-requests"),
  );
  expect(requests).toHaveLength(2);
});

test("a payment from an account without enough money is declined, and the checkout shows the bank's reason", {
  tag: "@deep",
}, async ({ page, browser }) => {
  await signIn(page);
  const url = await makeLink(page, { amount: "52.00", reference: "Order 52" });
  const shopper = await (await browser.newContext()).newPage();
  await shopper.goto(url);
  await continueTo(shopper, "Millennium bcp");
  await atBank(shopper);
  const savings = shopper.locator("label.account", { hasText: "Savings" });
  await expect(savings).toContainText("Not enough");
  await savings.click();
  await approve(shopper);
  await expect(shopper.getByRole("heading", { level: 2, name: "Millennium bcp declined the payment" })).toBeVisible();
  await expect(shopper.getByText("Reason from your bank: not enough money in the account.")).toBeVisible();
  await shopper.context().close();
});
