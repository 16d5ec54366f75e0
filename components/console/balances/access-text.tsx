import { Time } from "../../ui/time/time";
import type { Account } from "./balance-labels";

/** A bank's date, which the server stores as its last moment. */
export const isDate = (at: string) => at.endsWith("T23:59:59.999Z");

/** How long the access to an account lasts, or that there is none. */
export function AccessText({ access }: { access: Account["access"] }) {
  switch (access.kind) {
    case "corporate":
      return "No expiry";
    case "not-connected":
      return "Not connected";
    case "none":
      return "Not granted yet";
    case "over":
      return (
        <>
          {access.state === "revoked" ? "Removed" : "Ended"}{" "}
          {access.endedAt ? (
            <Time at={access.endedAt} as="day" isDate={access.state === "expired" && isDate(access.endedAt)} />
          ) : null}
        </>
      );
    default:
      if (access.validUntil === null) return "No expiry";
      return (
        <>
          Until <Time at={access.validUntil} as="date" isDate={isDate(access.validUntil)} />
        </>
      );
  }
}
