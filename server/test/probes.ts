import type { Guard } from "../lib/check-url";
import { env } from "../lib/env";
import type { Finding, Topic } from "../webhooks/probe/facts";
import { probeDestination } from "../webhooks/probe/probe-destination";
import { query } from "./database";
import { ctx } from "./fixtures";

/** The DNS as a test has it, none for a name that does not resolve; the rest of the guard as it is. */
export const guardWith = (addresses: string[]): Guard => ({
  allow: env().webhookAllow,
  resolve: () => (addresses.length > 0 ? Promise.resolve(addresses) : Promise.reject(new Error("NXDOMAIN"))),
});

/** How each topic stands. */
export const states = (findings: readonly Finding[]) =>
  Object.fromEntries(findings.map(({ topic, state }) => [topic, state])) as Record<Topic, Finding["state"]>;

export const about = (findings: readonly Finding[], topic: Topic) => findings.find((one) => one.topic === topic);

/** Probes of the merchant of the test. */
export function probesOf(shops: { readonly merchantId: string }) {
  return {
    probe: (guard?: Guard, name: string | null = null) =>
      probeDestination(ctx, { merchantId: shops.merchantId, name }, guard),

    /** The default URL as it is given: what the guard would refuse at the saving, and what it refuses since. */
    saveUnchecked: (url: string) =>
      query((client) =>
        client.query(
          "INSERT INTO webhook_defaults (merchant_id, url) VALUES ($1, $2) ON CONFLICT (merchant_id) DO UPDATE SET url = $2",
          [shops.merchantId, url],
        ),
      ),
  };
}
