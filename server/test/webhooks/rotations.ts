import { db } from "../../lib/db";
import { newId } from "../../lib/ids";
import { prepareDeliveries, type ReadyCall } from "../../webhooks/delivery/prepare-deliveries";
import { signature } from "../../webhooks/delivery/signature";
import { recordEvent } from "../../webhooks/events/record-event";
import { deliverJob } from "../../webhooks/jobs";
import { generateWebhookSecret } from "../../webhooks/secrets/change-secrets";
import { query } from "../database";
import { ctx } from "../rows/fixtures";

const ROTATIONS = 50;
const SENDERS = 4;
/** The number of deliveries that each sender prepares together. */
const DELIVERIES = 8;
/** The size of an event's body: reading eight takes long enough for secrets to change. */
const NOTE_CHARACTERS = 2_000;

/** One signature: the index of its secret, and whether that secret had been replaced before. */
type Signed = { secret: number; tooOld: boolean };

/** All leased deliveries of the merchant. */
async function leasesOf(merchantId: string): Promise<ReadyCall["lease"][]> {
  const object = { id: newId(), note: "x".repeat(NOTE_CHARACTERS) };
  for (let index = 0; index < DELIVERIES; index += 1) {
    const event = { merchantId, subjectId: newId(), sequence: 1, type: "payment_request.failed", test: true } as const;
    await db().$transaction((tx) => recordEvent(tx, { ...event, endpoints: [], object }));
  }
  await deliverJob.claim(DELIVERIES);
  // The senders prepare them for longer than a lease lasts.
  const longer = "UPDATE webhook_deliveries SET lease_until = lease_until + interval '1 hour' WHERE merchant_id = $1";
  await query(`${longer} AND lease_until IS NOT NULL`, [merchantId]);
  const sql = `SELECT id, lease_until::text AS until, merchant_id AS "endpointKey" FROM webhook_deliveries
    WHERE merchant_id = $1 AND lease_until IS NOT NULL`;
  return (await query<ReadyCall["lease"]>(sql, [merchantId])).rows;
}

/**
 * Many senders prepare the same deliveries repeatedly while the secret of their endpoint is rotated. A signature is too
 * old when it was made after a rotation had returned, and with a secret that this rotation had replaced.
 */
export async function rotateAmongSenders(merchantId: string): Promise<Signed[]> {
  const leases = await leasesOf(merchantId);
  const rotated: { secret: string; returnedAt: number }[] = [];
  const calls: ReadyCall[] = [];
  const rotate = async () => {
    const { webhook_secret: secret } = await generateWebhookSecret(ctx, { merchant_id: merchantId });
    rotated.push({ secret, returnedAt: Date.now() });
  };
  await rotate();
  let going = true;
  const send = async () => {
    while (going) {
      for (const one of await prepareDeliveries(leases)) if (one.kind === "ready") calls.push(one);
    }
  };
  const senders = Array.from({ length: SENDERS }, send);
  while (rotated.length <= ROTATIONS) await rotate();
  going = false;
  await Promise.all(senders);
  return calls.map(({ headers, at, delivery }) => {
    const timestampS = Number(headers["X-Timestamp"]);
    const by = ({ secret }: { secret: string }) => signature(secret, timestampS, delivery.body);
    const secret = rotated.findIndex((one) => by(one) === headers["X-Signature"]);
    const replaced = rotated[secret + 1];
    return { secret, tooOld: replaced !== undefined && at.getTime() > replaced.returnedAt };
  });
}
