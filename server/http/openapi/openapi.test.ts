import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { hmacSha256Hex } from "../../lib/crypto";
import type { Endpoint } from "../../lib/endpoint";
import { ERRORS } from "../../lib/errors";
import { request } from "../../test/client";
import { projectRoot } from "../../test/code-rules/files";
import { newAjv } from "../../test/documents/document";
import { errorsOf } from "../errors-of";
import { ENDPOINTS } from "../registry";
import { openApiDocument } from "./openapi";
import { EXAMPLE_BASE_URL, openApiFile } from "./openapi-file";
import { DELIVERY } from "./openapi-webhooks";

type Part = { [key: string]: unknown };
type Operation = { operationId: string; parameters: Part[]; responses: Record<string, Part> };

const document = openApiDocument(EXAMPLE_BASE_URL) as unknown as { paths: Record<string, Record<string, Operation>> };
const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
const endpoints = ENDPOINTS as readonly unknown[] as readonly Endpoint[];

describe("the OpenAPI document", () => {
  it("is served with CORS for any origin", async () => {
    const reply = await request("GET", "/openapi.json");
    expect([reply.status, reply.headers.get("access-control-allow-origin")]).toEqual([200, "*"]);
    expect(JSON.parse(reply.text).openapi).toBe("3.1.0");
    expect((await request("POST", "/openapi.json")).status).toBe(405);
  });

  it("equals docs/openapi.json", () => {
    const committed = readFileSync(path.join(projectRoot, "docs/openapi.json"), "utf8");
    expect(committed === openApiFile(), "docs/openapi.json is out of date: run `npm run openapi`").toBe(true);
  });

  it("passes the Redocly linter", async () => {
    // The linter comes with openapi-typescript, from which the client is generated.
    const generator = createRequire(path.join(projectRoot, "client/package.json")).resolve("openapi-typescript");
    const { createConfig, lintFromString } = createRequire(generator)("@redocly/openapi-core");
    const config = await createConfig({ extends: ["recommended"] });
    const lint = async (source: string): Promise<string[]> =>
      (await lintFromString({ source, config })).map((problem: Part) => `${problem["ruleId"]}: ${problem["message"]}`);
    expect(await lint(openApiFile())).toEqual([
      // The URL of an instance is unknown here, and responses of any path belong to no operation.
      "no-server-example.com: Server `url` should not point to example.com or localhost.",
      'no-unused-components: Component: "MethodNotAllowed" is never used.',
      'no-unused-components: Component: "NotFound" is never used.',
    ]);
    expect(await lint(openApiFile().replaceAll('"operationId": "listTopBanks",', ""))).toContain(
      "operation-operationId: Operation object should contain `operationId` field.",
    );
  });

  it("has the type of a query parameter, not its text form", () => {
    const listTopBanks = operations.find(({ operationId }) => operationId === "listTopBanks");
    expect(listTopBanks?.parameters).toContainEqual(
      expect.objectContaining({ name: "limit", schema: { type: "integer", minimum: 1, maximum: 50 } }),
    );
  });

  it("refuses the same combinations of fields as the service", () => {
    const order = { amount: 1, currency: "EUR", locale: "en" };
    const rewards = (reward: number) => ({ order: { ...order, rewards: { extra_rewards: reward } } });
    const metadata = (keys: number) => ({ order, metadata: Object.fromEntries(Array(keys).fill("a").map(numbered)) });
    const magicCode = { grant_type: "magic_code", email: "jane@example.com", code: "ABC234" };
    const refresh = { grant_type: "refresh_token", refresh_token: "rtok_1", client_secret: "csec_1" };
    const web = "https://shop.example/";
    const bodies: [id: string, taken: object, refused: object][] = [
      [
        "createRedirectRequest",
        { ...order, success_url_redirect: web, fail_url_redirect: web },
        { ...order, success_url_redirect: web },
      ],
      ["createRedirectRequest", order, { ...order, fail_url_redirect: web }],
      ["createPaymentLink", metadata(50), metadata(51)],
      ["createPaymentRequest", rewards(Number.MAX_SAFE_INTEGER), rewards(2 ** 53)],
      ["issueToken", { ...magicCode, challenge_id: "01931f4e-7c1a-7d3e-9a55-5b6f0c9d2a12" }, magicCode],
      ["issueToken", { ...refresh, client_id: "01931f4e-7c1a-7d3e-9a55-5b6f0c9d2a10" }, refresh],
    ];
    const ajv = newAjv().addSchema(document, "openapi");
    for (const [id, taken, refused] of bodies) {
      const name = `${id.charAt(0).toUpperCase()}${id.slice(1)}Body`;
      const endpoint = endpoints.find((one) => one.id === id);
      for (const [body, isTaken] of [[taken, true] as const, [refused, false] as const]) {
        expect(endpoint?.body?.safeParse(body).success, id).toBe(isTaken);
        expect(ajv.validate(`openapi#/components/schemas/${name}`, body), id).toBe(isTaken);
      }
    }
  });

  it("allows issueToken without a client or a body, for HTTP Basic, and no half of a client", () => {
    const issueToken = operations.find(({ operationId }) => operationId === "issueToken");
    expect(issueToken).toHaveProperty("requestBody.required", false);
    const client = { client_id: "01931f4e-7c1a-7d3e-9a55-5b6f0c9d2a10", client_secret: "csec_1" };
    const ajv = newAjv().addSchema(document, "openapi");
    const isValid = (body: object) => ajv.validate("openapi#/components/schemas/IssueTokenBody", body);
    const { client_id, client_secret } = client;
    const accepted = [{}, { grant_type: "client_credentials" }, { client_id }, client];
    expect(accepted.map(isValid)).toEqual(accepted.map(() => true));
    const refused = [{ client_secret }, { grant_type: "magic_code" }, { ...client, grant_type: "other" }];
    expect(refused.map(isValid)).toEqual(refused.map(() => false));
  });

  it("has a description wherever JSON Schema cannot express a rule", () => {
    expect(
      endpoints.flatMap(({ body, query }) => [body, query].flatMap((part) => (part ? silentRules(part) : []))),
    ).toEqual([]);
    expect(silentRules(z.object({ even: z.int().refine((n) => n % 2 === 0) }))).toEqual(["properties/even"]);
  });

  it("has a description and an example for every parameter", () => {
    const bare = operations.flatMap(({ operationId, parameters }) =>
      parameters
        .filter((one) => !("$ref" in one) && !(one["description"] && one["example"] !== undefined))
        .map(({ name }) => `${operationId} ${name}`),
    );
    expect(bare).toEqual([]);
  });

  it("marks a deprecated operation with its headers and ENDPOINT_REMOVED", () => {
    const link = "https://pay.example.com/docs/changes#banks";
    const row = { endpoint: "listTopBanks", deprecatedAt: "2027-01-01", sunsetAt: "2027-07-15", link };
    const { paths } = openApiDocument(EXAMPLE_BASE_URL, [row]) as { paths: Record<string, Record<string, Part>> };
    const { deprecated, responses } = paths["/api/v1/banks/top"]?.["get"] ?? {};
    expect(deprecated).toBe(true);
    for (const status of ["200", "304", "400", "410"]) {
      expect(responses, status).toHaveProperty([status, "headers", "Sunset", "schema", "const"], expect.any(String));
    }
    expect(JSON.stringify(document.paths)).not.toContain("Sunset");
  });

  it("lists Access-Control-Allow-Origin for each response of a public list, errors included", () => {
    const { responses = {} } = operations.find(({ operationId }) => operationId === "listTopBanks") ?? {};
    for (const status of ["200", "304", "400", "500", "503"])
      expect(responses[status], status).toHaveProperty(["headers", "Access-Control-Allow-Origin"]);
  });

  it("has a test vector of a webhook signature that verifies", () => {
    const [, secret = "", t = "", body = "", signature = ""] =
      /secret `(whsec_\w+)`, t `(\d+)`, body `(.+?)` gives `(\w+)`/.exec(DELIVERY) ?? [];
    expect(hmacSha256Hex(secret, `${t}.${body}`)).toBe(signature);
  });

  it("has every endpoint of the registry exactly once", () => {
    expect(operations.map(({ operationId }) => operationId).sort()).toEqual(endpoints.map(({ id }) => id).sort());
    expect(new Set(endpoints.map(({ id }) => id)).size).toBe(endpoints.length);
  });

  it.each(endpoints.map((endpoint) => [endpoint.id, endpoint] as const))(
    "declares every code of %s under its status, with an example",
    (_id, endpoint) => {
      const operation = operations.find(({ operationId }) => operationId === endpoint.id);
      for (const code of errorsOf(endpoint)) {
        expect(resolved(operation?.responses[ERRORS[code].status]), code).toHaveProperty([
          "content",
          "application/json",
          "examples",
          code,
        ]);
      }
    },
  );
});

