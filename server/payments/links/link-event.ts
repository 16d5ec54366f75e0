import type { Tx } from "../../lib/db";
import { recordEvent } from "../../webhooks/events/record-event";
import { linkItem } from "./queries/link-item";
import { linkStatus } from "./rules";
import type { ChangedLink } from "./store";

/** Records an event of a link's change, in the transaction of the change. `data.object`: the API's list item. */
export async function recordLinkEvent(
  tx: Tx,
  type: "payment_link.used" | "payment_link.expired" | "payment_link.cancelled",
  link: ChangedLink,
): Promise<void> {
  await recordEvent(tx, {
    merchantId: link.merchantId,
    subjectId: link.id,
    sequence: link.eventSequence,
    type,
    test: link.test,
    endpoints: link.webhookEndpoints,
    object: {
      ...linkItem({ ...link, status: linkStatus(link, link.dbNow) }),
      test: link.test,
      metadata: link.metadata,
    },
  });
}
