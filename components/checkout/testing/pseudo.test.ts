import { describe, expect, test } from "vitest";
import { MESSAGES, type MessageKey, translatorFor } from "../languages/translator";
import { placeholdersOf } from "./message-parts";
import { pseudoTranslator } from "./pseudo";

const keys = Object.keys(MESSAGES.en) as MessageKey[];
const plain = keys.filter((key) => placeholdersOf(MESSAGES.en[key] ?? "").length === 0);

describe("pseudo-languages for looking at the layout", () => {
  test("en-XA: every text is at least 40 % longer, and none is left as it is in English", () => {
    const [english, longer] = [translatorFor("en"), pseudoTranslator("en-XA")];
    expect(plain.length).toBeGreaterThan(30);
    for (const key of plain) expect(longer.t(key).length).toBeGreaterThanOrEqual(english.t(key).length * 1.4);
    expect(longer.t("picker.all", { count: 28 })).toMatch(/^\[Šĥ.* 28 ƀá.*\]$/u);
  });

  test("ar-XB: read from the right, with the same letters", () => {
    const turned = pseudoTranslator("ar-XB");
    expect(turned.direction).toBe("rtl");
    for (const key of plain) {
      expect(turned.t(key)).toContain("\u202e");
      expect(turned.t(key).replace(/[\u202e\u202c]/g, "")).toBe(translatorFor("en").t(key));
    }
  });
});
