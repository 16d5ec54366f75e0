import { describe, expect, it } from "vitest";
import { listOperations } from "@/server/http/openapi/operations";
import { filledIn, firstValues, type Operation, valuesFrom, variantOf } from "./form-values";

const operations = listOperations().map((operation) => ({ ...operation, notSent: null })) as Operation[];
const operationOf = (id: string) => {
  const found = operations.find((one) => one.id === id);
  if (!found) throw new Error(id);
  return found;
};
const fieldsOf = (operation: Operation, variant = 0) => [
  ...operation.parameters,
  ...(operation.variants[variant]?.fields ?? []),
];

describe("a form of an operation", () => {
  it("gives back the example of every operation that it was filled with", () => {
    for (const operation of operations) {
      const fields = fieldsOf(operation, variantOf(operation, operation.example));
      const values = valuesFrom(fields, operation.example);
      // Null is the same as absent.
      const example = JSON.parse(JSON.stringify(operation.example ?? {}, (_, value) => value ?? undefined)) as object;
      const { body, errors } = filledIn(fields, values, operation.hasBody);
      expect([operation.id, body, errors]).toEqual([operation.id, operation.hasBody ? example : undefined, {}]);
    }
  });

  it("starts with the required values, without IDs and tokens", () => {
    const link = operationOf("createPaymentLink");
    const begun = filledIn(fieldsOf(link), firstValues(fieldsOf(link), link.example), true);
    expect(begun.body).toEqual({ order: { amount: expect.any(Number), currency: expect.any(String) } });
    const update = operationOf("updatePaymentRequest");
    expect(firstValues(fieldsOf(update), update.example)).toEqual({});
  });

  it("sends a value of the wrong type as typed, and rejects invalid JSON", () => {
    const link = operationOf("createPaymentLink");
    const wrong = { "body:order.amount": "25,50", "body:metadata": "{" };
    const { body, errors } = filledIn(fieldsOf(link), wrong, true);
    expect(body).toEqual({ order: { amount: "25,50" } });
    expect(Object.keys(errors)).toEqual(["body:metadata"]);
  });
});
