import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { bankside } from "./bankside";
import { applyStatus, type Order, openOrderBook } from "./orders";
import { createPayment, fetchStatus, type Till } from "./payments";

// The API's side of four calls, so that a test decides when an answer arrives: e2e/ tests the shop with the product.
let server: Server;
let dataDir: string;
let till: Till;
let order: Order;
/** The status of each payment request, and the answer to each idempotency key. */
let statuses: Record<string, string>;
let created: Map<string, object>;
let statusCalls: number;
/** Resolves before a creation is answered, after it is stored. */
let beforeAnswer: () => Promise<void>;

function create(kind: "request" | "link"): object {
  const id = `${kind}-${created.size + 1}`;
  if (kind === "link")
    return { link_id: id, payment_link_url: `https://pay.example/${id}`, expires_at: "2999-01-01T00:00:00Z" };
  statuses[id] = "pending";
  return { payment_request_id: id, payment_token: `ptok_${id}`, expires_in: 900 };
}

async function answer(method = "", url = "", key = ""): Promise<[number, object]> {
  if (url.endsWith("/oauth2/token")) return [200, { access_token: "token", expires_in: 900 }];
  if (method === "GET") {
    statusCalls += 1;
    const status = statuses[url.split("/").at(-2) ?? ""];
    return status ? [200, { status, amount: "7450", currency: "EUR", order_id: order.id }] : [404, {}];
  }
  const data = created.get(key) ?? create(url.endsWith("/payment-links") ? "link" : "request");
  created.set(key, data);
  await beforeAnswer();
  return [200, data];
}

beforeEach(async () => {
  [statuses, created, statusCalls] = [{}, new Map(), 0];
  beforeAnswer = async () => {};
  server = createServer(async ({ method, url, headers }, response) => {
    const [status, data] = await answer(method, url, headers["idempotency-key"]?.toString());
    const error = { code: "REFUSED", message: "Refused" };
    response
      .writeHead(status)
      .end(JSON.stringify(status === 200 ? { success: true, data } : { success: false, error }));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  dataDir = mkdtempSync(path.join(tmpdir(), "bankside-shop-"));
  const orders = openOrderBook(dataDir);
  order = orders.create(7450, "EUR");
  till = { shopUrl: "http://shop", apiUrl, orders, api: bankside({ apiUrl, clientId: "id", clientSecret: "secret" }) };
});
afterEach(() => {
  server.close();
  server.closeAllConnections();
  rmSync(dataDir, { recursive: true });
});

const own = () => `/orders/${order.id}`;
/** The page of the payment service for the payment request with this number. */
const hosted = (number: number) => `${till.apiUrl}/checkout?payment_token=ptok_request-${number}`;
/** A webhook reports the status of a payment request. */
const report = (paymentRequestId: string, status: string) => {
  statuses[paymentRequestId] = status;
  applyStatus(order, { paymentRequestId, status, amount: "7450", currency: "EUR" }, "on the webhook");
};

describe("a payment of an order", () => {
  it("that may still be paid is the only one: the other way to pay leads to the same payment", async () => {
    expect(await createPayment(till, order, "embedded")).toBe(own());
    expect(await createPayment(till, order, "link")).toBe(hosted(1));
    expect(await createPayment(till, order, "embedded")).toBe(own());
    expect(created.size).toBe(1);
  });

  it("stays the only one while its status cannot be read", async () => {
    await createPayment(till, order, "embedded");
    delete statuses["request-1"];
    expect(await createPayment(till, order, "link")).toBe(hosted(1));
    expect(created.size).toBe(1);
  });

  it("that has ended, which only the status call says, is followed by another", async () => {
    await createPayment(till, order, "embedded");
    statuses["request-1"] = "cancelled";
    expect(await createPayment(till, order, "link")).toBe("https://pay.example/link-2");
    expect(await createPayment(till, order, "embedded")).toBe("https://pay.example/link-2");
    expect(order.paymentRequestIds).toEqual(["request-1"]);
    expect(created.size).toBe(2);
  });

  it("that ended and was paid late, which only the status call says, is not followed by another", async () => {
    await createPayment(till, order, "embedded");
    report("request-1", "failed");
    statuses["request-1"] = "completed";
    expect(await createPayment(till, order, "embedded")).toBe(own());
    expect([order.state, created.size]).toEqual(["paid", 1]);
  });
});

it("two pages of an order, as the book finds it, read its payment's status once a second", async () => {
  await createPayment(till, order, "embedded");
  await Promise.all([1, 2].map(() => fetchStatus(till, till.orders.find(order.id) as Order, null)));
  expect(statusCalls).toBe(1);
});

describe("a payment that is asked for more than once", () => {
  it("is one although two tabs ask for it at once", async () => {
    expect(await Promise.all([1, 2, 3].map(() => createPayment(till, order, "embedded")))).toEqual(
      Array(3).fill(own()),
    );
    report("request-1", "cancelled");
    expect(await Promise.all([1, 2, 3].map(() => createPayment(till, order, "embedded")))).toEqual(
      Array(3).fill(own()),
    );
    expect([created.size, order.paymentRequestIds]).toEqual([2, ["request-1", "request-2"]]);
  });

  it("is one although one tab asks for the link and the other for the checkout: the first answer counts", async () => {
    const addresses = await Promise.all([createPayment(till, order, "embedded"), createPayment(till, order, "link")]);
    const isLink = order.paymentLinkUrl !== null;
    expect(addresses[1]).toBe(isLink ? order.paymentLinkUrl : hosted(1));
    expect(addresses[0]).toBe(isLink ? order.paymentLinkUrl : own());
    expect([order.tries, order.paymentRequestIds.length]).toEqual([1, isLink ? 0 : 1]);
  });

  it("whose answer was lost is the one that the next press gets", async () => {
    let isLost = true;
    beforeAnswer = async () => {
      if (isLost) server.closeAllConnections();
    };
    expect(await createPayment(till, order, "embedded")).toBe(own());
    expect(order.paymentToken).toBeNull();
    isLost = false;
    await createPayment(till, order, "embedded");
    expect([created.size, order.paymentToken]).toEqual([1, "ptok_request-1"]);
  });

  it("is dropped when the webhook reports meanwhile that the earlier one was paid late", async () => {
    await createPayment(till, order, "embedded");
    report("request-1", "failed");
    beforeAnswer = async () => report("request-1", "completed");
    expect(await createPayment(till, order, "embedded")).toBe(own());
    expect([order.state, order.paymentToken]).toEqual(["paid", "ptok_request-1"]);
  });
});
