import { describe, expect, it } from "vitest";
import type { z } from "zod";
import { hmacSha256Hex } from "../lib/crypto";
import type { Endpoint } from "../lib/endpoint";
import { ERRORS } from "../lib/errors";
import { request } from "../test/client";
import { errorsOf } from "./errors-of";
import { openApiDocument } from "./openapi";
import { webhookDocument } from "./openapi-webhooks";
import { ENDPOINTS } from "./registry";

type Operation = {
  operationId: string;
  parameters: object[];
  responses: Record<string, { content: Record<string, { schema: unknown }> }>;
};
const document = openApiDocument("https://pay.example.com") as unknown as {
  paths: Record<string, Record<string, Operation>>;
};
const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
const endpoints = ENDPOINTS as readonly unknown[] as readonly Endpoint[];

describe("the OpenAPI document", () => {
  it("is served, and readable from any origin", async () => {
    const reply = await request("GET", "/openapi.json");
    expect([reply.status, reply.headers.get("access-control-allow-origin")]).toEqual([200, "*"]);
    expect(JSON.parse(reply.text).openapi).toBe("3.1.0");
    expect((await request("POST", "/openapi.json")).status).toBe(405);
  });

  it("writes a query parameter as what it is to its caller, and not as the text that is read", () => {
    const listTopBanks = operations.find(({ operationId }) => operationId === "listTopBanks");
    expect(listTopBanks?.parameters).toContainEqual(
      expect.objectContaining({ name: "limit", schema: { type: "integer", minimum: 1, maximum: 50 } }),
    );
  });

  it("says how an event is signed, with an example that its own words verify", () => {
    const { description } = webhookDocument()["event"].post;
    const [, secret = "", t = "", body = "", signature = ""] =
      /secret `(whsec_\w+)`, t `(\d+)`, body `(.+?)` gives `(\w+)`/.exec(description) ?? [];
    expect(hmacSha256Hex(secret, `${t}.${body}`)).toBe(signature);
  });

  it("holds every endpoint of the registry once, and nothing else", () => {
    expect(operations.map(({ operationId }) => operationId).sort()).toEqual(endpoints.map(({ id }) => id).sort());
    expect(new Set(endpoints.map(({ id }) => id)).size).toBe(endpoints.length);
  });

  it.each(endpoints.map((endpoint) => [endpoint.id, endpoint] as const))(
    "declares every code of %s under its status",
    (_id, endpoint) => {
      const operation = operations.find(({ operationId }) => operationId === endpoint.id);
      for (const code of errorsOf(endpoint)) {
        expect(JSON.stringify(operation?.responses[ERRORS[code].status]?.content), code).toContain(`"${code}"`);
      }
    },
  );

  it.each(endpoints.map((endpoint) => [endpoint.id, endpoint] as const))(
    "gives examples of %s that its own schemas accept",
    (_id, endpoint) => {
      expect((endpoint.data as z.ZodType).safeParse(endpoint.examples.response).error).toBeUndefined();
      const { request = {}, requests = { request } } = endpoint.examples;
      for (const given of endpoint.body ? Object.values(requests) : [])
        expect(endpoint.body?.safeParse(given).error).toBeUndefined();
    },
  );
});
