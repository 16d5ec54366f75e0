import { describe, expect, it, vi } from "vitest";
import { LIMIT_FACTOR } from "../../../verification/limits";
import { bankEndpoints } from "../../banks/rest-endpoints";
import { ENDPOINTS } from "../../http/registry";
import { byId, type Endpoint } from "../../lib/endpoint";
import { AppError } from "../../lib/errors";
import { call, request, requestAt, requestDirectly } from "../client";
import { listen } from "../processes/product";
import { NO_ENDPOINT, unseenAnswers } from "./answers";
import { strictDocument, violationsOf } from "./document";
import { type Documented, documentedAnswers } from "./documented-answers";

const listTopBanks = byId(bankEndpoints, "listTopBanks");
/** Some hundred responses, two requests each. */
const LONG_ENOUGH_MS = 180_000 * LIMIT_FACTOR;

const documented = documentedAnswers(strictDocument());

/** A product that answers one thing. */
async function answers({ method, path }: Documented, change: Partial<Documented> = {}) {
  const { status, headers, body } = {
    ...documented.find((one) => one.path === path && one.method === method),
    ...change,
  };
  const port = await listen((_, response) => response.writeHead(status ?? 0, headers).end(JSON.stringify(body)));
  return requestAt(port, method, path);
}

const [banks] = documented;
if (!banks) throw new Error("The document has no operation.");
const withBank = (change: object) => {
  const { data } = banks.body as { data: { banks: object[] } };
  return { success: true, data: { banks: [{ ...data.banks[0], ...change }] } };
};

