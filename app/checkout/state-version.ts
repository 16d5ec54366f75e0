import { isFinal, SLOW_AFTER_S, UNANSWERED_AFTER_S } from "@/components/checkout/state/phases";
import { stateVersionKey } from "@/components/checkout/state/state-key";
import { CONFIRMING_FOR_S } from "@/server/payments/checkout/checkout-phase";
import type { Checkout } from "@/server/payments/checkout/checkout-view";
import { MAX_WAIT_S } from "@/server/payments/checkout/return-url";
import { momentOf, type Shown } from "./build-page";
import type { StateVersion } from "./event-stream";

/** The version that the event stream of a page sends. */
export function stateVersionOf(shown: Pick<Shown, "checkout" | "view" | "params">): StateVersion {
  const moment = momentOf(shown);
  const { phase } = moment.checkout;
  return { key: stateVersionKey(moment), isFinal: isFinal(phase), changesInS: changesInS(shown.checkout) };
}

/** Seconds until time alone changes the page; null if it does not. The durations come from the database's clock. */
function changesInS({ phase, expiresInS, secondScreenForS, returnedForS, unansweredForS }: Checkout): number | null {
  if (phase === "choosing") return soonest([expiresInS, secondScreenForS || null]);
  if (phase === "at_bank" && unansweredForS !== null) return after(unansweredForS, [UNANSWERED_AFTER_S]);
  if (phase !== "confirming" || returnedForS === null) return null;
  return after(returnedForS, [MAX_WAIT_S, SLOW_AFTER_S, CONFIRMING_FOR_S]);
}

/** Seconds until the next of these moments; null after the last. */
function after(passedS: number, momentsS: readonly number[]): number | null {
  const next = momentsS.find((momentS) => momentS > passedS);
  return next === undefined ? null : next - passedS;
}

function soonest(seconds: readonly (number | null)[]): number | null {
  const known = seconds.filter((one) => one !== null);
  return known.length === 0 ? null : Math.min(...known);
}
