import { describe, expect, it } from "vitest";
import { bankThat, json } from "../../test/banks/fake-bank";
import type { FailureKind } from "../port";
import { berlinGroup } from "./connector";
import { failureOf, type Method } from "./errors";

type Row = [status: number, code: string | null, kind: FailureKind];

const messageOf = (code: string | null) =>
  code === null ? "" : JSON.stringify({ tppMessages: [{ category: "ERROR", code, text: "words" }] });
const kindOf = (method: Method, status: number, body: string, byPerson = false) =>
  failureOf(method, { status, headers: {}, body }, { byPerson }).kind;

it("the failure is by the first message that is no warning; by the warning if there is no other", () => {
  const warning = { category: "WARNING", code: "FORMAT_ERROR" };
  const error = { category: "ERROR", code: "PAYMENT_FAILED" };
  const kinds = [[warning, error], [warning]].map((tppMessages) =>
    kindOf("POST", 400, JSON.stringify({ tppMessages })),
  );
  expect(kinds).toEqual(["rejected", "invalid"]);
});

describe("the failure of an initiation, by status and code", () => {
  const rows: Row[] = [
    [400, "FORMAT_ERROR", "invalid"],
    [400, "PARAMETER_NOT_CONSISTENT", "invalid"],
    [400, "PARAMETER_NOT_SUPPORTED", "invalid"],
    [400, "SERVICE_INVALID", "invalid"],
    [400, "TIMESTAMP_INVALID", "invalid"],
    [400, "PERIOD_INVALID", "invalid"],
    [400, "SCA_METHOD_UNKNOWN", "invalid"],
    [400, "RESOURCE_UNKNOWN", "not-found"],
    [400, "RESOURCE_EXPIRED", "not-found"],
    [400, "RESOURCE_BLOCKED", "rejected"],
    [400, "PAYMENT_FAILED", "rejected"],
    [400, "EXECUTION_DATE_INVALID", "rejected"],
    [400, "SCA_INVALID", "rejected"],
    [400, "CONSENT_UNKNOWN", "consent"],
    [400, "A_CODE_OF_ITS_OWN", "invalid"],
    [400, null, "invalid"],
    [401, "CERTIFICATE_INVALID", "auth"],
    [401, "CERTIFICATE_EXPIRED", "auth"],
    [401, "CERTIFICATE_BLOCKED", "auth"],
    [401, "CERTIFICATE_REVOKED", "auth"],
    [401, "CERTIFICATE_MISSING", "auth"],
    [401, "SIGNATURE_INVALID", "auth"],
    [401, "SIGNATURE_MISSING", "auth"],
    [401, "ROLE_INVALID", "auth"],
    [401, "TOKEN_UNKNOWN", "auth"],
    [401, "TOKEN_INVALID", "auth"],
    [401, "TOKEN_EXPIRED", "auth"],
    [401, "PSU_CREDENTIALS_INVALID", "rejected"],
    [401, "CORPORATE_ID_INVALID", "rejected"],
    [401, "CONSENT_INVALID", "consent"],
    [401, "CONSENT_EXPIRED", "consent"],
    [401, null, "auth"],
    [403, "CONSENT_UNKNOWN", "consent"],
    [403, "SERVICE_BLOCKED", "rejected"],
    [403, "PRODUCT_INVALID", "invalid"],
    [403, null, "invalid"],
    [404, "PRODUCT_UNKNOWN", "invalid"],
    [404, "RESOURCE_UNKNOWN", "not-found"],
    [404, null, "not-found"],
    [405, "SERVICE_INVALID", "invalid"],
    [406, "REQUESTED_FORMATS_INVALID", "invalid"],
    [406, null, "invalid"],
    [408, null, "unknown"],
    [409, "STATUS_INVALID", "unknown"],
    [415, null, "invalid"],
    [429, "ACCESS_EXCEEDED", "rate-limited"],
    [429, null, "rate-limited"],
    [500, "PAYMENT_FAILED", "unknown"],
    [502, null, "unknown"],
    [503, null, "unknown"],
    [504, null, "unknown"],
    [302, null, "protocol"],
  ];
  it.each(rows)("POST: %i %s is %s", (status, code, kind) => {
    expect(kindOf("POST", status, messageOf(code))).toBe(kind);
  });
});

