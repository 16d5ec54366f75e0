import { describe, expect, it } from "vitest";
import { closestName } from "./closest-name";

const NAMES = ["amount", "currency", "payment_reference", "order_id", "locale", "test_transaction", "bankId"];

describe("the name that was probably meant", () => {
  it.each([
    ["bank_id", "bankId"],
    ["orderId", "order_id"],
    ["ORDER-ID", "order_id"],
    ["reference", "payment_reference"],
    ["amount_minor", "amount"],
    ["ammount", "amount"],
    ["amuont", "amount"],
    ["curency", "currency"],
    ["local", "locale"],
  ])("of %s is %s", (given, meant) => expect(closestName(given, NAMES)).toBe(meant));

  it.each(["metadata", "id", "x", "", "customer", "amount".repeat(10), "a".repeat(64_000)])(
    "of %.20s is unknown",
    (given) => expect(closestName(given, NAMES)).toBeNull(),
  );
});
