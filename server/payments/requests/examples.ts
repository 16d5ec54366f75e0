const TOKEN = "ptok_kM3v0q1yV7cYB2uQm1oF4s8dJr6tZx9wLh5nEgRaPbU";
const BANK_ID = "9c6a8a09-c0e1-5e03-b69e-1f7104bc1176";
const REQUEST_ID = "01931f4e-7c1a-7d3e-9a55-5b6f0c9d2a12";
const ACCOUNT_ID = "01931f4e-7c1a-7d3e-9a55-5b6f0c9d2a13";

/** What the OpenAPI document shows of each endpoint, by its id. */
export const EXAMPLES = {
  createPaymentRequest: {
    request: {
      customer: {
        id: "C-77",
        name: "Jane Doe",
        email: "jane@example.com",
        phone: "+351960123456",
        country: "PT",
      },
      order: {
        order_id: "ORD-1",
        amount: 2550,
        currency: "EUR",
        payment_reference: "Order 3451",
        locale: "en-GB",
        test_transaction: true,
        rewards: { extra_rewards: 150, total_rewards: 300, description: "Weekend bonus" },
      },
      redirect_urls: { success_url: "https://shop.example/ok", failure_url: "https://shop.example/no" },
      device_type: "web",
      billing_address: { address_line1: "Rua das Flores 1", city: "Porto", postal_code: "4050-262", country: "PT" },
    },
    response: {
      payment_token: TOKEN,
      expires_in: 900,
      payment_request_id: REQUEST_ID,
      customer_bank_accounts: [
        {
          id: ACCOUNT_ID,
          bank_id: BANK_ID,
          bank_name: "Millennium bcp",
          account_masked: "•••• 0154",
          last_used_at: "2026-11-02T09:41:07.000Z",
        },
      ],
    },
  },
  initiatePayment: {
    requests: {
      bank: { payment_token: TOKEN, bankId: BANK_ID, paymentScheme: null },
      rememberedAccount: {
        payment_token: TOKEN,
        customerBankAccountId: ACCOUNT_ID,
        paymentScheme: "SEPA_CREDIT_TRANSFER",
      },
    },
    response: {
      order_id: "ORD-1",
      redirect_url: "https://bank.example/authorise/7f3c",
      payment_request_id: REQUEST_ID,
    },
  },
  getPaymentStatus: {
    response: {
      status: "pending",
      amount: "2550",
      currency: "EUR",
      payment_request_id: REQUEST_ID,
      order_id: "ORD-1",
      status_reason: null,
      test: true,
      late: false,
      reversed_amount: null,
    },
  },
  updatePaymentRequest: {
    request: { payment_token: TOKEN, amount: 3050, rewards: { extra_rewards: 200, total_rewards: 350 } },
    response: {
      payment_token: TOKEN,
      amount: 3050,
      rewards: { extra_rewards: 200, total_rewards: 350 },
      expires_in: 640,
    },
  },
  createRedirectRequest: {
    request: {
      amount: 2550,
      currency: "GBP",
      locale: "en-GB",
      payment_reference: "ORDER1001",
      order_id: "1001",
      customer: {
        name: "Jane Buyer",
        email: "jane@example.com",
        phone_number: "+447700900123",
        country: "GB",
      },
      billing_address: {
        address_line1: "1 Market Street",
        city: "London",
        postal_code: "EC1A 1AA",
        country: "GB",
      },
      success_url_redirect: "https://shop.example/ok",
      fail_url_redirect: "https://shop.example/no",
      test_transaction: true,
    },
    response: {
      redirect_url: `https://pay.example.com/checkout?payment_token=${TOKEN}`,
      payment_request_id: REQUEST_ID,
      payment_token: TOKEN,
      expires_in: 900,
    },
  },
};
