import { describe, expect, test } from "vitest";
import { backUrlOf, shallLeave, withQuery } from "./return-url";

const CHECKOUT = {
  paymentRequestId: "0190aaaa-0000-7000-8000-000000000000",
  orderId: "ORD-1",
  paymentReference: "Order 3451",
  successUrl: "https://shop.example/ok?basket=7",
  failureUrl: "https://shop.example/no",
};

describe("back to the shop", () => {
  test("the result is added to whatever query there was, and replaces what claims its name", () => {
    const added = { status: "success", payment_reference: "a & b" };
    expect(withQuery("https://shop.example/ok?basket=7&status=x#top", added)).toBe(
      "https://shop.example/ok?basket=7&status=success&payment_reference=a+%26+b#top",
    );
  });

  test.each([
    ["paid", "ok", "success"],
    ["confirming", "ok", "pending"],
    ["unresolved", "ok", "pending"],
    ["refused", "no", "failed"],
    ["expired", "no", "failed"],
    ["cancelled_at_bank", "no", "cancelled"],
  ] as const)("%s goes to %s with %s", (phase, path, status) => {
    const url = new URL(backUrlOf({ ...CHECKOUT, phase }) ?? "");
    expect(url.pathname).toBe(`/${path}`);
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      payment_request_id: "0190aaaa-0000-7000-8000-000000000000",
      order_id: "ORD-1",
      payment_reference: "Order 3451",
      status,
    });
  });

  test("without an address, or while choosing, there is no way back", () => {
    expect(backUrlOf({ ...CHECKOUT, phase: "paid", successUrl: null })).toBeNull();
    expect(backUrlOf({ ...CHECKOUT, phase: "choosing" })).toBeNull();
  });

  test("a final answer leaves at once, a pending one after ten seconds", () => {
    expect(shallLeave({ phase: "paid", returnedForS: 0 })).toBe(true);
    expect(shallLeave({ phase: "confirming", returnedForS: 9.9 })).toBe(false);
    expect(shallLeave({ phase: "confirming", returnedForS: 10 })).toBe(true);
    expect(shallLeave({ phase: "choosing", returnedForS: 60 })).toBe(false);
  });
});
