import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type Bankside, bankside } from "./bankside";

// The API's side of two calls, which counts the tokens that it issues. It accepts those above `lastRefused`.
let server: Server;
let api: Bankside;
let issued: number;
let lastRefused: number;
const STATUS = { status: "pending", amount: "7450", currency: "EUR", order_id: "1001" };

beforeEach(async () => {
  [issued, lastRefused] = [0, 0];
  server = createServer(({ url, headers }, response) => {
    const isTokenCall = url?.endsWith("/oauth2/token");
    if (isTokenCall) issued++;
    const data = isTokenCall ? { access_token: String(issued), expires_in: 900 } : STATUS;
    const success = isTokenCall || Number(headers.authorization?.replace("Bearer ", "")) > lastRefused;
    response.writeHead(success ? 200 : 401).end(JSON.stringify({ success, data }));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  api = bankside({ apiUrl, clientId: "id", clientSecret: "secret" });
});
afterEach(() => {
  server.close();
  server.closeAllConnections();
});

/** The outcomes of five concurrent calls. */
const five = async () =>
  (await Promise.allSettled([1, 2, 3, 4, 5].map(() => api.status("request-1")))).map(({ status }) => status);
const ALL = (outcome: string) => Array(5).fill(outcome);

it("one access token is requested for concurrent calls, and kept", async () => {
  expect([await five(), await five()]).toEqual([ALL("fulfilled"), ALL("fulfilled")]);
  expect(issued).toBe(1);
});

it("one access token is requested when the API refuses the last to concurrent calls", async () => {
  await five();
  lastRefused = 1;
  expect(await five()).toEqual(ALL("fulfilled"));
  expect(issued).toBe(2);
});

it("an access token is requested again after a failure", async () => {
  const { port } = server.address() as AddressInfo;
  server.close();
  expect(await five()).toEqual(ALL("rejected"));
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  expect(await five()).toEqual(ALL("fulfilled"));
  expect(issued).toBe(1);
});
