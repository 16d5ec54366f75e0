import { createHash } from "node:crypto";
import { runInNewContext } from "node:vm";
import { describe, expect, it, test } from "vitest";
import { env } from "../../server/lib/config/env";
import { keepPinnedLoader } from "../../server/payments/checkout/pinned-loader";
import { GET as pinned } from "../embed/v1/[file]/route";
import { GET as latest } from "../embed/v1/latest.json/route";
import { GET } from "./route";

const ask = (query = "", headers: Record<string, string> = {}) =>
  GET(new Request(`http://localhost/embed.js${query}`, { headers }));

/** The globals of a page after running it, in a minimal browser. */
async function loaded(query: string): Promise<{ Bankside?: { origin: string; version: string } }> {
  const window: { Bankside?: { origin: string; version: string } } = {};
  runInNewContext(await ask(query).text(), { window, location: { hostname: "shop.example" } });
  return window;
}

test("it is revalidated by an ETag for each language", async () => {
  const tag = (query: string) => ask(query).headers.get("etag") ?? "";
  expect(ask("", { "if-none-match": tag("") }).status).toBe(304);
  expect(ask("?locale=de", { "if-none-match": tag("?locale=de") }).status).toBe(304);
  expect(ask("?locale=de", { "if-none-match": tag("") }).status).toBe(200);
});

test("it is in the language of the locale, and English for an unsupported or invalid one", async () => {
  const languageOf = (query: string) => ask(query).headers.get("content-language");
  expect(["?locale=de", "?locale=de-CH", "?locale=pt_BR"].map(languageOf)).toEqual(["de", "de", "pt"]);
  expect(["", "?locale=", "?locale=ja", "?locale=%00", `?locale=${"x".repeat(9_000)}`].map(languageOf)).toEqual(
    Array(5).fill("en"),
  );
  expect(await ask("?locale=de").text()).toContain('["de",');
  expect(await ask("").text()).toContain("Pay by bank can’t load right now");
});

test("any page may load it, also an isolated one, and it is cached for minutes only", () => {
  expect(Object.fromEntries(ask("").headers)).toMatchObject({
    "content-type": "text/javascript; charset=utf-8",
    "access-control-allow-origin": "*",
    "cross-origin-resource-policy": "cross-origin",
    "cache-control": expect.stringContaining("max-age=300"),
    "x-content-type-options": "nosniff",
  });
});

test("it contains the service's origin, however a page loads it", async () => {
  const { Bankside } = await loaded("");
  expect(Bankside).toMatchObject({ origin: env().baseUrl, version: expect.stringMatching(/^\d+\.\d+\.\d+$/) });
  expect(await ask("").text()).not.toContain("__BANKSIDE");
});

describe("the pinned loader", () => {
  const tagOf = async (query = "") =>
    (await (await latest(new Request(`http://localhost/embed/v1/latest.json${query}`))).json()) as Record<
      "src" | "integrity",
      string
    >;
  const load = (file: string) =>
    pinned(new Request(`http://localhost/embed/v1/${file}`), { params: Promise.resolve({ file }) });
  const fileOf = ({ src }: { src: string }) => src.split("/").at(-1) ?? "";
  const sri = (bytes: ArrayBuffer) => `sha384-${createHash("sha384").update(new Uint8Array(bytes)).digest("base64")}`;

  it("has the bytes of /embed.js at its own URL, in each language, with the integrity of these bytes", async () => {
    for (const query of ["", "?locale=de"]) {
      const tag = await tagOf(query);
      const answer = await load(fileOf(tag));
      const bytes = await answer.clone().arrayBuffer();
      expect(await answer.text()).toBe(await ask(query).text());
      expect(tag.integrity).toBe(sri(bytes));
      expect(tag.src).toMatch(new RegExp(`^${env().baseUrl}/embed/v1/[0-9a-f]{32}\\.js$`));
    }
    expect((await tagOf()).src).not.toBe((await tagOf("?locale=de")).src);
  });

  it("is cached for a year, and may be loaded with integrity from any origin", async () => {
    expect(Object.fromEntries((await load(fileOf(await tagOf()))).headers)).toMatchObject({
      "cache-control": "public, max-age=31536000, immutable",
      "access-control-allow-origin": "*",
      "cross-origin-resource-policy": "cross-origin",
      "content-type": "text/javascript; charset=utf-8",
      "x-content-type-options": "nosniff",
    });
  });

  it("of an earlier release is served as it was", async () => {
    const hash = "0123456789abcdef0123456789abcdef";
    await keepPinnedLoader({}, { hash, language: "pt", script: "earlier()" });
    await keepPinnedLoader({}, { hash, language: "pt", script: "other()" });
    const answer = await load(`${hash}.js`);
    expect([answer.headers.get("content-language"), await answer.text()]).toEqual(["pt", "earlier()"]);
  });

  it.each([`${"f".repeat(32)}.js`, "x.js", "../embed.js", "latest", `${"f".repeat(31)}.js`, ""])(
    "is 404, uncached, for %j",
    async (file) => {
      const answer = await load(file);
      expect([answer.status, answer.headers.get("cache-control")]).toEqual([404, "no-store"]);
    },
  );
});
