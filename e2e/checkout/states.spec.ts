// Every state of the checkout under axe. In a sample: in the longest language, a third of them in light with every rule and
// another third in dark with the rules about colours; every language is compared with the elements and roles of English. At
// full depth: all of it under axe.
import { expect, type Page, test } from "@playwright/test";
import { LANGUAGES, type Language } from "../../components/checkout/languages/languages";
import { DEPTH, sizeOf } from "../../verification/depth";
import { AXE, COLOUR_RULES } from "../support/axe";
import { type Gallery, type GalleryState, nameOf, openGallery, openStage } from "../support/gallery";
import { roleTree } from "../support/role-tree";
import { step } from "../support/step";

/** WCAG 2.0 to 2.2, A and AA, and axe's best practices. */
const STANDARDS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
const PHONE = { width: 390, height: 844 };
/** The language with the longest texts overall. */
const LONGEST: Language = "fr";
const BY_NEED = [...new Set([LONGEST, "en", ...LANGUAGES] as const)];
const IN_LIGHT = BY_NEED.slice(0, sizeOf("checkout languages under axe in light"));
const IN_DARK = BY_NEED.slice(0, sizeOf("checkout languages under axe in dark"));
const IN_EACH_THREE = sizeOf("in each three states under axe");
/** In each three states those from `first` on, in turns; at full depth all of them. */
const turnOf = (states: GalleryState[], first: number) =>
  states.filter((_, index) => (index + 3 - first) % 3 < IN_EACH_THREE);

type Axe = { run: (where: Document, options: object) => Promise<{ violations: Violation[] }> };
type Violation = { id: string; nodes: { target: string[] }[] };

let gallery: Gallery;
test.beforeAll(() => {
  gallery = openGallery();
});

async function violations(page: Page, documents: string[], runOnly = STANDARDS): Promise<string[][]> {
  return page.evaluate(
    async (given) => {
      const { axe, show } = window as unknown as { axe: Axe; show: (html: string) => void };
      const found: string[][] = [];
      for (const html of given.documents) {
        show(html);
        const result = await axe.run(document, { runOnly: given.runOnly, resultTypes: ["violations"] });
        found.push(
          result.violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(" ")}`)),
        );
      }
      return found;
    },
    { documents, runOnly },
  );
}

async function expectNone(page: Page, states: GalleryState[], runOnly = STANDARDS): Promise<void> {
  await page.setViewportSize(PHONE);
  await openStage(page, gallery, AXE);
  const found = await step("axe", () => violations(page, states.map(gallery.draw), runOnly));
  const wrong = states.flatMap((state, index) => found[index]?.map((what) => `${nameOf(state)}: ${what}`) ?? []);
  expect(wrong).toEqual([]);
  expect(found).toHaveLength(states.length);
}

test.describe("no state has a violation", () => {
  test.use({ reducedMotion: "reduce" });

  for (const language of IN_LIGHT) {
    test(`in light, ${language}`, async ({ page }) => {
      await expectNone(page, turnOf(gallery.states({ language, theme: "light" }), 0));
    });
  }

  // The dark scheme changes colours only, so the sample tests those.
  for (const language of IN_DARK) {
    test(`in dark, ${language}`, async ({ page }) => {
      const rules = DEPTH === "sample" ? COLOUR_RULES : STANDARDS;
      await expectNone(page, turnOf(gallery.states({ language, theme: "dark" }), 1), rules);
    });
  }

  test("control: injected violations are found in both schemes", async ({ page }) => {
    await openStage(page, gallery, AXE);
    const injected = (theme: "light" | "dark", ink: string) =>
      gallery
        .draw({ exhibit: gallery.exhibit("paid"), view: "frame", language: "en", theme })
        .replace("</main>", `<img src="data:,"><p class="say" style="color:${ink}">hard to read</p></main>`);
    const documents = [injected("light", "#ddd"), injected("dark", "#333")];
    for (const [rules, expected] of [
      [STANDARDS, ["color-contrast", "image-alt"]],
      [COLOUR_RULES, ["color-contrast"]],
    ] as const) {
      for (const list of await violations(page, documents, [...rules]))
        expect(list.map((line) => line.split(":")[0]).sort()).toEqual(expected);
    }
  });
});

test.describe("every state in every language", () => {
  test("has the elements, roles and texts of English", () => {
    const drawn = (language: Language) =>
      gallery.states({ language }).map((state) => ({ state, html: gallery.draw(state) }));
    const trees = (all: ReturnType<typeof drawn>) =>
      all.map(({ state, html }) => [nameOf({ ...state, language: "en" }), roleTree(html)]);
    const english = trees(drawn("en"));
    const lengths = LANGUAGES.map((language) => {
      const all = drawn(language);
      expect(trees(all), language).toEqual(english);
      for (const { html } of all) expect(html).toMatch(new RegExp(`<html lang="${language}[-"]`));
      return { language, length: all.reduce((sum, { html }) => sum + html.replaceAll(/<[^>]*>/g, "").length, 0) };
    });
    expect(lengths.sort((a, b) => b.length - a.length)[0]?.language).toBe(LONGEST);
  });

  test("control: an empty name or a missing role differs from English", () => {
    const paid = gallery.draw({ exhibit: gallery.exhibit("paid"), view: "frame", language: "de" });
    const broken = [/ role="status"/, /(?<=<h2[^>]*>)[^<]+/, /(?<=aria-label=")[^"]+/].map((part) =>
      paid.replace(part, ""),
    );
    for (const html of broken) expect(roleTree(html)).not.toEqual(roleTree(paid));
  });
});
