import { env, type WebhookNetwork } from "../lib/env";

/** Every port of 127.0.0.0/8 as a public address would be: what answers there is kept whole. */
export const PUBLIC_LOOPBACK: WebhookNetwork = {
  merchantId: null,
  address: "127.0.0.0",
  prefix: 8,
  family: "ipv4",
  fromPort: 1,
  toPort: 65_535,
  showsAnswers: true,
};

/** Lets the webhooks of a test file reach receivers on this machine, as they reach those of merchants on the internet. */
export function openLoopback(): void {
  Object.assign(env(), { webhookAllow: [PUBLIC_LOOPBACK] });
}
