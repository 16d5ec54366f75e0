import { describe, expect, it } from "vitest";
import type { FailureKind, Outcome } from "../port";
import {
  type Admission,
  admit,
  circuitAfter,
  FAILURES_TO_OPEN,
  type Health,
  ONE_MERCHANT_S,
  type Operation,
  openForS,
  readAfterS,
  type Verdict,
  verdictOf,
} from "./circuit-rules";

const QUESTIONS: Operation[] = ["authorisation", "status", "consentStatus"];
const RETURNS: Operation[] = ["completeRedirect", "completeConsent"];
const CALLS: Operation[] = [
  "initiate",
  "submit",
  "cancel",
  "createAccountConsent",
  "revokeConsent",
  "refreshGrant",
  "findAccount",
  "balances",
  "transactions",
];
const KINDS: FailureKind[] = [
  "rejected",
  "invalid",
  "auth",
  "consent",
  "not-found",
  "rate-limited",
  "unavailable",
  "unknown",
  "protocol",
];
const OF_ACCOUNTS: Operation[] = [
  ...(["createAccountConsent", "consentStatus", "revokeConsent", "findAccount", "balances", "transactions"] as const),
];
const failure = (kind: FailureKind, code?: string): Outcome<never> => {
  return { ok: false, kind, detail: "of the test", ...(code === undefined ? {} : { code }) };
};
const NO_FAILURES = { failingForS: null, failingMerchantId: null, isFailingForSeveral: false };
const CLOSED: Health = { isOpen: false, failures: 0, openings: 0, ...NO_FAILURES };
/** Failures of two merchants' calls, the first of `first`. */
const BOTH = { failingForS: 1, failingMerchantId: "first", isFailingForSeveral: true };
const OPEN: Health = { isOpen: true, failures: 5, openings: 1, ...BOTH };

describe("the circuit admits a call", () => {
  const standing = (mayRead: boolean, mayCall: boolean) => ({ ...OPEN, mayRead, mayCall });
  const cases: [Operation[], Record<"early" | "half" | "over", Admission>][] = [
    [QUESTIONS, { early: "refuse", half: "trial", over: "trial" }],
    [RETURNS, { early: "pass", half: "pass", over: "pass" }],
    [CALLS, { early: "refuse", half: "refuse", over: "trial" }],
  ];
  it.each(cases.flatMap(([operations, by]) => operations.map((one) => [one, by] as const)))(
    "%s: while the circuit is closed, and in the pause as its purpose says",
    (operation, { early, half, over }) => {
      expect(admit(operation, { ...CLOSED, mayRead: true, mayCall: true }, false)).toBe("pass");
      const moments = [standing(false, false), standing(true, false), standing(true, true)];
      const expected = [early, half, over];
      expect(moments.map((moment) => admit(operation, moment, false))).toEqual(expected);
      const ofScenario = expected.map((one) => (one === "trial" ? "pass" : one));
      expect(moments.map((moment) => admit(operation, moment, true))).toEqual(ofScenario);
    },
  );
});

