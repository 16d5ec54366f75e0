import { afterEach, expect, it } from "vitest";
import { call } from "../test/client";
import { query } from "../test/database";
import { newTenant } from "../test/rows/fixtures";

const PARAMS = { paymentRequestId: "01931f4e-7c1a-7d3e-9a55-5b6f0c9d2a10" };
const rename = (from: string, to: string) => query(`ALTER TABLE ${from} RENAME TO ${to}`);

afterEach(() => rename("mislaid", "payment_requests"));

it("an unexpected error returns 500 INTERNAL_SERVER_ERROR in the envelope without details", async () => {
  const { token } = await newTenant();
  await rename("payment_requests", "mislaid");
  const reply = await call("getPaymentStatus", undefined, { token, params: PARAMS });
  expect([reply.status, reply.error]).toEqual([
    500,
    { code: "INTERNAL_SERVER_ERROR", message: "Internal error. Retry later." },
  ]);
});

it.each([
  [{ "idempotency-key": "cart-1" }, "Internal error. Retry with the same idempotency key."],
  [{}, "Internal error. Retry later."],
])("an unexpected error of a creation with the headers %j says %s", async (headers, message) => {
  const { token } = await newTenant();
  await rename("payment_requests", "mislaid");
  const reply = await call("createPaymentRequest", { order: { amount: 2550, currency: "EUR" } }, { token, headers });
  expect([reply.status, reply.error]).toEqual([500, { code: "INTERNAL_SERVER_ERROR", message }]);
});
