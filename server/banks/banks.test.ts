import { beforeAll, describe, expect, it } from "vitest";
import { call, request } from "../test/client";
import { query } from "../test/database";
import { findBankByHost } from "./find-bank";
import { syncCatalogue } from "./sync-catalogue";

const ask = (parameters: Record<string, string>, headers = {}) =>
  call("listTopBanks", undefined, { query: parameters, headers });

beforeAll(syncCatalogue);

describe("GET /banks/top", () => {
  it("lists a market's banks in curated order, with the eight properties of the contract and no other", async () => {
    const { data } = await ask({ country: "PT" });
    expect(data.banks.map(({ displayName }) => displayName).slice(0, 2)).toEqual([
      "Caixa Geral de Depósitos",
      "Millennium bcp",
    ]);
    const properties = ["currency", "displayName", "id", "logoUrl", "market", "name", "topInMarket", "websiteUrl"];
    for (const bank of data.banks) expect(Object.keys(bank).sort()).toEqual(properties);
    expect(
      data.banks.every(({ logoUrl, market }) => market === "PT" && logoUrl.startsWith("http://localhost:3000/logos/")),
    ).toBe(true);
  });

  it("reads country and currency in any case, filters by currency, and caps by limit", async () => {
    const { data: all } = await ask({ country: "pt", currency: "eur" });
    const { data: capped } = await ask({ country: "PT", limit: "3" });
    expect(capped.banks).toEqual(all.banks.slice(0, 3));
    expect((await ask({ country: "PT", currency: "GBP" })).data.banks).toEqual([]);
  });

  it.each(["ZZ", "UK", "uk", "EL", "SU", "AN"])(
    "answers 200 and an empty list for %s, which is well-formed but no market",
    async (country) => {
      const reply = await ask({ country });
      expect([reply.status, reply.data?.banks]).toEqual([200, []]);
    },
  );

  it.each([
    [{}, "country"],
    [{ country: "PRT" }, "country"],
    [{ country: "PT", currency: "EURO" }, "currency"],
    [{ country: "PT", currency: "ZZZ" }, "currency"],
    [{ country: "PT", limit: "0" }, "limit"],
    [{ country: "PT", limit: "51" }, "limit"],
    [{ country: "PT", limit: "1.5" }, "limit"],
    [{ country: "PT", limit: "1e1" }, "limit"],
    [{ country: "PT", limit: "" }, "limit"],
  ] as Array<[Record<string, string>, string]>)("400 VALIDATION_ERROR for %j", async (parameters, field) => {
    const reply = await ask(parameters);
    expect([reply.status, reply.error.code, reply.error.metadata?.errors?.[0]?.field]).toEqual([
      400,
      "VALIDATION_ERROR",
      field,
    ]);
  });

  it("needs no token and ignores one that is sent", async () => {
    expect((await ask({ country: "PT" }, { authorization: "Bearer nonsense" })).status).toBe(200);
  });

  it("is cacheable by market, for any origin, and answers 304 to a matching ETag", async () => {
    const first = await ask({ country: "PT" });
    expect(first.headers.get("cache-control")).toBe("public, max-age=300, s-maxage=3600, stale-while-revalidate=86400");
    expect(first.headers.get("access-control-allow-origin")).toBe("*");
    expect(first.headers.get("set-cookie")).toBeNull();
    const etag = first.headers.get("etag") ?? "";
    expect(etag).toMatch(/^"[\w-]+"$/);
    const second = await ask({ country: "PT" }, { "if-none-match": `"other", ${etag}` });
    expect([second.status, second.text, second.headers.get("etag")]).toEqual([304, "", etag]);
    expect((await request("GET", "/api/v1/banks/top?country=DE")).headers.get("etag")).not.toBe(etag);
  });
});

describe("the catalogue", () => {
  it("is synchronised repeatedly without changing rows", async () => {
    const dump = async () => (await query("SELECT xmin::text, b.* FROM banks b ORDER BY id")).rows;
    const before = await dump();
    await syncCatalogue();
    expect(await dump()).toEqual(before);
    expect(before.length).toBe(228);
  });

  it("finds a bank by the host of its website, with or without www", async () => {
    const [one, two] = [await findBankByHost("www.sparkasse.at"), await findBankByHost("SPARKASSE.at")];
    expect([one?.displayName, two?.displayName]).toEqual(["Erste Bank und Sparkassen", "Erste Bank und Sparkassen"]);
    expect(await findBankByHost("nobody.example")).toBeNull();
  });
});
