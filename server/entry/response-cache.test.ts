import { createHash } from "node:crypto";
import { request } from "node:http";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterEach, describe, expect, it } from "vitest";
import { type Entry, startEntry } from "./entry-server";
import { cacheResponses, type RenderedResponse } from "./response-cache";

const PAGE = `<!doctype html><script nonce="n1">self.a = 1</script><script src="/a.js" nonce="n1"></script><p>${"x".repeat(5_000)}`;
const POLICY = "default-src 'none'; script-src 'nonce-n1' 'strict-dynamic'; frame-ancestors 'none'";

const entries: Entry[] = [];
afterEach(async () => {
  for (const entry of entries.splice(0)) await entry.drain(0);
});

async function serve(make: (address: string) => Promise<RenderedResponse>) {
  const options = { port: 0, hosts: ["127.0.0.1"], rules: { hosts: null, simbankHost: null } };
  const listener = (_: unknown, response: { end(text: string): void }) => response.end("made for this request");
  const handlers = { api: listener, page: listener, cached: cacheResponses(make) };
  const entry = await startEntry(options, { ...handlers, isReady: async () => ({ ready: true }) });
  entries.push(entry);
  return (path: string, headers: Record<string, string> = {}, method = "GET") =>
    new Promise<{ status: number; headers: Record<string, unknown>; body: Buffer }>((resolve, reject) => {
      const sent = request({ port: entry.port, host: "127.0.0.1", path, headers, method }, (response) => {
        const parts: Buffer[] = [];
        response.on("data", (part: Buffer) => parts.push(part));
        response.on("end", () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(parts) }),
        );
      });
      sent.on("error", reject);
      sent.end();
    });
}

const page = (made: string[]) => async (address: string) => {
  made.push(address);
  const headers = { "content-type": "text/html; charset=utf-8", "content-security-policy": POLICY };
  return { status: 200, headers, body: Buffer.from(PAGE) };
};

describe("/docs, /openapi.json, the sign-in page and files of the build", () => {
  it.each([
    ...["/docs", "/docs/search.json", "/openapi.json", "/sign-in", "/sign-in?error=limit", "/sign-in?error=network"],
    ...["/_next/static/chunks/0ab~1.js", "/assets/checkout-0ab1.css"],
  ])("%s is made once for 100 requests at once, and compressed for callers that take it", async (path) => {
    const made: string[] = [];
    const get = await serve(page(made));
    const answers = await Promise.all(Array.from({ length: 100 }, () => get(path, { "accept-encoding": "br, gzip" })));
    expect(made).toEqual([path]);
    for (const { headers, body } of answers) {
      expect(headers["content-encoding"]).toBe("br");
      expect(brotliDecompressSync(body).toString()).toBe(PAGE);
    }
    const zipped = await get(path, { "accept-encoding": "gzip, br;q=0" });
    expect([zipped.headers["content-encoding"], gunzipSync(zipped.body).toString()]).toEqual(["gzip", PAGE]);
    const plain = await get(path);
    expect([plain.headers["content-encoding"], plain.body.toString()]).toEqual([undefined, PAGE]);
    expect(plain.headers["x-request-id"]).toMatch(/^[0-9a-f-]{36}$/);
    expect((await get(path, {}, "HEAD")).body).toHaveLength(0);
    expect(made).toHaveLength(1);
  });

  it("are not compressed if they already are, as fonts", async () => {
    const get = await serve(async () => ({
      status: 200,
      headers: { "content-type": "font/woff2" },
      body: Buffer.from(PAGE),
    }));
    const { headers, body } = await get("/assets/geist-0ab1.woff2", { "accept-encoding": "br, gzip" });
    expect([headers["content-encoding"], body.toString()]).toEqual([undefined, PAGE]);
  });

  it.each(["/docs", "/docs/search.json", "/openapi.json"])("%s is rendered once for all queries", async (path) => {
    const made: string[] = [];
    const get = await serve(page(made));
    for (const query of ["", "?", "?x=1", "?x=2", "?x=/console?y"])
      expect((await get(path + query)).body.toString()).toBe(PAGE);
    expect(made).toEqual([path]);
  });

  it("have the hashes of their inline scripts in the policy and no nonce", async () => {
    const get = await serve(page([]));
    const hash = createHash("sha256").update("self.a = 1").digest("base64");
    expect((await get("/sign-in")).headers["content-security-policy"]).toBe(
      `default-src 'none'; script-src 'self' 'sha256-${hash}'; frame-ancestors 'none'`,
    );
  });

  it.each([
    ["a request with a session cookie", "/sign-in", { cookie: "bankside.session=bses_x" }],
    ["a request with the cookie of a session's end", "/sign-in", { cookie: "__Host-bankside.ends_at=2026-11-30" }],
    ["a part of a page", "/sign-in", { rsc: "1" }],
    ["another query", "/sign-in?to=/console", {}],
    ["another method", "/docs", {}, "POST"],
    ["a page below", "/docs/integrate?x=1", {}],
    ["a page whose name begins so", "/docsx", {}],
    ["another page", "/console", {}],
    ["a file with an escape in its address", "/_next/static/%61.js", {}],
    ["a file with an empty segment in its address", "/assets//a.js", {}],
  ])("are made for the request itself for %s", async (_what, path, headers, method = "GET") => {
    const made: string[] = [];
    const get = await serve(page(made));
    expect((await get(path, headers, method)).body.toString()).toBe("made for this request");
    expect(made).toEqual([]);
  });

  it("are not cached when rendering fails", async () => {
    let status = 503;
    const get = await serve(async () => ({ status, headers: {}, body: Buffer.from("cached") }));
    expect((await get("/docs")).body.toString()).toBe("made for this request");
    status = 200;
    expect((await get("/docs")).body.toString()).toBe("cached");
  });
});
