import { describe, expect, it } from "vitest";
import { type CallKind, failureOf } from "./errors";

const error = (...codes: string[]) =>
  JSON.stringify({
    Code: "400",
    Message: "words",
    Errors: codes.map((ErrorCode) => ({ ErrorCode, Message: "more words", Path: "Data.Initiation" })),
  });

function kindOf(status: number, body: string, kind: CallKind = "read", byPerson = false) {
  return failureOf({ status, headers: {}, body }, { kind, byPerson }).kind;
}

/** Every code of v3.1.11, its number in v4 (banking profile, appendix B), and its failure kind. */
const CODES: [string, string, string][] = [
  ["Field.Expected", "U001", "invalid"],
  ["Field.Invalid", "U002", "invalid"],
  ["Field.InvalidDate", "U003", "invalid"],
  ["Field.Missing", "U004", "invalid"],
  ["Field.Unexpected", "U005", "invalid"],
  ["Header.Invalid", "U006", "invalid"],
  ["Header.Missing", "U007", "invalid"],
  ["Resource.ConsentMismatch", "U008", "protocol"],
  ["Resource.InvalidConsentStatus", "U009", "unknown"],
  ["Resource.InvalidFormat", "U010", "invalid"],
  ["Resource.NotFound", "U011", "not-found"],
  ["Rules.AfterCutOffDateTime", "U012", "rejected"],
  ["Rules.DuplicateReference", "U013", "rejected"],
  ["Rules.FailsControlParameters", "U014", "rejected"],
  ["Signature.Invalid", "U015", "auth"],
  ["Signature.InvalidClaim", "U016", "auth"],
  ["Signature.MissingClaim", "U017", "auth"],
  ["Signature.Malformed", "U018", "auth"],
  ["Signature.Missing", "U019", "auth"],
  ["Signature.Unexpected", "U020", "auth"],
  ["Unsupported.AccountIdentifier", "U021", "invalid"],
  ["Unsupported.AccountSecondaryIdentifier", "U022", "invalid"],
  ["Unsupported.Currency", "U023", "invalid"],
  ["Unsupported.EventType", "U024", "invalid"],
  ["Unsupported.Frequency", "U025", "invalid"],
  ["Unsupported.LocalInstrument", "U026", "invalid"],
  ["Unsupported.Scheme", "U027", "invalid"],
  ["Reauthenticate", "U028", "consent"],
  ["Rules.ResourceAlreadyExists", "U029", "unknown"],
  ["UnexpectedError", "U000", "unknown"],
];

describe("a failure with a code of the standard", () => {
  it.each(CODES)("UK.OBIE.%s, in v4 %s, is %s", (name, number, kind) => {
    for (const call of ["read", "consent", "submission"] as const) {
      expect(kindOf(400, error(`UK.OBIE.${name}`), call)).toBe(kind);
      expect(kindOf(400, error(number), call)).toBe(kind);
    }
  });

  it("of several codes the one with an unknown outcome decides", () => {
    expect(kindOf(400, error("UK.OBIE.Field.Missing", "UK.OBIE.Resource.InvalidConsentStatus"), "submission")).toBe(
      "unknown",
    );
  });

  it("has code, path and message in its detail, shortened", () => {
    const failure = failureOf(
      { status: 400, headers: {}, body: error("UK.OBIE.Field.Missing") },
      { kind: "consent", byPerson: false },
    );
    expect(failure).toMatchObject({
      code: "UK.OBIE.Field.Missing",
      detail: "400 UK.OBIE.Field.Missing Data.Initiation more words",
    });
    const long = failureOf(
      { status: 400, headers: {}, body: error("x".repeat(9000)) },
      { kind: "consent", byPerson: false },
    );
    expect(long.detail).toHaveLength(300);
  });
});

describe("a failure by HTTP status", () => {
  it.each<[number, CallKind, boolean, string]>([
    [301, "read", false, "protocol"],
    [400, "consent", false, "invalid"],
    [401, "read", false, "auth"],
    [401, "submission", true, "consent"],
    [401, "read", true, "consent"],
    [403, "read", false, "auth"],
    [403, "consent", false, "auth"],
    [403, "submission", true, "consent"],
    [404, "read", false, "not-found"],
    [405, "consent", false, "invalid"],
    [406, "read", false, "invalid"],
    [408, "read", false, "unknown"],
    [409, "submission", true, "unknown"],
    [415, "consent", false, "invalid"],
    [418, "submission", true, "invalid"],
    [429, "read", false, "rate-limited"],
    [429, "submission", true, "rate-limited"],
    [500, "read", false, "unknown"],
    [500, "submission", true, "unknown"],
    [502, "consent", false, "unknown"],
    [503, "read", false, "unavailable"],
    [503, "consent", false, "unknown"],
    [503, "submission", true, "unknown"],
    [504, "revocation", false, "unknown"],
  ])("%i of a %s (by a person's grant: %s) is %s", (status, kind, byPerson, expected) => {
    for (const body of ["", "<html>Gateway</html>", "[]", "null", '{"Errors":"none"}', '{"Errors":[7,{}]}'])
      expect(kindOf(status, body, kind, byPerson)).toBe(expected);
  });

  it("of 403 to our own call is by its code, which is about the resource; by a person's grant it is consent", () => {
    expect(kindOf(403, error("UK.OBIE.Reauthenticate"), "read", false)).toBe("consent");
    expect(kindOf(403, error("UK.OBIE.Resource.InvalidConsentStatus"), "read", false)).toBe("unknown");
    expect(kindOf(403, error("UK.OBIE.Unknown"), "read", false)).toBe("auth");
    expect(kindOf(403, error("UK.OBIE.Resource.InvalidConsentStatus"), "read", true)).toBe("consent");
  });

  it.each<[number, string | null, true | undefined]>([
    [401, null, true],
    [401, "UK.OBIE.UnexpectedError", true],
    [401, "UK.OBIE.Reauthenticate", undefined],
    [403, null, undefined],
    [403, "UK.OBIE.Resource.InvalidConsentStatus", undefined],
  ])("of %i %s refuses a person's token: %s", (status, code, tokenRefused) => {
    const answer = { status, headers: {}, body: code === null ? "" : error(code) };
    expect(failureOf(answer, { kind: "read", byPerson: true }).tokenRefused).toBe(tokenRefused);
    expect(failureOf(answer, { kind: "read", byPerson: false }).tokenRefused).toBeUndefined();
  });

  it("of 5xx is unknown, whatever its code", () => {
    expect(kindOf(500, error("UK.OBIE.Rules.AfterCutOffDateTime"), "submission", true)).toBe("unknown");
  });

  it("has retryAfterS from a number of seconds or a date", () => {
    const of = (retryAfter: string) =>
      failureOf({ status: 429, headers: { "retry-after": retryAfter }, body: "" }, { kind: "read", byPerson: false });
    expect(of("7")).toMatchObject({ retryAfterS: 7 });
    expect(of("Thu, 01 Jan 1970 00:00:00 GMT")).toMatchObject({ retryAfterS: 0 });
    for (const odd of ["", "soon"]) expect(of(odd)).not.toHaveProperty("retryAfterS");
  });
});
