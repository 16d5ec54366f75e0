// The steps of journeys to a bank and back, from a shop's page of a test's own.
import type { FrameLocator, Page } from "@playwright/test";
import { checkoutIn, mountScript, type Pages, shopPage } from "./pages";
import { type Payment, query } from "./shared";
import { baseUrl } from "./shop";

export const BANK = "novobanco";

/** How a payment stands that was paid once; minor units. */
export const PAID = { status: "completed", events: ["pending", "succeeded"], debits: [2550] };

/** Where the shop wants its shoppers back. */
export const urlsOf = ({ shop }: Pages) => ({ successUrl: `${shop}/ok`, failureUrl: `${shop}/no` });

/** The payment's page of its own. */
export const hostedOf = ({ token }: Payment) => `${baseUrl}/checkout?payment_token=${token}`;

export const attemptsOf = ({ id }: Payment) =>
  query<{ bank_window: string }>("SELECT bank_window FROM payment_attempts WHERE payment_request_id = $1", [id]);

export type Ways = { page: Page; shop: Pages; payment: Payment };

/** A shop's page that has the bank open as it says, or as the device likes it. */
export async function openShop({ page, shop, payment }: Ways, bankWindow?: "top" | "tab"): Promise<FrameLocator> {
  const options = `{ bankWindow: ${bankWindow && JSON.stringify(bankWindow)} }`;
  await page.goto(shop.shop + shop.put(`/${payment.id}`, shopPage(mountScript(payment.token, { options }))));
  return checkoutIn(page);
}

export async function choose(where: Page | FrameLocator, bank: string): Promise<void> {
  await where.locator(".bank-name", { hasText: new RegExp(`^${bank}$`) }).click();
}
