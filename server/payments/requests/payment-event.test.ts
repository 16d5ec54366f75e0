import { expect, it } from "vitest";
import { paymentEvent } from "./payment-event";
import type { RequestRow } from "./store";

const METADATA = { table: "12", order_id: "theirs", bank_name: "Banco Falso" };

function metadataFor(changed: Partial<RequestRow>): unknown {
  const request = { amount: 2550n, orderId: "1001", bankName: null, metadata: METADATA, reversedAmount: null };
  const event = paymentEvent({ ...request, ...changed } as RequestRow, "payment_request.expired", 1);
  return (event.object as { metadata: unknown }).metadata;
}

it("a payment's event has Bankside's order_id and bank_name only, without a bank none of the link's metadata", () => {
  expect(metadataFor({})).toEqual({ table: "12", order_id: "1001" });
  const withBank = metadataFor({ bankName: "Millennium bcp" });
  expect(withBank).toEqual({ table: "12", order_id: "1001", bank_name: "Millennium bcp" });
});
