import { env } from "../../lib/config/env";
import type { Guard } from "../../lib/net/check-url";
import type { Finding, Topic } from "../../webhooks/tools/probe/facts";
import { probeEndpoint } from "../../webhooks/tools/probe/probe-endpoint";
import { query } from "../database";
import { ctx } from "../rows/fixtures";

/** A guard with these DNS answers, none for a name that does not resolve; otherwise the real guard. */
export const guardWith = (addresses: string[]): Guard => ({
  allow: env().webhookAllow,
  resolve: () => (addresses.length > 0 ? Promise.resolve(addresses) : Promise.reject(new Error("NXDOMAIN"))),
});

/** The state of each topic. */
export const states = (findings: readonly Finding[]) =>
  Object.fromEntries(findings.map(({ topic, state }) => [topic, state])) as Record<Topic, Finding["state"]>;

export const about = (findings: readonly Finding[], topic: Topic) => findings.find((one) => one.topic === topic);

/** Probes for the test's merchant. */
export function probesOf(shops: { readonly merchantId: string }) {
  return {
    probe: (guard?: Guard, name: string | null = null) =>
      probeEndpoint(ctx, { merchantId: shops.merchantId, name }, guard),

    /**
     * Saves the default URL without the guard's check: for addresses that it refuses at the saving, or only since then.
     */
    saveUnchecked: (url: string) =>
      query(
        "INSERT INTO webhook_defaults (merchant_id, url) VALUES ($1, $2) ON CONFLICT (merchant_id) DO UPDATE SET url = $2",
        [shops.merchantId, url],
      ),
  };
}
