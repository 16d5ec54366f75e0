import type { StatusLabel } from "../../ui/parts";
import { plural } from "../../ui/text";
import type { LinkStatus } from "./link-filter";

export const LINK_STATUS_LABELS: Record<LinkStatus, StatusLabel> = {
  active: { tone: "accent", glyph: "open", word: "Active" },
  used: { tone: "good", glyph: "done", word: "Paid" },
  expired: { tone: "mute", glyph: "late", word: "Expired" },
  cancelled: { tone: "mute", glyph: "stop", word: "Cancelled" },
};

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
