// A program of a merchant's own, from its credential to its calls, and what the log of calls shows of them.
import { expect, type Page } from "@playwright/test";
import { makeCredential, openPage } from "./console";
import { ready } from "./ready";
import { accessToken, type Credential } from "./rest";
import { baseUrl } from "./shop";

/** Where it asks for payments. */
export const PAYMENTS = `${baseUrl}/api/v1/embedded/payment-requests`;

export type Program = { credential: Credential; token: string; send: (amount: number, key: string) => Promise<number> };

/** A program with a credential of its own, whose secret was kept: `send` asks for a payment, and answers the status. */
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

/** The call that is open beside the list. */
export const theCall = (page: Page) => page.getByRole("region", { name: "The call" });
export const rows = (page: Page) => page.getByRole("table", { name: /^Calls of the API/ }).locator("tbody tr");

/** Narrows the log to what was refused, or taken, and has this text in it. */
export async function search(page: Page, outcome: "Refused" | "Taken", text: string): Promise<void> {
  await openPage(page, "API log");
  await page.getByRole("navigation", { name: "How it ended" }).getByRole("link", { name: outcome }).click();
  await expect(page).toHaveURL(/outcome=/);
  await page.getByRole("searchbox", { name: "Search calls" }).fill(text);
  await page.keyboard.press("Enter");
  // A form of its own, without script: the page is loaded anew.
  await page.waitForURL(({ searchParams }) => searchParams.get("q") === text);
  await ready(page);
  await expect(rows(page)).toHaveCount(1);
}
