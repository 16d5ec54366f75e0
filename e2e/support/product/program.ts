// An API client of a merchant, from its credential to its calls, and the request log that shows them.
import { expect, type Page } from "@playwright/test";
import { makeCredential, openPage } from "../console/console";
import { ready } from "../ready";
import { accessToken, type Credential } from "../rest";
import { baseUrl } from "../shop";

/** The address that creates payment requests. */
export const PAYMENTS = `${baseUrl}/api/v1/embedded/payment-requests`;

export type Program = { credential: Credential; token: string; send: (amount: number, key: string) => Promise<number> };

/** Creates a credential and a token for it. `send` creates a payment request and returns the HTTP status. */
export async function program(page: Page, name: string): Promise<Program> {
  const credential = await makeCredential(page, name);
  await page.getByRole("alertdialog").getByRole("checkbox").check();
  await page.getByRole("button", { name: "Done" }).click();
  const token = await accessToken(page.request, baseUrl, credential);
  const send = async (amount: number, key: string) => {
    const data = { order: { amount, currency: "EUR", order_id: key, test_transaction: true } };
    const headers = { Authorization: `Bearer ${token}`, "Idempotency-Key": key };
    return (await page.request.post(PAYMENTS, { headers, data })).status();
  };
  return { credential, token, send };
}

/** The request that is open beside the list. */
export const theCall = (page: Page) => page.getByRole("region", { name: "Request", exact: true });
export const rows = (page: Page) => page.getByRole("table", { name: /^Requests/ }).locator("tbody tr");

/** Filters the request log by response and text. */
export async function search(page: Page, outcome: "2xx" | "4xx", text: string): Promise<void> {
  await openPage(page, "Requests");
  await page.getByRole("navigation", { name: "Response" }).getByRole("link", { name: outcome }).click();
  await expect(page).toHaveURL(/outcome=/);
  await page.getByRole("searchbox", { name: "Search requests" }).fill(text);
  await page.keyboard.press("Enter");
  // A plain form: the page is loaded again.
  await page.waitForURL(({ searchParams }) => searchParams.get("q") === text);
  await ready(page);
  await expect(rows(page)).toHaveCount(1);
}
