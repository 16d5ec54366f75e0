import fc from "fast-check";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { syncCatalogue } from "../../banks/sync-catalogue";
import { byId } from "../../lib/endpoint";
import { newId } from "../../lib/ids";
import { paymentLinkEndpoints } from "../../payments/links/rest-endpoints";
import { paymentEndpoints } from "../../payments/rest-endpoints";
import { call, request } from "../../test/client";
import { moveClock, query } from "../../test/database";
import { newPartner, newTenant, type Tenant } from "../../test/rows/fixtures";
import { httpJobs } from "../jobs";
import { ENDPOINTS } from "../registry";
import { flushCalls } from "./call-log";
import type { CallRow } from "./call-store";
import { KEPT_OF_BODIES, KEPT_OF_QUERIES, redact, scrub } from "./redact";

const createLink = byId(paymentLinkEndpoints, "createPaymentLink");
const createRequest = byId(paymentEndpoints, "createPaymentRequest");
const order = { amount: 2550, currency: "EUR", order_id: "ORD-1" };
let tenant: Tenant;

/** The rows of the log, oldest first. */
async function calls(): Promise<CallRow[]> {
  await flushCalls();
  return (await query("SELECT * FROM api_calls ORDER BY id")).rows as CallRow[];
}

beforeAll(syncCatalogue);
beforeEach(async () => {
  await calls();
  await query("DELETE FROM api_calls");
  tenant = await newTenant();
});

describe("the request log has one row per request", () => {
  it("for a creation with the created id, and for its replay", async () => {
    const headers = { "idempotency-key": "k1", "user-agent": "acme/1.0", "x-request-id": "order-77" };
    const body = { order, customer: { email: "jane@example.com", name: "Jane Doe" } };
    for (let time = 0; time < 2; time += 1) await call(createRequest, body, { token: tenant.token, headers });
    const [first, again] = await calls();
    expect(first).toMatchObject({
      ...{ request_id: "order-77", endpoint: "createPaymentRequest", method: "POST", path: createRequest.path },
      ...{ caller_kind: "merchant", actor_kind: "credential", actor_id: tenant.clientId, partner_id: null },
      ...{ merchant_id: tenant.merchantId, test: true, status: 201, error_code: null, ip: "203.0.113.7" },
      ...{ user_agent: "acme/1.0", idempotency_key: "k1", replayed: false },
    });
    expect(JSON.parse(first?.request ?? "").body).toEqual({
      order,
      customer: "[redacted]",
    });
    const { data } = JSON.parse(first?.answer ?? "") as { data: Record<string, unknown> };
    expect(data).toEqual({
      payment_token: "[redacted]",
      expires_in: 900,
      payment_request_id: first?.payment_request_id,
    });
    expect(again).toMatchObject({ replayed: true, status: 201, payment_request_id: first?.payment_request_id });
  });

  it("for every failure, with the fields known at that time", async () => {
    const { token } = await newPartner();
    await request("GET", "/api/v1/nothing/here?a=1");
    await request("DELETE", "/api/v1/banks/top");
    await request("HEAD", "/api/v1/banks/top?country=PT");
    await call(createLink, { order });
    await call(createLink, { order }, { token: `atok_${"A".repeat(43)}` });
    await call(createLink, { order }, { token });
    await call(createLink, { order: { amount: 1.5, currency: "EUR" } }, { token: tenant.token });
    await call("getPaymentStatus", undefined, { token: tenant.token, params: { paymentRequestId: "unknown" } });
    const facts = (await calls()).map((row) => [row.method, row.endpoint, row.caller_kind, row.status, row.error_code]);
    expect(facts).toEqual([
      ["GET", null, null, 404, "NOT_FOUND"],
      ["DELETE", null, null, 405, "METHOD_NOT_ALLOWED"],
      ["HEAD", "listTopBanks", "public", 200, null],
      ["POST", "createPaymentLink", null, 401, "NO_TOKEN"],
      ["POST", "createPaymentLink", null, 401, "INVALID_TOKEN"],
      ["POST", "createPaymentLink", "partner", 400, "MERCHANT_ID_REQUIRED"],
      ["POST", "createPaymentLink", "merchant", 400, "VALIDATION_ERROR"],
      ["GET", "getPaymentStatus", "merchant", 404, "PAYMENT_REQUEST_NOT_FOUND"],
    ]);
  });

  it("with the first 8 KiB of a body, cut between characters", async () => {
    const names = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`n${at}`, 1]));
    const long = { order: { ...order, payment_reference: "é€😀".repeat(9_000) }, ...names };
    await call(createLink, long, { token: tenant.token });
    const [row] = await calls();
    expect(Buffer.byteLength(row?.request ?? "")).toBeLessThanOrEqual(8 * 1024 + 2);
  });

  it("without bodies where neither the caller nor a merchant is known", async () => {
    const names = ["client_id", "client_secret", "grant_type", "ctx", "payment_reference", "order_id", "locale"];
    const body = Object.fromEntries(names.map((name) => [name, "a text of any length ".repeat(40)]));
    await call("issueToken", body);
    await call("issueToken", { order_id: body["order_id"], client_id: newId(), client_secret: "unknown" });
    await call(createLink, { order });
    await request("GET", "/api/v1/banks/top?country=PT");
    const rows = await calls();
    expect(rows.map(({ status, request: sent, answer }) => [status, sent, answer])).toEqual([
      [400, null, null],
      [401, null, null],
      [401, null, null],
      [200, null, null],
    ]);
    // Control: the same of a caller who is known.
    await call(createLink, body, { token: tenant.token });
    const last = (await calls()).at(-1);
    expect([last?.request, last?.answer]).toEqual([expect.any(String), expect.any(String)]);
  });

  it("for each of many concurrent requests", async () => {
    await Promise.all(Array.from({ length: 1_200 }, (_, at) => request("GET", `/api/v1/nothing/${at}`)));
    expect(new Set((await calls()).map(({ path }) => path)).size).toBe(1_200);
  });
});

