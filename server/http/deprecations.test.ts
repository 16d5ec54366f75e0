import { describe, expect, it } from "vitest";
import { PEER } from "../test/processes/product";
import { DEPRECATIONS, type Deprecation, problemsOf } from "./deprecations";
import { handleApi } from "./handler";
import { ENDPOINTS } from "./registry";

const ids = ENDPOINTS.map(({ id }) => id);
const link = "https://docs.example.com/changes#links";
const row = (changed: Partial<Deprecation> = {}): Deprecation => ({
  endpoint: "createPaymentLink",
  deprecatedAt: "2026-11-20T00:00:00Z",
  sunsetAt: "2027-05-22T00:00:00Z",
  link,
  ...changed,
});

describe("the deprecation rules", () => {
  it("accept the present table, which is empty", () => {
    expect(DEPRECATIONS).toEqual([]);
    expect(problemsOf(DEPRECATIONS, ids)).toEqual([]);
  });

  it.each([
    ["183 days to the second", [row()], []],
    [
      "one second less",
      [row({ sunsetAt: "2027-05-21T23:59:59Z" })],
      ["is removed less than 183 days after its notice"],
    ],
    [
      "the wrong way round",
      [row({ sunsetAt: "2026-01-01T00:00:00Z" })],
      ["is removed less than 183 days after its notice"],
    ],
    ["an unknown endpoint", [row({ endpoint: "createLink" })], ["is not an endpoint"]],
    ["twice", [row(), row()], ["is listed twice"]],
    ["an unreadable time", [row({ sunsetAt: "soon" })], ["has an unreadable time"]],
    ["a link that is none", [row({ link: "docs" })], ["has no https link"]],
    ["a link that ends its header", [row({ link: "https://a/>;b" })], ["has no https link"]],
  ])("%s", (_what, table, problems) =>
    expect(problemsOf(table, ids)).toEqual(problems.map((problem) => `${table[0]?.endpoint} ${problem}`)),
  );
});

describe("a deprecated endpoint", () => {
  const ask = (path: string, method: string, table: Deprecation[]) =>
    handleApi(new Request(`http://bankside.test${path}`, { method }), PEER, table);
  const headersOf = ({ headers }: Response) => ["deprecation", "sunset", "link"].map((name) => headers.get(name));

  it("has deprecation headers on every response, also errors, and still works", async () => {
    const response = await ask("/api/v1/payment-links", "POST", [row()]);
    expect(response.status).toBe(401);
    expect(headersOf(response)).toEqual([
      "@1795132800",
      "Sat, 22 May 2027 00:00:00 GMT",
      `<${link}>; rel="deprecation"`,
    ]);
  });

  it("does not affect other endpoints", async () => {
    const response = await ask("/api/v1/banks/top?country=PT", "GET", [row()]);
    expect([response.status, ...headersOf(response)]).toEqual([200, null, null, null]);
  });

  it("returns 410 ENDPOINT_REMOVED after its sunset, before authentication", async () => {
    const past = row({ deprecatedAt: "2020-01-01T00:00:00Z", sunsetAt: "2020-12-31T00:00:00Z" });
    const response = await ask("/api/v1/payment-links", "POST", [past]);
    const { error } = (await response.json()) as { error: { code: string } };
    expect([response.status, error.code, response.headers.get("sunset")]).toEqual([
      410,
      "ENDPOINT_REMOVED",
      "Thu, 31 Dec 2020 00:00:00 GMT",
    ]);
  });
});
