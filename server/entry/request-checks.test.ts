import { afterAll, beforeAll, expect, it } from "vitest";
import { exchange } from "../test/raw-bytes";
import { type Entry, startEntry } from "./entry-server";

let entry: Entry;
beforeAll(async () => {
  entry = await startEntry({ port: 0, hosts: ["127.0.0.1"], rules: { hosts: null, simbankHost: null } });
  const answer = (_: unknown, response: { end(text: string): void }) => response.end("answered");
  entry.open({ api: answer, page: answer, isReady: async () => ({ ready: true }) });
});
afterAll(() => entry.drain(0));

const send = (path: string, hosts: string, version = "1.1") =>
  exchange(entry.port, `GET ${path} HTTP/${version}\r\n${hosts}Connection: close\r\n\r\n`);

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
