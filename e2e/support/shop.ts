// The steps of a shopper: in the demo shop, in the checkout, at the bank.
import { expect, type FrameLocator, type Locator, type Page } from "@playwright/test";

/** Origins of the product that the journeys share. */
export const baseUrl = process.env["E2E_BASE_URL"] ?? "";
export const shopUrl = process.env["E2E_SHOP_URL"] ?? "";

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

/** Searches a bank, key by key, chooses it and continues. The search works alike in the frame and on the hosted page. */
export async function continueTo(where: Page | FrameLocator, bank: string): Promise<void> {
  await where.getByRole("searchbox", { name: "Search banks by name or BIC" }).pressSequentially(bank);
  // The one of the last time on this device says so under its name.
  await where.locator(".bank-name", { hasText: new RegExp(`^${bank}(Last used on this device)?$`) }).click();
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

/** Lines of "Behind this page" of an order: what the shop called, was told, and made of it. Asked beside the page, which may be on its way. */
export async function shopLog(page: Page, orderUrl: string): Promise<string[]> {
  const html = await (await page.request.get(orderUrl)).text();
  return [...html.matchAll(/<b>([^<]*)<\/b><span>([^<]*)<\/span><\/li>/g)].map(([, what, note]) => `${what}: ${note}`);
}

const TOLD = "payment_request.succeeded: webhook, signature verified";

/** A page that was asked too early shows it never: then it is asked again. */
const SHOWN_WITHIN_MS = 5_000;

/** Waits until the shop has also heard by webhook that the order is paid, and holds it to one move to "paid". */
export async function expectPaidAndTold(page: Page, orderUrl: string, timeoutMs?: number): Promise<void> {
  await expect
    .poll(() => shopLog(page, orderUrl), timeoutMs === undefined ? {} : { timeout: timeoutMs })
    .toContain(TOLD);
  expect((await shopLog(page, orderUrl)).filter((line) => line.includes("→ paid"))).toHaveLength(1);
  await expect(async () => {
    await page.goto(orderUrl);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(PAID, { timeout: SHOWN_WITHIN_MS });
  }).toPass();
}
