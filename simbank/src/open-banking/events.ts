import { unixSeconds } from "../../../server/lib/clock";
import { newId } from "../../../server/lib/ids";
import { log } from "../../../server/lib/log";
import { sendRequest } from "../../../server/lib/net/http-client";
import { type SimPaymentRow, setNotifiedStatus } from "../store";
import { addressesOf } from "./addresses";
import { signToken } from "./bank-keys";
import type { Client } from "./oauth/clients";
import { paymentStatus } from "./payment-status";

const DEADLINE_MS = 2_000;
const RESOURCE_UPDATE = "urn:uk:org:openbanking:events:resource-update";
const RESOURCE_ID = "http://openbanking.org.uk/rid";
const RESOURCE_TYPE = "http://openbanking.org.uk/rty";
const RESOURCE_LINKS = "http://openbanking.org.uk/rlk";
const FORGED_SIGNATURE_BYTES = 256;

/**
 * Event notifications of a payment (Event Notification API v3.1.11: security event tokens, RFC 8417), by `SIM-PUSH`,
 * and with faults by `SIM-MESSYPUSH` and `SIM-FORGED`. Nothing runs in this bank between calls: an event is sent at the
 * submission, and at a status request after the status has changed. A failed notification is not retried.
 */
export async function notifyOfChange(payment: SimPaymentRow, client: Client): Promise<void> {
  const { scenario, notifiedStatus } = payment;
  if (scenario !== "PUSH" && scenario !== "MESSYPUSH" && scenario !== "FORGED") return;
  const { status } = paymentStatus(payment, payment.readAt);
  if (notifiedStatus === status) return;
  // The caller that stores the status sends it, so that two concurrent readers send one notification for one change.
  if (!(await setNotifiedStatus(payment.id, notifiedStatus, status))) return;
  if (scenario === "FORGED") return post(client, forge(await eventOf(payment, client, unixSeconds())));
  const event = await eventOf(payment, client, unixSeconds());
  await post(client, event);
  if (scenario === "PUSH") return;
  // A duplicate, and one for an earlier status.
  await post(client, event);
  await post(client, await eventOf(payment, client, unixSeconds(payment.createdAt)));
}

/** The token says that the resource has changed, and not how: the receiver fetches the status. */
function eventOf({ bank, orderId }: SimPaymentRow, { clientId }: Client, atS: number): Promise<string> {
  const { issuer, paymentInitiation } = addressesOf(bank);
  const link = `${paymentInitiation}/domestic-payments/${orderId}`;
  const subject = {
    subject_type: `${RESOURCE_ID}_${RESOURCE_TYPE}`,
    [RESOURCE_ID]: orderId,
    [RESOURCE_TYPE]: "domestic-payment",
    [RESOURCE_LINKS]: [{ version: "v3.1", link }],
  };
  return signToken(bank, {
    iss: issuer,
    iat: unixSeconds(),
    jti: newId(),
    aud: clientId,
    sub: link,
    txn: newId(),
    toe: atS,
    events: { [RESOURCE_UPDATE]: { subject } },
  });
}

/** Replaces the bank's signature by one of another key. */
function forge(token: string): string {
  const [header, payload] = token.split(".");
  return `${header}.${payload}.${Buffer.alloc(FORGED_SIGNATURE_BYTES, 1).toString("base64url")}`;
}

async function post({ eventsUrl }: Client, token: string): Promise<void> {
  const headers = { "Content-Type": "application/jwt", Accept: "application/json", "x-fapi-interaction-id": newId() };
  const result = await sendRequest({ method: "POST", url: eventsUrl, headers, body: token, deadlineMs: DEADLINE_MS });
  if (result.kind !== "answered") log().info({ detail: result.detail }, "an event notification did not arrive");
}
