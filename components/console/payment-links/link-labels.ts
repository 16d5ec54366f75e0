import type { StatusLabel } from "../../ui/parts";
import { plural } from "../../ui/text";
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

/** The views of a link by people. */
export function formatViews(views: number): string {
  return plural(views, "view");
}

const CLOSED: Record<string, string> = {
  used: "This link is paid. Its page says so, and it can’t be paid again.",
  expired: "This link has expired. A payment already started can still complete.",
  cancelled: "This link is cancelled. A payment already started can still complete.",
};

/** What a link that is no longer active shows. */
export function closedLinkMessage(status: string): string {
  return CLOSED[status] ?? "";
}

/** Views of a link and attempts to pay it. `attempts` null: not known yet. */
export function formatLinkUse(views: number, attempts: number | null): string {
  if (attempts === null) return formatViews(views);
  return `${formatViews(views)}, ${plural(attempts, "attempt")}`;
}
