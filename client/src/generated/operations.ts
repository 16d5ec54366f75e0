// Generated from docs/openapi.json by `npm run generate -w client`. Not edited by hand.

/** What a call of each operation needs at run time. */
export const OPERATIONS = {
  createPaymentLink: {"method":"POST","path":"/api/v1/payment-links","token":true,"body":true,"keyed":true},
  createPaymentRequest: {"method":"POST","path":"/api/v1/embedded/payment-requests","token":true,"body":true,"keyed":true},
  createRedirectRequest: {"method":"POST","path":"/api/v1/payment-requests:redirect","token":true,"body":true,"keyed":true},
  generateWebhookSecret: {"method":"POST","path":"/api/v1/webhooks/secret","token":true,"body":true,"keyed":false},
  getBalances: {"method":"GET","path":"/api/v1/balances","token":true,"body":false,"keyed":false},
  getPaymentLink: {"method":"GET","path":"/api/v1/payment-links/{id}","token":true,"body":false,"keyed":false},
  getPaymentStatus: {"method":"GET","path":"/api/v1/payment-requests/{paymentRequestId}/status","token":true,"body":false,"keyed":false},
  initiatePayment: {"method":"POST","path":"/api/v1/embedded/payment-initiation","token":false,"body":true,"keyed":false},
  issueToken: {"method":"POST","path":"/api/v1/oauth2/token","token":false,"body":true,"keyed":false},
  listPaymentLinks: {"method":"GET","path":"/api/v1/payment-links","token":true,"body":false,"keyed":false},
  listTopBanks: {"method":"GET","path":"/api/v1/banks/top","token":false,"body":false,"keyed":false},
  listWebhookEvents: {"method":"GET","path":"/api/v1/webhook-events","token":true,"body":false,"keyed":false},
  refreshToken: {"method":"POST","path":"/api/v1/oauth2/refresh","token":false,"body":true,"keyed":false},
  revokeWebhookSecret: {"method":"POST","path":"/api/v1/webhooks/secret/revoke","token":true,"body":true,"keyed":false},
  setWebhookUrl: {"method":"POST","path":"/api/v1/webhooks","token":true,"body":true,"keyed":false},
  updatePaymentRequest: {"method":"PATCH","path":"/api/v1/embedded/payment-requests","token":true,"body":true,"keyed":false},
} as const;
