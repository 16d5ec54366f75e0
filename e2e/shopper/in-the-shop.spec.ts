// Payments in the frame of a shop's page, to each possible end. The pages' texts are compared with the bank's books and the
// merchant's events.
import { expect, test } from "@playwright/test";
import { disconnect } from "../support/product/platform";
import { backAtShop, callApi, expectEnd, expirePayment, paymentIn } from "../support/shared";
import {
  approve,
  atBank,
  continueTo,
  expectPaidAndNotified,
  frameOf,
  placeOrder,
  reject,
  rootOf,
} from "../support/shop";

const TOTAL = 7450;
const PRESSED_WITHIN_MS = 3_000;
const BANK = "novobanco";
/** Each project makes another bank unreachable, because a bank that fails too often is not offered for a while. */
const AWAY: Record<string, { bank: string; name: string }> = {
  chromium: { bank: "PT/bpi", name: "BPI" },
  phone: { bank: "PT/caixa-geral-de-depositos", name: "Caixa Geral de Depósitos" },
  firefox: { bank: "PT/activobank", name: "ActivoBank" },
};

test("a payment at the bank returns to a paid order", { tag: "@money" }, async ({ page }) => {
  const orderUrl = await placeOrder(page);
  const payment = await paymentIn(page);
  const back = backAtShop(page, payment);
  await continueTo(frameOf(page), BANK);
  await approve(page);
  await back;
  await expectPaidAndNotified(page, orderUrl);
  await expectEnd(payment, { status: "completed", events: ["pending", "succeeded"], debits: [TOTAL] });
});

test("a payment cancelled before a bank is chosen takes no money", { tag: "@deep" }, async ({ page }) => {
  await placeOrder(page);
  const payment = await paymentIn(page);
  await frameOf(page).getByRole("button", { name: "Cancel" }).click();
  // The frame notifies the shop, which fetches the status.
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("The payment was cancelled");
  await expectEnd(payment, { status: "cancelled", events: ["cancelled"], debits: [] });
});

test("a payment cancelled while the bank waits takes no money", async ({ page, context }) => {
  const orderUrl = await placeOrder(page);
  const payment = await paymentIn(page);
  await continueTo(frameOf(page), BANK);
  await atBank(page);

  const other = await context.newPage();
  await other.goto(orderUrl);
  await expect(rootOf(frameOf(other))).toHaveAttribute("data-phase", "at_bank");
  await frameOf(other).getByRole("button", { name: "Cancel" }).click();
  await expect(other.getByRole("heading", { level: 1 })).toHaveText("The payment was cancelled");

  // The bank's page was still open: pressing its button now moves nothing.
  await page.getByRole("button", { name: "Approve payment" }).click();
  await expectEnd(payment, { status: "cancelled", events: ["pending", "cancelled"], debits: [] });
});

test("a payment rejected at the bank is reported to the shop", async ({ page }) => {
  await placeOrder(page);
  const payment = await paymentIn(page);
  const back = backAtShop(page, payment, "cancelled");
  await continueTo(frameOf(page), BANK);
  await reject(page);
  await back;
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("The payment was cancelled");
  await expectEnd(payment, { status: "cancelled", events: ["pending", "cancelled"], debits: [] });
});

test("a payment declined by the bank: both pages say what to do, and the shop gets failed", async ({
  page,
  context,
}) => {
  const orderUrl = await placeOrder(page);
  const payment = await paymentIn(page);
  const back = backAtShop(page, payment, "failed");
  await continueTo(frameOf(page), BANK);
  await atBank(page);
  const hosted = await context.newPage();
  await hosted.goto(`/checkout?payment_token=${payment.token}`);
  await page.getByText("Try another outcome").click();
  await page.getByRole("button", { name: "Decline: insufficient funds" }).click();
  await back;

  await expect(rootOf(hosted)).toHaveAttribute("data-phase", "refused");
  const said = hosted.getByRole("main");
  await expect(said).toContainText(`${BANK} declined the payment`);
  await expect(said).toContainText("No money was sent.");
  await expect(said).toContainText("not enough money in the account");
  await expect(hosted.getByRole("link", { name: "Back to Olaria do Norte" })).toHaveAttribute("href", /status=failed/);
  await page.goto(orderUrl);
  await expect(page.getByRole("button", { name: "Try again" })).toBeVisible();
  await expectEnd(payment, { status: "failed", events: ["pending", "failed"], debits: [] });
});

