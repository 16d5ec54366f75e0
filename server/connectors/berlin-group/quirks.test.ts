import { describe, expect, it } from "vitest";
import { newId } from "../../lib/ids";
import { bankThat, type Handler, json, profileAt, received } from "../../test/banks/fake-bank";
import type { BankProfile } from "../profile-schema";
import { berlinGroup } from "./connector";

// Deviations of real banks and their gateways from the standard.

const initiate = (profile: BankProfile, scheme = "SEPA_CREDIT_TRANSFER") =>
  berlinGroup.initiate(profile, {
    scheme,
    body: "{}",
    idempotencyKey: newId(),
    psu: { ip: null, userAgent: "Mozilla/5.0 \u00fc\u0000", locale: "en" },
    redirect: { uri: "https://pay.example/return", state: "s", secret: "x" },
  });

const statusOf = (profile: BankProfile, links: Record<string, string> = {}) =>
  berlinGroup.status(profile, {
    scheme: "SEPA_CREDIT_TRANSFER",
    bankPaymentId: "p 1/2",
    consentId: null,
    links,
    money: { amountMinor: 2_550n, currency: "EUR" },
  });

describe("the response of an initiation", () => {
  it("may have relative links and links without an object", async () => {
    const links = {
      scaRedirect: { href: "https://bank.example/sca?x=1" },
      status: "/psd2/v1/payments/x/p1/status",
      odd: 7,
    };
    const profile = await bankThat((_request, response) => json(response, 201, received(links)));
    expect(await initiate(profile)).toEqual({
      ok: true,
      value: {
        bankPaymentId: "p1",
        consentId: null,
        status: "RCVD",
        links: {
          scaRedirect: "https://bank.example/sca?x=1",
          status: `${new URL(profile.baseUrl).origin}/psd2/v1/payments/x/p1/status`,
        },
        next: { kind: "redirect", url: "https://bank.example/sca?x=1" },
      },
    });
  });

  it.each([
    ["/psd2", "/v1/payments/x/p1/status"],
    ["/psd2", "v1/payments/x/p1/status"],
    ["/psd2", "/psd2/v1/payments/x/p1/status"],
    ["/v1/psd2", "/v1/psd2/v1/payments/x/p1/status"],
    ["", "/v1/payments/x/p1/status"],
  ])("of a bank at %j may have the link %s", async (path, status) => {
    const profile = await bankThat((_request, response) => json(response, 201, received({ status })));
    const baseUrl = `${new URL(profile.baseUrl).origin}${path}`;
    const outcome = await initiate({ ...profile, baseUrl });
    expect(outcome.ok && outcome.value.links["status"]).toBe(`${baseUrl}/v1/payments/x/p1/status`);
  });

  it("may require a separate start of the authorisation", async () => {
    const calls: string[] = [];
    const profile = await bankThat((request, response) => {
      calls.push(`${request.method} ${request.url}`);
      if (!request.url?.endsWith("/authorisations"))
        return json(response, 201, received({ startAuthorisation: { href: "/psd2/x/authorisations" } }));
      const sca = {
        scaRedirect: { href: "https://bank.example/sca" },
        scaStatus: { href: "/psd2/x/authorisations/1" },
      };
      return json(response, 201, { scaStatus: "received", authorisationId: "1", _links: sca });
    });
    const outcome = await initiate(profile);
    expect(outcome).toMatchObject({ ok: true, value: { next: { kind: "redirect", url: "https://bank.example/sca" } } });
    expect(outcome.ok && Object.keys(outcome.value.links).sort()).toEqual([
      "scaRedirect",
      "scaStatus",
      "startAuthorisation",
    ]);
    expect(calls).toEqual(["POST /psd2/v1/payments/sepa-credit-transfers", "POST /psd2/x/authorisations"]);
  });

  it("may announce an approval in the bank's app", async () => {
    const answer = { ...received({}), psuMessage: "Open the app." };
    const profile = await bankThat((_request, response) =>
      json(response, 201, answer, { "aspsp-sca-approach": "DECOUPLED" }),
    );
    expect(await initiate(profile)).toMatchObject({
      ok: true,
      value: { next: { kind: "decoupled", message: "Open the app." } },
    });
  });

  it("with an unsupported approval is `invalid`", async () => {
    const wanted: [object, Record<string, string>][] = [
      [{ startAuthorisationWithPsuIdentification: { href: "/psd2/x/authorisations" } }, {}],
      [{ updatePsuAuthentication: { href: "/psd2/x/authorisations/1" } }, { "aspsp-sca-approach": "EMBEDDED" }],
      [{ scaStatus: { href: "/psd2/x/authorisations/1" } }, { "ASPSP-SCA-Approach": "embedded" }],
    ];
    for (const [links, headers] of wanted) {
      const profile = await bankThat((_request, response) => json(response, 201, received(links), headers));
      expect(await initiate(profile)).toMatchObject({ ok: false, kind: "invalid" });
    }
  });
});

