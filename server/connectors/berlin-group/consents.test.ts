import { describe, expect, it } from "vitest";
import { bankThat, json } from "../../test/banks/fake-bank";
import { berlinGroup } from "./connector";

const redirect = { uri: "https://pay.example/return", state: "s", secret: "x" };
const order = { iban: "DE89370400440532013000", currency: "EUR", redirect, deadlineMs: 10_000 };

describe("a consent", () => {
  it("requests details, balances and transactions of one account, with the redirect", async () => {
    const seen: { headers: Record<string, unknown>; body: unknown }[] = [];
    const profile = await bankThat((request, response, body) => {
      seen.push({ headers: request.headers, body: JSON.parse(body) });
      const links = { scaRedirect: { href: "https://bank.example/sca" }, self: { href: "/psd2/v1/consents/c1" } };
      json(response, 201, { consentStatus: "received", consentId: "c1", _links: links });
    });
    const outcome = await berlinGroup.createAccountConsent(profile, { ...order, psuIp: "::ffff:203.0.113.7" });
    const origin = new URL(profile.baseUrl).origin;
    const links = { scaRedirect: "https://bank.example/sca", self: `${origin}/psd2/v1/consents/c1` };
    const next = { kind: "redirect", url: "https://bank.example/sca" };
    expect(outcome).toEqual({ ok: true, value: { consentId: "c1", state: "awaiting", next, links } });
    const account = { iban: order.iban, currency: "EUR" };
    expect(seen).toMatchObject([
      {
        headers: { "psu-ip-address": "203.0.113.7", "tpp-redirect-uri": "https://pay.example/return?state=s" },
        body: { access: { accounts: [account], balances: [account], transactions: [account] }, frequencyPerDay: 4 },
      },
    ]);
  });

  it.each([
    ["of a person", 4, {}],
    ["under an agreement with the bank", 86_400, { corporateAccess: true } as const],
  ])("%s requests %i unattended reads a day", async (_whose, frequencyPerDay, differs) => {
    let sent = {};
    const answered = await bankThat((_request, response, body) => {
      sent = JSON.parse(body);
      json(response, 201, { consentStatus: "valid", consentId: "c1", _links: {} });
    }, differs);
    await berlinGroup.createAccountConsent(answered, order);
    expect(sent).toMatchObject({ frequencyPerDay });
  });

  it("of a company is valid immediately; of a person it may be started separately or approved in the bank's app", async () => {
    const valid = await bankThat((_request, response) =>
      json(response, 201, { consentStatus: "valid", consentId: "c1", _links: {} }),
    );
    expect(await berlinGroup.createAccountConsent(valid, order)).toMatchObject({
      value: { state: "valid", next: { kind: "none" } },
    });
    const apart = await bankThat((request, response) => {
      const isStart = request.url === "/start";
      const links = isStart ? { scaStatus: { href: "/sca" } } : { startAuthorisation: { href: "/start" } };
      const headers: Record<string, string> = isStart ? { "aspsp-sca-approach": "DECOUPLED" } : {};
      json(
        response,
        201,
        { consentStatus: "received", consentId: "c1", psuMessage: "Open the app.", _links: links },
        headers,
      );
    });
    expect(await berlinGroup.createAccountConsent(apart, order)).toMatchObject({
      value: { state: "awaiting", next: { kind: "decoupled", message: "Open the app." } },
    });
  });

  it.each([
    ["received", "awaiting"],
    ["partiallyAuthorised", "awaiting"],
    ["valid", "valid"],
    ["rejected", "rejected"],
    ["revokedByPsu", "revoked"],
    ["terminatedByTpp", "revoked"],
    ["expired", "expired"],
  ])("that is %s is %s", async (consentStatus, state) => {
    const profile = await bankThat((_request, response) => json(response, 200, { consentStatus }));
    expect(await berlinGroup.consentStatus(profile, { consentId: "c1" })).toEqual({ ok: true, value: { state } });
  });

  it("that has an unknown status does not end: the answer is not used", async () => {
    const profile = await bankThat((_request, response) => json(response, 200, { consentStatus: "somethingNew" }));
    const outcome = await berlinGroup.consentStatus(profile, { consentId: "c1" });
    expect(outcome).toMatchObject({ ok: false, kind: "unknown", answer: "unreadable" });
  });

  it.each([
    [{ validUntil: "2026-12-31" }, { validUntil: "2026-12-31T23:59:59Z" }],
    [{ validUntil: "9999-12-31" }, {}],
    [{ validUntil: "soon" }, {}],
    [{}, {}],
  ])("with %j ends then", async (details, expected) => {
    const profile = await bankThat((request, response) =>
      json(response, 200, request.url?.endsWith("/status") ? { consentStatus: "valid" } : details),
    );
    const outcome = await berlinGroup.consentStatus(profile, { consentId: "c/1" });
    expect(outcome).toEqual({ ok: true, value: { state: "valid", ...expected } });
  });

  it("whose links name an internal host is asked for at its own address", async () => {
    const paths: (string | undefined)[] = [];
    const profile = await bankThat((request, response) => {
      paths.push(request.url);
      json(response, 200, { consentStatus: "valid", validUntil: "2026-12-31" });
    });
    const self = "http://gateway.internal:8080/consents/c1";
    const consent = { consentId: "c1", links: { self, status: `${self}/status` } };
    const value = { state: "valid", validUntil: "2026-12-31T23:59:59Z" };
    expect(await berlinGroup.consentStatus(profile, consent)).toEqual({ ok: true, value });
    expect(paths).toEqual(["/psd2/v1/consents/c1/status", "/psd2/v1/consents/c1"]);
  });

  it("is revoked, also when the bank no longer has it; without a response it is not", async () => {
    const revoke = async (status: number, body: unknown) => {
      const profile = await bankThat((_request, response) => json(response, status, body));
      return berlinGroup.revokeConsent(profile, { consentId: "c1", grant: { accessToken: "t" } });
    };
    const gone = { ok: true, value: null };
    expect(await revoke(204, "")).toEqual(gone);
    expect(await revoke(404, {})).toEqual(gone);
    expect(await revoke(403, { tppMessages: [{ category: "ERROR", code: "CONSENT_UNKNOWN" }] })).toEqual(gone);
    expect(await revoke(500, {})).toMatchObject({ ok: false, kind: "unknown" });
  });

  it.each([
    ["CONSENT_EXPIRED", true],
    ["CONSENT_INVALID", true],
    ["REVOKED_BY_PSU", true],
    ["TOKEN_EXPIRED", false],
    ["TOKEN_INVALID", false],
    ["SERVICE_BLOCKED", false],
    [null, false],
  ])("counts as revoked after a 401 with the code %s: %s", async (code, isRevoked) => {
    const body = code === null ? {} : { tppMessages: [{ category: "ERROR", code }] };
    const profile = await bankThat((_request, response) => json(response, 401, body));
    const outcome = await berlinGroup.revokeConsent(profile, { consentId: "c1", grant: { accessToken: "t" } });
    expect(outcome.ok).toBe(isRevoked);
  });
});

