import { readFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { projectRoot } from "@/server/test/code-rules/files";
import type { DocsSession } from "../../console/docs-session/route";
import { asSignedIn, type Document, forTrying, fragmentOf, operationAt } from "./for-trying";
import { requestOf, type SentRequest } from "./session";

const document = JSON.parse(readFileSync(path.join(projectRoot, "docs/openapi.json"), "utf8")) as Document;
const operations = Object.entries(document.paths ?? {}).flatMap(([template, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ template, method, operation })),
);
const HERE = "http://here.example";
const session: DocsSession = {
  merchantId: "m-1",
  merchant: "Olaria",
  maySend: true,
  notSent: { setWebhookUrl: "It has no test mode." },
  recorded: null,
};
const CREATE = { url: `${HERE}/api/v1/payment-links`, method: "POST", body: '{"order":{}}' };
type Sent = { url: string; init: RequestInit };
let sent: Sent[] = [];

beforeEach(() => {
  sent = [];
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    sent.push({ url, init });
    const data = { status: 201, body: '{"success":true}', headers: [{ name: "x-request-id", value: "r-1" }] };
    return Response.json({ result: { data } });
  });
});
afterEach(() => vi.unstubAllGlobals());

describe("a request of the reference with a session", () => {
  it("is sent by the Console's procedure, from our origin, without a token", async () => {
    const request = requestOf({ ...CREATE, headers: { "Idempotency-Key": "k-1" } }, { document, session });
    const answer = await request.userFetch?.();
    expect([answer?.status, await answer?.text(), answer?.headers.get("x-request-id")]).toEqual([
      201,
      '{"success":true}',
      "r-1",
    ]);
    expect(sent.map(({ url }) => url)).toEqual(["/api/trpc/developers.reference.send"]);
    const { credentials, headers, body } = sent[0]?.init ?? {};
    expect([credentials, headers]).toEqual(["same-origin", { "Content-Type": "application/json" }]);
    expect(JSON.parse(String(body))).toEqual({
      ...{ merchantId: "m-1", operation: "createPaymentLink", params: {}, query: {} },
      ...{ body: '{"order":{}}', idempotencyKey: "k-1" },
    });
  });

  it.each(['{"amount": 25.0, "amount": 1}', "{", "[]", '"text"'])("has its body unchanged: %s", async (body) => {
    await requestOf({ ...CREATE, body }, { document, session }).userFetch?.();
    expect(JSON.parse(String(sent[0]?.init.body)).body).toBe(body);
  });

  it("has its X-Request-Id and its If-None-Match, and shows a 304", async () => {
    vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
      sent.push({ url, init });
      return Response.json({ result: { data: { status: 304, body: "", headers: [] } } });
    });
    const headers = { "X-Request-Id": "r-7", "If-None-Match": '"a"' };
    const url = `${HERE}/api/v1/banks/top?country=PT&search=`;
    const answer = await requestOf({ url, headers }, { document, session }).userFetch?.();
    expect([answer?.status, await answer?.text()]).toEqual([304, ""]);
    expect(JSON.parse(String(sent[0]?.init.body))).toMatchObject({
      ...{ query: { country: "PT", search: "" }, requestId: "r-7", ifNoneMatch: '"a"' },
    });
  });

  it("has the values of its path and query", async () => {
    const url = `${HERE}/api/v1/payment-links/a%2Fb?limit=1`;
    await requestOf({ url }, { document, session }).userFetch?.();
    const { operation, params, query } = JSON.parse(String(sent[0]?.init.body));
    expect([operation, params, query]).toEqual(["getPaymentLink", { id: "a/b" }, { limit: "1" }]);
  });

  it("shows a placeholder in its command only where a token is needed", () => {
    const headersOf = (request: SentRequest) => requestOf(request, { document, session }).headers;
    expect([headersOf({ url: `${HERE}/api/v1/banks/top?country=PT` }), headersOf(CREATE)]).toEqual([
      undefined,
      { Authorization: "Bearer YOUR_ACCESS_TOKEN" },
    ]);
  });

  it("says so when the session has ended", async () => {
    vi.stubGlobal("fetch", async () =>
      Response.json({ error: { message: "UNAUTHORIZED", data: { code: "UNAUTHORIZED" } } }, { status: 401 }),
    );
    const answer = await requestOf(CREATE, { document, session }).userFetch?.();
    expect([answer?.status, await answer?.text()]).toEqual([401, expect.stringContaining("Your session has ended")]);
  });
});

describe("a request of the reference goes as it is, without cookies", () => {
  it.each<[string, Parameters<typeof requestOf>[0], DocsSession | null]>([
    ["without a session", CREATE, null],
    ["of a user who may not send", CREATE, { ...session, maySend: false }],
    ["with an access token", { ...CREATE, headers: { Authorization: "Bearer t" } }, session],
    ["of an operation without a test mode", { url: `${HERE}/api/v1/webhooks`, method: "POST" }, session],
    ["to another path", { url: `${HERE}/console/anything`, method: "POST" }, session],
  ])("%s", (_, request, given) => {
    expect(requestOf(request, { document, session: given })).toEqual({ ...request, credentials: "omit" });
  });
});

describe("the operations of the document", () => {
  it("are each found by method and path, and no other path is", () => {
    for (const { template, method, operation } of operations) {
      const pathname = template.replaceAll(/\{\w+\}/g, "x-1");
      expect(operationAt(document, method.toUpperCase(), pathname)?.id).toBe(operation.operationId);
    }
    for (const pathname of ["/", "/api/v1/nothing", "/api/v1/payment-links/a/b", "/console"]) {
      expect(operationAt(document, "GET", pathname)).toBeNull();
    }
  });

  it("have a fragment each, and an unknown one has none", () => {
    expect(fragmentOf(document, "createPaymentLink")).toBe("#/Payment%20links/createPaymentLink");
    expect(fragmentOf(document, "constructor")).toBeNull();
  });

  it("say why they can't be sent, and have the values of a recorded request", () => {
    const recorded = { operation: "createPaymentLink", values: {}, body: { order: { amount: 7 } }, leftOut: [] };
    const before = JSON.stringify(document);
    const signedIn = asSignedIn(forTrying(document), { ...session, recorded });
    const of = (id: string) => operationsOf(signedIn).find(({ operationId }) => operationId === id);
    expect(of("setWebhookUrl")?.description).toContain("It has no test mode.");
    const contents = Object.values(of("createPaymentLink")?.requestBody?.content ?? {});
    expect(contents.map(({ example, examples }) => [example, examples])).toEqual([[recorded.body, undefined]]);
    expect(JSON.stringify(document)).toBe(before);
  });
});

const operationsOf = ({ paths = {} }: Document) => Object.values(paths).flatMap((methods) => Object.values(methods));
