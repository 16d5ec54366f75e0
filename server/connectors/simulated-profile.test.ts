import { describe, expect, it } from "vitest";
import catalogue from "../../prisma/banks.json";
import { requestsScenario, simulatedProfile } from "./simulated-profile";

describe("the profile of a simulated bank", () => {
  it("is of UK Open Banking for British banks and of Berlin Group for others", () => {
    for (const bank of catalogue.banks) {
      const { connector, products } = simulatedProfile(bank);
      expect(connector, bank.name).toBe(bank.expectedStandard === "OB_UK" ? "ob-uk" : "berlin-group");
      expect(Object.keys(products)).toEqual(bank.schemes);
    }
  });

  it("of a bank in several markets depends on the currency, and on no market by its slug alone", () => {
    expect(simulatedProfile({ slug: "santander", schemes: ["FASTER_PAYMENTS"] }).connector).toBe("ob-uk");
    expect(simulatedProfile({ slug: "santander", schemes: ["SEPA_CREDIT_TRANSFER"] }).connector).toBe("berlin-group");
    expect(simulatedProfile({ slug: "santander", schemes: [] }).connector).toBe("berlin-group");
    expect(simulatedProfile({ slug: "monzo", schemes: [] }).connector).toBe("ob-uk");
    expect(simulatedProfile({ slug: "riverbank", schemes: [] }).connector).toBe("berlin-group");
  });

  it("has the local instruments and each bank's response mode", () => {
    const monzo = simulatedProfile({ slug: "monzo", schemes: ["FASTER_PAYMENTS"] });
    expect(monzo).toMatchObject({
      products: { FASTER_PAYMENTS: "UK.OBIE.FPS" },
      idempotency: "x-idempotency-key",
      cancel: false,
      oauth: { clientId: "bankside-simulation", responseMode: "jwt" },
      security: { signing: {} },
    });
    expect(simulatedProfile({ slug: "tsb", schemes: ["BACS", "CHAPS"] })).toMatchObject({
      products: { BACS: "UK.OBIE.BACS", CHAPS: "UK.OBIE.CHAPS" },
      oauth: { responseMode: "fragment" },
    });
  });
});

describe("a payment's reference", () => {
  const profile = simulatedProfile({ slug: "bpi", schemes: ["SEPA_CREDIT_TRANSFER"] });

  it.each(["SIM-SLOW", "Order 1 SIM-DOWN", "_SIM-SLOW", "S\u00cdM-SLOW", "\uff33\uff29\uff2d\uff0dSLOW", "SIM-SLOWer"])(
    "requests a scenario in any spelling that the bank may read: %j",
    (reference) => expect(requestsScenario(profile, reference)).toBe(true),
  );

  it.each(["Order 1", "SIMPLE-1", "sim-slow", "SIM 1"])(
    "that only resembles a scenario requests none: %j",
    (reference) => expect(requestsScenario(profile, reference)).toBe(false),
  );

  it("requests none at a live bank", () => {
    expect(requestsScenario({ ...profile, environment: "live" }, "SIM-SLOW")).toBe(false);
  });
});
