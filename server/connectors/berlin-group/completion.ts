import type { BankConnector } from "../port";

/** A plain redirect brings nothing but the shopper: how the payment stands is asked for. */
export const completeRedirect: BankConnector["completeRedirect"] = async () => ({
  ok: true,
  value: { kind: "nothing" },
});

/** As for a payment: how the consent stands is asked for. */
export const completeConsent: BankConnector["completeConsent"] = async () => ({ ok: true, value: { kind: "nothing" } });
