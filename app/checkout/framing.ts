import { originsOf } from "@/components/checkout/headers";
import { canonicalLocale } from "@/components/checkout/languages/format";
import { translatorFor } from "@/components/checkout/languages/translator";
import { expiredMessage } from "@/components/checkout/state/expired-message";
import type { Checkout } from "@/server/payments/checkout/checkout-view";

/** Origins that may frame a request's page: the merchant's allowed origins and the origin of the success URL. */
export function framingOrigins({ merchant, successUrl }: Pick<Checkout, "merchant" | "successUrl">): string[] {
  return originsOf([...merchant.allowedOrigins, successUrl]);
}

/**
 * Why a page cannot frame the checkout: a code of the loader (docs/integrate/checkout.md), and the cause with its fix
 * on the next line.
 */
type Refusal = { code: "token_unknown" | "origin_not_allowed" | "token_expired"; cause: string; test: number };

/**
 * Why this origin cannot frame a payment's checkout; null if it can. It reveals nothing that the holder of the payment
 * token cannot read anyway.
 */
export function framingRefusal(checkout: Checkout | null, origin: string, locale: string | null): Refusal | null {
  if (!checkout) {
    const cause = "The payment token is unknown. Was it created by this installation?";
    return { code: "token_unknown", cause, test: 0 };
  }
  const test = checkout.test ? 1 : 0;
  if (origin === "null") {
    const cause =
      'The page is in a sandbox without an origin.\nsandbox="allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation"';
    return { code: "origin_not_allowed", cause, test };
  }
  if (!framingOrigins(checkout).includes(origin)) {
    const cause = `${origin} is not an allowed domain of ${checkout.merchant.brandName}.\nConsole → Checkout → Allowed domains`;
    return { code: "origin_not_allowed", cause, test };
  }
  if (checkout.phase !== "expired" || checkout.lateMoney) return null;
  return {
    code: "token_expired",
    ...expiredMessage(checkout, translatorFor(canonicalLocale(locale, checkout.locale))),
  };
}
