import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { fictitiousIban } from "../../server/lib/money/iban";
import { simbankOfThisFile } from "../../server/test/banks/simbank";
import { codeOf, tppAt } from "../../server/test/banks/xs2a";

// Requests that a bank refuses without an error of its own.

const simbank = simbankOfThisFile();

const fetched = (path: string, init: RequestInit = {}) =>
  fetch(`${simbank.baseUrl}/simbank/${path}`, { redirect: "manual", ...init });

describe("NUL, which PostgreSQL cannot store", () => {
  it.each(["bpi/approve/%00", "hsbc-uk/authorize/%00", "knab/app?code=%00", "bawag/xs2a/oauth/authorize?state=%00"])(
    "404 in an address: %s",
    async (path) => {
      expect((await fetched(path)).status).toBe(404);
    },
  );

  it("400 in the body of a payment; control: 201 without it", async () => {
    const tpp = tppAt("bpi");
    expect(codeOf(await tpp.initiate({ creditorName: "a\u0000b" }))).toEqual([400, "FORMAT_ERROR", "body"]);
    expect((await tpp.initiate({ creditorName: "a\\u0000 written out" })).status).toBe(201);
  });
});

it("404 PRODUCT_UNKNOWN for a product that is a property of every object", async () => {
  for (const product of ["constructor", "toString", "__proto__"])
    expect(codeOf(await tppAt("bpi", product).initiate())).toEqual([404, "PRODUCT_UNKNOWN", undefined]);
});

it("invalid_scope for a scope that is no uuid", async () => {
  const parameters = new URLSearchParams({
    response_type: "code",
    client_id: "x",
    redirect_uri: `${simbank.baseUrl}/return`,
    scope: `PIS:${"-".repeat(36)}`,
    code_challenge: "a".repeat(43),
    code_challenge_method: "S256",
  });
  const reply = await fetched(`bawag/xs2a/oauth/authorize?${parameters}`);
  expect([reply.status, reply.headers.get("location")]).toEqual([303, expect.stringContaining("error=invalid_scope")]);
});

describe("the years 0 and 9999 in a statement's dates", () => {
  it.each([
    "dateFrom=0000-01-01",
    "dateFrom=0000-01-01&dateTo=0000-01-02",
    "dateFrom=2000-01-01&dateTo=9999-12-31",
    `dateFrom=2000-01-01&after=999999999999999_${randomUUID()}`,
  ])("200: %s", async (dates) => {
    const tpp = tppAt("riverbank");
    const account = [{ iban: fictitiousIban("EUR", "a company"), currency: "EUR" }];
    const { id } = await tpp.consentTo(tpp.consent({ accounts: account, balances: account, transactions: account }));
    const consent = { "Consent-ID": id };
    const { body } = await tpp.call("GET", `${tpp.root}/accounts`, undefined, consent);
    const [{ resourceId }] = body["accounts"] as [{ resourceId: string }];
    const address = `${tpp.root}/accounts/${resourceId}/transactions?bookingStatus=booked&${dates}`;
    expect((await tpp.call("GET", address, undefined, consent)).status).toBe(200);
  });
});

describe("a method that a page does not have", () => {
  it.each([
    ["bpi/approve/x", "GET, HEAD, POST"],
    ["hsbc-uk/authorize/x", "GET, HEAD, POST"],
    ["knab/app", "GET, HEAD"],
  ])("405 with the methods of %s", async (path, allowed) => {
    const reply = await fetched(path, { method: "DELETE" });
    expect([reply.status, reply.headers.get("allow")]).toEqual([405, allowed]);
    expect((await fetched(path)).status).not.toBe(405);
  });
});

it("304 for styles that the browser has", async () => {
  const { headers } = await fetched("bpi/approval.css");
  const again = await fetched("bpi/approval.css", { headers: { "If-None-Match": headers.get("etag") ?? "" } });
  expect([again.status, await again.text()]).toEqual([304, ""]);
});
