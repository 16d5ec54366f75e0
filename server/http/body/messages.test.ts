import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { Endpoint } from "../../lib/endpoint";
import { isAppError } from "../../lib/errors";
import { knownFields } from "../known-fields";
import { ENDPOINTS } from "../registry";
import { parsePart } from "./parse";

const endpoints = ENDPOINTS as readonly unknown[] as readonly Endpoint[];
const library = z.locales.en().localeError;
/** Sentences of the library, in any place of a message. */
const RAW = /Invalid |Unrecognized |Too (?:big|small)|\bexpected\b|\breceived\b/;

/** Wrong for nearly every field: each type of JSON, and the ends of the usual ranges. */
const WRONG = [
  ...[
    undefined,
    null,
    true,
    7,
    -1,
    1.5,
    1e300,
    "",
    " ",
    "x",
    "é",
    "x".repeat(9_000),
    [],
    {},
    [[]],
    [{}],
    { x: { y: 1 } },
  ],
  ...[Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`k${at}`, "v"])), { ["k".repeat(41)]: "v" }, { k: 1 }],
];

/** The messages for every wrong value in the place of every field of a schema, and of the whole. */
function messagesOf(schema: z.ZodType, bases: readonly unknown[]): string[] {
  const paths = [[], ...knownFields(schema).map(({ path }) => path)];
  const values = bases.flatMap((base) => paths.flatMap((path) => WRONG.map((wrong) => placed(base, path, wrong))));
  return values.flatMap((value) => errorsOf(schema, value).map(({ message }) => message));
}

function errorsOf(schema: z.ZodType, value: unknown) {
  try {
    parsePart(schema, value, "VALIDATION_ERROR");
    return [];
  } catch (error) {
    if (!isAppError(error)) throw error;
    return error.metadata?.errors ?? [];
  }
}

function placed(base: unknown, path: readonly string[], value: unknown): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return value;
  const object = base !== null && typeof base === "object" ? (base as Record<string, unknown>) : {};
  return { ...object, [name]: placed(object[name], rest, value) };
}

const link = endpoints.find(({ id }) => id === "createPaymentLink")?.body as z.ZodType;
const order = { amount: 1, currency: "EUR" };

describe("a message about a field", () => {
  it.each(
    endpoints.flatMap(({ id, body, query, examples }) => {
      const { request = {}, requests = { request } } = examples;
      const parts = [
        ...(body ? [["body", body, [{}, ...Object.values(requests)]] as const] : []),
        ...(query ? [["query", query, [{}]] as const] : []),
      ];
      return parts.map(([part, schema, bases]) => [`the ${part} of ${id}`, schema, bases] as const);
    }),
  )("is never the schema library's, for any wrong value in %s", (_what, schema, bases) => {
    const messages = messagesOf(schema, bases);
    expect(messages.length).toBeGreaterThan(10);
    expect([...new Set(messages.filter((message) => RAW.test(message)))]).toEqual([]);
  });

  it("control: the library's own messages are recognised", () => {
    const redirects = z.object({ redirect_urls: z.object({}), list: z.array(z.string()).max(1), only: z.literal("a") });
    const options = { error: library };
    const { error } = redirects.safeParse({ redirect_urls: "x", list: ["a", "b"], only: "b" }, options);
    expect(error?.issues.map(({ message }) => RAW.test(message))).toEqual([true, true, true]);
  });

  it("says what the value must be", () => {
    const of = (value: object) => [...new Set(messagesOf(z.object({ body: link }), [{ body: value }]))];
    expect(of({ order })).toContain("must be an object, not a string");
    expect(errorsOf(link, { order, redirect_urls: "[redacted]" })).toEqual([
      { field: "redirect_urls", message: "must be an object, not a string" },
    ]);
    expect(errorsOf(link, { order, metadata: { ["k".repeat(41)]: "v", table: 7 } })).toEqual([
      { field: `metadata.${"k".repeat(41)}`, message: "the name: at most 40 characters" },
      { field: "metadata.table", message: "must be a string, not a number" },
    ]);
    expect(errorsOf(link, 7)).toEqual([{ field: "body", message: "must be an object, not a number" }]);
  });

  it("is the only one about a redirect URL that is too long, because the URL is not parsed", () => {
    const redirects = { success_url: `https://user@${"x".repeat(2048)}.example`, failure_url: "https://x.example" };
    expect(errorsOf(link, { order, redirect_urls: redirects })).toEqual([
      { field: "redirect_urls.success_url", message: "at most 2048 characters" },
    ]);
  });
});
