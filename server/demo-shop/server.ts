// A shop that takes payments by Bankside: all the code that an integrator writes, without imports from the product.
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { bankside } from "./bankside";
import { SHOP_JS } from "./browser-script";
import { CURRENCY, TOTAL } from "./goods";
import {
  applyEvent,
  isEarlierPayment,
  isOver,
  isReturned,
  type OrderBook,
  openOrderBook,
  type PaymentEvent,
} from "./orders";
import { linkPage, notFoundPage, notPaidPage, paidPage, payPage, returnedPage, shopPage, waitingPage } from "./pages";
import { createPayment, fetchStatus, type Till } from "./payments";
import { SHOP_CSS } from "./styles";
import { verifySignature } from "./verify-signature";

export interface DemoShopOptions {
  port: number;
  /** Addresses to listen on. All but the first are skipped if the machine does not have them. */
  hosts: readonly string[];
  /** Origin of the payment service, as seen by browsers. */
  apiUrl: string;
  clientId: string;
  clientSecret: string;
  /** The merchant's webhook secret, `whsec_…`. */
  webhookSecret: string;
  /** The folder of the order book. */
  dataDir: string;
}

interface Shop extends Till {
  webhookSecret: string;
  orders: OrderBook;
}

const MAX_BODY_BYTES = 64 * 1024;
const FONT_CACHE = "public, max-age=31536000, immutable";
const FONTS: Record<string, string> = {
  "/fonts/inter.woff2": "@fontsource-variable/inter/files/inter-latin-wght-normal.woff2",
  "/fonts/instrument-serif.woff2": "@fontsource/instrument-serif/files/instrument-serif-latin-400-normal.woff2",
};
const modules = createRequire(import.meta.url);

export interface DemoShop {
  port: number;
  /** Refuses new connections, lets open requests finish, and closes the rest after `timeoutMs`. */
  close(timeoutMs: number): Promise<void>;
}

/** Starts the shop: pages at `http://localhost:<port>`, webhooks at `/webhooks`. Throws when the port is taken. */
export async function startDemoShop(options: DemoShopOptions): Promise<DemoShop> {
  const shop: Shop = {
    ...{ apiUrl: options.apiUrl, webhookSecret: options.webhookSecret, shopUrl: "" },
    ...{ orders: openOrderBook(options.dataDir), api: bankside(options) },
  };
  const servers: Server[] = [];
  const close = async (timeoutMs: number) => {
    await Promise.all(servers.map((server) => closeServer(server, timeoutMs)));
  };
  let { port } = options;
  try {
    for (const host of options.hosts) {
      const server = newServer(shop);
      if (!(await listen(server, port, host, servers.length > 0))) continue;
      servers.push(server);
      port = (server.address() as AddressInfo).port;
    }
  } catch (error) {
    await close(0);
    throw error;
  }
  shop.shopUrl = `http://localhost:${port}`;
  return { port, close };
}

function newServer(shop: Shop): Server {
  return createServer((request, response) => {
    answer(shop, request, response).catch((error: unknown) => {
      console.error("demo shop:", error);
      if (response.headersSent) response.destroy();
      else send(response, 500, "text/plain; charset=utf-8", "Something went wrong in the shop. Try again.\n");
    });
  });
}

/** Whether the server listens; false for an optional address that this machine does not have. */
function listen(server: Server, port: number, host: string, isFurther: boolean): Promise<boolean> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      if (isFurther && (error.code === "EADDRNOTAVAIL" || error.code === "EAFNOSUPPORT")) resolve(false);
      else reject(error);
    });
    server.listen(port, host, () => resolve(true));
  });
}

function closeServer(server: Server, timeoutMs: number): Promise<void> {
  return new Promise((resolve) => {
    // A connection without a request yet is neither idle nor does it end, so it is closed by this timer.
    const timer = setTimeout(() => server.closeAllConnections(), timeoutMs);
    server.close(() => {
      clearTimeout(timer);
      resolve();
    });
    server.closeIdleConnections();
  });
}

