import { balanceEndpoints } from "../balances/endpoints";
import { bankEndpoints } from "../banks/endpoints";
import { identityEndpoints } from "../identity/endpoints";
import { paymentEndpoints } from "../payments/endpoints";
import { paymentLinkEndpoints } from "../payments/links/endpoints";
import { webhookEndpoints } from "../webhooks/endpoints";

/** Every endpoint of the public API. */
export const ENDPOINTS = [
  ...bankEndpoints,
  ...identityEndpoints,
  ...paymentLinkEndpoints,
  ...paymentEndpoints,
  ...balanceEndpoints,
  ...webhookEndpoints,
] as const;
