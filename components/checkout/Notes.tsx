import type { Checkout } from "../../server/payments/checkout-view";
import type { CheckoutPage } from "./model";
import { LOW_TIME_S } from "./phases";

/** A new amount while the page was open, before a bank was pressed. */
export function AmountChangedNote({ page: { checkout, problem } }: { page: CheckoutPage }) {
  return (
    <p className="note" data-tone="warn" data-note="amount" role="status" hidden={problem?.kind !== "amount_changed"}>
      <span>
        <b>The amount has changed.</b>
        {` ${checkout.merchant.brandName} changed it while you were here. Nothing has gone to your bank yet.`}
      </span>
    </p>
  );
}

/** Haste, in words: shown by the script when the timer gets there. */
export function LowTimeNote({ checkout }: { checkout: Checkout }) {
  if (checkout.expiresInS === null) return null;
  return (
    <p className="note" data-tone="warn" data-note="low" hidden={checkout.expiresInS >= LOW_TIME_S}>
      <span>
        <b>Less than two minutes left.</b> After that nothing can be started here.
      </span>
    </p>
  );
}

/** Browsers inside other apps often cannot open a bank's app; the script knows them by their own names. */
export function InAppNote() {
  return (
    <p className="note" data-tone="warn" data-note="in-app" hidden>
      <span>
        <b>You are inside another app.</b> Banks often won’t open from here. Use its menu to open this page in your
        browser; your payment moves with it.
      </span>
    </p>
  );
}
