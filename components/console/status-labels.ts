import { deliveryLabel } from "./delivery-labels";
import type { GlyphName } from "./icons";
import type { Tone } from "./parts";
import type { Outputs } from "./queries";

export type StatusLabel = { tone: Tone; glyph: GlyphName; word: string };

/** The status of a payment link. */
export function formatLinkStatus(status: string): StatusLabel {
  switch (status) {
    case "used":
      return { tone: "good", glyph: "done", word: "Paid" };
    case "expired":
      return { tone: "mute", glyph: "late", word: "Expired" };
    case "cancelled":
      return { tone: "mute", glyph: "stop", word: "Cancelled" };
    default:
      return { tone: "accent", glyph: "open", word: "Active" };
  }
}

type DeliverySummary = Outputs["payments"]["list"]["items"][number]["webhooks"];

/** The webhooks of a payment in one status; null: none is to be sent. */
export function formatDeliverySummary(summary: DeliverySummary): (StatusLabel & { title: string }) | null {
  const { state, delivered, all } = summary;
  return state === "none" ? null : { ...deliveryLabel(state), title: `${delivered} of ${all} delivered` };
}
