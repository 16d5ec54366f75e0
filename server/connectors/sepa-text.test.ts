import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyCharacter } from "../test/any-text";
import { toSepaText } from "./sepa-text";

describe("text for banks", () => {
  it("keeps the SEPA character set and converts other characters", () => {
    expect(toSepaText("Café São João & Søn ßtraße", 70)).toBe("Cafe Sao Joao + Son sstrasse");
    expect(toSepaText("//ORDER//1/", 140)).toBe("ORDER/1");
    expect(toSepaText("Ελλάδα", 70)).toBe("");
  });

  it("contains only SEPA characters, is never too long, and is idempotent", () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), fc.integer({ min: 1, max: 140 }), (text, max) => {
        const written = toSepaText(text, max);
        expect(written).toMatch(/^[A-Za-z0-9/\-?:().,'+ ]*$/);
        expect(written).not.toMatch(/^[\s/]|[\s/]$|\/\//);
        expect(written.length).toBeLessThanOrEqual(max);
        expect(toSepaText(written, max)).toBe(written);
      }),
    );
  });
});
