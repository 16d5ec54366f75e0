import { jwtVerify } from "jose";
import { z } from "zod";
import { now } from "../../lib/clock";
import { log } from "../../lib/log";
import { SIGNING_ALGORITHM } from "../keys/signing-key";
import type { BankConnector } from "../port";
import { bankKeys } from "./bank-keys";
import { isDisproof } from "./message-signature";
import { oauthOf } from "./oauth";

const RESOURCE_UPDATE = "urn:uk:org:openbanking:events:resource-update";
const MAX_LENGTH = 16 * 1024;
const CLOCK_TOLERANCE_S = 60;

const subjectSchema = z.object({
  "http://openbanking.org.uk/rid": z.string().min(1).max(128),
  "http://openbanking.org.uk/rty": z.string(),
});
const eventSchema = z.object({
  events: z.object({ [RESOURCE_UPDATE]: z.object({ subject: subjectSchema }) }),
});

/**
 * Verifies a security event token (RFC 8417; Event Notification API v3.1.11) that the bank signed for us. It does not expire
 * and can be replayed, so it is only a hint.
 */
export const parseNotification: NonNullable<BankConnector["parseNotification"]> = async (profile, { body }) => {
  const jwt = body.trim();
  if (jwt.length > MAX_LENGTH) return null;
  const { issuer, clientId: audience } = oauthOf(profile);
  try {
    const { payload } = await jwtVerify(jwt, bankKeys(profile), {
      algorithms: [SIGNING_ALGORITHM],
      issuer,
      audience,
      clockTolerance: CLOCK_TOLERANCE_S,
      currentDate: now(),
    });
    const event = eventSchema.safeParse(payload).data?.events[RESOURCE_UPDATE].subject;
    const id = event?.["http://openbanking.org.uk/rid"];
    if (id === undefined) return null;
    switch (event?.["http://openbanking.org.uk/rty"]) {
      case "domestic-payment":
        return { bankPaymentId: id };
      case "domestic-payment-consent":
        return { consentId: id };
      default:
        return null;
    }
  } catch (error) {
    // Not verified, so no hint. The payment's status is polled anyway.
    if (!isDisproof(error)) log().warn({ bank: profile.id, error }, "a bank notification could not be verified");
    return null;
  }
};