describe("the verdict on an outcome", () => {
  const expected = (operation: Operation, kind: FailureKind): Verdict => {
    if (kind === "unavailable" || kind === "unknown") return "failed";
    if (kind === "auth") return OF_ACCOUNTS.includes(operation) ? "nothing" : "refused";
    return kind === "protocol" ? "nothing" : "alive";
  };
  it.each([...QUESTIONS, ...CALLS].flatMap((operation) => KINDS.map((kind) => [operation, kind] as const)))(
    "%s: %s",
    (operation, kind) => expect(verdictOf(operation, failure(kind), false)).toBe(expected(operation, kind)),
  );

  it.each([
    ...OF_ACCOUNTS.map((operation) => [operation, "nothing"] as const),
    ["status", "failed"],
    ["initiate", "failed"],
  ] as const)("%s: an answer that cannot be read is %s", (operation, verdict) => {
    const unreadable = { ok: false, kind: "unknown", answer: "unreadable", detail: "of the test" } as const;
    expect(verdictOf(operation, unreadable, false)).toBe(verdict);
  });

  it.each([...QUESTIONS, ...CALLS])("%s: a response is alive", (operation) => {
    expect(verdictOf(operation, { ok: true, value: null }, false)).toBe("alive");
  });

  it.each(RETURNS)("%s: only evidence that is not from the browser", (operation) => {
    const value = (kind: string): Outcome<unknown> => ({ ok: true, value: { kind } });
    expect(verdictOf(operation, value("granted"), false)).toBe("alive");
    expect(verdictOf(operation, value("denied"), false)).toBe("nothing");
    expect(verdictOf(operation, value("nothing"), false)).toBe("nothing");
    for (const kind of KINDS) {
      expect(verdictOf(operation, failure(kind), false)).toBe(kind === "unknown" ? "failed" : "nothing");
    }
    expect(verdictOf(operation, failure("auth", "invalid_client"), false)).toBe("refused");
  });

  it.each([
    ["CERTIFICATE_EXPIRED", "refused", "refused"],
    ["SIGNATURE_INVALID", "refused", "refused"],
    ["ROLE_INVALID", "refused", "refused"],
    ["UK.OBIE.Signature.Invalid", "refused", "refused"],
    ["invalid_client", "refused", "refused"],
    ["unauthorized_client", "refused", "refused"],
    ["TOKEN_EXPIRED", "alive", "alive"],
    ["TOKEN_INVALID", "alive", "alive"],
    ["PSU_CREDENTIALS_INVALID", "alive", "alive"],
    ["CORPORATE_ID_INVALID", "alive", "alive"],
    ["U015", "refused", "alive"],
    ["SOMETHING_NEW", "refused", "alive"],
    [undefined, "refused", "nothing"],
  ] as const)("auth with %s: %s, and with a person's grant %s", (code, without, withGrant) => {
    expect(verdictOf("status", failure("auth", code), false)).toBe(without);
    expect(verdictOf("status", failure("auth", code), true)).toBe(withGrant);
  });

  it.each([...OF_ACCOUNTS, "completeConsent"] as const)(
    "%s: auth is refused only if its code is about our certificate, signature or client",
    (operation) => {
      const verdict = (code?: string) => verdictOf(operation, failure("auth", code), false);
      const aboutUs = ["CERTIFICATE_EXPIRED", "SIGNATURE_INVALID", "UK.OBIE.Signature.Invalid", "invalid_client"];
      expect(aboutUs.map(verdict)).toEqual(aboutUs.map(() => "refused"));
      const ofAccounts = ["ROLE_INVALID", "invalid_scope", "unauthorized_client", "SOMETHING_NEW", undefined];
      expect(ofAccounts.map(verdict)).toEqual(ofAccounts.map(() => "nothing"));
    },
  );

  it("auth where the bank may want a PSU's grant is alive, unless it has no code or the code is about us", () => {
    const refused = (code?: string) => ({ ...failure("auth", code), mayWantGrant: true as const });
    expect(verdictOf("status", refused(), false)).toBe("nothing");
    expect(verdictOf("cancel", refused("SOMETHING_NEW"), false)).toBe("alive");
    expect(verdictOf("cancel", refused("CERTIFICATE_EXPIRED"), false)).toBe("refused");
  });
});

