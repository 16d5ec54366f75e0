import { describe, expect, it } from "vitest";
import {
  endpointLabel,
  formatFailedAttempts,
  formatFailingEndpoints,
  formatQueued,
  formatSuccessRate,
} from "./health-labels";

describe("the status of an endpoint", () => {
  it("is Paused only if a person paused it, and Failing behind an open circuit", () => {
    expect(endpointLabel("healthy").word).toBe("Healthy");
    expect(endpointLabel("failing")).toEqual({ tone: "warn", glyph: "warn", word: "Failing" });
    expect(endpointLabel("circuit_open")).toEqual({ tone: "warn", glyph: "warn", word: "Failing" });
    expect(endpointLabel("paused")).toEqual({ tone: "mute", glyph: "pause", word: "Paused" });
    expect(endpointLabel("disabled").word).toBe("Disabled");
  });

  it("has the count of queued deliveries, and shows where the count stopped", () => {
    expect(formatQueued({ count: 0, more: false })).toBe("No deliveries queued");
    expect(formatQueued({ count: 1, more: false })).toBe("1 delivery queued");
    expect(formatQueued({ count: 1204, more: false })).toBe("1,204 deliveries queued");
    expect(formatQueued({ count: 10_000, more: true })).toBe("More than 10,000 deliveries queued");
  });

  it("has a success rate of 0 or 100 % only if every attempt failed or succeeded", () => {
    expect(formatSuccessRate({ ok: 0, failed: 0 })).toBeNull();
    expect(formatSuccessRate({ ok: 7, failed: 0 })).toBe("100 %");
    expect(formatSuccessRate({ ok: 0, failed: 7 })).toBe("0 %");
    expect(formatSuccessRate({ ok: 999_999, failed: 1 })).toBe("99.9 %");
    expect(formatSuccessRate({ ok: 1, failed: 999_999 })).toBe("0.1 %");
    expect(formatSuccessRate({ ok: 974, failed: 26 })).toBe("97.4 %");
  });

  it("is summed up in the navigation as a count of failing endpoints", () => {
    const failing = { name: "a" };
    expect(formatFailingEndpoints([])).toBeNull();
    expect(formatFailingEndpoints([failing])).toBe("1 endpoint is failing");
    expect(formatFailingEndpoints([{ name: null }])).toBe("Default URL is failing");
    expect(formatFailingEndpoints([failing, failing])).toBe("2 endpoints are failing");
    expect(formatFailingEndpoints([failing, { name: null }, failing, failing])).toBe("4 endpoints are failing");
  });

  it("names how many attempts failed, and the last error if there is one", () => {
    expect(formatFailedAttempts({ failures: 1, lastError: null })).toBe("The last attempt failed");
    expect(formatFailedAttempts({ failures: 1204, lastError: "status 503" })).toBe(
      "The last 1,204 attempts failed: status 503",
    );
  });
});
