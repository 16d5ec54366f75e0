// The client's types refuse what the API refuses. The compiler reports an expected error that does not occur.
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

it("the client's types refuse inputs that are always a 400", async () => {
  const client = bankside();
  const calls = [
    // @ts-expect-error without the client secret, which only HTTP Basic allows
    client.issueToken({ client_id: bankId }),
    // @ts-expect-error without the payment token
    client.initiatePayment({ bankId }),
    // @ts-expect-error neither a bank nor an account
    client.initiatePayment({ payment_token }),
    // @ts-expect-error both a bank and an account
    client.initiatePayment({ payment_token, bankId, customerBankAccountId }),
    // @ts-expect-error nothing to update
    client.updatePaymentRequest({ payment_token }),
    // @ts-expect-error only the success URL
    client.createRedirectRequest({ ...redirect, success_url_redirect }),
    // @ts-expect-error only the failure URL
    client.createRedirectRequest({ ...redirect, fail_url_redirect }),
  ];
  expect(await codesOf(calls)).toEqual(new Set(["INVALID_INPUT", "VALIDATION_ERROR"]));
});

it("control: the client's types accept inputs that the API accepts", async () => {
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
