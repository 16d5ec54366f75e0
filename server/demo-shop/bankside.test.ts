import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type Loopback, onLoopback } from "../test/processes/on-loopback";
import { type Bankside, bankside } from "./bankside";

// The API's side of two calls, which counts the tokens that it issues. It accepts those above `lastRefused`.
let server: Server;
let service: Loopback;
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
  });
  service = await onLoopback(server);
  api = bankside({ apiUrl: service.origin, clientId: "id", clientSecret: "secret" });
});
afterEach(() => service.close());

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
  server.close();
  expect(await five()).toEqual(ALL("rejected"));
  server.listen(service.port, "127.0.0.1");
  await once(server, "listening");
  expect(await five()).toEqual(ALL("fulfilled"));
  expect(issued).toBe(1);
});