describe("a circuit", () => {
  const next = (health: Health, verdict: Verdict, { isTrial = false, merchantId = "second" } = {}) =>
    circuitAfter(health, { verdict, isTrial, merchantId }, 0.5);
  const count = (failures: number, failing: Partial<Health> = BOTH): Health => {
    return { ...CLOSED, failures, ...failing };
  };
  const { failingForS: _, ...SEEN_BY_BOTH } = BOTH;
  const ONE = { failingForS: 1, failingMerchantId: "first", isFailingForSeveral: false };

  it("counts consecutive failures and opens at the fifth", () => {
    for (let failures = 1; failures < FAILURES_TO_OPEN - 1; failures += 1) {
      const counted = { isOpen: false, failures: failures + 1, openings: 0, ...SEEN_BY_BOTH, openForS: null };
      expect(next(count(failures), "failed")).toEqual(counted);
    }
    const opened = { isOpen: true, failures: 5, openings: 1, ...SEEN_BY_BOTH, openForS: 30 };
    expect(next(count(4), "failed")).toEqual(opened);
  });

  it("records the merchant of the first failure, and a failure of another", () => {
    const first = next(CLOSED, "failed", { merchantId: "first" });
    expect(first).toMatchObject({ failures: 1, failingMerchantId: "first", isFailingForSeveral: false });
    expect(next(count(1, ONE), "failed", { merchantId: "first" })).toMatchObject({ isFailingForSeveral: false });
    expect(next(count(1, ONE), "failed")).toMatchObject({ failingMerchantId: "first", isFailingForSeveral: true });
  });

  it.each([
    ["one merchant's fifth failure within two minutes", 4, { ...ONE, failingForS: ONE_MERCHANT_S - 1 }, "first", false],
    ["one merchant's hundredth failure within two minutes", 99, { ...ONE, failingForS: 119 }, "first", false],
    ["one merchant's fifth failure after two minutes", 4, { ...ONE, failingForS: ONE_MERCHANT_S }, "first", true],
    ["one merchant's fourth failure after two minutes", 3, { ...ONE, failingForS: 1_000 }, "first", false],
    ["a fifth failure, another merchant's", 4, ONE, "second", true],
    ["a fourth failure, another merchant's", 3, ONE, "second", false],
  ])("%s", (_case, failures, failing, merchantId, opens) => {
    expect(next(count(failures, failing), "failed", { merchantId })?.isOpen).toBe(opens);
  });

  it("resets the count at a response, and writes nothing without failures", () => {
    const { failingForS: _since, ...closed } = CLOSED;
    expect(next(count(4), "alive")).toEqual({ ...closed, openForS: null });
    expect(next(CLOSED, "alive")).toBeNull();
  });

  it("opens immediately when the bank refuses us", () => {
    expect(next(CLOSED, "refused")).toMatchObject({ isOpen: true, failures: 1, openings: 1, openForS: 30 });
  });

  it("closes at any response, of the trial or another call", () => {
    const { failingForS: _since, ...closed } = CLOSED;
    for (const isTrial of [true, false])
      expect(next(OPEN, "alive", { isTrial })).toEqual({ ...closed, openForS: null });
  });

  it("stays open twice as long after a failed trial, and as long as before after an inconclusive one", () => {
    for (const verdict of ["failed", "refused"] as const) {
      const change = next(OPEN, verdict, { isTrial: true });
      expect(change).toMatchObject({ isOpen: true, failures: 6, openings: 2, openForS: 60 });
    }
    expect(next(OPEN, "nothing", { isTrial: true })).toMatchObject({ isOpen: true, openings: 1, openForS: 30 });
  });

  it("ignores calls from before it opened, and inconclusive ones", () => {
    for (const verdict of ["failed", "refused", "nothing"] as const) expect(next(OPEN, verdict)).toBeNull();
    expect(next(count(4), "nothing")).toBeNull();
  });

  it("stays open for 30 s, doubling to 300 s, ±20 %; reads wait half as long", () => {
    expect([1, 2, 3, 4, 5, 6, 1_000].map((openings) => openForS(openings, 0.5))).toEqual([
      30, 60, 120, 240, 300, 300, 300,
    ]);
    expect([openForS(1, 0), openForS(1, 1)]).toEqual([24, 36]);
    expect(readAfterS(30)).toBe(15);
  });
});
