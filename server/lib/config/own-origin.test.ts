import { createServer } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Loopback, onLoopback } from "../../test/processes/on-loopback";
import { sendRequest } from "../net/http-client";
import { ownAddressOf, serveOwnOrigin } from "./own-origin";

let own: Loopback;
beforeAll(async () => {
  own = await onLoopback(
    createServer((request, response) => response.end(`${request.method} ${request.headers.host}${request.url}`)),
  );
});
afterAll(() => {
  own.close();
  serveOwnOrigin("", { host: "127.0.0.1", port: 1 });
});

/** A name that does not resolve (RFC 6761), as a public name may not from its own host. */
const PUBLIC = "https://pay.invalid";
const call = (url: string) => sendRequest({ method: "GET", url, headers: { Accept: "text/plain" }, deadlineMs: 5_000 });

it("a process reaches its own origin over loopback, under the public name; before and elsewhere by the name", async () => {
  expect((await call(`${PUBLIC}/tpp/jwks.json?x=1`)).kind).toBe("not-sent");
  serveOwnOrigin(PUBLIC, { host: "127.0.0.1", port: own.port });
  const result = await call(`${PUBLIC}/tpp/jwks.json?x=1`);
  expect(result).toMatchObject({
    kind: "answered",
    answer: { status: 200, body: "GET pay.invalid/tpp/jwks.json?x=1" },
  });
  for (const other of ["http://pay.invalid/", "https://pay.invalid:8443/", "https://bank.pay.invalid/"])
    expect((await call(other)).kind, other).toBe("not-sent");
});

it.each([
  ["127.0.0.1", "http://127.0.0.1:80"],
  ["0.0.0.0", "http://127.0.0.1:80"],
  ["::", "http://[::1]:80"],
  ["10.1.2.3", "http://10.1.2.3:80"],
])("a process that listens on %s is called at %s", (host, address) => {
  serveOwnOrigin(PUBLIC, { host, port: 80 });
  expect(ownAddressOf(PUBLIC)).toBe(address);
});
