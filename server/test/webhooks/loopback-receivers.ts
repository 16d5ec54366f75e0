import { env, type WebhookNetwork } from "../../lib/config/env";

/** Treats every port of 127.0.0.0/8 as a public address: the whole response is stored. */
export const PUBLIC_LOOPBACK: WebhookNetwork = {
  merchantId: null,
  address: "127.0.0.0",
  prefix: 8,
  family: "ipv4",
  fromPort: 1,
  toPort: 65_535,
  showsAnswers: true,
};

/** Permits a test file's webhooks to receivers on this machine, as to a merchant's public address. */
export function openLoopback(): void {
  Object.assign(env(), { webhookAllow: [PUBLIC_LOOPBACK] });
}