describe("the failure of a GET and of a DELETE", () => {
  it.each([
    ["GET", 503, null, "unavailable"],
    ["GET", 500, null, "unknown"],
    ["GET", 404, "RESOURCE_UNKNOWN", "not-found"],
    ["DELETE", 405, "CANCELLATION_INVALID", "rejected"],
    ["DELETE", 405, null, "rejected"],
    ["DELETE", 400, "CANCELLATION_INVALID", "rejected"],
    ["DELETE", 409, "STATUS_INVALID", "rejected"],
    ["DELETE", 503, null, "unknown"],
    ["PUT", 409, "STATUS_INVALID", "unknown"],
  ] as const)("%s: %i %s is %s", (method, status, code, kind) => {
    expect(kindOf(method, status, messageOf(code))).toBe(kind);
  });

  it("an expired PSU token is `consent`, a wrong signature `auth`", () => {
    for (const code of ["TOKEN_EXPIRED", "TOKEN_INVALID", null]) {
      expect(kindOf("GET", 401, messageOf(code), true)).toBe("consent");
      expect(kindOf("GET", 401, messageOf(code), false)).toBe("auth");
    }
    expect(kindOf("GET", 401, messageOf("SIGNATURE_INVALID"), true)).toBe("auth");
    expect(kindOf("GET", 401, messageOf("CERTIFICATE_EXPIRED"), true)).toBe("auth");
  });

  it.each<[number, string | null, true | undefined]>([
    [401, null, true],
    [401, "TOKEN_EXPIRED", true],
    [401, "TOKEN_UNKNOWN", true],
    [401, "A_CODE_OF_ITS_OWN", true],
    [401, "CONSENT_EXPIRED", undefined],
    [401, "CERTIFICATE_EXPIRED", undefined],
    [401, "SIGNATURE_INVALID", undefined],
    [403, "CONSENT_UNKNOWN", undefined],
    [403, null, undefined],
    [503, null, undefined],
  ])("%i %s refuses a PSU's token: %s", (status, code, tokenRefused) => {
    const answer = { status, headers: {}, body: messageOf(code) };
    expect(failureOf("GET", answer, { byPerson: true }).tokenRefused).toBe(tokenRefused);
    expect(failureOf("GET", answer, { byPerson: false }).tokenRefused).toBeUndefined();
  });
});

describe("the error code and text are found", () => {
  const code = "PAYMENT_FAILED";
  it.each([
    ["in the standard's list", { tppMessages: [{ category: "ERROR", code }, { code: "FORMAT_ERROR" }] }],
    ["in a bare list", [{ code }]],
    ["in one message", { tppMessages: { code } }],
    ["in a bare message", { code }],
  ])("%s", (_where, body) => {
    expect(failureOf("POST", { status: 400, headers: {}, body: JSON.stringify(body) })).toMatchObject({
      kind: "rejected",
      code,
    });
  });

  it.each(["<html>Bad request</html>", "", "7", "null", '"a sentence"', '{"tppMessages":[]}', '{"code":7}'])(
    "and not made up: %s",
    (body) => {
      expect(failureOf("POST", { status: 400, headers: {}, body })).toEqual({
        ok: false,
        kind: "invalid",
        detail: "400",
      });
    },
  );

  it("Retry-After is read in seconds or as a date", () => {
    const secondsOf = (value: string) =>
      failureOf("GET", { status: 503, headers: { "retry-after": value }, body: "" }).retryAfterS;
    expect(secondsOf("7")).toBe(7);
    expect(secondsOf("Thu, 01 Jan 1970 00:00:00 GMT")).toBe(0);
    expect(secondsOf(new Date(Date.now() + 90_000).toUTCString())).toBeGreaterThan(80);
    for (const odd of ["", "soon", "-1"]) expect(secondsOf(odd) ?? 0).toBe(0);
  });
});

it("a call with a PSU's token fails as `consent`", async () => {
  const profile = await bankThat((_request, response) => json(response, 401, {}));
  const ref = {
    scheme: "SEPA_CREDIT_TRANSFER",
    bankPaymentId: "p",
    consentId: null,
    links: {},
    money: { amountMinor: 2_550n, currency: "EUR" },
  };
  expect(await berlinGroup.status(profile, ref)).toMatchObject({ kind: "auth" });
  const grant = { accessToken: "t" };
  expect(await berlinGroup.status(profile, { ...ref, grant })).toMatchObject({ kind: "consent" });
});
