import { newId } from "../../server/lib/ids";
import { setLogo } from "../../server/merchants/branding/logo-file";
import { readBranding } from "../../server/merchants/branding/read-branding";
import { createPaymentLink } from "../../server/payments/links/create-payment-link";
import { createPaymentRequest } from "../../server/payments/requests/create-payment-request";
import { query } from "../../server/test/database";
import { png } from "../../server/test/pictures";
import { ctx } from "../../server/test/rows/fixtures";
import { readEndpoint } from "../../server/webhooks/endpoints/read-endpoint";
import { discardPreparedSecret, prepareSecret } from "../../server/webhooks/secrets/change-secrets";
import type { ConsoleShop } from "./world";

// Inputs of plans that need preparation. For a missing shop they prepare nothing.

const EPOCH = "1970-01-01T00:00:00.000Z";

/** A picture in place of the shop's logo. */
export async function newLogo({ merchantId }: ConsoleShop): Promise<{ logo: string; seen: string | null }> {
  const { logo } = await readBranding(ctx, { merchantId });
  return { logo: Buffer.from(png({ width: 48 })).toString("base64"), seen: logo?.hash ?? null };
}

/** The hash of the shop's logo. */
export async function withLogo({ merchantId }: ConsoleShop): Promise<{ seen: string }> {
  const { logo } = await readBranding(ctx, { merchantId });
  const { hash } = await setLogo(ctx, { merchantId, bytes: png(), seen: logo?.hash ?? null });
  return { seen: hash };
}

/** A link that can still be paid, even if the shop's own cannot; for a missing shop, an unknown id. */
export async function mailed({ merchantId, linkId }: ConsoleShop): Promise<{ id: string; recipient: string }> {
  const order = { amount: 2550, currency: "EUR" } as const;
  const made = await createPaymentLink(ctx, { merchant_id: merchantId, order }).catch(() => null);
  return { id: made?.link_id ?? linkId, recipient: "shopper@x.example" };
}

/** An endpoint with no prepared secret. */
export async function unprepared({ merchantId, endpoint }: ConsoleShop): Promise<{ name: string }> {
  await discardPreparedSecret(ctx, { merchantId, name: endpoint }).catch(() => undefined);
  return { name: endpoint };
}

/** An endpoint with a prepared secret, and the time of its preparation. */
export async function prepared({ merchantId, endpoint }: ConsoleShop): Promise<{ name: string; preparedAt: string }> {
  await prepareSecret(ctx, { merchantId, name: endpoint }).catch(() => undefined);
  const found = await readEndpoint(ctx, { merchantId, name: endpoint }).catch(() => null);
  return { name: endpoint, preparedAt: found?.prepared?.since.toISOString() ?? EPOCH };
}

/** A payment without a chosen bank. Its customer has a name, and no ID or e-mail address. */
export async function openPayment({ merchantId }: ConsoleShop): Promise<{ id: string }> {
  const order = { amount: 2550, currency: "EUR", test_transaction: true };
  const input = { merchant_id: merchantId, order, customer: { name: "Jane Doe" } };
  const made = await createPaymentRequest(ctx, input).catch(() => null);
  return { id: made?.payment_request_id ?? newId() };
}

/** A note on the shop's payment. */
export async function newNote({ merchantId, paymentId }: ConsoleShop): Promise<{ id: string }> {
  const id = newId();
  const sql = `INSERT INTO notes (id, merchant_id, test, subject, text, acting_as)
    SELECT $1, id, true, $3, 'Called the customer.', 'merchant' FROM merchants WHERE id = $2`;
  await query(sql, [id, merchantId, paymentId]);
  return { id };
}
