import { describe, expect, test } from "vitest";
import { MESSAGES, type MessageKey, wordsIn } from "../translate";
import { placesOf } from "./message-parts";
import { pseudoWords } from "./pseudo";

const keys = Object.keys(MESSAGES.en) as MessageKey[];
const plain = keys.filter((key) => placesOf(MESSAGES.en[key] ?? "").length === 0);

describe("pseudo-languages for looking at the layout", () => {
  test("en-XA: every text is at least 40 % longer, and none is left as it is in English", () => {
    const [english, longer] = [wordsIn("en"), pseudoWords("en-XA")];
    expect(plain.length).toBeGreaterThan(30);
    for (const key of plain) expect(longer.say(key).length).toBeGreaterThanOrEqual(english.say(key).length * 1.4);
    expect(longer.say("picker.all", { count: 28 })).toMatch(/^\[Šĥ.* 28 ƀá.*\]$/u);
  });

  test("ar-XB: read from the right, with the same letters", () => {
    const turned = pseudoWords("ar-XB");
    expect(turned.direction).toBe("rtl");
    for (const key of plain) {
      expect(turned.say(key)).toContain("\u202e");
      expect(turned.say(key).replace(/[\u202e\u202c]/g, "")).toBe(wordsIn("en").say(key));
    }
  });
});
