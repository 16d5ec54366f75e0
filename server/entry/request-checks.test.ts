import { afterAll, beforeAll, expect, it } from "vitest";
import { apiListener } from "../http/listener";
import { exchange } from "../test/raw-bytes";
import { type Entry, startEntry } from "./entry-server";

let entry: Entry;
beforeAll(async () => {
  const options = { port: 0, hosts: ["127.0.0.1"], rules: { hosts: null, simbankHost: null } };
  const answer = (_: unknown, response: { end(text: string): void }) => response.end("answered");
  entry = await startEntry(options, { api: answer, page: answer, isReady: async () => ({ ready: true }) });
});
afterAll(() => entry.drain(0));

const send = (path: string, hosts: string, version = "1.1", method = "GET") =>
  exchange(entry.port, `${method} ${path} HTTP/${version}\r\n${hosts}Connection: close\r\n\r\n`);

it.each([
  ["two of them", "/api/v1/banks/top", "Host: a\r\nHost: b\r\n", "more than one Host"],
  ["two that are alike, in other letters", "/api/v1/banks/top", "Host: a\r\nhOST: a\r\n", "more than one Host"],
  ["two at a page", "/console", "Host: a\r\nHost: b\r\n", "more than one Host"],
  ["none", "/api/v1/banks/top", "", "Host header is missing"],
])("a request of HTTP/1.1 with another number of Host headers than one is 400: %s", async (_what, path, hosts, why) => {
  const said = await send(path, hosts);
  expect(said).toMatch(/^HTTP\/1\.1 400 /);
  expect(said).toContain(why);
});

it("accepts a request with one Host, and HTTP/1.0 without it", async () => {
  expect(await send("/api/v1/banks/top", "Host: a\r\n")).toMatch(/^HTTP\/1\.1 200 /);
  expect(await send("/api/v1/banks/top", "", "1.0")).toMatch(/^HTTP\/1\.1 200 /);
});

const LAST = "GET /api/v1/nothing HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";

it.each([
  [5_000_000, ["413", "404"]],
  [9_000_000, ["413"]],
])(
  "a body of %i bytes that is refused by its length: the answers on its connection are %j",
  async (bytes, statuses) => {
    const options = { port: 0, hosts: ["127.0.0.1"], rules: { hosts: null, simbankHost: null } };
    const unused = (_: unknown, response: { end(): void }) => response.end();
    const api = await startEntry(options, { api: apiListener(), page: unused, isReady: async () => ({ ready: true }) });
    const said = await exchange(api.port, (socket) => {
      socket.write(`POST /api/v1/oauth2/token HTTP/1.1\r\nHost: a\r\nContent-Length: ${bytes}\r\n\r\n`);
      socket.once("data", () => socket.write(`${" ".repeat(bytes)}${LAST}`));
    }).finally(() => api.drain(0));
    expect([...said.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status]) => status)).toEqual(statuses);
  },
);

// Node gives its handlers the first 2,000 headers by default, and its parser obeys all.
const MANY = "a:b\r\n".repeat(2100);

it.each([
  ["a second Host: 400", "GET", "Host: b\r\n", /^HTTP\/1\.1 400 /],
  ["a Transfer-Encoding at a page: 411", "POST", "Transfer-Encoding: chunked\r\n", /^HTTP\/1\.1 411 /],
  ["a Content-Length over the limit: 413", "POST", "Content-Length: 9999999\r\n", /^HTTP\/1\.1 413 /],
  ["control: none of them: 200", "GET", "", /^HTTP\/1\.1 200 /],
])("behind 2,100 headers: %s", async (_what, method, last, expected) =>
  expect(await send("/sign-in", `Host: a\r\n${MANY}${last}`, "1.1", method)).toMatch(expected),
);
