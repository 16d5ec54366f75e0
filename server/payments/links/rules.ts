export const LINK_STATUSES = ["active", "used", "expired", "cancelled"] as const;
export type LinkStatus = (typeof LINK_STATUSES)[number];

/** A link's status is derived from its timestamps and the time, never stored. Used precedes cancelled precedes expired. */
export function linkStatus(
  link: { usedAt: Date | null; cancelledAt: Date | null; expiresAt: Date },
  at: Date,
): LinkStatus {
  if (link.usedAt) return "used";
  if (link.cancelledAt) return "cancelled";
  return link.expiresAt <= at ? "expired" : "active";
}
