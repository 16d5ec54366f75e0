import { describe, expect, it } from "vitest";
import { paymentDays } from "./payment-days";
import { keptColumns, PAYMENT_COLUMNS, readPaymentColumns } from "./payments-columns";
import type { PaymentsList } from "./payments-filter";

type Payment = PaymentsList["items"][number];

const payment = (createdAt: string, decimal = "10.00", currency = "EUR", status = "completed", net = decimal) =>
  ({ id: createdAt, createdAt, decimal, currency, status, net }) as Payment;

const PAGE = { zone: "UTC", now: "2026-11-20T15:00:00.000Z", newer: false, older: false };

describe("a page of payments by days", () => {
  it("divides by the reader's midnight, not by ours", () => {
    const some = [payment("2026-11-20T00:30:00.000Z"), payment("2026-11-19T23:30:00.000Z")];
    expect(paymentDays(some, PAGE).map(({ name }) => name)).toEqual(["Today, Fri 20 November", "Thu 19 November"]);
    const inBerlin = { ...PAGE, zone: "Europe/Berlin" };
    expect(paymentDays(some, inBerlin).map(({ count }) => count)).toEqual(["2 payments"]);
  });

  it("sums completed payments only, exactly and by currency", () => {
    const some = [
      payment("2026-11-19T10:00:00.000Z", "0.10"),
      payment("2026-11-19T09:00:00.000Z", "1250.20"),
      payment("2026-11-19T08:00:00.000Z", "7", "JPY"),
      payment("2026-11-19T07:00:00.000Z", "99.99", "EUR", "failed"),
    ];
    const [day] = paymentDays(some, PAGE);
    expect(day).toMatchObject({ count: "4 payments", completed: "1,250.30 EUR · 7 JPY completed" });
    expect(paymentDays(some.slice(3), PAGE)[0]).toMatchObject({ count: "1 payment", completed: null });
  });

  it("sums completed payments less what was returned, without a currency of which all was returned", () => {
    const some = [
      payment("2026-11-19T10:00:00.000Z", "129.00"),
      payment("2026-11-19T09:00:00.000Z", "49.80", "EUR", "completed", "40.00"),
      payment("2026-11-19T08:00:00.000Z", "10.00", "GBP", "completed", "0.00"),
    ];
    expect(paymentDays(some, PAGE)[0]).toMatchObject({ completed: "169.00 EUR completed" });
    expect(paymentDays(some.slice(2), PAGE)[0]).toMatchObject({ completed: null });
  });

  it("gives no sum of a day that continues on another page, and counts its rows on this page", () => {
    const some = ["20", "19", "18"].map((day) => payment(`2026-11-${day}T10:00:00.000Z`));
    const shown = (page: Partial<typeof PAGE>) =>
      paymentDays(some, { ...PAGE, ...page }).map(({ count, completed }) => [count, completed !== null]);
    const [whole, cut] = [
      ["1 payment", true],
      ["1 on this page", false],
    ];
    expect(shown({})).toEqual([whole, whole, whole]);
    expect(shown({ older: true })).toEqual([whole, whole, cut]);
    expect(shown({ newer: true, older: true })).toEqual([cut, whole, cut]);
  });

  it("names the year of another one", () => {
    expect(paymentDays([payment("2025-12-31T10:00:00.000Z")], PAGE)[0]?.name).toBe("Wed 31 December 2025");
  });
});

describe("the columns that a reader keeps", () => {
  it("are restored as stored, and required columns are always shown", () => {
    const some = PAYMENT_COLUMNS.filter(({ id, choosable }) => !choosable || id === "bank");
    expect(readPaymentColumns(keptColumns(some))).toEqual(some);
    expect(readPaymentColumns("")).toBeNull();
    expect(readPaymentColumns("bank.<script>.constructor")).toEqual(some);
  });
});
