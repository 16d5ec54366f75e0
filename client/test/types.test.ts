// What the client's types refuse is what the API refuses: the compiler complains of an expectation that it does not need.
import { expect, it } from "vitest";
import { failureOf, stageOfEachTest } from "./stage";

const { bankside } = stageOfEachTest();
const payment_token = `ptok_${"A".repeat(43)}`;
const bankId = "9c6a8a09-c0e1-5e03-b69e-1f7104bc1176";
const customerBankAccountId = "01931f4e-7c1a-7d3e-9a55-5b6f0c9d2a13";
const redirect = { amount: 2550, currency: "GBP", locale: "en-GB", test_transaction: true };
const [success_url_redirect, fail_url_redirect] = ["https://shop.example/ok", "https://shop.example/no"] as const;
const codesOf = async (calls: Promise<unknown>[]) => {
  const errors = await Promise.all(calls.map(failureOf));
  return new Set(errors.map((error) => (error as { code: unknown }).code));
};

it("refuses by its types what is always a 400", async () => {
  const client = bankside();
  const calls = [
    // @ts-expect-error a payment token is the credential
    client.initiatePayment({ bankId }),
    // @ts-expect-error a bank or an account
    client.initiatePayment({ payment_token }),
    // @ts-expect-error not both of them
    client.initiatePayment({ payment_token, bankId, customerBankAccountId }),
    // @ts-expect-error nothing to update
    client.updatePaymentRequest({ payment_token }),
    // @ts-expect-error one address without the other
    client.createRedirectRequest({ ...redirect, success_url_redirect }),
    // @ts-expect-error the other without the one
    client.createRedirectRequest({ ...redirect, fail_url_redirect }),
  ];
  expect(await codesOf(calls)).toEqual(new Set(["VALIDATION_ERROR"]));
});

it("control: lets through what the API understands", async () => {
  const client = bankside();
  const calls = [
    client.initiatePayment({ payment_token, bankId, paymentScheme: null }),
    client.initiatePayment({ payment_token, customerBankAccountId }),
    client.updatePaymentRequest({ payment_token, amount: 3050 }),
    client.updatePaymentRequest({ payment_token, rewards: { total_rewards: 350 } }),
    client.updatePaymentRequest({ payment_token, amount: 3050, rewards: { total_rewards: 350 } }),
  ];
  expect(await codesOf(calls)).toEqual(new Set(["PAYMENT_REQUEST_NOT_FOUND"]));
  for (const addresses of [{}, { success_url_redirect, fail_url_redirect }]) {
    const { payment_request_id } = await client.createRedirectRequest({ ...redirect, ...addresses });
    expect(payment_request_id).toEqual(expect.any(String));
  }
});
