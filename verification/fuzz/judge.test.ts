import { expect, it } from "vitest";
import { judge } from "./judge";

const request = new Request("http://bankside.test/api/v1/payment-requests:redirect", { method: "POST" });
const headers = new Headers({ "content-type": "application/json; charset=utf-8", "cache-control": "no-store" });
headers.set("x-request-id", "r-1");

function wrongIn(message: string, field: string): string[] {
  const error = { code: "VALIDATION_ERROR", message, metadata: { errors: [{ field, message: "unknown field" }] } };
  return judge(request, { status: 400, headers, text: JSON.stringify({ success: false, error }) }).wrong;
}

it("the judge finds internals in an error message, except in the sender's own field names", () => {
  expect(wrongIn("The request is not valid.", "select,ed_bank_id")).toEqual([]);
  const inside = [
    "Invalid `prisma.paymentLink.create()`",
    "relation does not exist: SELECT 1",
    "Error\n    at run (a.js)",
  ];
  for (const message of inside) expect(wrongIn(message, "amount")).toEqual(["the answer tells of what is inside"]);
});
