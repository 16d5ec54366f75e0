import { isFinal, SLOW_AFTER_S } from "@/components/checkout/phases";
import { newsKey } from "@/components/checkout/state-key";
import { CONFIRMING_FOR_S } from "@/server/payments/checkout-phase";
import type { Checkout } from "@/server/payments/checkout-view";
import { MAX_WAIT_S } from "@/server/payments/return-url";
import { momentOf, type Shown } from "./build-page";
import type { Glance } from "./event-stream";

/** What the stream of a page tells of it. */
export function glanceOf(shown: Pick<Shown, "checkout" | "view" | "params">): Glance {
  const moment = momentOf(shown);
  const { phase } = moment.checkout;
  return { key: newsKey(moment), isFinal: isFinal(phase), changesInS: changesInS(shown.checkout) };
}

/** Seconds until the clock alone changes what the page says; null where it does not. Durations are the database's. */
function changesInS({ phase, expiresInS, returnedForS }: Checkout): number | null {
  if (phase === "choosing" && expiresInS !== null) return expiresInS;
  if (phase !== "confirming" || returnedForS === null) return null;
  const next = [MAX_WAIT_S, SLOW_AFTER_S, CONFIRMING_FOR_S].find((momentS) => momentS > returnedForS);
  return next === undefined ? null : next - returnedForS;
}
