import { describe, expect, it } from "vitest";
import { identityEndpoints } from "../../identity/rest-endpoints";
import { byId } from "../../lib/endpoint";
import { paymentLinkEndpoints } from "../../payments/links/rest-endpoints";
import { call, request } from "../../test/client";
import { newTenant, tokenFor } from "../../test/rows/fixtures";
import { MAX_BODY_BYTES } from "./read-body";

const createLink = byId(paymentLinkEndpoints, "createPaymentLink");
const issue = byId(identityEndpoints, "issueToken");
const order = { amount: 2550, currency: "EUR" };
/** The page's address in the product: app/docs/docs.test.tsx opens it. */
const NOT_IN_THE_API = "What the API does not do, such as cancel or refund: /docs/integrate/not-in-the-api.";
const json = { "content-type": "application/json" };

describe("every failure has the error envelope", () => {
  it("404 NOT_FOUND for an unknown path", async () => {
    const reply = await request("GET", "/api/v1/nothing/here");
    expect([reply.status, reply.error.code]).toEqual([404, "NOT_FOUND"]);
    expect(reply.headers.get("content-type")).toContain("application/json");
    expect(reply.headers.get("cache-control")).toBe("no-store");
  });

  it.each([
    ["POST", "/api/v1/payment-requests", " Did you mean POST /api/v1/embedded/payment-requests?"],
    ["GET", "/api/v1/payment_links", " Did you mean GET /api/v1/payment-links?"],
    ["POST", "/v1/payment-links/", " Did you mean POST /api/v1/payment-links?"],
    ["GET", "/api/v2/balances", " Did you mean GET /api/v1/balances?"],
    ["GET", "/v1/balances", " Did you mean GET /api/v1/balances?"],
    ["POST", "//api/v1/oauth2/token", " Did you mean POST /api/v1/oauth2/token?"],
    ["POST", "/api/v1/payment-links/", " Did you mean POST /api/v1/payment-links?"],
    ["GET", "/api/v1/payment-links/", " Did you mean GET /api/v1/payment-links?"],
    [
      "GET",
      "/api/v1/payment-requests//status",
      " Did you mean GET /api/v1/payment-requests/{paymentRequestId}/status?",
    ],
    ["POST", "/api/v1/payment-requests/1/cancel", ""],
    ["POST", "/api/v1/payment-links/1/cancel", ""],
    ["POST", "/api/v1/refunds", ""],
    ["GET", "/api/v1/payment-requests/1", ""],
    ["GET", "/api/v1/nothing/here", ""],
    ["GET", "/api", ""],
    ["GET", `/api/v1/${"a".repeat(8_000)}`, ""],
  ])(
    "404 for %s %.40s names the endpoint that was probably meant, the reference, and what the API does not do",
    async (method, path, hint) => {
      const reply = await request(method, path);
      expect([reply.status, reply.error.code]).toEqual([404, "NOT_FOUND"]);
      expect(reply.error.message).toBe(
        `No such endpoint.${hint} Every path begins with /api/v1; see /docs, or /openapi.json. ${NOT_IN_THE_API}`,
      );
    },
  );

  it("405 METHOD_NOT_ALLOWED lists the allowed methods", async () => {
    const reply = await request("DELETE", "/api/v1/banks/top");
    expect([reply.status, reply.error.code, reply.headers.get("allow")]).toEqual([
      405,
      "METHOD_NOT_ALLOWED",
      "GET, HEAD",
    ]);
    expect(reply.error.message).toBe(`Method not allowed. Use GET or HEAD for this path. ${NOT_IN_THE_API}`);
    const read = await request("GET", "/api/v1/embedded/payment-requests");
    expect(read.error.message).toBe(`Method not allowed. Use POST or PATCH for this path. ${NOT_IN_THE_API}`);
  });

  it("answers HEAD like GET, without a body", async () => {
    const reply = await request("HEAD", "/api/v1/banks/top?country=PT");
    expect([reply.status, reply.text]).toEqual([200, ""]);
  });

  it.each([
    "/api/v1/payment-requests/%ZZ/status",
    "/api/v1/payment-requests/%E0%A4%A/status",
    "/api/v1/payment-requests/1/status",
  ])("a malformed id or escape returns the same 404 as an unknown one: %s", async (path) => {
    const { token } = await newTenant();
    const reply = await request("GET", path, { headers: { authorization: `Bearer ${token}` } });
    expect([reply.status, reply.error.code]).toEqual([404, "PAYMENT_REQUEST_NOT_FOUND"]);
  });
});

