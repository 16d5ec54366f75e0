import { describe, expect, it } from "vitest";
import { bankThat, json } from "../../test/banks/fake-bank";
import type { BankLinks, StatusCall } from "../port";
import type { BankProfile } from "../profile-schema";
import { berlinGroup } from "./connector";

const IBAN = "FR1420041010050500013M02606";

/** A bank with a response for each path; records the requests. */
async function bankWith(answers: Record<string, [status: number, body?: unknown]>, finality: "ACSP" | "ACSC" = "ACSC") {
  const asked: string[] = [];
  const profile = await bankThat(
    (request, response) => {
      asked.push(`${request.method} ${request.url}`);
      const [status, body] = answers[request.url ?? ""] ?? [404];
      if (body === undefined) response.writeHead(status).end();
      else json(response, status, body);
    },
    { finality },
  );
  return { profile, asked };
}

const MONEY = { amountMinor: 2_550n, currency: "EUR" };

function refOf(profile: BankProfile, ...names: string[]): StatusCall {
  const origin = new URL(profile.baseUrl).origin;
  const links: BankLinks = Object.fromEntries(names.map((name) => [name, `${origin}/${name}`]));
  return { scheme: "SEPA_CREDIT_TRANSFER", bankPaymentId: "p1", consentId: null, links, money: MONEY };
}

const message = (code: string, text?: string) => ({ tppMessages: [{ category: "ERROR", code, text }] });

describe("a payment's status", () => {
  it("has the bank's reason as an ISO 20022 code from any message", async () => {
    const cases: [object, string | undefined][] = [
      [message("PAYMENT_FAILED", "AM04: no funds"), "AM04"],
      [message("AC01"), "AC01"],
      [message("PAYMENT_FAILED", "for reasons of our own"), "PAYMENT_FAILED"],
      [{ tppMessages: "odd" }, undefined],
      [{}, undefined],
    ];
    for (const [messages, reason] of cases) {
      const { profile } = await bankWith({ "/status": [200, { transactionStatus: "RJCT", ...messages }] });
      const value = reason === undefined ? { status: "RJCT" } : { status: "RJCT", reason };
      expect(await berlinGroup.status(profile, refOf(profile, "status"))).toEqual({ ok: true, value });
    }
  });

  it.each(["RCVD", "PATC", "ACTC", "ACCP", "ACFC"])(
    "%s leaves the approval open: the SCA status is fetched",
    async (status) => {
      const answers = {
        "/status": [200, { transactionStatus: status }],
        "/scaStatus": [200, { scaStatus: "finalised" }],
      };
      const { profile, asked } = await bankWith(answers as never);
      expect(await berlinGroup.status(profile, refOf(profile, "status", "scaStatus", "self"))).toEqual({
        ok: true,
        value: { status, scaStatus: "finalised" },
      });
      expect(asked).toEqual(["GET /status", "GET /scaStatus"]);
    },
  );

  it.each([
    ["ACSC", "ACSC", true],
    ["ACCC", "ACSC", true],
    ["ACSP", "ACSC", false],
    ["ACSP", "ACSP", true],
    ["PDNG", "ACSP", false],
    ["RJCT", "ACSP", false],
    ["XXXX", "ACSP", false],
  ] as const)("%s at a bank of finality %s: the payer is fetched: %s", async (status, finality, isAsked) => {
    const details = { debtorName: "Ana Sousa", debtorAccount: { iban: "FR14 2004 1010 0505 0001 3M02 606" } };
    const { profile } = await bankWith(
      { "/status": [200, { transactionStatus: status }], "/self": [200, details] },
      finality,
    );
    const outcome = await berlinGroup.status(profile, refOf(profile, "status", "self"));
    const debtor = isAsked ? { debtor: { iban: IBAN, name: "Ana Sousa" } } : {};
    expect(outcome).toEqual({ ok: true, value: { status, ...debtor } });
  });

  it.each([
    [{ amount: "25.51", currency: "EUR" }, "protocol"],
    [{ amount: "25.50", currency: "USD" }, "protocol"],
    [{ amount: "2550", currency: "EUR" }, "protocol"],
    [{ amount: "25.5", currency: "EUR" }, undefined],
    [{ amount: 25.5 }, undefined],
    [undefined, undefined],
  ])(
    "of a payment of 25.50 EUR whose details name the amount %j: the failure is %s",
    async (instructedAmount, kind) => {
      const details = { debtorName: "Ana Sousa", instructedAmount };
      const answers = { "/status": [200, { transactionStatus: "ACSC" }], "/self": [200, details] } as const;
      const { profile } = await bankWith(answers as never);
      const outcome = await berlinGroup.status(profile, refOf(profile, "status", "self"));
      const paid = { ok: true, value: { status: "ACSC", debtor: { name: "Ana Sousa" } } };
      expect(outcome).toMatchObject(kind === undefined ? paid : { ok: false, kind });
    },
  );

  it.each([
    ["fails", [500, {}]],
    ["is not there", [404, {}]],
    ["says nothing", [200, {}]],
    ["masks the account", [200, { debtorAccount: { iban: "FR14XXXXXXXX2606" } }]],
    ["is odd", [200, { debtorName: 7, debtorAccount: [] }]],
  ] as const)("and where the second call %s, the status is returned all the same", async (_how, details) => {
    const { profile } = await bankWith({ "/status": [200, { transactionStatus: "ACSC" }], "/self": [...details] });
    const outcome = await berlinGroup.status(profile, refOf(profile, "status", "self"));
    expect(outcome).toEqual({ ok: true, value: { status: "ACSC" } });
  });

  it.each([
    [200, undefined],
    [204, undefined],
    [200, []],
    [200, { transactionStatus: "" }],
  ])("is unknown by %i %j", async (status, body) => {
    const { profile } = await bankWith({ "/status": body === undefined ? [status] : [status, body] });
    expect(await berlinGroup.status(profile, refOf(profile, "status"))).toMatchObject({ ok: false, kind: "unknown" });
  });
});

