import { connectorFor } from "../../connectors/connector-for";
import type { BankCaller } from "../../connectors/guard/guard";
import type { BankConnector, Outcome } from "../../connectors/port";
import { newId } from "../../lib/ids";
import type { FakeBank } from "./fake-bank";

// Calls to a fake bank through the guard. Apart from the bank, because the guard needs the database.

/** A merchant as the caller of a bank, for its payments and accounts. */
export const merchantCalls = (merchantId: string = newId()): BankCaller => ({ merchantId, isScenario: false });

/** Fetches a payment's status; without a given connector, for a new merchant each time. */
export const fetchStatusAt = (
  { profile }: FakeBank,
  connector: BankConnector = connectorFor(profile, merchantCalls()),
) =>
  connector.status(profile, {
    ...{ scheme: "SEPA_CREDIT_TRANSFER", bankPaymentId: "p1", consentId: null, links: {} },
    money: { amountMinor: 2_550n, currency: "EUR" },
  });

export const kindOf = (outcome: Outcome<unknown>) => (outcome.ok ? "ok" : outcome.kind);