describe("a response through Prism", () => {
  it("is checked for every operation, status and code of the document", { timeout: LONG_ENOUGH_MS }, async () => {
    expect(new Set(documented.map(({ operation }) => operation)).size).toBe(ENDPOINTS.length);
    expect(documented.length).toBeGreaterThan(10 * ENDPOINTS.length);
    let now: Documented = banks;
    const port = await listen((_, response) => {
      response.writeHead(now.status, now.headers).end(now.status === 304 ? undefined : JSON.stringify(now.body));
    });
    const unjudged: string[] = [];
    for (const one of documented) {
      now = one;
      await requestAt(port, one.method, one.path);
      if (one.status === 304) continue;
      now = { ...one, body: one.broken };
      const passed = await requestAt(port, one.method, one.path).then(
        () => true,
        () => false,
      );
      if (passed) unjudged.push(`${one.operation} ${one.status} ${one.name}`);
    }
    expect(unjudged).toEqual([]);
  });

  it.each<[string, Partial<Documented>, RegExp]>([
    ["a missing field", { body: withBank({ name: undefined }) }, /must have required property 'name'/],
    ["a wrong type", { body: withBank({ name: 7 }) }, /name must be string/],
    [
      "a field that is not documented",
      { body: withBank({ iban: "x" }) },
      /NOT have additional properties; found 'iban'/,
    ],
    ["a wrong format", { body: withBank({ id: "1" }) }, /id must match/],
    ["an undeclared status", { status: 418 }, /Unable to match the returned status code/],
    ["another media type", { headers: { ...banks.headers, "content-type": "text/html" } }, /media type "text\/html"/],
    ["a missing header", { headers: { ...banks.headers, etag: [] } }, /etag/i],
    ["a wrong header", { headers: { ...banks.headers, "cache-control": "no-store" } }, /cache-control/],
    [
      "an undeclared code",
      { status: 400, body: { success: false, error: { code: "INVALID_GRANT", message: "No." } } },
      /must be equal to constant/,
    ],
  ])("is refused with %s", async (_, change, violation) => {
    await expect(answers(banks, change)).rejects.toThrow(violation);
  });

  it("is refused at an unknown path if it is not the envelope", async () => {
    const port = await listen((_, response) => response.writeHead(404, { "content-type": "text/html" }).end("<p>No"));
    await expect(requestAt(port, "GET", "/api/v1/nothing")).rejects.toThrow(/media type is text\/html/);
  });

  it("is not mistaken for a failure of the product's connection", async () => {
    const port = await listen((incoming) => incoming.socket.destroy());
    await expect(requestAt(port, "GET", banks.path)).rejects.toThrow(/The tests' proxy/);
  });

  it("throws the handler's error for an undeclared code", async () => {
    const run = vi.spyOn(listTopBanks, "run").mockRejectedValue(new AppError("BANK_UNAVAILABLE"));
    await expect(call(listTopBanks, undefined, { query: { country: "PT" } })).rejects.toThrow(
      "listTopBanks answered BANK_UNAVAILABLE, which its errors do not declare",
    );
    run.mockRestore();
  });

  it("has unchanged bytes of request and response", async () => {
    const sent = '{ "a" : 1,\r\n"a":1e400, "é": "\\u00e9"}';
    const port = await listen(async (incoming, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of incoming) chunks.push(chunk);
      const seen = [incoming.method, incoming.url, incoming.headers["x-odd"], Buffer.concat(chunks).toString()];
      const message = seen.join("\n");
      const error = { code: "NOT_FOUND", message };
      response.writeHead(404, { "content-type": "application/json" });
      response.end(`{"success":false,  "error":${JSON.stringify(error)}}`);
    });
    const path = "/api/v1/payment-requests%3Anothing//..%2f?a=1&a=%20+&__server=x";
    const reply = await requestAt(port, "POST", path, { body: sent, headers: { "x-odd": "é" } });
    expect(reply.error.message).toBe(["POST", path, "é", sent].join("\n"));
    expect(reply.text).toMatch(/^{"success":false, {2}"error"/);
  });
});

describe("a response outside Prism", () => {
  const called = { method: "GET", pathname: "/api/v1/banks/top" };
  const right = { status: 200, headers: new Headers(banks.headers as Record<string, string>), text: "" };

  it("is checked against the same document", () => {
    expect(violationsOf(called, { ...right, text: JSON.stringify(banks.body) })).toEqual([]);
    expect(violationsOf(called, { ...right, text: JSON.stringify(withBank({ name: 7 })) })).toEqual([
      "/data/banks/0/name must be string",
    ]);
    expect(violationsOf(called, { ...right, status: 418 })).toEqual(["the status 418 is not in the document"]);
    expect(violationsOf({ ...called, method: "HEAD" }, right)).toEqual([]);
    expect(violationsOf({ ...called, method: "HEAD" }, { ...right, headers: new Headers() })).toHaveLength(4);
  });

  it("is checked for a direct call", async () => {
    expect((await requestDirectly("GET", "/api/v1/banks/top")).error.code).toBe("VALIDATION_ERROR");
    const run = vi.spyOn(listTopBanks, "run").mockRejectedValue(new AppError("VALIDATION_ERROR"));
    const path = "/api/v1/banks/top?country=PT";
    await expect(requestDirectly("GET", path)).rejects.toThrow(/must have required property 'metadata'/);
    await expect(request("GET", path)).rejects.toThrow(/must have required property 'metadata'/);
    run.mockRestore();
  });
});

describe("a documented response that no test has seen", () => {
  const endpoint: Endpoint = { ...(listTopBanks as unknown as Endpoint), id: "sample", errors: ["BANK_NOT_FOUND"] };
  const derived = ["INTERNAL_SERVER_ERROR", "SERVICE_UNAVAILABLE", "VALIDATION_ERROR"];
  const beyond = [`${NO_ENDPOINT} 404 NOT_FOUND`, `${NO_ENDPOINT} 405 METHOD_NOT_ALLOWED`];
  const seen = ["sample 200 -", "sample 304 -", "sample 404 BANK_NOT_FOUND"];
  const all = [...seen, ...beyond, ...derived.map((code) => `other 500 ${code}`)];

  it("is reported", () => {
    expect(unseenAnswers([endpoint], new Set(all))).toEqual([]);
    const without = (line: string) => unseenAnswers([endpoint], new Set(all.filter((one) => one !== line)));
    expect(without("sample 200 -")).toEqual(["sample never answered 200"]);
    expect(without("sample 304 -")).toEqual(["sample never answered 304"]);
    expect(without("other 500 SERVICE_UNAVAILABLE")).toEqual(["nobody answered SERVICE_UNAVAILABLE"]);
    expect(without("- 405 METHOD_NOT_ALLOWED")).toEqual(["never answered: - 405 METHOD_NOT_ALLOWED"]);
  });

  it("is reported if only another endpoint returned it", () => {
    const other = all.map((line) => line.replace("sample 404", "other 404"));
    expect(unseenAnswers([endpoint], new Set(other))).toEqual(["sample never answered BANK_NOT_FOUND"]);
  });
});
