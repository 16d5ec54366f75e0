import { describe, expect, it } from "vitest";
import { type CallKind, failureOf } from "./errors";

const error = (...codes: string[]) =>
  JSON.stringify({
    Code: "400",
    Message: "words",
    Errors: codes.map((ErrorCode) => ({ ErrorCode, Message: "more words", Path: "Data.Initiation" })),
  });

function kindOf(status: number, body: string, kind: CallKind = "question", byPerson = false) {
  return failureOf({ status, headers: {}, body }, { kind, byPerson }).kind;
}

/** Every code of v3.1.11, v4's number for it (banking profile, appendix B), and what it means. */
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

describe("a refusal by a code of the standard", () => {
  it.each(CODES)("UK.OBIE.%s, in v4 %s, is %s", (name, number, kind) => {
    for (const call of ["question", "consent", "submission"] as const) {
      expect(kindOf(400, error(`UK.OBIE.${name}`), call)).toBe(kind);
      expect(kindOf(400, error(number), call)).toBe(kind);
    }
  });

  it("the worst of several decides: what may have been done stands before what is wrong with a field", () => {
    expect(kindOf(400, error("UK.OBIE.Field.Missing", "UK.OBIE.Resource.InvalidConsentStatus"), "submission")).toBe(
      "unknown",
    );
  });

  it("names the code, the place and the words, cut short", () => {
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

describe("a refusal by its status", () => {
  it.each<[number, CallKind, boolean, string]>([
    [301, "question", false, "protocol"],
    [400, "consent", false, "invalid"],
    [401, "question", false, "auth"],
    [401, "submission", true, "consent"],
    [401, "question", true, "consent"],
    [403, "question", false, "consent"],
    [403, "submission", true, "consent"],
    [404, "question", false, "not-found"],
    [405, "consent", false, "invalid"],
    [406, "question", false, "invalid"],
    [408, "question", false, "unknown"],
    [409, "submission", true, "unknown"],
    [415, "consent", false, "invalid"],
    [418, "submission", true, "invalid"],
    [429, "question", false, "rate-limited"],
    [429, "submission", true, "rate-limited"],
    [500, "question", false, "unknown"],
    [500, "submission", true, "unknown"],
    [502, "consent", false, "unknown"],
    [503, "question", false, "unavailable"],
    [503, "consent", false, "unknown"],
    [503, "submission", true, "unknown"],
    [504, "withdrawal", false, "unknown"],
  ])("%i of a %s (by a person's grant: %s) is %s", (status, kind, byPerson, expected) => {
    for (const body of ["", "<html>Gateway</html>", "[]", "null", '{"Errors":"none"}', '{"Errors":[7,{}]}'])
      expect(kindOf(status, body, kind, byPerson)).toBe(expected);
  });

  it("of a server stays unknown whatever it names: nobody knows what was done before", () => {
    expect(kindOf(500, error("UK.OBIE.Rules.AfterCutOffDateTime"), "submission", true)).toBe("unknown");
  });

  it("tells how long to wait, where that is a number of seconds", () => {
    const of = (retryAfter: string) =>
      failureOf(
        { status: 429, headers: { "retry-after": retryAfter }, body: "" },
        { kind: "question", byPerson: false },
      );
    expect(of("7")).toMatchObject({ retryAfterS: 7 });
    for (const odd of ["", "soon", "-1", "Wed, 21 Oct 2026 07:28:00 GMT"])
      expect(of(odd)).not.toHaveProperty("retryAfterS");
  });
});
