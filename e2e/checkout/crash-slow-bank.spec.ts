// The crash drill with a bank that has accepted the payment and delays its response, which leaves the outcome unknown.
import { expect, test } from "@playwright/test";
import { LIMIT_FACTOR } from "../../verification/limits";
import { BANK_DEBITS, DEBITS, ownProduct, type Product } from "../support/product/product";
import { accessToken, createPaymentRequest } from "../support/rest";
import { approve } from "../support/shop";

const RECOVERED_WITHIN_MS = 60_000 * LIMIT_FACTOR;
const REFERENCE = "SIM-SLOW 1";
const AMOUNT = 4200;

let product: Product;
test.beforeAll(async () => {
  product = await ownProduct();
  await product.start();
});
test.afterAll(() => product.remove());

test("killed while a slow bank delays its response: recovery sends the same key, and there is exactly one payment", {
  tag: "@deep",
}, async ({ page, request }) => {
  const credential = await product.shopCredential();
  const api = `${product.base}/api/v1`;
  const token = await accessToken(request, product.base, credential);
  const headers = { Authorization: `Bearer ${token}` };
  const created = await createPaymentRequest(request, product.base, { token, amount: AMOUNT, reference: REFERENCE });
  const banks = (await (await request.get(`${api}/banks/top?country=PT`)).json()).data.banks as { id: string }[];
  const data = { payment_token: created.data?.payment_token, bankId: banks[0]?.id };
  const initiate = () => request.post(`${api}/embedded/payment-initiation`, { data, timeout: RECOVERED_WITHIN_MS });

  const lost = initiate().catch(() => "no answer");
  const atBank = () =>
    product.query<{ request_id: string }>("SELECT request_id FROM sim_payments WHERE remittance = $1", [REFERENCE]);
  await expect.poll(async () => (await atBank()).length, { intervals: [100] }).toBe(1);
  const [first] = await atBank();
  await product.outage();
  expect(await lost).toBe("no answer");

  // The repeated call waits for the result of the recovery.
  const answer = await initiate();
  expect(answer.status()).toBe(200);
  const { redirect_url } = (await answer.json()).data;
  expect(await atBank()).toEqual([first]);
  await page.goto(redirect_url);
  await approve(page);
  const status = async () => {
    const asked = await request.get(`${api}/payment-requests/${created.data?.payment_request_id}/status`, { headers });
    return (await asked.json()).data.status;
  };
  await expect.poll(status).toBe("completed");
  expect(await atBank()).toEqual([first]);
  const debits = await product.query<{ amount: string }>(DEBITS);
  expect(
    debits.map(({ amount }) => Number(amount)),
    BANK_DEBITS,
  ).toEqual([AMOUNT]);
  const attempts = await product.query("SELECT id FROM payment_attempts");
  expect(attempts).toHaveLength(1);
});
