import { describe, expect, test } from "vitest";
import type { Phase } from "./checkout-view";
import { backUrlOf, MAX_WAIT_S, refreshWithin, shallLeave, withQuery } from "./return-url";

const ID = "0190aaaa-0000-7000-8000-000000000000";
const CHECKOUT = {
  paymentRequestId: ID,
  orderId: "ORD-1",
  paymentReference: "Order 3451",
  successUrl: "https://shop.example/ok?basket=7",
  failureUrl: "https://shop.example/no",
};

/** The redirect of each payment state with the result that the shop reads; null: none. */
const LEADS: Record<Phase, ["ok" | "no", string] | null> = {
  choosing: null,
  starting: ["ok", "pending"],
  at_bank: ["ok", "pending"],
  confirming: ["ok", "pending"],
  cancelling: ["ok", "pending"],
  unresolved: ["ok", "pending"],
  paid: ["ok", "success"],
  paid_late: ["ok", "success"],
  refused: ["no", "failed"],
  failed: ["no", "failed"],
  expired: ["no", "failed"],
  cancelled: ["no", "cancelled"],
  cancelled_at_bank: ["no", "cancelled"],
  paid_elsewhere: ["no", "cancelled"],
  link_used: null,
  link_expired: null,
  link_cancelled: ["no", "cancelled"],
};
const PHASES = Object.keys(LEADS) as Phase[];

/** URLs as shops write them, and the part that has to stay byte for byte. */
const SHAPES = [
  ["https://shop.example/", "https://shop.example/?", ""],
  ["https://shop.example", "https://shop.example/?", ""],
  ["https://shop.example/?", "https://shop.example/?", ""],
  ["https://shop.example/a?basket=7", "https://shop.example/a?basket=7&", ""],
  ["https://shop.example/a?basket=7&", "https://shop.example/a?basket=7&", ""],
  ["https://shop.example/a?flag", "https://shop.example/a?flag&", ""],
  ["https://shop.example/a?x=1&x=2", "https://shop.example/a?x=1&x=2&", ""],
  ["https://shop.example/a?q=a%20b+c%2Bd", "https://shop.example/a?q=a%20b+c%2Bd&", ""],
  ["https://shop.example/a?r=%2Fback%3Fstatus%3D1", "https://shop.example/a?r=%2Fback%3Fstatus%3D1&", ""],
  ["https://shop.example/a?bad=%zz", "https://shop.example/a?bad=%zz&", ""],
  ["https://shop.example/a?ç=ñ", "https://shop.example/a?%C3%A7=%C3%B1&", ""],
  ["https://shop.example/a#/thanks?step=2", "https://shop.example/a?", "#/thanks?step=2"],
  ["https://shop.example/a?x=1#top", "https://shop.example/a?x=1&", "#top"],
  ["https://shop.example/a?status=mine&order%5Fid=1", "https://shop.example/a?status=mine&order%5Fid=1&", ""],
  ["https://shop.example/a?Status=kept&xstatus=kept", "https://shop.example/a?Status=kept&xstatus=kept&", ""],
  ["http://localhost:4000/a?x=1", "http://localhost:4000/a?x=1&", ""],
] as const;

describe("back to the shop", () => {
  test.each(PHASES)("%s leads to its URL, with the result added to every form of URL", (phase) => {
    const leads = LEADS[phase];
    for (const [address, head, tail] of SHAPES) {
      const other = "https://elsewhere.example/";
      const successUrl = leads?.[0] === "no" ? other : address;
      const failureUrl = leads?.[0] === "no" ? address : other;
      const back = backUrlOf({ ...CHECKOUT, phase, successUrl, failureUrl, paymentReference: "A & B #1/ç+" });
      if (!leads) {
        expect(back).toBeNull();
        continue;
      }
      const result = `payment_request_id=${ID}&order_id=ORD-1&payment_reference=A+%26+B+%231%2F%C3%A7%2B&status=${leads[1]}`;
      expect(back).toBe(`${head}${result}${tail}`);
      const read = new URL(back ?? "").searchParams;
      expect([read.get("payment_reference"), read.getAll("status").at(-1)]).toEqual(["A & B #1/ç+", leads[1]]);
    }
  });

  test("the shop's parameters with the names of the result are kept, in front of it", () => {
    const added = { status: "success", order_id: "a & b" };
    const back = withQuery("https://shop.example/ok?order_id=123&basket=7&status=x#top", added);
    expect(back).toBe("https://shop.example/ok?order_id=123&basket=7&status=x&status=success&order_id=a+%26+b#top");
    expect(new URL(back).searchParams.getAll("order_id")).toEqual(["123", "a & b"]);
    expect(withQuery("https://shop.example/ok??status=x", added)).toContain("ok??status=x&status=success");
  });

  test("without a URL, or before a payment exists, there is no redirect", () => {
    for (const phase of PHASES) {
      expect(backUrlOf({ ...CHECKOUT, phase, successUrl: null, failureUrl: null })).toBeNull();
      expect(backUrlOf({ ...CHECKOUT, phase, paymentRequestId: null })).toBeNull();
    }
    expect(backUrlOf({ ...CHECKOUT, phase: "paid", successUrl: "no address" })).toBeNull();
  });
});

describe("the redirect to the shop", () => {
  test("a customer with a final status is redirected at once, one who has not returned stays", () => {
    for (const phase of PHASES) {
      const status = LEADS[phase]?.[1];
      const isFinal = status !== undefined && (status !== "pending" || phase === "unresolved");
      expect(shallLeave({ phase, returnedForS: 0 })).toBe(isFinal);
      expect(shallLeave({ phase, returnedForS: null })).toBe(isFinal);
      expect(shallLeave({ phase, returnedForS: MAX_WAIT_S })).toBe(status !== undefined);
    }
  });

  test("a page without script redirects at the latest ten seconds after the customer", () => {
    const longest = 2;
    for (let firstMs = 0; firstMs < 2_000; firstMs += 50) {
      let [atS, left] = [firstMs / 1_000, false];
      for (; !left; left = shallLeave({ phase: "confirming", returnedForS: atS })) atS += refreshWithin(longest, atS);
      expect(atS).toBeLessThanOrEqual(10);
    }
    expect([refreshWithin(longest, null), refreshWithin(longest, 60)]).toEqual([longest, longest]);
  });
});
