// Steps of a payment to the bank and back, from a shop's page.
import type { FrameLocator, Page } from "@playwright/test";
import { checkoutIn, mountScript, type Pages, shopPage } from "./pages";
import { type Payment, query } from "./shared";
import { baseUrl } from "./shop";

export const BANK = "novobanco";

/** The end of a payment that was paid once; debits in minor units. */
export const PAID = { status: "completed", events: ["pending", "succeeded"], debits: [2550] };

/** The shop's redirect addresses. */
export const urlsOf = ({ shop }: Pages) => ({ successUrl: `${shop}/ok`, failureUrl: `${shop}/no` });

/** The address of the payment's hosted checkout. */
export const hostedOf = ({ token }: Payment) => `${baseUrl}/checkout?payment_token=${token}`;

export const attemptsOf = ({ id }: Payment) =>
  query<{ bank_window: string }>("SELECT bank_window FROM payment_attempts WHERE payment_request_id = $1", [id]);

export type ShopPayment = { page: Page; shop: Pages; payment: Payment };

/** Opens a shop's page with the checkout. `bankWindow`: where the bank opens; by default the checkout decides. */
export async function openShop(
  { page, shop, payment }: ShopPayment,
  bankWindow?: "top" | "tab",
): Promise<FrameLocator> {
  const options = `{ bankWindow: ${bankWindow && JSON.stringify(bankWindow)} }`;
  await page.goto(shop.shop + shop.put(`/${payment.id}`, shopPage(mountScript(payment.token, { options }))));
  return checkoutIn(page);
}

export async function choose(where: Page | FrameLocator, bank: string): Promise<void> {
  await where.locator(".bank-name", { hasText: new RegExp(`^${bank}$`) }).click();
}
