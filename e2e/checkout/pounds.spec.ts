import { type APIRequestContext, expect, test } from "@playwright/test";
import { BANK_DEBITS } from "../support/product/product";
import { callApi, query } from "../support/shared";
import { approve, atBank, continueTo, reject, rootOf } from "../support/shop";

// UK Open Banking: the customer's approval returns with the browser, and our own call moves the money.

const SUBMITTED = "SELECT status FROM payment_requests WHERE payment_reference = $1";
const DEBITED = "SELECT e.amount FROM sim_entries e JOIN sim_payments p ON p.id = e.payment_id WHERE p.remittance = $1";

async function checkoutOf(request: APIRequestContext, reference: string): Promise<string> {
  const order = { amount: 16_588, currency: "GBP", payment_reference: reference, locale: "en-GB" };
  const answer = await callApi(request, "POST", "/payment-requests:redirect", order);
  expect(answer.status()).toBe(201);
  return (await answer.json()).data.redirect_url;
}

for (const { bank, how } of [
  { bank: "Monzo", how: "in the address, signed" },
  { bank: "TSB", how: "in the fragment, by the page's script" },
]) {
  test(`a shopper pays in pounds at a bank that answers ${how}`, async ({ page, request }) => {
    const reference = `Pounds ${bank}`;
    await page.goto(await checkoutOf(request, reference));
    await continueTo(page, bank);
    await atBank(page);
    await expect(page.getByRole("main")).toContainText("165.88");
    expect(await query(DEBITED, [reference]), BANK_DEBITS).toEqual([]);
    await approve(page);
    await expect(rootOf(page)).toHaveAttribute("data-phase", "paid");
    expect(await query(SUBMITTED, [reference])).toEqual([{ status: "completed" }]);
    expect(await query(DEBITED, [reference]), BANK_DEBITS).toHaveLength(1);
    // Nothing of the response remains in the URL, where others could read it.
    expect(page.url()).not.toMatch(/code=|id_token=|response=/);
  });
}

test("a payment in pounds rejected at the bank says so, and nothing is debited", { tag: "@deep" }, async ({
  page,
  request,
}) => {
  const reference = "Pounds rejected";
  await page.goto(await checkoutOf(request, reference));
  await continueTo(page, "Monzo");
  await reject(page);
  await expect(rootOf(page)).toHaveAttribute("data-phase", /^cancelled/);
  expect(await query(SUBMITTED, [reference])).toEqual([{ status: "cancelled" }]);
  expect(await query(DEBITED, [reference]), BANK_DEBITS).toEqual([]);
});
