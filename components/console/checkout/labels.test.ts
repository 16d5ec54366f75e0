import { describe, expect, it } from "vitest";
import { adviseAccent } from "../../../server/merchants/branding/accent";
import { formatAccentAdvice, formatRatio } from "./accent-labels";
import { hexOf, type Look, previewAddress, windowWidth } from "./draft";

const words = (hex: string) => adviseAccent(hex).map((one) => formatAccentAdvice(one));

describe("the note about a colour", () => {
  it("says why another shade is used, and which", () => {
    expect(words("#ffdd00")).toEqual([
      expect.stringMatching(/^Too pale on white: 1\.3:1, the minimum is 3:1\. Buttons use a darker shade, #\w{6}\.$/),
      expect.stringMatching(/^Used as it is: 13\.2:1 on the dark page; its text reads well \(15\.5:1\)\.$/),
    ]);
    expect(words("#000000")[1]).toMatch(
      /^Too dark on the dark page: 1\.\d:1, .* Buttons use a lighter shade, #\w{6}\.$/,
    );
  });

  it("never calls a sufficient ratio too low", () => {
    for (let value = 0; value < 0x1000000; value += 0x0f0f1) {
      for (const one of adviseAccent(`#${value.toString(16).padStart(6, "0")}`)) {
        const advice = formatAccentAdvice(one);
        const own = /: ([\d.]+):1, the minimum is 3:1/.exec(advice)?.[1];
        if (own !== undefined) expect(Number(own)).toBeLessThan(3);
      }
    }
    expect(formatRatio(2.999)).toBe("2.9:1");
  });
});

describe("a colour that is being typed", () => {
  it.each([
    ["#FfDd00", "#ffdd00"],
    ["fd0", "#ffdd00"],
    ["#ffdd0", null],
    ["", null],
    ["yellow", null],
  ])("%j is %j", (typed, hex) => expect(hexOf(typed)).toBe(hex));
});

describe("the preview's address", () => {
  const look: Look = { view: "frame", width: "phone", theme: "dark", state: "paid", locale: "de" };
  const query = (...given: Parameters<typeof previewAddress>) =>
    Object.fromEntries(new URL(previewAddress(...given), "http://x").searchParams);

  it("has the changed fields, and no saved ones", () => {
    const saved = { merchant: "m", view: "frame", theme: "dark", state: "paid", locale: "de" };
    expect(query("m", look, {}, "saved")).toEqual(saved);
    expect(query("m", look, { brandName: "A & B", accent: "#FD0" }, "new")).toEqual({
      ...saved,
      ...{ name: "A & B", accent: "#ffdd00", logo: "new" },
    });
  });

  it("omits an incomplete colour, and has an empty one for none", () => {
    expect(query("m", look, { accent: "#ffd" + "d0" }, "saved")).not.toHaveProperty("accent");
    expect(query("m", look, { accent: " " }, "saved")).toHaveProperty("accent", "");
  });

  it("is of a window that is as wide as a phone or a shop's column", () => {
    expect(windowWidth(look)).toBeLessThan(windowWidth({ ...look, width: "desktop" }));
  });
});
