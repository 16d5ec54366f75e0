// A customer's steps: in the demo shop, in the checkout, at the bank.
import { expect, type FrameLocator, type Locator, type Page } from "@playwright/test";

/** Origins of the installation that all specs share. */
export const baseUrl = process.env["E2E_BASE_URL"] ?? "";
export const shopUrl = process.env["E2E_SHOP_URL"] ?? "";

/** The shop's heading for a paid order. */
export const PAID = /Your order is paid\.$/;

/** Places an order; returns the address of its page, which embeds the checkout. */
export async function placeOrder(page: Page, shop = shopUrl): Promise<string> {
  await page.goto(`${shop}/`);
  await page.getByRole("button", { name: "Continue to payment" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Pay for order \d+$/);
  return page.url();
}

/** The checkout's frame in the shop's page. */
export function frameOf(page: Page): FrameLocator {
  return page.frameLocator("#checkout iframe");
}

/** The checkout's root element; its `data-phase` is the payment's phase. */
export function rootOf(where: Page | FrameLocator): Locator {
  return where.locator("[data-root]");
}

/** Searches for a bank, selects it and continues, in the frame or on the hosted page. */
export async function continueTo(where: Page | FrameLocator, bank: string): Promise<void> {
  await where.getByRole("searchbox", { name: "Search banks by name or BIC" }).pressSequentially(bank);
  // A bank that was used before on this device has a note under its name.
  await where.locator(".bank-name", { hasText: new RegExp(`^${bank}(Last used on this device)?$`) }).click();
  await where.getByRole("button", { name: `Continue to ${bank}` }).click();
}

/** Waits for the bank's page in this tab. */
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

/** Lines of "Behind this page" of an order: the shop's calls and webhooks. Fetched separately: the page may be navigating. */
export async function shopLog(page: Page, orderUrl: string): Promise<string[]> {
  const html = await (await page.request.get(orderUrl)).text();
  return [...html.matchAll(/<b>([^<]*)<\/b><span>([^<]*)<\/span><\/li>/g)].map(([, what, note]) => `${what}: ${note}`);
}

const NOTIFIED = "payment_request.succeeded: webhook, signature verified";

/** The page does not update itself: after this time it is loaded again. */
const SHOWN_WITHIN_MS = 5_000;

/** Waits until the shop's page says "paid" and its webhook has arrived; expects exactly one change to "paid". */
export async function expectPaidAndNotified(page: Page, orderUrl: string, timeoutMs?: number): Promise<void> {
  await expect
    .poll(() => shopLog(page, orderUrl), timeoutMs === undefined ? {} : { timeout: timeoutMs })
    .toContain(NOTIFIED);
  expect((await shopLog(page, orderUrl)).filter((line) => line.includes("→ paid"))).toHaveLength(1);
  await expect(async () => {
    await page.goto(orderUrl);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(PAID, { timeout: SHOWN_WITHIN_MS });
  }).toPass();
}
