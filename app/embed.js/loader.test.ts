import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { env } from "../../server/lib/env";
import { GET } from "./route";

const ask = (query = "", headers: Record<string, string> = {}) =>
  GET(new Request(`http://localhost/embed.js${query}`, { headers }));

/** What a page has after running it, in a browser that knows just enough for being told apart. */
async function loaded(query: string): Promise<{ Bankside?: { origin: string; version: string } }> {
  const window: { Bankside?: { origin: string; version: string } } = {};
  runInNewContext(await ask(query).text(), { window, location: { hostname: "shop.example" } });
  return window;
}

test("it is asked for again by its tag, which is the language's own", async () => {
  const tag = (query: string) => ask(query).headers.get("etag") ?? "";
  expect(ask("", { "if-none-match": tag("") }).status).toBe(304);
  expect(ask("?locale=de", { "if-none-match": tag("?locale=de") }).status).toBe(304);
  expect(ask("?locale=de", { "if-none-match": tag("") }).status).toBe(200);
});

test("it speaks the language of a locale, and English for one that the checkout does not speak or that is none", async () => {
  const languageOf = (query: string) => ask(query).headers.get("content-language");
  expect(["?locale=de", "?locale=de-CH", "?locale=pt_BR"].map(languageOf)).toEqual(["de", "de", "pt"]);
  expect(["", "?locale=", "?locale=ja", "?locale=%00", `?locale=${"x".repeat(9_000)}`].map(languageOf)).toEqual(
    Array(5).fill("en"),
  );
  expect(await ask("?locale=de").text()).toContain('["de",');
  expect(await ask("").text()).toContain("Pay by bank can’t open here");
});

test("it may be loaded by any page, also an isolated one, and is kept for minutes only", () => {
  expect(Object.fromEntries(ask("").headers)).toMatchObject({
    "content-type": "text/javascript; charset=utf-8",
    "access-control-allow-origin": "*",
    "cross-origin-resource-policy": "cross-origin",
    "cache-control": expect.stringContaining("max-age=300"),
    "x-content-type-options": "nosniff",
  });
});

test("it knows the service's origin by itself, whichever way a page loads it", async () => {
  const { Bankside } = await loaded("");
  expect(Bankside).toMatchObject({ origin: env().baseUrl, version: expect.stringMatching(/^\d+\.\d+\.\d+$/) });
  expect(await ask("").text()).not.toContain("__BANKSIDE");
});