describe("hostile links", () => {
  it.each(["http://169.254.169.254/latest", "http://127.0.0.1:1/", "file:///etc/passwd", "https://evil.example/"])(
    "are never called by the server: %s",
    async (href) => {
      const profile = await bankThat((_request, response) =>
        json(response, 201, received({ startAuthorisation: { href } })),
      );
      expect(await initiate(profile)).toMatchObject({ ok: false, kind: "protocol" });
      // The status is fetched at the payment's own address instead.
      expect(await statusOf(profile, { status: href })).toEqual({ ok: true, value: { status: "RCVD" } });
    },
  );

  it.each(["javascript:alert(1)", "http://bank.example/sca", "data:text/html,x", "https://user@bank.example/"])(
    "are never a redirect for the PSU: %s",
    async (href) => {
      const profile = await bankThat((_request, response) => json(response, 201, received({ scaRedirect: { href } })));
      expect(await initiate(profile)).toMatchObject({ ok: false, kind: "protocol" });
    },
  );

  it("an HTTP redirect of a server call is not followed", async () => {
    const profile = await bankThat((_request, response) =>
      response.writeHead(302, { location: "http://127.0.0.1:1/" }).end(),
    );
    expect(await statusOf(profile)).toMatchObject({ ok: false, kind: "protocol" });
  });
});

describe("an initiation without a trustworthy response is unknown", () => {
  const cases: [string, Handler][] = [
    ["an HTML error of a gateway", (_request, response) => response.writeHead(502).end("<html>Bad gateway</html>")],
    ["a success without a body", (_request, response) => response.writeHead(201).end()],
    ["a success that is not JSON", (_request, response) => response.writeHead(200).end("<html>OK</html>")],
    ["a success without a payment id", (_request, response) => json(response, 201, { transactionStatus: "RCVD" })],
    ["a connection that closes", (request) => request.socket.destroy()],
    [
      "a truncated response",
      (request, response) =>
        response.writeHead(201, { "content-length": "9" }).write("{", () => request.socket.destroy()),
    ],
    ["silence", () => undefined],
    ["more than anyone reads", (_request, response) => response.writeHead(201).end("x".repeat(1024 * 1024 + 1))],
  ];
  it.each(cases)("%s", async (_name, handler) => {
    const profile = await bankThat(handler, { initiateTimeoutMs: 1_500 });
    expect(await initiate(profile)).toMatchObject({ ok: false, kind: "unknown" });
  });
});

describe("an initiation that was certainly not sent is unavailable", () => {
  it("when the connection is refused, the name is unknown, or TLS fails", async () => {
    const profile = await bankThat((_request, response) => response.end());
    const { port } = new URL(profile.baseUrl);
    const tls = { ...profile, baseUrl: `https://127.0.0.1:${port}` };
    expect(await initiate(tls)).toMatchObject({ ok: false, kind: "unavailable", notSent: true });
    expect(await initiate(profileAt(1))).toMatchObject({ ok: false, kind: "unavailable", notSent: true });
    const nowhere = { ...profile, baseUrl: "http://bank.invalid", hosts: ["bank.invalid"], initiateTimeoutMs: 10_000 };
    expect(await initiate(nowhere)).toMatchObject({ ok: false, kind: "unavailable", notSent: true });
  });
});

describe("a payment", () => {
  it("of a scheme without a product is `invalid` and calls no bank", async () => {
    expect(await initiate(profileAt(1), "BECS")).toMatchObject({ ok: false, kind: "invalid" });
  });
});

describe("a status", () => {
  it("that is not found at its link is fetched once at the payment's own address", async () => {
    const paths: (string | undefined)[] = [];
    const profile = await bankThat((request, response) => {
      paths.push(request.url);
      json(response, request.url?.startsWith("/psd2/") ? 200 : 404, { transactionStatus: "ACSP" });
    });
    const link = `${new URL(profile.baseUrl).origin}/v1/p1/status`;
    expect(await statusOf(profile, { status: link })).toEqual({ ok: true, value: { status: "ACSP" } });
    const own = "/psd2/v1/payments/sepa-credit-transfers/p%201%2F2/status";
    expect(paths).toEqual(["/v1/p1/status", own]);
    // Control: where that is the link, a missing payment is not fetched again.
    paths.length = 0;
    const missing = { ...profile, baseUrl: `${new URL(profile.baseUrl).origin}/other` };
    const sameLink = { status: `${missing.baseUrl}${own.slice("/psd2".length)}` };
    expect(await statusOf(missing, sameLink)).toMatchObject({ ok: false, kind: "not-found" });
    expect(paths).toHaveLength(1);
  });

  it("with an unknown code is returned unchanged; its address is built only without a link", async () => {
    let asked = "";
    const profile = await bankThat((request, response) => {
      asked = request.url ?? "";
      json(response, 200, { transactionStatus: "XXXX", tppMessages: "odd" });
    });
    expect(await statusOf(profile)).toEqual({ ok: true, value: { status: "XXXX" } });
    expect(asked).toBe("/psd2/v1/payments/sepa-credit-transfers/p%201%2F2/status");
  });
});
