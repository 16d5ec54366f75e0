import { canonicalLocale } from "@/components/checkout/format";
import { originsOf } from "@/components/checkout/headers";
import { overWords } from "@/components/checkout/over-words";
import { wordsIn } from "@/components/checkout/translate";
import type { Checkout } from "@/server/payments/checkout-view";

/** Who may frame a request's page: the merchant's allowed origins and the shop that gave the success address. */
export function framingOrigins({ merchant, successUrl }: Pick<Checkout, "merchant" | "successUrl">): string[] {
  return originsOf([...merchant.allowedOrigins, successUrl]);
}

/** Why a page is not framed: a code of the loader's (docs/integrate/checkout.md), and the cause with its cure below it. */
type Refusal = { code: "token_unknown" | "origin_not_allowed" | "token_expired"; cause: string; test: number };

/**
 * Whether a page of this origin has the checkout of a payment in a frame; null where nothing keeps it from that. It tells
 * no more than the token does, which lets whoever holds it see the payment anyway: of an unknown one, nothing.
 */
export function framingRefusal(checkout: Checkout | null, origin: string, locale: string | null): Refusal | null {
  if (!checkout) {
    const cause = "The payment token is unknown here: was it made at this installation?";
    return { code: "token_unknown", cause, test: 0 };
  }
  const test = checkout.test ? 1 : 0;
  if (origin === "null") {
    const cause =
      'The page is in a sandbox without an origin.\nsandbox="allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation"';
    return { code: "origin_not_allowed", cause, test };
  }
  if (!framingOrigins(checkout).includes(origin)) {
    const cause = `${origin} is not among the allowed origins of ${checkout.merchant.brandName}.\nConsole → Checkout → Allowed origins`;
    return { code: "origin_not_allowed", cause, test };
  }
  if (checkout.phase !== "expired") return null;
  return { code: "token_expired", ...overWords(checkout, wordsIn(canonicalLocale(locale, checkout.locale))) };
}