test("an unavailable bank takes no money, and another bank pays", { tag: "@deep" }, async ({ page }, info) => {
  const away = AWAY[info.project.name] ?? { bank: "", name: "" };
  const reconnect = await disconnect(away.bank);
  const orderUrl = await placeOrder(page);
  const payment = await paymentIn(page);
  const frame = frameOf(page);
  await continueTo(frame, away.name);
  await expect(frame.getByRole("heading", { level: 2 })).toContainText(away.name);
  await expect(frame.getByText("No money was taken")).toBeVisible();
  await expectEnd(payment, { status: "pending", events: [], debits: [] });
  await frame.getByRole("link", { name: "Choose another bank" }).click();
  await continueTo(frame, BANK);
  await approve(page);
  await expectPaidAndNotified(page, orderUrl);
  await expectEnd(payment, { status: "completed", events: ["pending", "succeeded"], debits: [TOTAL] });
  await reconnect();
});

test("a changed amount is confirmed and paid once", async ({ page, request }) => {
  await placeOrder(page);
  const payment = await paymentIn(page);
  const patch = async (amount: number) => {
    const answer = await callApi(request, "PATCH", "/embedded/payment-requests", {
      ...{ payment_token: payment.token, amount },
    });
    expect(answer.status()).toBe(200);
  };
  const frame = frameOf(page);
  await frame.locator(".bank-name", { hasText: new RegExp(`^${BANK}$`) }).click();
  await patch(6100);
  await expect(rootOf(frame)).toHaveAttribute("data-amount", "6100");
  await expect(frame.getByText("The amount has changed.")).toBeVisible();
  // Once more, between the press and its request.
  let changed = false;
  await page.route(/\/embed\?/, async (route) => {
    if (route.request().method() === "POST" && !changed) await patch(6200);
    changed = true;
    await route.continue();
  });
  await frame.getByRole("button", { name: `Continue to ${BANK}` }).click();
  await expect(frame.getByRole("heading", { name: "The amount has changed" })).toBeVisible();
  await expectEnd(payment, { status: "pending", events: [], debits: [] });
  await frame.getByRole("button", { name: /^Continue with .*62\.00/ }).click();
  await atBank(page);
  await expect(page.getByRole("main")).toContainText("62.00");
  await approve(page);
  await expectEnd(payment, { status: "completed", events: ["pending", "succeeded"], debits: [6200] });
});

test("an expired payment cannot be started any more", { tag: "@deep" }, async ({ page }) => {
  await placeOrder(page);
  const payment = await paymentIn(page);
  const frame = frameOf(page);
  await frame.locator(".bank-name", { hasText: new RegExp(`^${BANK}$`) }).click();
  await expirePayment(payment);
  // Either the page updates first and has no button, or the press finds the payment expired.
  const press = frame.getByRole("button", { name: `Continue to ${BANK}` }).click({ timeout: PRESSED_WITHIN_MS });
  await press.catch(() => undefined);
  await expect(page.getByRole("button", { name: "Try again" })).toBeVisible();
  await expectEnd(payment, { status: "expired", events: ["expired"], debits: [] });
  await page.goto(`/checkout?payment_token=${payment.token}`);
  await expect(page.getByRole("main")).toContainText("No money was taken");
});

test("a payment started in time and approved late counts", { tag: "@deep" }, async ({ page }) => {
  const orderUrl = await placeOrder(page);
  const payment = await paymentIn(page);
  await continueTo(frameOf(page), BANK);
  await atBank(page);
  await expirePayment(payment);
  await approve(page);
  await expectPaidAndNotified(page, orderUrl);
  await expectEnd(payment, { status: "completed", events: ["pending", "succeeded"], debits: [TOTAL] });
});
