import type { Checkout } from "../../server/payments/checkout-view";
import type { Over } from "./browser/protocol";
import type { Words } from "./translate";

const CAUSE = `The payment token is over: it lives 15 minutes. Make one when the page opens, not when the basket does.
POST /api/v1/embedded/payment-requests`;

/** What the loader says in the shop's page where a token was over before anything was shown: nothing was taken then. */
export function overWords({ test }: Pick<Checkout, "test">, { say }: Words): Over {
  return {
    test: test ? 1 : 0,
    cause: CAUSE,
    title: say("loader.expired.title"),
    say: say("loader.expired.say"),
    reload: say("loader.reload"),
  };
}