describe("X-Request-Id", () => {
  it("returns the caller's own value if it is valid", async () => {
    const reply = await request("GET", "/api/v1/nothing", { headers: { "x-request-id": "order-77.a_B" } });
    expect(reply.headers.get("x-request-id")).toBe("order-77.a_B");
  });

  it.each(["with space", "x".repeat(129), "<script>"])("returns a new value for %j", async (given) => {
    const reply = await request("GET", "/api/v1/nothing", { headers: { "x-request-id": given } });
    expect(reply.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
  });
});

describe("401", () => {
  it("NO_TOKEN without the header", async () => {
    const reply = await call(createLink, { order });
    expect([reply.status, reply.error.code, reply.headers.get("www-authenticate")]).toEqual([
      401,
      "NO_TOKEN",
      "Bearer",
    ]);
  });

  it.each(["Basic abc", "Bearer", "Bearer nonsense", `Bearer atok_${"A".repeat(43)}`, "Bearer a b"])(
    "INVALID_TOKEN for %j",
    async (authorization) => {
      const reply = await call(createLink, { order }, { headers: { authorization } });
      expect([reply.status, reply.error.code]).toEqual([401, "INVALID_TOKEN"]);
    },
  );
});

describe("bodies", () => {
  it("400 INVALID_INPUT for invalid JSON, and for JSON that is not an object", async () => {
    const { token } = await newTenant();
    const authorization = `Bearer ${token}`;
    for (const body of ["{", "[]", "7", "null", '"text"', '{"a":1}x']) {
      const reply = await request("POST", createLink.path, { body, headers: { ...json, authorization } });
      expect([body, reply.status, reply.error.code]).toEqual([body, 400, "INVALID_INPUT"]);
    }
  });

  it("400 INVALID_INPUT names line and column of invalid JSON, and repeats nothing of it", async () => {
    const { clientSecret } = await newTenant();
    const body = `{\n  "client_secret": "${clientSecret}",\n}`;
    const reply = await request("POST", issue.path, { body, headers: json });
    expect([reply.status, reply.error.code]).toEqual([400, "INVALID_INPUT"]);
    expect(reply.error.message).toBe("The body is not valid JSON: line 3, column 1, expected a name in double quotes.");
  });

  it("400 lists at most the first hundred wrong fields", async () => {
    const { token } = await newTenant();
    const body = { order: { amount: 1, currency: "EUR" }, webhook_endpoints: Array.from({ length: 900 }, () => 1) };
    const reply = await call(createLink, body, { token });
    expect([reply.error.code, reply.error.metadata?.errors?.length]).toEqual(["VALIDATION_ERROR", 100]);
  });

  it("400 for a locale as long as a body, without reading it", async () => {
    const { token } = await newTenant();
    const locale = "en-".repeat(20_000);
    const reply = await call(createLink, { order: { amount: 1, currency: "EUR", locale } }, { token });
    expect(reply.error.metadata?.errors).toEqual([{ field: "order.locale", message: "at most 35 characters" }]);
  });

  it("400 INVALID_INPUT for invalid UTF-8", async () => {
    const reply = await request("POST", issue.path, { body: new Uint8Array([0x7b, 0xff, 0x7d]), headers: json });
    expect([reply.status, reply.error.code]).toEqual([400, "INVALID_INPUT"]);
  });

  it("415 UNSUPPORTED_MEDIA_TYPE for another content type than JSON", async () => {
    const { token } = await newTenant();
    const reply = await request("POST", createLink.path, {
      body: JSON.stringify({ order }),
      headers: { "content-type": "text/plain", authorization: `Bearer ${token}` },
    });
    expect([reply.status, reply.error.code]).toEqual([415, "UNSUPPORTED_MEDIA_TYPE"]);
    expect(reply.error.message).toContain("Content-Type: application/json.");
    const form = await request("POST", issue.path, { body: "a", headers: { "content-type": "text/plain" } });
    expect(form.error.message).toContain("Content-Type: application/x-www-form-urlencoded.");
  });

  it("413 PAYLOAD_TOO_LARGE above 64 KiB, while the body is streamed", async () => {
    let sent = 0;
    const chunk = new Uint8Array(16 * 1024).fill(0x20);
    const body = new ReadableStream({
      pull: (controller) => {
        sent += chunk.length;
        controller.enqueue(chunk);
      },
    });
    const reply = await request("POST", issue.path, { body, headers: json, duplex: "half" } as RequestInit);
    expect([reply.status, reply.error.code]).toEqual([413, "PAYLOAD_TOO_LARGE"]);
    expect(sent).toBeLessThan(2 * MAX_BODY_BYTES);
  });

  it("400 VALIDATION_ERROR lists every wrong field and creates nothing", async () => {
    const { token } = await newTenant();
    const reply = await call(
      createLink,
      { order: { amount: 25.5, currency: "ZZZ" }, webhook_endpoints: [7] },
      { token },
    );
    expect([reply.status, reply.error.code]).toEqual([400, "VALIDATION_ERROR"]);
    const fields = reply.error.metadata?.errors?.map(({ field }) => field);
    expect(fields).toEqual(["order.amount", "order.currency", "webhook_endpoints[0]"]);
  });

  it.each(["a\u0000b", "\ud800", "\udfff!"])("refuses text that cannot be stored: %j", async (order_id) => {
    const { token } = await newTenant();
    const reply = await call(createLink, { order: { ...order, order_id } }, { token });
    expect([reply.status, reply.error.metadata?.errors?.[0]?.field]).toEqual([400, "order.order_id"]);
  });

  it("refuses endless nesting", async () => {
    const { token } = await newTenant();
    const deep = `${'{"a":'.repeat(9000)}1${"}".repeat(9000)}`;
    const reply = await request("POST", createLink.path, {
      body: deep,
      headers: { ...json, authorization: `Bearer ${token}` },
    });
    expect([reply.status, reply.error.code]).toEqual([400, "INVALID_INPUT"]);
  });

  it("refuses a duplicate query parameter", async () => {
    const reply = await request("GET", "/api/v1/banks/top?country=PT&country=DE");
    expect([reply.status, reply.error.metadata?.errors?.[0]?.field]).toEqual([400, "country"]);
  });

  it("refuses a query with more than 1,000 parameters, or with a NUL in a name, as an error of the query", async () => {
    const parameters = (count: number) => Array.from({ length: count }, (_, at) => `&p${at}=1`).join("");
    const get = (query: string) => request("GET", `/api/v1/banks/top?country=PT${query}`);
    expect((await get(parameters(999))).status).toBe(200);
    const refused = [await get(parameters(1_000)), await get("&a%00b=1")];
    expect(refused.map(({ status, error }) => [status, error.code, error.metadata?.errors?.[0]?.field])).toEqual(
      Array(2).fill([400, "VALIDATION_ERROR", "query"]),
    );
    expect(refused[0]?.error.metadata?.errors?.[0]?.message).toBe("at most 1000 parameters");
  });
});

describe("403 outside the scopes of client credentials", () => {
  it("FORBIDDEN_CREATE for a write, with the permission that is missing", async () => {
    const { merchantId } = await newTenant();
    const token = await tokenFor({ merchantId }, { scopes: ["read"] });
    const reply = await call(createLink, { order }, { token });
    expect([reply.status, reply.error.code]).toEqual([403, "FORBIDDEN_CREATE"]);
    expect(reply.error.message).toContain("the permission payments,");
    const url = await request("POST", "/api/v1/webhooks", { headers: { authorization: `Bearer ${token}` } });
    expect([url.status, url.error.code]).toEqual([403, "FORBIDDEN_CREATE"]);
  });
});

it("errors of public endpoints allow any origin, so that a page can read them", async () => {
  const reply = await request("GET", "/api/v1/banks/top?country=PRT");
  expect([reply.status, reply.headers.get("access-control-allow-origin")]).toEqual([400, "*"]);
});
