import { now } from "../../server/lib/clock";
import { systemCtx } from "../../server/lib/context";
import { createMerchant } from "../../server/merchants/create-merchant";
import { query } from "../../server/test/database";
import { createEndpoint, type NewEndpoint } from "../../server/webhooks/endpoints/create-endpoint";
import { setWebhookUrl } from "../../server/webhooks/endpoints/set-webhook-url";
import {
  activateSecret,
  generateWebhookSecret,
  prepareSecret,
  rotateEndpointSecret,
} from "../../server/webhooks/secrets/change-secrets";
import type { Receivers } from "./processes/receiver";

export const ctx = systemCtx("drill");

/** A secret and its possible signing time: from before its creation until the call that replaced it returned. */
export type Validity = { secret: string; fromMs: number; untilMs: number };

/** An endpoint. `key`: its name at the receivers, unique per drill; `endpointId` is null for a default URL. */
export type Endpoint = {
  key: string;
  merchantId: string;
  endpointId: string | null;
  name: string | null;
  /** All its secrets over time; null: its calls are unsigned. */
  secrets: Validity[] | null;
};

const LEFT_BY_DRILLS = ["webhook_delivery_attempts", "webhook_deliveries", "webhook_events", "webhook_health"];

/** Resets the state before a drill: no deliveries and no endpoint health. */
export async function clearDeliveries(): Promise<void> {
  await query(`TRUNCATE ${LEFT_BY_DRILLS.join(", ")}, payment_requests CASCADE`);
}

export async function newMerchant(): Promise<string> {
  return (await createMerchant(ctx, { brandName: "Olaria do Norte" })).id;
}

/** Sets the merchant's default URL to the receivers. Unsigned until a secret is generated. */
export async function giveUrl(receivers: Receivers, merchantId: string, key: string): Promise<Endpoint> {
  await setWebhookUrl(ctx, { webhook_url: receivers.urlOf(key), merchant_id: merchantId });
  return { key, merchantId, endpointId: null, name: null, secrets: null };
}

/**
 * Gives an endpoint a first or a new secret: at once, or prepared and then activated. When this returns, the old one
 * signs nothing any more.
 */
export async function renewSecret(endpoint: Endpoint, how: "at once" | "prepared" = "at once"): Promise<void> {
  const { merchantId, name } = endpoint;
  const prepared = how === "prepared" ? await prepareSecret(ctx, { merchantId, name }) : null;
  const fromMs = now().getTime();
  if (prepared) await activateSecret(ctx, { merchantId, name });
  const { webhook_secret: secret } = prepared ?? (await rotate(endpoint));
  const last = endpoint.secrets?.at(-1);
  if (last) last.untilMs = now().getTime();
  endpoint.secrets = [...(endpoint.secrets ?? []), { secret, fromMs, untilMs: Number.POSITIVE_INFINITY }];
}

function rotate({ merchantId, name }: Endpoint): Promise<{ webhook_secret: string }> {
  if (name === null) return generateWebhookSecret(ctx, { merchant_id: merchantId });
  return rotateEndpointSecret(ctx, { merchantId, name });
}

/** A named endpoint at the receivers; its key there is its name and `suffix`. */
export async function newEndpoint(
  receivers: Receivers,
  merchantId: string,
  { suffix = "", ...given }: Partial<NewEndpoint> & { name: string; suffix?: string },
): Promise<Endpoint> {
  const key = `${given.name}${suffix}`;
  const fromMs = now().getTime();
  const created = await createEndpoint(ctx, { url: receivers.urlOf(key), ...given, merchantId });
  const { id: endpointId, webhook_secret: secret } = created;
  const secrets = given.signed === false ? null : [{ secret, fromMs, untilMs: Number.POSITIVE_INFINITY }];
  return { key, merchantId, endpointId, name: given.name, secrets };
}
