import { accessEndpoints } from "../access/endpoints";
import { balanceEndpoints } from "../balances/endpoints";
import { bankEndpoints } from "../banks/endpoints";
import { paymentLinkEndpoints } from "../payment-links/endpoints";
import { paymentEndpoints } from "../payments/endpoints";
import { webhookEndpoints } from "../webhooks/endpoints";

/** Every endpoint of the public API. */
export const ENDPOINTS = [
  ...bankEndpoints,
  ...accessEndpoints,
  ...paymentLinkEndpoints,
  ...paymentEndpoints,
  ...balanceEndpoints,
  ...webhookEndpoints,
] as const;
