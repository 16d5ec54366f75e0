import { describe, expect, it } from "vitest";
import type { Failure } from "./port";
import { pauseToCompleteAgain } from "./repeat-return";

const failure = (kind: Failure["kind"], more: Partial<Failure> = {}): Failure => ({
  ok: false,
  kind,
  detail: "",
  ...more,
});
const FIRST = { tries: 1, spentMs: 0 };

describe("a return that could not be completed", () => {
  it("is completed again after a second if the bank was not reached, at most twice and within 10 s", () => {
    const notReached = failure("unavailable");
    expect(pauseToCompleteAgain(notReached, FIRST)).toBe(1_000);
    expect(pauseToCompleteAgain(failure("unavailable", { code: "temporarily_unavailable" }), FIRST)).toBe(1_000);
    expect(pauseToCompleteAgain(failure("unavailable", { notExchanged: true }), FIRST)).toBe(1_000);
    expect(pauseToCompleteAgain(notReached, { tries: 2, spentMs: 9_000 })).toBe(1_000);
    expect(pauseToCompleteAgain(notReached, { tries: 3, spentMs: 0 })).toBeNull();
    expect(pauseToCompleteAgain(notReached, { tries: 1, spentMs: 9_001 })).toBeNull();
  });

  it("waits for the bank's Retry-After, if that is within the time", () => {
    expect(pauseToCompleteAgain(failure("rate-limited", { retryAfterS: 5 }), FIRST)).toBe(5_000);
    expect(pauseToCompleteAgain(failure("rate-limited", { retryAfterS: 11 }), FIRST)).toBeNull();
  });

  it("is not completed again if its code may be used up, or the redirect itself brought the error", () => {
    const final = [
      failure("unavailable", { code: "temporarily_unavailable", notExchanged: true }),
      ...(["unknown", "protocol", "consent", "auth", "invalid"] as const).map((kind) => failure(kind)),
    ];
    expect(final.map((one) => pauseToCompleteAgain(one, FIRST))).toEqual(final.map(() => null));
  });
});