it("an expired token is omitted; where the bank requires one, the failure is of the token", async () => {
  const seen: (string | undefined)[] = [];
  let wantsToken = false;
  const profile = await bankThat((request, response) => {
    seen.push(request.headers.authorization);
    if (request.headers.authorization) return json(response, 401, message("TOKEN_EXPIRED"));
    return wantsToken ? json(response, 401, {}) : json(response, 200, { transactionStatus: "ACSP" });
  });
  const ref = { ...refOf(profile, "status"), grant: { accessToken: "old" } };
  expect(await berlinGroup.status(profile, ref)).toEqual({ ok: true, value: { status: "ACSP" } });
  wantsToken = true;
  // Not `auth`: that would open the circuit for all merchants.
  expect(await berlinGroup.status(profile, ref)).toMatchObject({ kind: "consent", code: "TOKEN_EXPIRED" });
  expect(seen).toEqual(["Bearer old", undefined, "Bearer old", undefined]);
});

describe("a cancellation", () => {
  const start = { _links: { startAuthorisation: { href: "/authorisations" } } };
  it.each([
    [204, undefined, { ok: true, value: { status: null } }],
    [200, { transactionStatus: "CANC" }, { ok: true, value: { status: "CANC" } }],
    [202, { transactionStatus: "ACTC", ...start }, { ok: true, value: { status: "ACTC" } }],
    [202, { transactionStatus: "RCVD" }, { ok: true, value: { status: "RCVD" } }],
    [202, { transactionStatus: "CANC", ...start }, { ok: false, kind: "unknown" }],
    [202, { transactionStatus: "RJCT", ...start }, { ok: false, kind: "unknown" }],
    [202, undefined, { ok: false, kind: "unknown" }],
    [200, undefined, { ok: false, kind: "unknown" }],
    [405, message("CANCELLATION_INVALID"), { ok: false, kind: "rejected", code: "CANCELLATION_INVALID" }],
    [405, undefined, { ok: false, kind: "rejected" }],
    [404, message("RESOURCE_UNKNOWN"), { ok: false, kind: "not-found" }],
    [500, undefined, { ok: false, kind: "unknown" }],
  ])("with the response %i %j has the expected outcome", async (status, body, expected) => {
    const { profile, asked } = await bankWith({ "/self": body === undefined ? [status] : [status, body] });
    expect(await berlinGroup.cancel?.(profile, refOf(profile, "self"))).toMatchObject(expected);
    expect(asked).toEqual(["DELETE /self"]);
  });
});

