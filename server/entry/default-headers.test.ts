import type { IncomingMessage, ServerResponse } from "node:http";
import { afterEach, expect, it } from "vitest";
import { type Entry, startEntry } from "./entry-server";

const entries: Entry[] = [];
afterEach(async () => {
  for (const entry of entries.splice(0)) await entry.drain(0);
});

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

async function headersOf(page: Listener, isHttps = false, path = "/not-there"): Promise<Headers> {
  const options = { port: 0, hosts: ["127.0.0.1"], rules: { hosts: null, simbankHost: null }, isHttps };
  const entry = await startEntry(options, { api: page, page, isReady: async () => ({ ready: true }) });
  entries.push(entry);
  return (await fetch(`http://127.0.0.1:${entry.port}${path}`)).headers;
}

const notFound: Listener = (_, response) => {
  response.statusCode = 404;
  response.setHeader("Content-Type", "text/html; charset=utf-8");
  response.end("<!doctype html>");
};

it("a page that names no policy, a 404 too, gets one: no script, no frame, no sniffing", async () => {
  const headers = await headersOf(notFound);
  expect(headers.get("content-security-policy")).toMatch(/^default-src 'none';.*; frame-ancestors 'none'$/);
  expect(headers.get("content-security-policy")).not.toContain("script-src");
  expect([headers.get("x-content-type-options"), headers.get("x-frame-options")]).toEqual(["nosniff", "DENY"]);
});

it("a page's own policy stays as it is, and it may be framed where that says so", async () => {
  const headers = await headersOf((_, response) => {
    const own = "frame-ancestors https://shop.example";
    response.writeHead(200, { "Content-Security-Policy": own, "Content-Type": "text/html" }).end("<!doctype html>");
  });
  expect(headers.get("content-security-policy")).toBe("frame-ancestors https://shop.example");
  expect(headers.get("x-frame-options")).toBeNull();
  expect(headers.get("x-content-type-options")).toBe("nosniff");
});

it.each(["/not-there", "/api/v1/banks/top", "/healthz", "/x/../y"])(
  "%s carries Strict-Transport-Security where BASE_URL is https, and only there",
  async (path) => {
    expect((await headersOf(notFound, true, path)).get("strict-transport-security")).toBe("max-age=63072000");
    expect((await headersOf(notFound, false, path)).get("strict-transport-security")).toBeNull();
  },
);
