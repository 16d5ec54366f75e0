import { afterEach, describe, expect, it, vi } from "vitest";
import { newId } from "../../lib/ids";
import { bankThat, type Handler, json, received, SEPA_INITIATION } from "../../test/banks/fake-bank";
import type { BankProfile } from "../profile-schema";
import { berlinGroup } from "./connector";

afterEach(() => vi.restoreAllMocks());

const REDIRECT = { uri: "https://pay.example/return", state: "s", secret: "x" };

const initiate = (profile: BankProfile) =>
  berlinGroup.initiate(profile, {
    scheme: "SEPA_CREDIT_TRANSFER",
    body: "{}",
    idempotencyKey: newId(),
    psu: { ip: null, userAgent: "Mozilla/5.0 \u00fc\u0000", locale: "en" },
    redirect: REDIRECT,
  });

describe("an initiation", () => {
  it("sends the PSU, the redirect and the notification address; the start of the authorisation repeats them", async () => {
    const seen: Record<string, unknown>[] = [];
    const profile = await bankThat((request, response) => {
      seen.push(request.headers);
      json(response, 201, received(seen.length === 1 ? { startAuthorisation: { href: "/start" } } : {}));
    });
    const psu = { ip: "203.0.113.7", userAgent: "Mozilla/5.0 \u00fc\u0000", locale: "en" };
    const notificationUri = "https://pay.example/bank-notifications/1";
    const call = { scheme: "SEPA_CREDIT_TRANSFER", body: "{}", idempotencyKey: newId(), psu, redirect: REDIRECT };
    await berlinGroup.initiate(profile, { ...call, notificationUri });
    const both = {
      "psu-ip-address": "203.0.113.7",
      "psu-user-agent": "Mozilla/5.0",
      "psu-accept-language": "en",
      "tpp-redirect-preferred": "true",
      "tpp-redirect-uri": "https://pay.example/return?state=s",
      "tpp-nok-redirect-uri": "https://pay.example/return?state=s",
      "tpp-notification-uri": notificationUri,
      "tpp-notification-content-preferred": "status=SCA,PROCESS,LAST",
    };
    expect(seen).toMatchObject([
      { ...both, "tpp-rejection-nofunds-preferred": "true", "x-request-id": call.idempotencyKey },
      both,
    ]);
    expect(seen[1]?.["x-request-id"]).not.toBe(call.idempotencyKey);
    expect(JSON.stringify(seen)).not.toContain('"secret"');
  });

  it.each([
    ["without an IPv4 address of ours", undefined, ["203.0.113.7", "203.0.113.7", "2001:db8::1", "127.0.0.1"]],
    ["with one", "192.0.2.1", ["203.0.113.7", "203.0.113.7", "192.0.2.1", "192.0.2.1"]],
  ])("by a connection %s sends the PSU's address, or what replaces it", async (_which, ours, expected) => {
    const seen: unknown[] = [];
    const profile = await bankThat((request, response) => {
      seen.push(request.headers["psu-ip-address"]);
      json(response, 201, received({}));
    });
    for (const ip of ["203.0.113.7", "::ffff:203.0.113.7", "2001:db8::1", null]) {
      const psu = { ip, userAgent: null, locale: "en" };
      await berlinGroup.initiate({ ...profile, publicIpv4: ours }, { ...SEPA_INITIATION, psu, redirect: REDIRECT });
    }
    expect(seen).toEqual(expected);
  });

  it.each([
    ["names", { self: { href: "/psd2/p1" }, status: { href: "/psd2/p1/status" } }],
    ["lacks", {}],
  ])(
    "whose response %s its own links is cancelled and fetched at the payment, not at its authorisation",
    async (_how, own) => {
      const profile = await bankThat((request, response) => {
        const isStart = request.url === "/start";
        const authorisation = { self: { href: "/psd2/a1" }, status: { href: "/psd2/a1/status" } };
        const links = isStart ? { ...authorisation, scaRedirect: { href: "https://bank.example/a1" } } : {};
        json(response, 201, received(isStart ? links : { ...own, startAuthorisation: { href: "/start" } }));
      });
      const outcome = await initiate(profile);
      const links = outcome.ok ? outcome.value.links : {};
      const home = new URL(profile.baseUrl).origin;
      const named = Object.entries(own).map(([name, { href }]) => [name, home + href]);
      expect(Object.entries(links).filter(([name]) => name === "self" || name === "status")).toEqual(named);
      expect(links["scaRedirect"]).toBe("https://bank.example/a1");
    },
  );

  it("is repeated with the same body and key", async () => {
    const seen: string[] = [];
    const profile = await bankThat((request, response, body) => {
      seen.push(`${request.headers["x-request-id"]} ${body}`);
      json(response, 201, received({}));
    });
    const psu = { ip: null, userAgent: null, locale: "en" };
    const call = {
      scheme: "SEPA_CREDIT_TRANSFER",
      body: '{ "a":  "ü" }',
      idempotencyKey: "k1",
      psu,
      redirect: REDIRECT,
    };
    for (const _ of [1, 2]) await berlinGroup.initiate(profile, call);
    expect(seen).toEqual(['k1 { "a":  "ü" }', 'k1 { "a":  "ü" }']);
  });

  it("is parsed in any case of the response's headers, without an echo of ours, and without headers", async () => {
    for (const name of ["aspsp-sca-approach", "ASPSP-SCA-APPROACH", "Aspsp-Sca-Approach"]) {
      const profile = await bankThat((_request, response) =>
        response
          .writeHead(201, { [name]: "decoupled", "Content-Type": "application/json; charset=UTF-8" })
          .end(JSON.stringify({ ...received({}), _links: undefined })),
      );
      expect(await initiate(profile)).toMatchObject({ ok: true, value: { next: { kind: "decoupled" } } });
    }
    const answer = (_request: unknown, response: Parameters<Handler>[1]) =>
      response.writeHead(200).end(JSON.stringify({ ...received({}), psuMessage: "Open the app." }));
    const knownToAsk = await bankThat(answer, { decoupled: true });
    expect(await initiate(knownToAsk)).toMatchObject({ ok: true, value: { next: { kind: "decoupled" } } });
    const others = await bankThat(answer);
    expect(await initiate(others)).toMatchObject({ ok: true, value: { next: { kind: "none" } } });
  });
});

it("all calls of an initiation share one deadline", async () => {
  const calls: string[] = [];
  const profile = await bankThat(
    (request, response) => {
      calls.push(String(request.url));
      if (calls.length > 1) return;
      // The deadline passes as the first call ends; the second would never end.
      vi.spyOn(performance, "now").mockReturnValue(performance.now() + 3_600_000);
      json(response, 201, received({ startAuthorisation: { href: "/start" } }));
    },
    { initiateTimeoutMs: 3_600_000 },
  );
  expect(await initiate(profile)).toMatchObject({ ok: false });
  expect(calls[0]).toBe("/psd2/v1/payments/sepa-credit-transfers");
});