it.each([
  [204, { ok: true, value: { status: null } }],
  [401, { ok: false, kind: "consent", tokenRefused: true }],
  [500, { ok: false, kind: "unknown" }],
])("a cancellation with a refused grant is sent again without it, and %i has its outcome", async (status, end) => {
  const seen: string[] = [];
  const profile = await bankThat(({ headers }, response) => {
    seen.push(`${headers.authorization}`);
    json(response, headers.authorization ? 401 : status, headers.authorization ? message("TOKEN_EXPIRED") : {});
  });
  const ref = { ...refOf(profile, "self"), grant: { accessToken: "old" } };
  expect([await berlinGroup.cancel?.(profile, ref), seen]).toMatchObject([end, ["Bearer old", "undefined"]]);
});

describe("a payment whose links name a host that the profile does not", () => {
  const LINKS = { status: "/status", self: "/self", scaStatus: "/scaStatus" };
  const foreign = Object.fromEntries(
    Object.entries(LINKS).map(([name, path]) => [name, `http://psd2-internal:8443${path}`]),
  );

  it("is fetched and cancelled at its own address, and its links are not called", async () => {
    const own = "/psd2/v1/payments/sepa-credit-transfers/p1";
    const { profile, asked } = await bankWith({
      [`${own}/status`]: [200, { transactionStatus: "RCVD" }],
      [own]: [204],
    });
    const ref = { ...refOf(profile), links: foreign };
    expect(await berlinGroup.status(profile, ref)).toEqual({ ok: true, value: { status: "RCVD" } });
    expect(await berlinGroup.cancel?.(profile, ref)).toEqual({ ok: true, value: { status: null } });
    expect(asked).toEqual([`GET ${own}/status`, `DELETE ${own}`]);
  });
});

describe("an approval with a confirmation", () => {
  const redirect = { uri: "https://pay.example/return", state: "s", secret: "x" };
  const complete = (profile: BankProfile, params: Record<string, string>, ...links: string[]) =>
    berlinGroup.completeRedirect(profile, { ref: refOf(profile, ...links), params, redirect });

  it("is confirmed with the returned code", async () => {
    const bodies: string[] = [];
    const profile = await bankThat((request, response, body) => {
      if (request.method === "PUT") bodies.push(body);
      json(response, 200, { scaStatus: request.method === "PUT" ? "finalised" : "unconfirmed", _links: {} });
    });
    for (const name of ["confirmationCode", "authenticationCode", "code"]) {
      const outcome = await complete(profile, { [name]: name }, "confirmation", "scaStatus");
      expect(outcome).toEqual({ ok: true, value: { kind: "nothing" } });
    }
    expect(bodies.map((body) => JSON.parse(body))).toEqual([
      { confirmationCode: "confirmationCode" },
      { confirmationCode: "authenticationCode" },
      { confirmationCode: "code" },
    ]);
  });

  it("is not confirmed where the bank does not wait for it, or without a code", async () => {
    const { profile, asked } = await bankWith({ "/scaStatus": [200, { scaStatus: "finalised" }] });
    const nothing = { ok: true, value: { kind: "nothing" } };
    expect(await complete(profile, { confirmationCode: "c" }, "confirmation", "scaStatus")).toEqual(nothing);
    expect(await complete(profile, {}, "confirmation", "scaStatus")).toEqual(nothing);
    expect(await complete(profile, { confirmationCode: "c" }, "scaStatus")).toEqual(nothing);
    expect(asked).toEqual(["GET /scaStatus"]);
  });

  it("is not confirmed for a cancelled payment", async () => {
    const { profile, asked } = await bankWith({ "/scaStatus": [200, { scaStatus: "unconfirmed" }] });
    const ref = refOf(profile, "confirmation", "scaStatus");
    const params = { confirmationCode: "c" };
    expect(await berlinGroup.completeRedirect(profile, { ref, params, redirect, unwanted: true })).toEqual({
      ok: true,
      value: { kind: "nothing" },
    });
    expect(asked).toEqual([]);
  });

  it("is denied when the bank refuses the code, and unknown without a response", async () => {
    const refusing = await bankWith({ "/confirmation": [200, { scaStatus: "failed", _links: {} }] });
    expect(await complete(refusing.profile, { confirmationCode: "c" }, "confirmation")).toEqual({
      ok: true,
      value: { kind: "denied", reason: "confirmation_failed" },
    });
    const broken = await bankWith({ "/confirmation": [500, {}] });
    const outcome = await complete(broken.profile, { confirmationCode: "c" }, "confirmation");
    expect(outcome).toMatchObject({ ok: false, kind: "unknown" });
  });
});
