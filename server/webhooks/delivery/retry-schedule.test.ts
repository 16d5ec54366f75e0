import { describe, expect, it } from "vitest";
import { NOTHING_MEASURED, type SafeAnswer } from "../../lib/net/safe-fetch";
import { retryStep } from "./retry-schedule";

const NOW = new Date("2026-01-01T00:00:00Z");
const MIDDLE = 0.5;

function answered(status: number, headers: Record<string, string> = {}): SafeAnswer {
  return { kind: "answered", status, headers, body: "", withheld: false, ...NOTHING_MEASURED };
}

const dueInS = (tries: number, answer: SafeAnswer, random = MIDDLE) => {
  const step = retryStep(tries, answer, NOW, random);
  return step.status === "waiting" ? step.dueInS : step.status;
};

describe("the retry schedule", () => {
  it("has ten attempts over three days", () => {
    const waits = Array.from({ length: 11 }, (_, index) => dueInS(index + 1, answered(500)));
    const hours = (count: number) => count * 3600;
    expect(waits).toEqual([
      5,
      300,
      1800,
      hours(2),
      hours(5),
      hours(10),
      hours(14),
      hours(20),
      hours(24),
      "failed",
      "failed",
    ]);
  });

  it("begins after a first attempt that a person brought forward", () => expect(dueInS(0, answered(500))).toBe(5));

  it("has a jitter of ± 20 %", () => {
    expect(dueInS(2, answered(500), 0)).toBeCloseTo(240);
    expect(dueInS(2, answered(500), 1)).toBeCloseTo(360);
  });

  it.each([200, 201, 204, 299])("ends with %i", (status) => expect(dueInS(1, answered(status))).toBe("delivered"));

  it("ends with 410, also at the first attempt", () =>
    expect(dueInS(1, answered(410, { "retry-after": "60" }))).toBe("failed"));

  it("continues without a response and after a refusal by the guard", () => {
    expect(dueInS(1, { kind: "failed", reason: "no connection", ...NOTHING_MEASURED })).toBe(5);
    expect(
      retryStep(1, { kind: "refused", reason: "has an invalid host name", ...NOTHING_MEASURED }, NOW, MIDDLE),
    ).toMatchObject({
      error: "the address has an invalid host name",
    });
  });

  it("records a redirect", () => {
    expect(retryStep(1, answered(308), NOW, MIDDLE)).toEqual({
      status: "waiting",
      dueInS: 5,
      error: "redirect (308), not followed",
    });
  });
});

describe("Retry-After", () => {
  it.each([
    ["60", 60],
    ["999999999999", 86_400],
    ["Thu, 01 Jan 2026 00:10:00 GMT", 600],
    ["Wed, 31 Dec 2025 23:00:00 GMT", 5],
    ["1", 5],
    ["soon", 5],
    ["-60", 5],
  ])("%s", (header, expected) => expect(dueInS(1, answered(503, { "retry-after": header }))).toBe(expected));
});
