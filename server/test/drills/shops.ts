import { now } from "../../lib/clock";
import { systemCtx } from "../../lib/context";
import { createMerchant } from "../../merchants/create-merchant";
import { activateSecret } from "../../webhooks/activate-secret";
import { createEndpoint, type NewEndpoint } from "../../webhooks/create-endpoint";
import { generateWebhookSecret } from "../../webhooks/generate-webhook-secret";
import { prepareSecret } from "../../webhooks/prepare-secret";
import { rotateEndpointSecret } from "../../webhooks/rotate-endpoint-secret";
import { setWebhookUrl } from "../../webhooks/set-webhook-url";
import { query } from "../database";
import type { Receivers } from "./receiver";

export const ctx = systemCtx("drill");

/** A secret, and when it may have signed: from before it was there until the call that replaced it had returned. */
export type Validity = { secret: string; fromMs: number; untilMs: number };

/** Where deliveries go. `key`: its name at the receivers, of one drill; `endpointId` is null for a default URL. */
export type Destination = {
  key: string;
  merchantId: string;
  endpointId: string | null;
  name: string | null;
  /** Every secret that it ever had; null: its calls are unsigned. */
  secrets: Validity[] | null;
};

const LEFT_BY_DRILLS = ["webhook_delivery_attempts", "webhook_deliveries", "webhook_events", "webhook_health"];

/** As before any drill: nothing to deliver, and nothing known of any destination. */
export async function clearDeliveries(): Promise<void> {
  await query((client) => client.query(`TRUNCATE ${LEFT_BY_DRILLS.join(", ")}, payment_requests CASCADE`));
}

export async function newMerchant(): Promise<string> {
  return (await createMerchant(ctx, { brandName: "Olaria do Norte" })).id;
}

/** Gives the merchant a default URL at the receivers. Unsigned until a secret is generated. */
export async function giveUrl(receivers: Receivers, merchantId: string, key: string): Promise<Destination> {
  await setWebhookUrl(ctx, { webhook_url: receivers.urlOf(key), merchant_id: merchantId });
  return { key, merchantId, endpointId: null, name: null, secrets: null };
}

/**
 * Gives a destination a secret, or another one: at once, or one that was prepared before. The one that there was signs
 * nothing any more when this has returned.
 */
export async function renewSecret(destination: Destination, how: "at once" | "prepared" = "at once"): Promise<void> {
  const { merchantId, name } = destination;
  const prepared = how === "prepared" ? await prepareSecret(ctx, { merchantId, name }) : null;
  const fromMs = now().getTime();
  if (prepared) await activateSecret(ctx, { merchantId, name });
  const { webhook_secret: secret } = prepared ?? (await rotate(destination));
  const last = destination.secrets?.at(-1);
  if (last) last.untilMs = now().getTime();
  destination.secrets = [...(destination.secrets ?? []), { secret, fromMs, untilMs: Number.POSITIVE_INFINITY }];
}

function rotate({ merchantId, name }: Destination): Promise<{ webhook_secret: string }> {
  if (name === null) return generateWebhookSecret(ctx, { merchant_id: merchantId });
  return rotateEndpointSecret(ctx, { merchantId, name });
}

/** A named endpoint at the receivers; its key there is its name and `suffix`. */
export async function newEndpoint(
  receivers: Receivers,
  merchantId: string,
  { suffix = "", ...given }: Partial<NewEndpoint> & { name: string; suffix?: string },
): Promise<Destination> {
  const key = `${given.name}${suffix}`;
  const fromMs = now().getTime();
  const created = await createEndpoint(ctx, { url: receivers.urlOf(key), ...given, merchantId });
  const { id: endpointId, webhook_secret: secret } = created;
  const secrets = given.signed === false ? null : [{ secret, fromMs, untilMs: Number.POSITIVE_INFINITY }];
  return { key, merchantId, endpointId, name: given.name, secrets };
}
