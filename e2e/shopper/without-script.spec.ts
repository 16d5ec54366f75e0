// The same payments without JavaScript: forms post, pages refresh automatically, and the way back is a link.
import { expect, type Page, test } from "@playwright/test";
import { disconnect } from "../support/product/platform";
import {
  backAtShop,
  callApi,
  eventsOf,
  expectEnd,
  expirePayment,
  newLink,
  newPayment,
  type Payment,
  query,
} from "../support/shared";
import { approve, atBank, expectPaidAndNotified, placeOrder, rootOf, shopUrl } from "../support/shop";

const AMOUNT = 2550;
const BANK = "novobanco";
const AWAY: Record<string, { bank: string; name: string }> = {
  chromium: { bank: "DE/postbank", name: "Postbank" },
  phone: { bank: "DE/hypovereinsbank", name: "HypoVereinsbank" },
};
/** An existing URL of the shop that ignores the result. */
const SHOP_URLS = { successUrl: `${shopUrl}/?basket=7`, failureUrl: `${shopUrl}/?basket=7` };

test.use({ javaScriptEnabled: false });

async function open(page: Page, { token }: Payment): Promise<void> {
  await page.goto(`/checkout?payment_token=${token}`);
  await expect(rootOf(page)).toHaveAttribute("data-phase", "choosing");
}

/** Finds a bank by country and name, chooses it and continues. */
async function continueTo(page: Page, bank: string, country = "PT"): Promise<void> {
  await page.getByRole("combobox", { name: "Your bank’s country" }).selectOption(country);
  await page.getByRole("searchbox", { name: "Search banks by name or BIC" }).fill(bank);
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await page.getByRole("radio", { name: bank }).check({ force: true });
  await page.getByRole("button", { name: /^Continue/ }).click();
}

const PAID = { status: "completed", events: ["pending", "succeeded"], debits: [AMOUNT] };

test("a bank of another country is found and pays, and the shop reads the result in its address", async ({
  page,
  request,
}) => {
  const payment = await newPayment(request, SHOP_URLS);
  await open(page, payment);
  await continueTo(page, "N26", "DE");
  await approve(page);
  await backAtShop(page, payment);
  const { searchParams } = new URL(page.url());
  expect([searchParams.get("basket"), searchParams.get("payment_request_id")]).toEqual(["7", payment.id]);
  await expectEnd(payment, PAID);
});

test("without a success address, the page refreshes until it is paid", { tag: "@deep" }, async ({ page, request }) => {
  const payment = await newPayment(request);
  await open(page, payment);
  await continueTo(page, BANK);
  await approve(page);
  const paid = page.getByRole("heading", { level: 2, name: "Paid", exact: true });
  await expect(paid).toBeVisible();
  await expectEnd(payment, PAID);
});

test("from the shop's page a link leads to the bank and back to a paid order", async ({ page }) => {
  const orderUrl = await placeOrder(page);
  await page.getByRole("button", { name: "Pay on Bankside’s page" }).click();
  await continueTo(page, BANK);
  await approve(page);
  await expectPaidAndNotified(page, orderUrl);
});

test("Continue without a bank shows what is missing and starts nothing", async ({ page, request }) => {
  const payment = await newPayment(request);
  await open(page, payment);
  await page.getByRole("button", { name: /^Continue/ }).click();
  await expect(page.getByRole("alert")).toHaveText("Choose your bank first.");
  await expectEnd(payment, { status: "pending", events: [], debits: [] });
});

test("a changed amount is confirmed before anything is started, and is paid once", async ({ page, request }) => {
  const payment = await newPayment(request, SHOP_URLS);
  await open(page, payment);
  const changed = { payment_token: payment.token, amount: 3100 };
  expect((await callApi(request, "PATCH", "/embedded/payment-requests", changed)).status()).toBe(200);
  await page.getByRole("radio", { name: BANK }).check({ force: true });
  await page.getByRole("button", { name: /^Continue/ }).click();
  await expect(page.getByRole("heading", { name: "The amount has changed" })).toBeVisible();
  await expectEnd(payment, { status: "pending", events: [], debits: [] });
  await page.getByRole("button", { name: /^Continue with .*31\.00/ }).click();
  await approve(page);
  await backAtShop(page, payment);
  await expectEnd(payment, { ...PAID, debits: [3100] });
});

test("an unavailable bank takes no money, and another bank pays", { tag: "@deep" }, async ({ page, request }, info) => {
  const away = AWAY[info.project.name] ?? { bank: "", name: "" };
  const reconnect = await disconnect(away.bank);
  const payment = await newPayment(request, SHOP_URLS);
  await open(page, payment);
  await continueTo(page, away.name, "DE");
  await expect(page.getByText("No money was taken")).toBeVisible();
  await expectEnd(payment, { status: "pending", events: [], debits: [] });
  await page.getByRole("link", { name: "Choose another bank" }).click();
  await continueTo(page, BANK);
  await approve(page);
  await backAtShop(page, payment);
  await expectEnd(payment, PAID);
  await reconnect();
});

test("a declined payment says what to do, and another bank pays at the link's address", { tag: "@deep" }, async ({
  page,
  request,
}) => {
  const link = await newLink(request);
  await page.goto(link.url);
  await continueTo(page, BANK);
  await atBank(page);
  // The list of outcomes is collapsed, and opens without script.
  await page.getByText("Try another outcome").click();
  await page.getByRole("button", { name: "Decline: insufficient funds" }).click();
  await expect(page.getByRole("heading", { level: 2, name: `${BANK} declined the payment` })).toBeVisible();
  await expect(page.getByRole("main")).toContainText("You can use another account or another bank.");
  await page.getByRole("link", { name: "Choose another bank" }).click();
  await continueTo(page, "N26", "DE");
  await approve(page);
  const paid = page.getByRole("heading", { level: 2, name: "Paid", exact: true });
  await expect(paid).toBeVisible();
  const tried = await query<{ id: string; token_hash: unknown }>(
    "SELECT id FROM payment_requests WHERE payment_link_id = $1 ORDER BY created_at",
    [link.id],
  );
  const [refused, paying] = tried.map(({ id }) => ({ id, token: "" }));
  if (!refused || !paying) throw new Error(`The link has ${tried.length} payments.`);
  await expectEnd(refused, { status: "failed", events: ["pending", "failed"], debits: [] });
  await expectEnd(paying, PAID);
  await expect.poll(() => eventsOf(link.id)).toEqual(["payment_link.used"]);
});

test("a cancelled payment says so on the way back to the shop", async ({ page, request }) => {
  const payment = await newPayment(request, SHOP_URLS);
  await open(page, payment);
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("heading", { name: "Payment cancelled" })).toBeVisible();
  await page.getByRole("link", { name: /^Back to / }).click();
  await backAtShop(page, payment, "cancelled");
  await expectEnd(payment, { status: "cancelled", events: ["cancelled"], debits: [] });
});

test("an expired payment starts nothing, and the page says that no money was taken", { tag: "@deep" }, async ({
  page,
  request,
}) => {
  const payment = await newPayment(request, SHOP_URLS);
  await open(page, payment);
  await expirePayment(payment);
  await page.getByRole("radio", { name: BANK }).check({ force: true });
  await page.getByRole("button", { name: /^Continue/ }).click();
  await expect(page.getByRole("heading", { name: "This payment has expired" })).toBeVisible();
  await page.getByRole("link", { name: /^Back to / }).click();
  await backAtShop(page, payment, "failed");
  await expectEnd(payment, { status: "expired", events: ["expired"], debits: [] });
});
