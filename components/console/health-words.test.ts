import { describe, expect, it } from "vitest";
import { durationWords, healthWords, takenShare, troubleWords, waitingWords } from "./health-words";

describe("the words of health", () => {
  it("are one for each state, and Disabled stands before all", () => {
    expect(healthWords({ state: "healthy", by: null }).word).toBe("Healthy");
    expect(healthWords({ state: "failing", by: null })).toEqual({ tone: "warn", glyph: "warn", word: "Failing" });
    expect(healthWords({ state: "paused", by: "breaker" })).toEqual({ tone: "warn", glyph: "pause", word: "Paused" });
    expect(healthWords({ state: "paused", by: "person" }).tone).toBe("mute");
    expect(healthWords({ state: "failing", by: null, disabled: true }).word).toBe("Disabled");
  });

  it("say how many wait, and where the counting stopped", () => {
    expect(waitingWords({ count: 0, more: false })).toBe("No delivery waits");
    expect(waitingWords({ count: 1, more: false })).toBe("1 delivery waits");
    expect(waitingWords({ count: 1204, more: false })).toBe("1,204 deliveries wait");
    expect(waitingWords({ count: 10_000, more: true })).toBe("More than 10,000 deliveries wait");
  });

  it("never round a failure away, nor a success", () => {
    expect(takenShare({ ok: 0, failed: 0 })).toBeNull();
    expect(takenShare({ ok: 7, failed: 0 })).toBe("100 %");
    expect(takenShare({ ok: 0, failed: 7 })).toBe("0 %");
    expect(takenShare({ ok: 999_999, failed: 1 })).toBe("99.9 %");
    expect(takenShare({ ok: 1, failed: 999_999 })).toBe("0.1 %");
    expect(takenShare({ ok: 974, failed: 26 })).toBe("97.4 %");
  });

  it("say in the rail how many need somebody", () => {
    const [fails, paused] = [{ name: "a", state: "failing" } as const, { name: "b", state: "paused" } as const];
    expect(troubleWords([])).toBeNull();
    expect(troubleWords([fails])).toBe("One endpoint is failing");
    expect(troubleWords([{ ...fails, name: null }])).toBe("The default URL is failing");
    expect(troubleWords([fails, fails])).toBe("2 endpoints are failing");
    expect(troubleWords([paused, paused])).toBe("2 endpoints are paused");
    expect(troubleWords([fails, paused])).toBe("One endpoint is failing, one is paused");
    expect(troubleWords([fails, fails, paused, paused])).toBe("2 endpoints are failing, 2 are paused");
  });

  it("give times in the unit that one reads", () => {
    expect([durationWords(188), durationWords(4_120)]).toEqual(["188 ms", "4.1 s"]);
  });
});
