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
function changesInS(checkout: Checkout): number | null {
  switch (checkout.phase) {
    case "choosing":
      return soonest([checkout.expiresInS, checkout.secondScreenForS || null]);
    case "at_bank":
      return soonest([checkout.changeEndsInS, after(checkout.unansweredForS, [UNANSWERED_AFTER_S])]);
    case "confirming":
      return after(checkout.returnedForS, [MAX_WAIT_S, SLOW_AFTER_S, CONFIRMING_FOR_S]);
    default:
      return null;
  }
}

/** Seconds until the next of these moments; null after the last, and if the time does not run. */
function after(passedS: number | null, momentsS: readonly number[]): number | null {
  const nextS = momentsS.find((momentS) => passedS !== null && momentS > passedS);
  return nextS === undefined || passedS === null ? null : nextS - passedS;
}

function soonest(seconds: readonly (number | null)[]): number | null {
  const known = seconds.filter((one) => one !== null);
  return known.length === 0 ? null : Math.min(...known);
}
