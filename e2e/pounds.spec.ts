import { expect, test } from "@playwright/test";
import { MONEY, ownProduct, type Product } from "./support/product";
import { accessToken, type Credential } from "./support/rest";
import { approve, atBank, continueTo, reject, rootOf } from "./support/shop";

// British banks speak UK Open Banking: the shopper's approval comes back with the browser, and our own call moves the money.

const SUBMITTED = "SELECT status FROM payment_requests WHERE payment_reference = $1";
const DEBITED = "SELECT e.amount FROM sim_entries e JOIN sim_payments p ON p.id = e.payment_id WHERE p.remittance = $1";

let product: Product;
let shop: Credential;
test.beforeAll(async () => {
  product = await ownProduct();
  await product.start();
  shop = await product.shopCredential();
});
test.afterAll(() => product.remove());

async function checkoutOf(request: Parameters<typeof accessToken>[0], reference: string): Promise<string> {
  const token = await accessToken(request, product.base, shop);
  const answer = await request.post(`${product.base}/api/v1/payment-requests:redirect`, {
    headers: { Authorization: `Bearer ${token}` },
    data: { amount: 16_588, currency: "GBP", payment_reference: reference, locale: "en-GB" },
  });
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
    expect(await product.query(DEBITED, [reference]), MONEY).toEqual([]);
    await approve(page);
    await expect(rootOf(page)).toHaveAttribute("data-phase", "paid");
    expect(await product.query(SUBMITTED, [reference])).toEqual([{ status: "completed" }]);
    expect(await product.query(DEBITED, [reference]), MONEY).toHaveLength(1);
    // Nothing of the answer stays in the address, where others could read it.
    expect(page.url()).not.toMatch(/code=|id_token=|response=/);
  });
}

test("a shopper who rejects a payment in pounds is told so, and nothing is debited", async ({ page, request }) => {
  const reference = "Pounds rejected";
  await page.goto(await checkoutOf(request, reference));
  await continueTo(page, "Monzo");
  await reject(page);
  await expect(rootOf(page)).toHaveAttribute("data-phase", /^cancelled/);
  expect(await product.query(SUBMITTED, [reference])).toEqual([{ status: "cancelled" }]);
  expect(await product.query(DEBITED, [reference]), MONEY).toEqual([]);
});
