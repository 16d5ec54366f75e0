// What axe finds in a page against WCAG 2.2 AA.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";
import { DEPTH } from "../../verification/depth";
import { step } from "./step";

/** axe as a script for a page. */
export const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
/** WCAG 2.2 AA, and what it builds upon. */
const STANDARDS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
/** The rules whose answer depends on colours: all that another scheme can change. */
export const COLOUR_RULES = ["color-contrast", "link-in-text-block"];

type Look = {
  /** A selector: the part of the page that is looked at. */
  part?: string;
  /** A selector: what is not looked at. */
  without?: string;
  /** The standards' rules, unless it says otherwise: all that axe knows, or only those that colours can change. */
  rules?: "standards" | "all" | "colours";
  /** For pages that frame none but those of their own origin: no page of its own is opened to see into them. */
  ownFrames?: boolean;
};

type Finding = { id: string; nodes: { target: unknown[] }[] };
type Axe = { run: (context: object, options: object) => Promise<{ violations: Finding[] }> };

function ruleOptions(rules: Look["rules"]): object {
  if (rules === "all") return {};
  return { runOnly: rules === "colours" ? COLOUR_RULES : STANDARDS };
}

/** A page without frames: axe is brought to it once, and run there. */
async function runInPage(page: Page, { part, without, rules }: Look): Promise<Finding[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
  const context = { ...(part && { include: part }), ...(without && { exclude: without }) };
  const options = { ...ruleOptions(rules), resultTypes: ["violations"] };
  return page.evaluate(
    async (given) => {
      const { axe } = window as unknown as { axe: Axe };
      const isWhole = Object.keys(given.context).length === 0;
      const { violations: found } = await axe.run(isWhole ? document : given.context, given.options);
      return found.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ target }) => ({ target })) }));
    },
    { context, options },
  );
}

async function runInFrames(page: Page, { part, without, rules, ownFrames = false }: Look): Promise<Finding[]> {
  // Its types come from a playwright-core of another version, which npm installed beside ours.
  const axe = new AxeBuilder({ page } as unknown as ConstructorParameters<typeof AxeBuilder>[0]);
  if (part) axe.include(part);
  if (without) axe.exclude(without);
  return (await axe.options(ruleOptions(rules)).setLegacyMode(ownFrames).analyze()).violations;
}

/** What is wrong with the page as it is, as `rule: element`. Waits for its styles, without which all is small. */
export async function violations(page: Page, look: Look = {}): Promise<string[]> {
  return step("axe", async () => {
    await page.waitForLoadState();
    const found = await (page.frames().length > 1 ? runInFrames : runInPage)(page, look);
    return found.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(" ")}`));
  });
}

/** Looks at the page as it is, in light and in dark. At full depth with every rule in both. */
export async function expectAccessible(page: Page, what: string, look: Look = {}): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    const rules = colorScheme === "dark" && DEPTH === "sample" ? { rules: "colours" as const } : {};
    expect(await violations(page, { ...look, ...rules }), `${what}, ${colorScheme}`).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: null });
}

const WIDTHS = [1440, 1000, 390, 320];

/** Looks at the page with every rule that axe knows, in light and in dark, and for a page that is wider than its window. */
export async function expectFitting(page: Page, what: string): Promise<void> {
  await expectAccessible(page, what, { rules: "all" });
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect([what, width, overflow <= 0]).toEqual([what, width, true]);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
}