describe("the request log contains no secrets and no personal data", () => {
  it("from any part of a request or response", async () => {
    const tokens = await call("issueToken", { client_id: tenant.clientId, client_secret: tenant.clientSecret });
    const { access_token, refresh_token } = tokens.data as { access_token: string; refresh_token: string };
    const link = await call(createLink, { order }, { token: access_token });
    const { payment_link_url } = link.data as { payment_link_url: string };
    const linkToken = payment_link_url.split("/").at(-1) ?? "";
    const secrets = [tenant.clientSecret, access_token, refresh_token, linkToken, "jane@example.com"];
    secrets.push("+351960123456", "PT50000201231234567890154", "eyJhbGciOi.eyJzdWIi.c2ln", `whsec_${"0f".repeat(32)}`);
    for (const secret of secrets) {
      const headers = { "idempotency-key": secret, "user-agent": `a ${secret}`, "x-request-id": secret };
      const body = {
        [secret]: 1,
        order: { ...order, order_id: secret, [secret]: secret },
        metadata: { amount: secret },
      };
      await call(createLink, body, { token: access_token, headers });
      await request("GET", `/api/v1/nothing/${encodeURIComponent(secret)}?q=${encodeURIComponent(secret)}`);
      await request("GET", `/api/v1/banks/top?country=${encodeURIComponent(secret)}`);
      await call("listPaymentLinks", undefined, { token: access_token, query: { search: secret } });
    }
    const text = JSON.stringify(await calls());
    expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
  });

  it("redacts tokens and personal data in queries, and keeps search terms", async () => {
    await call("listPaymentLinks", undefined, { token: tenant.token, query: { search: "ORD-1", page: "2" } });
    const [row] = await calls();
    expect(JSON.parse(row?.request ?? "").query).toEqual({ search: "ORD-1", page: "2" });
    const parameters = ENDPOINTS.flatMap(({ query: part }) =>
      part instanceof z.ZodObject ? Object.keys(part.shape) : [],
    );
    expect([...new Set(parameters)].filter((name) => !(name in KEPT_OF_QUERIES))).toEqual(["payment_token"]);
    expect(Object.keys(KEPT_OF_QUERIES).filter((name) => !parameters.includes(name))).toEqual([]);
  });

  it("keeps only allowed fields of any body, without failing", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
        const given = { unnamed: value, customer: value, order: { unnamed: value, amount: 7 } };
        expect(redact(given, KEPT_OF_BODIES)).toEqual({
          unnamed: value === null ? null : "[redacted]",
          customer: value === null ? null : "[redacted]",
          order: { unnamed: value === null ? null : "[redacted]", amount: 7 },
        });
      }),
    );
  });

  // Half a million characters: a quadratic pattern would exceed the test's time limit.
  it.each(["!", "+1", "ey", "a@", "ey-", "A1 ", "ab12 ", "ab12-", "atok_", "-", "a."])(
    "scrubs half a million characters of %j in linear time",
    (filling) => {
      const text = filling.repeat(500_000 / filling.length);
      expect(scrub(text).length).toBeLessThanOrEqual(text.length * 4);
      expect(redact({ order: { order_id: text } }, KEPT_OF_BODIES)).toEqual({ order: { order_id: "[redacted]" } });
    },
  );

  it.each([
    ["pt50000201231234567890154 Jane Doe", "[redacted] Jane Doe"],
    ["PT50-0002-0123-1234-5678-9015-4", "[redacted]"],
    ["Pt50 0002 0123 1234 5678 9015 4", "[redacted]"],
    ["pt50\u00a00002\u20130123.1234/5678 9015 4", "[redacted]"],
    ["ref ab12 de89370400440532013000, then gb82-west-1234-5698-7654-32!", "ref ab12 [redacted], then [redacted]!"],
    ["iban_de89370400440532013000x", "iban_[redacted]x"],
    ["IBANPT50000201231234567890154", "IBAN[redacted]"],
    ["PT50,0002,0123,1234,5678,9015,4", "[redacted]"],
    ["PT50:0002_0123   1234\u200b5678 9015 4", "[redacted]"],
  ])("redacts the IBAN in %j", (text, scrubbed) => expect(scrub(text)).toBe(scrubbed));

  it.each([
    ["atok_9", "[redacted]"],
    ["a-PLINK_1", "a-[redacted]"],
    ["NO9386011117947", "[redacted]"],
  ])("redacts %j, which is short", (text, scrubbed) => expect(scrub(text)).toBe(scrubbed));

  it.each(["+351 960 123 456", "+44-20-7946-0958", "+351960123456"])("redacts the telephone number %s", (number) =>
    expect(scrub(`call ${number} today`)).toBe("call [redacted] today"),
  );

  it("keeps a lower-case text with wrong IBAN check digits", () => {
    expect(scrub("pt50000201231234567890155")).toBe("pt50000201231234567890155");
  });

  it("keeps only ids of path parameters, and plain words of unknown paths", async () => {
    const id = "01931f4e-7c1a-7d3e-9a55-5b6f0c9d2a11";
    const paths = ["payment-links/Jane%20Doe%201970", "payment-links/JaneDoe", `payment-links/${id}`];
    paths.push("payment-requests/Jane/status", "nothing/Jane%20Doe", "nothing/plain-1");
    for (const path of paths) await request("GET", `/api/v1/${path}`);
    await request("DELETE", "/api/v1/payment-links/JaneDoe");
    const left = "payment-links/[redacted]";
    expect((await calls()).map(({ path }) => path.slice("/api/v1/".length))).toEqual([
      ...[left, left, `payment-links/${id}`, "payment-requests/[redacted]/status"],
      ...["nothing/[redacted]", "nothing/plain-1", left],
    ]);
  });

  it.each([
    ...["ORD-1", "Order 3451", "01931f4e-7c1a-7d3e-9a55-5b6f0c9d2a11", "INV/2026/0042", "EUR"],
    ...["ORDER-01931f4e-7c1a-7d3e-9a55-5b6f0c9d2a11", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"],
    ...["ab12c3d4-7c1a-4d3e-9a55-5b6f0c9d2a11", "order AB12 is late by 2 days", "so12-34-56", "at 10:30, GB12"],
  ])("keeps %s, which is neither an IBAN nor a telephone number", (text) => expect(scrub(text)).toBe(text));
});

it("rows of the request log are deleted after 30 days", async () => {
  await request("GET", "/api/v1/nothing");
  const tidy = async () => {
    for (const job of httpJobs) for (const run of await job.claim(1)) await run();
    return (await calls()).length;
  };
  await moveClock("29 days 23 hours 59 minutes");
  expect(await tidy()).toBe(1);
  await moveClock("2 minutes");
  expect(await tidy()).toBe(0);
});
