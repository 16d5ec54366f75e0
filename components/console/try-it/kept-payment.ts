import { showAddress } from "../../ui/filter/filter-address";
import type { CreatedPayment } from "./simulation-request";

type Kept = { testPayment: { merchantId: string; created: CreatedPayment } };

/**
 * Keeps the payment that a page of Try it shows with the entry of the history: a reload and Back show it again, instead of
 * a form that creates another one. Its address, which is shared, has no payment. Null: the form is shown.
 */
export function keepPayment(merchantId: string, created: CreatedPayment | null): void {
  const testPayment = created ? { merchantId, created } : undefined;
  // With the router's own values, so that it does not navigate: that would cancel a navigation on its way.
  window.history.replaceState({ ...window.history.state, testPayment }, "");
}

/** Another address of the same page, with the payment that it keeps. */
export function showScenario(address: string): void {
  const { testPayment } = ofEntry();
  showAddress(address, "replace", testPayment ? { testPayment } : null);
}

/** The kept payment; null without one of this merchant. */
export function keptPayment(merchantId: string): CreatedPayment | null {
  const { testPayment } = ofEntry();
  return testPayment?.merchantId === merchantId ? testPayment.created : null;
}

function ofEntry(): Partial<Kept> {
  return (window.history.state as Partial<Kept> | null) ?? {};
}