async function answer(shop: Shop, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://shop");
  const method = request.method === "HEAD" ? "GET" : (request.method ?? "");
  const [, folder, id = "", action = ""] = pathname.split("/");
  const order = folder === "orders" ? shop.orders.find(id) : undefined;

  if (method === "POST" && pathname === "/webhooks") return receiveWebhook(shop, request, response);
  if (method === "POST" && pathname === "/orders") {
    const chosen = await readForm(request);
    const placed = shop.orders.create(TOTAL, CURRENCY);
    return redirect(response, await createPayment(shop, placed, chosen.get("method") === "link" ? "link" : "embedded"));
  }
  if (method === "POST" && order && action === "payment") {
    const chosen = await readForm(request);
    return redirect(response, await createPayment(shop, order, chosen.get("method") === "link" ? "link" : "embedded"));
  }
  if (method === "GET" && order && action === "state") {
    if (isReturn(searchParams)) await fetchStatus(shop, order, searchParams.get("payment_request_id"));
    return send(response, 200, "application/json", JSON.stringify({ state: order.state }));
  }
  if (method === "GET" && order && action === "") return orderPage(shop, order.id, searchParams, response);
  if (method === "GET" && pathname === "/") return page(shop, response, 200, shopPage());
  if (method === "GET" && sendAsset(response, pathname)) return;
  return page(shop, response, 404, notFoundPage());
}

/** The shopper returned from the bank, or the checkout reported its end: a reason to fetch the status, not a proof. */
function isReturn(query: URLSearchParams): boolean {
  return query.has("payment_request_id") || query.has("returned");
}

async function orderPage(shop: Shop, id: string, query: URLSearchParams, response: ServerResponse): Promise<void> {
  const order = shop.orders.find(id);
  if (!order) return page(shop, response, 404, notFoundPage());
  if (isReturn(query) || isOver(order)) await fetchStatus(shop, order, query.get("payment_request_id"));
  const own = `/orders/${order.id}?${query}`;
  if (order.state === "paid") return page(shop, response, 200, (isReturned(order) ? returnedPage : paidPage)(order));
  if (order.state !== "open") return page(shop, response, 200, notPaidPage(order, order.state));
  if (isReturn(query) && !isEarlierPayment(order, query.get("payment_request_id")))
    return page(shop, response, 200, waitingPage(order, own));
  // A link that was never opened has no payment whose status could be fetched.
  if (isOver(order) && order.paymentRequestIds.length === 0)
    return page(shop, response, 200, notPaidPage(order, "expired"));
  if (order.paymentLinkUrl) return page(shop, response, 200, linkPage(order));
  if (!order.paymentToken) return page(shop, response, 200, notPaidPage(order, "unreachable"));
  return page(shop, response, 200, payPage(order, shop.apiUrl));
}

/**
 * A webhook: the signature is verified on the raw bytes before the body is parsed, and 2xx is sent only after the order
 * is saved. Any other status makes the service retry.
 */
async function receiveWebhook(shop: Shop, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await readBody(request);
  const header = request.headers["x-signature"];
  const nowS = Math.floor(Date.now() / 1000);
  if (!body || !verifySignature(typeof header === "string" ? header : undefined, body, shop.webhookSecret, nowS)) {
    return send(response, 401, "text/plain; charset=utf-8", "The signature does not match.\n");
  }
  const event = JSON.parse(body.toString("utf8")) as PaymentEvent;
  // The same account also has payments of other shops: acknowledged and ignored.
  const order = event.type.startsWith("payment_request.") ? shop.orders.findByPayment(event.data.object) : undefined;
  if (order) shop.orders.update(order, (it) => applyEvent(it, event));
  send(response, 200, "text/plain; charset=utf-8", "ok\n");
}

async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  return new URLSearchParams((await readBody(request))?.toString("utf8"));
}

/** The body's bytes; undefined when it exceeds the limit. */
async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function sendAsset(response: ServerResponse, pathname: string): boolean {
  const font = FONTS[pathname];
  if (pathname === "/shop.css") send(response, 200, "text/css; charset=utf-8", SHOP_CSS);
  else if (pathname === "/shop.js") send(response, 200, "text/javascript; charset=utf-8", SHOP_JS);
  else if (font)
    send(response, 200, "font/woff2", readFileSync(modules.resolve(font)), { "Cache-Control": FONT_CACHE });
  else return false;
  return true;
}

/**
 * The Content-Security-Policy of a shop must allow the loader's script, its frame, and the payment service's own page.
 */
function page(shop: Shop, response: ServerResponse, status: number, body: string): void {
  const policy = [
    "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; connect-src 'self'; font-src 'self'; img-src data:",
    `script-src 'self' ${shop.apiUrl}; frame-src ${shop.apiUrl}; form-action 'self' ${shop.apiUrl}`,
    "style-src 'self'",
  ].join("; ");
  send(response, status, "text/html; charset=utf-8", body, { "Content-Security-Policy": policy });
}

function redirect(response: ServerResponse, location: string): void {
  response.writeHead(303, { Location: location, "Cache-Control": "no-store" }).end();
}

function send(
  response: ServerResponse,
  status: number,
  type: string,
  body: string | Buffer,
  more: Record<string, string> = {},
): void {
  const headers = {
    "Content-Type": type,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
  };
  response.writeHead(status, { ...headers, ...more }).end(body);
}