describe("an example", () => {
  it.each(endpoints.map((endpoint) => [endpoint.id, endpoint] as const))(
    "of %s is valid for the handler's own schemas",
    (_id, endpoint) => {
      expect((endpoint.data as z.ZodType).safeParse(endpoint.examples.response).error).toBeUndefined();
      const { request = {}, requests = { request } } = endpoint.examples;
      for (const given of endpoint.body ? Object.values(requests) : [])
        expect(endpoint.body?.safeParse(given).error).toBeUndefined();
    },
  );

  it("matches its schema everywhere in the document", () => {
    const shown = examplesIn(document);
    expect(shown.length).toBeGreaterThan(8 * ENDPOINTS.length);
    expect(wrongExamples(shown)).toEqual([]);
    const [first] = shown;
    expect(wrongExamples(first ? [{ ...first, value: null }] : [])).toHaveLength(1);
  });
});

it("the example of a listed event has a payload that matches the event's schema", () => {
  const { response } = endpoints.find(({ id }) => id === "listWebhookEvents")?.examples ?? {};
  const { events } = response as { events: { payload: string }[] };
  // Its schema is a text, so the test above does not read it.
  const shown = events.map(({ payload }, at) => ({
    at: `payload ${at}`,
    schema: { $ref: "#/components/schemas/PaymentRequestEvent" },
    value: JSON.parse(payload),
  }));
  expect(shown).toHaveLength(1);
  expect(wrongExamples(shown)).toEqual([]);
});

