import { balanceEndpoints } from "../balances/rest-endpoints";
import { bankEndpoints } from "../banks/rest-endpoints";
import { identityEndpoints } from "../identity/rest-endpoints";
import { paymentLinkEndpoints } from "../payments/links/rest-endpoints";
import { paymentEndpoints } from "../payments/rest-endpoints";
import { webhookEndpoints } from "../webhooks/rest-endpoints";

/** Every endpoint of the public API. */
export const ENDPOINTS = [
  ...bankEndpoints,
  ...identityEndpoints,
  ...paymentLinkEndpoints,
  ...paymentEndpoints,
  ...balanceEndpoints,
  ...webhookEndpoints,
] as const;
