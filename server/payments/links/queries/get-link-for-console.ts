import type { Ctx } from "../../../lib/context";
import { dbOf } from "../../../lib/db";
import { readMailEnds } from "../../../mail/send-mail";
import { findMailsOfLink } from "../mails/mail-store";
import type { PaymentLinkDetail } from "../schema";
import { findLinkById } from "../store";
import { getPaymentLink } from "./get-payment-link";

/** A mail of a link. `state`: queued, accepted by the mail server, or failed after several tries. */
type SentMail = { id: string; recipient: string; at: Date; state: "queued" | "sent" | "failed" };

/** A link as the Console shows it: the API's fields, its webhook endpoints, and its mails, newest first. */
type ConsoleLink = PaymentLinkDetail & { webhook_endpoints: string[]; mails: SentMail[] };

/** @throws AppError PAYMENT_LINK_NOT_FOUND, NO_TOKEN, MERCHANT_NOT_FOUND */
export async function getLinkForConsole(ctx: Ctx, input: { id: string; merchantId: string }): Promise<ConsoleLink> {
  const link = await getPaymentLink(ctx, input);
  const row = await findLinkById(dbOf(ctx), link.id);
  const mails = await findMailsOfLink(dbOf(ctx), link.id);
  const ends = await readMailEnds(
    ctx,
    mails.map(({ mailId }) => mailId),
  );
  const stateOf = (mailId: string): SentMail["state"] => {
    const end = ends.get(mailId);
    if (end?.failedAt) return "failed";
    // A mail that is no longer stored was sent long ago.
    return end && !end.sentAt ? "queued" : "sent";
  };
  return {
    ...link,
    webhook_endpoints: row?.webhookEndpoints ?? [],
    mails: mails.map(({ id, mailId, recipientMasked, createdAt }) => ({
      id,
      recipient: recipientMasked,
      at: createdAt,
      state: stateOf(mailId),
    })),
  };
}