function numbered(key: string, index: number): [string, string] {
  return [key + index, ""];
}

/** Schemas with rules beyond types, limits and patterns that have no description. */
function silentRules(schema: z.ZodType): string[] {
  const ruled = new Set<string>();
  const written = z.toJSONSchema(schema, {
    io: "input",
    unrepresentable: "any",
    override: ({ zodSchema, path: place }) => {
      if (zodSchema._zod.def.checks?.some(({ _zod: { def } }) => def.check === "custom")) ruled.add(place.join("/"));
    },
  });
  return [...ruled].filter((place) => !(valueAt(written, place.split("/")) as Part)["description"]);
}

type Shown = { at: string; schema: unknown; value: unknown };

function wrongExamples(shown: readonly Shown[]): string[] {
  const ajv = newAjv();
  return shown.flatMap(({ at, schema, value }) => {
    const validate = ajv.compile({ ...(schema as object), components: (document as unknown as Part)["components"] });
    return validate(value) ? [] : [`${at}: ${ajv.errorsText(validate.errors)}`];
  });
}

/** Every value beside a schema: of parameters, headers, bodies and events; a reference is followed to its value. */
function examplesIn(part: unknown, at = "#"): Shown[] {
  if (part === null || typeof part !== "object") return [];
  const { schema, example, examples } = part as {
    schema?: unknown;
    example?: unknown;
    examples?: Record<string, Part>;
  };
  const values: [string, unknown][] = example === undefined ? [] : [["example", example]];
  for (const [name, given] of Object.entries(examples ?? {})) values.push([name, resolved(given)?.["value"]]);
  const shown = schema ? values.map(([name, value]) => ({ at: `${at}/${name}`, schema, value })) : [];
  return [...shown, ...Object.entries(part).flatMap(([key, inner]) => examplesIn(inner, `${at}/${key}`))];
}

/** The part of the document that a reference names, or the part itself. */
function resolved(part: Part | undefined): Part | undefined {
  const ref = part?.["$ref"];
  return typeof ref === "string" ? (valueAt(document, ref.slice(2).split("/")) as Part) : part;
}

function valueAt(root: unknown, place: readonly string[]): unknown {
  return place.filter((key) => key !== "").reduce<unknown>((inner, key) => (inner as Part)[key], root);
}
