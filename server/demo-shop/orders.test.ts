import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { applyEvent, applyStatus, type Order, openOrderBook, type PaymentEvent } from "./orders";

let dataDir: string;
let order: Order;
beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), "bankside-shop-"));
  order = openOrderBook(dataDir).create(7450, "EUR");
  order.paymentRequestIds = ["request-1"];
});
afterEach(() => rmSync(dataDir, { recursive: true }));

const event = (id: string, status: string, object: Partial<PaymentEvent["data"]["object"]> = {}): PaymentEvent => ({
  ...{ id, type: `payment_request.${status === "completed" ? "succeeded" : status}` },
  data: { object: { id: "request-1", amount: "7450", currency: "EUR", status, ...object } },
});
const updateTo = (status: string, paymentRequestId = "request-1") => ({
  paymentRequestId,
  status,
  amount: "7450",
  currency: "EUR",
});
const movesOf = (of: Order) => of.log.filter((entry) => entry.what.includes("→")).map((entry) => entry.what);

describe("an order of the demo shop", () => {
  it("is paid by payment_request.succeeded only", () => {
    applyEvent(order, event("evt_1", "pending"));
    expect(order.state).toBe("open");
    applyEvent(order, event("evt_2", "completed", { metadata: { bank_name: "Banco Ribeira" } }));
    expect(order).toMatchObject({ state: "paid", bankName: "Banco Ribeira" });
  });

  it("processes a duplicate event once", () => {
    for (let copy = 0; copy < 3; copy++) applyEvent(order, event("evt_1", "completed"));
    expect(order.eventIds).toEqual(["evt_1"]);
    expect(movesOf(order)).toEqual([`order ${order.number} → paid`]);
    expect(order.log.at(-1)?.note).toMatch(/duplicate/);
  });

  it("stays paid when an older event comes after", () => {
    applyEvent(order, event("evt_3", "completed"));
    applyEvent(order, event("evt_1", "failed"));
    expect(order.state).toBe("paid");
  });

  it("is paid by the status request too, also late", () => {
    applyStatus(order, updateTo("failed"), "on the status call");
    expect(order.state).toBe("failed");
    applyStatus(order, updateTo("completed"), "on the status call");
    expect(order.state).toBe("paid");
  });

  it("is not ended by an earlier attempt, but can be paid by it", () => {
    order.paymentRequestIds.push("request-2");
    applyStatus(order, updateTo("failed", "request-1"), "on the webhook");
    expect(order.state).toBe("open");
    applyStatus(order, updateTo("completed", "request-1"), "on the webhook");
    expect(order.state).toBe("paid");
  });

  it("keeps the bank of the payment that paid it, also when an event of an earlier one comes after", () => {
    order.paymentRequestIds.push("request-2");
    const from = (id: string, bank_name: string) => ({ id, metadata: { bank_name } });
    applyStatus(order, updateTo("completed", "request-2"), "on the status call");
    applyEvent(order, event("evt_2", "completed", from("request-2", "Banco Ribeira")));
    applyEvent(order, event("evt_1", "failed", from("request-1", "Banco Costa")));
    expect(order.bankName).toBe("Banco Ribeira");
  });

  it("is not paid by another amount or another currency", () => {
    applyEvent(order, event("evt_1", "completed", { amount: "1" }));
    applyEvent(order, event("evt_2", "completed", { currency: "GBP" }));
    expect(order.state).toBe("open");
  });

  it("reports a second payment", () => {
    applyStatus(order, updateTo("completed", "request-1"), "on the webhook");
    applyStatus(order, updateTo("completed", "request-1"), "on the status call");
    expect(order.log.at(-1)?.what).toMatch(/→ paid/);
    applyStatus(order, updateTo("completed", "request-2"), "on the webhook");
    expect(order.log.at(-1)?.what).toMatch(/paid twice/);
  });
});

describe("the order book", () => {
  it("survives a restart, readable by its owner only", () => {
    const book = openOrderBook(dataDir);
    const found = book.find(order.id);
    expect(found).toBeDefined();
    if (found) book.update(found, (it) => applyStatus(it, updateTo("completed"), "on the status call"));
    expect(openOrderBook(dataDir).find(order.id)?.state).toBe("paid");
    expect(statSync(path.join(dataDir, "demo-shop-orders.json")).mode & 0o777).toBe(0o600);
    expect(openOrderBook(dataDir).create(1, "EUR").number).toBe(order.number + 1);
  });

  it("finds an order by its payment request and by its payment link, never by an absent id", () => {
    const book = openOrderBook(dataDir);
    const linked = book.create(7450, "EUR");
    book.update(linked, (it) => {
      it.paymentLinkId = "link-1";
    });
    const byLink = { ...event("e", "completed").data.object, id: "unknown", payment_link_id: "link-1" };
    expect(book.findByPayment(byLink)?.id).toBe(linked.id);
    expect(book.findByPayment({ ...byLink, payment_link_id: null })).toBeUndefined();
    expect(JSON.parse(readFileSync(path.join(dataDir, "demo-shop-orders.json"), "utf8"))).toHaveLength(2);
  });
});
