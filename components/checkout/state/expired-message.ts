import type { Checkout } from "../../../server/payments/checkout/checkout-view";
import type { ExpiredMessage } from "../browser/protocol";
import type { Translator } from "../languages/translator";

const CAUSE = `The payment token has expired: it is valid for 15 minutes. Create one when the checkout page opens, not when the basket does.
POST /api/v1/embedded/payment-requests`;

/** The loader's message in the shop's page if the token expired before the checkout was shown: no money was taken. */
export function expiredMessage({ test }: Pick<Checkout, "test">, { t }: Translator): ExpiredMessage {
  return {
    test: test ? 1 : 0,
    cause: CAUSE,
    title: t("loader.expired.title"),
    say: t("loader.expired.say"),
    reload: t("loader.reload"),
  };
}
