// The steps of a shopper: in the demo shop, in the checkout, at the bank.
import { expect, type FrameLocator, type Locator, type Page } from "@playwright/test";

/** Origins of the product that the journeys share. */
export const baseUrl = process.env["E2E_BASE_URL"] ?? "";
export const shopUrl = process.env["E2E_SHOP_URL"] ?? "";

/** What every order of the shop costs, as a shopper reads it. */
export const ORDER_TOTAL = "€74.50";

/** The words by which the shop says that an order is paid. */
export const PAID = /Your order is paid\.$/;

/** Places an order and comes to its page with the embedded checkout; returns the page's address. */
export async function placeOrder(page: Page, shop = shopUrl): Promise<string> {
  await page.goto(`${shop}/`);
  await page.getByRole("button", { name: "Continue to payment" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Pay for order \d+$/);
  return page.url();
}

/** The checkout that the loader put into the shop's page. */
export function frameOf(page: Page): FrameLocator {
  return page.frameLocator("#checkout iframe");
}

/** The root of a page or of the frame. `data-phase` on it says how the payment stands. */
export function rootOf(where: Page | FrameLocator): Locator {
  return where.locator("[data-root]");
}

/** Searches a bank, chooses it and continues. The search works alike in the frame and on the hosted page. */
export async function continueTo(where: Page | FrameLocator, bank: string): Promise<void> {
  await where.getByRole("searchbox", { name: "Search banks by name or BIC" }).fill(bank);
  await where.locator(".bank-name", { hasText: new RegExp(`^${bank}$`) }).click();
  await where.getByRole("button", { name: `Continue to ${bank}` }).click();
}

/** Waits for the bank's page in this very tab. */
export async function atBank(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Approve this payment?");
}

export async function approve(page: Page): Promise<void> {
  await atBank(page);
  await page.getByRole("button", { name: "Approve payment" }).click();
}

export async function reject(page: Page): Promise<void> {
  await atBank(page);
  await page.getByRole("button", { name: "Reject payment" }).click();
}

/** Lines of "Behind this page": what the shop called, was told, and made of it. */
export async function shopLog(page: Page): Promise<string[]> {
  const lines = await page.locator(".sh-log").first().locator("li").allTextContents();
  // Each begins with the clock.
  return lines.map((line) => line.slice("09:41:07".length));
}

const TOLD = "payment_request.succeededwebhook, signature verified";

/** Waits until the shop has also heard by webhook that the order is paid, and holds it to one move to "paid". */
export async function expectPaidAndTold(page: Page, orderUrl: string, timeoutMs = 30_000): Promise<void> {
  const log = async () => {
    await page.goto(orderUrl);
    return shopLog(page);
  };
  await expect.poll(log, { timeout: timeoutMs }).toContain(TOLD);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(PAID);
  expect((await shopLog(page)).filter((line) => line.includes("→ paid"))).toHaveLength(1);
}
