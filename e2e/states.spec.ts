import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, type Page, test } from "@playwright/test";
import { LANGUAGES } from "../components/checkout/languages";
import { type Gallery, nameOf, openGallery, openStage, type Sight } from "./support/gallery";

/** WCAG 2.0 to 2.2, A and AA, and what axe holds for good practice besides. */
const STANDARDS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
const PHONE = { width: 390, height: 844 };
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

type Axe = { run: (where: Document, options: object) => Promise<{ violations: Violation[] }> };
type Violation = { id: string; nodes: { target: string[] }[] };

let gallery: Gallery;
test.beforeAll(async () => {
  gallery = await openGallery();
});
test.afterAll(() => gallery.close());

async function violations(page: Page, documents: string[]): Promise<string[][]> {
  return page.evaluate(
    async ({ documents: all, standards }) => {
      const { axe, show } = window as unknown as { axe: Axe; show: (html: string) => void };
      const found: string[][] = [];
      for (const html of all) {
        show(html);
        const result = await axe.run(document, { runOnly: standards, resultTypes: ["violations"] });
        found.push(
          result.violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(" ")}`)),
        );
      }
      return found;
    },
    { documents, standards: STANDARDS },
  );
}

async function expectNone(page: Page, sights: Sight[]): Promise<void> {
  await page.setViewportSize(PHONE);
  await openStage(page, gallery, AXE);
  const found = await violations(page, sights.map(gallery.draw));
  const wrong = sights.flatMap((sight, index) => found[index]?.map((what) => `${nameOf(sight)}: ${what}`) ?? []);
  expect(wrong).toEqual([]);
  expect(found).toHaveLength(sights.length);
}

test.describe("no state has a violation", () => {
  test.use({ reducedMotion: "reduce" });

  for (const language of LANGUAGES) {
    test(`in light, ${language}`, async ({ page }) => {
      test.slow();
      await expectNone(page, gallery.sights({ language, theme: "light" }));
    });
  }

  // A language changes words, and no colour and no role: what the dark scheme can break is broken in English too.
  test("in dark, en", async ({ page }) => {
    test.slow();
    await expectNone(page, gallery.sights({ language: "en", theme: "dark" }));
  });

  test("planted ones are found in both schemes: the looking is not blind", async ({ page }) => {
    await openStage(page, gallery, AXE);
    const planted = (theme: "light" | "dark", ink: string) =>
      gallery
        .draw({ exhibit: gallery.exhibit("paid"), view: "frame", language: "en", theme })
        .replace("</main>", `<img src="data:,"><p class="say" style="color:${ink}">hard to read</p></main>`);
    const found = await violations(page, [planted("light", "#ddd"), planted("dark", "#333")]);
    for (const list of found) {
      expect(list.map((line) => line.split(":")[0]).sort()).toEqual(["color-contrast", "image-alt"]);
    }
  });
});