describe("an account", () => {
  const accounts = [
    { resourceId: "usd", iban: order.iban, currency: "USD" },
    { resourceId: "all", iban: order.iban, currency: "XXX" },
    { resourceId: "other", iban: "FR1420041010050500013M02606", currency: "EUR" },
    { currency: "EUR" },
  ];
  const find = async (list: unknown[], currency = "EUR") => {
    const profile = await bankThat((_request, response) => json(response, 200, { accounts: list }));
    const { redirect: _, ...account } = order;
    return berlinGroup.findAccount(profile, {
      consentId: "c1",
      ...account,
      currency,
      iban: "DE89 3704 0044 0532 0130 00",
    });
  };

  it("is found by IBAN and currency, or as a multi-currency account", async () => {
    expect(await find(accounts, "USD")).toEqual({ ok: true, value: { resourceId: "usd" } });
    expect(await find(accounts)).toEqual({ ok: true, value: { resourceId: "all" } });
    const eur = { resourceId: "eur", iban: order.iban, currency: "EUR" };
    expect(await find([...accounts, eur])).toEqual({ ok: true, value: { resourceId: "eur" } });
    expect(await find(accounts.slice(2))).toMatchObject({ ok: false, kind: "not-found" });
  });

  it.each([
    [order.iban, true],
    ["DE89 3704 0044 0532 0130 00", true],
    ["DE**************3000", true],
    [undefined, true],
    ["FR1420041010050500013M02606", false],
  ])("has its balances of an answer about the account %s: %s", async (iban, isRead) => {
    const profile = await bankThat((_request, response) => json(response, 200, { account: { iban }, balances: [] }));
    const outcome = await berlinGroup.balances(profile, { ...order, consentId: "c1", resourceId: "r1" });
    expect(outcome).toMatchObject(isRead ? { ok: true } : { ok: false, answer: "unreadable" });
  });

  it("has a negative balance when overdrawn, and none when unreadable", async () => {
    const read = async (amount: string) => {
      const balance = {
        balanceAmount: { currency: "EUR", amount },
        balanceType: "expected",
        referenceDate: "2026-03-05",
      };
      const profile = await bankThat((_request, response) => json(response, 200, { balances: [balance] }));
      return berlinGroup.balances(profile, { ...order, consentId: "c1", resourceId: "r1" });
    };
    expect(await read("-12.5")).toEqual({
      ok: true,
      value: [{ amountMinor: -1250n, currency: "EUR", type: "expected", asOf: "2026-03-05" }],
    });
    for (const odd of ["", "12,50", "12.505", "1e3"]) {
      expect(await read(odd), odd).toMatchObject({ ok: false, kind: "unknown" });
    }
  });
});
