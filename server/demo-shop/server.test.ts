import { createHmac } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { hasIpv6 } from "../test/processes/loopback";
import { type Order, openOrderBook } from "./orders";
import { startDemoShop } from "./server";

// The payment service is unreachable in all tests (port 9 refuses), so only webhooks change the orders.
const SECRET = `whsec_${"5".repeat(64)}`;
let dataDir: string;
let order: Order;
let shop: Awaited<ReturnType<typeof startDemoShop>>;
const open = () =>
  startDemoShop({
    ...{ port: 0, hosts: ["127.0.0.1", "::1"], apiUrl: "http://127.0.0.1:9", dataDir },
    ...{ clientId: "00000000-0000-7000-8000-000000000000", clientSecret: "unused", webhookSecret: SECRET },
  });

beforeEach(async () => {
  dataDir = mkdtempSync(path.join(tmpdir(), "bankside-shop-"));
  const book = openOrderBook(dataDir);
  order = book.create(7450, "EUR");
  book.update(order, (it) => {
    it.paymentRequestIds.push("request-1");
    it.paymentToken = "ptok_of_the_test";
  });
  shop = await open();
});
afterEach(async () => {
  await shop.close(0);
  rmSync(dataDir, { recursive: true });
});

const get = async (address: string) => {
  const response = await fetch(`http://127.0.0.1:${shop.port}${address}`);
  return { status: response.status, text: (await response.text()).replace(/\s+/g, " "), headers: response.headers };
};
const event = (id: string, status: string, reversed_amount: string | null = null) => {
  const payment = {
    id: "request-1",
    amount: "7450",
    currency: "EUR",
    ...{ status, reversed_amount },
    metadata: { bank_name: "Banco <Ribeira>" },
  };
  return JSON.stringify({
    id,
    type: `payment_request.${status === "completed" ? "succeeded" : status}`,
    data: { object: payment },
  });
};
const deliver = async (body: string, secret = SECRET, ageS = 0) => {
  const t = Math.floor(Date.now() / 1000) - ageS;
  const v1 = createHmac("sha256", secret).update(`${t}.${body}`).digest("hex");
  const headers = { "X-Signature": `t=${t},v1=${v1}` };
  return (await fetch(`http://127.0.0.1:${shop.port}/webhooks`, { method: "POST", body, headers })).status;
};

describe("the demo shop's address", () => {
  it.skipIf(!hasIpv6)("is both loopback addresses", async () => {
    const statuses = ["127.0.0.1", "[::1]"].map(async (it) => (await fetch(`http://${it}:${shop.port}/`)).status);
    expect(await Promise.all(statuses)).toEqual([200, 200]);
  });

  it("closes although an idle connection is open", async () => {
    const silent = connect(shop.port, "127.0.0.1");
    await once(silent, "connect");
    const ended = once(silent, "close");
    await shop.close(50);
    await ended;
    shop = await open();
  });
});

describe("the demo shop's order page", () => {
  it("has the embedded checkout while the order is open, with a minimal policy", async () => {
    const { text, headers } = await get(`/orders/${order.id}`);
    expect(text).toContain(`Pay for order ${order.number}`);
    expect(text).toContain('src="http://127.0.0.1:9/embed.js"');
    expect(text).toContain('data-payment-token="ptok_of_the_test"');
    expect(headers.get("content-security-policy")).toContain("frame-src http://127.0.0.1:9;");
    expect(headers.get("cache-control")).toBe("no-store");
  });

  it("ignores the status in the customer's return URL", async () => {
    const { text } = await get(`/orders/${order.id}?payment_request_id=request-1&status=success`);
    expect(text).toContain("We are waiting for your bank’s confirmation");
    expect(text).toContain('<meta http-equiv="refresh"');
  });

  it("after an ended payment was followed by another, its return URL shows the other one, as does the back button", async () => {
    await shop.close(0);
    const book = openOrderBook(dataDir);
    const found = book.find(order.id);
    if (found) book.update(found, (it) => it.paymentRequestIds.push("request-2"));
    shop = await open();
    const returned = async (id: string) => (await get(`/orders/${order.id}?payment_request_id=${id}`)).text;
    expect(await returned("request-1")).toContain(`Pay for order ${order.number}`);
    expect(await returned("request-2")).toContain("We are waiting for your bank’s confirmation");
  });

  it("says paid after the signed webhook, once, and again after a restart", async () => {
    expect(await deliver(event("evt_1", "completed"))).toBe(200);
    expect(await deliver(event("evt_1", "completed"))).toBe(200);
    await shop.close(0);
    shop = await open();
    const { text } = await get(`/orders/${order.id}`);
    expect(text).toContain("Thank you, Inês. Your order is paid.");
    expect(text).toContain("Banco &lt;Ribeira&gt;");
    expect(text.match(/→ paid/g)).toHaveLength(1);
    expect((await get(`/orders/${order.id}/state`)).text).toBe('{"state":"paid"}');
  });

  it("says that the money was returned once the whole amount was, also when an older event comes after", async () => {
    for (const [id, reversed] of [
      ["evt_2", "7449"],
      ["evt_3", "7450"],
      ["evt_1", null],
    ] as const) {
      expect(await deliver(event(id, "completed", reversed))).toBe(200);
      const { text } = await get(`/orders/${order.id}`);
      expect(text.includes("The money was returned")).toBe(id !== "evt_2");
      expect(text.includes("Your order is paid")).toBe(id === "evt_2");
    }
  });

  it("ignores an event with a wrong, old or missing signature", async () => {
    const body = event("evt_1", "completed");
    expect(await deliver(body, `whsec_${"6".repeat(64)}`)).toBe(401);
    expect(await deliver(body, SECRET, 301)).toBe(401);
    expect((await fetch(`http://127.0.0.1:${shop.port}/webhooks`, { method: "POST", body })).status).toBe(401);
    expect((await get(`/orders/${order.id}/state`)).text).toBe('{"state":"open"}');
  });

  it.each([
    ["failed", "The payment was not completed"],
    ["cancelled", "The payment was cancelled"],
    ["expired", "The payment expired"],
  ])("says so when the payment ended as %s, and offers another attempt", async (status, heading) => {
    await deliver(event("evt_1", status));
    const { text } = await get(`/orders/${order.id}`);
    expect(text).toContain(heading);
    expect(text).toContain("Try again");
  });
});

describe("the demo shop", () => {
  it("answers 2xx to an event of another shop's payment", async () => {
    expect(await deliver(event("evt_1", "completed").replace("request-1", "request-9"))).toBe(200);
    expect((await get(`/orders/${order.id}/state`)).text).toBe('{"state":"open"}');
  });

  it("keeps the order and shows a message while the payment service is unreachable", async () => {
    const response = await fetch(`http://127.0.0.1:${shop.port}/orders`, { method: "POST", redirect: "manual" });
    expect(response.status).toBe(303);
    expect((await get(response.headers.get("location") ?? "")).text).toContain("Pay by bank can’t be reached");
  });

  it("serves its page, style, script and fonts from its own origin, and nothing else", async () => {
    expect((await get("/")).text).toContain("Continue to payment");
    for (const address of ["/shop.css", "/shop.js", "/fonts/inter.woff2", "/fonts/instrument-serif.woff2"]) {
      expect((await get(address)).status).toBe(200);
    }
    for (const address of ["/orders/3451-guess", "/fonts/other.woff2", "/%E0%A4%A"])
      expect((await get(address)).status).toBe(404);
  });
});
