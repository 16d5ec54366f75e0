import { describe, expect, it } from "vitest";
import { type Credential, draftAfter, formatScopes, likelyOld, nextName, rotationOf } from "./api-key-labels";

function credential(id: string, given: Partial<Credential> = {}): Credential {
  return {
    id,
    name: id,
    scopes: [],
    testOnly: false,
    createdAt: "2026-11-01T00:00:00.000Z",
    createdBy: null,
    disabledAt: null,
    endsAt: null,
    hasEnded: false,
    allowedNetworks: [],
    lastUsedAt: null,
    lastIp: null,
    callsLastHour: 0,
    isQuiet: true,
    ...given,
  };
}

const LATER = "2026-11-02T00:00:00.000Z";
const busy = { lastUsedAt: LATER, isQuiet: false, callsLastHour: 212 };

describe("rotation of a key", () => {
  const old = credential("old", busy);

  it("starts with creating a second key", () => {
    expect(rotationOf(old, [old])).toEqual({ old, next: null, step: 1 });
  });

  it("advances when the new key is used, and ends when the old one is unused", () => {
    const next = credential("next", { createdAt: LATER });
    expect(rotationOf(old, [next, old])).toMatchObject({ next, step: 2 });
    const used = { ...next, ...busy };
    expect(rotationOf(old, [used, old])).toMatchObject({ next: used, step: 3 });
    const quiet = { ...old, isQuiet: true };
    expect(rotationOf(quiet, [used, quiet])).toMatchObject({ step: 4 });
  });

  it.each([
    ["is disabled", { disabledAt: LATER }],
    ["has ended", { endsAt: LATER, hasEnded: true }],
    ["is for tests only", { testOnly: true }],
    ["may do less", { scopes: ["read"] }],
    ["was there before", { createdAt: "2026-10-31T00:00:00.000Z" }],
  ])("ignores a successor that %s", (_why, given) => {
    const other = credential("other", { createdAt: LATER, ...given });
    expect(rotationOf(old, [other, old])).toMatchObject({ next: null, step: 1 });
  });

  it("is of the key with a successor, else of the newest, and never of a disabled one", () => {
    const next = credential("next", { createdAt: LATER });
    const test = credential("test", { createdAt: "2026-11-03T00:00:00.000Z", testOnly: true });
    expect(likelyOld([test, next, old])).toEqual(old);
    expect(likelyOld([test, old])).toEqual(test);
    expect(likelyOld([{ ...old, disabledAt: LATER }])).toBeNull();
  });

  it("begins with a key of the same mode, permissions and IP addresses, and without the old one's end", () => {
    const limits = { scopes: ["read"], testOnly: true, allowedNetworks: ["203.0.113.7/32"], endsAt: LATER };
    const { endsAt: _, ...kept } = limits;
    expect(draftAfter(credential("old", limits))).toEqual({ name: "old, next", ...kept });
  });

  it("names successors uniquely, also repeatedly", () => {
    expect(nextName("Production server")).toBe("Production server, next");
    expect(nextName(nextName("Production server"))).toBe("Production server, next 2");
    expect(nextName("Production server, next 9")).toBe("Production server, next 10");
  });
});

it("formats scopes as permissions", () => {
  expect([[], ["read"], ["payments", "webhooks"]].map(formatScopes)).toEqual([
    "Full access",
    "Read only",
    "Payments, webhooks",
  ]);
});
