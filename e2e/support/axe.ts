// Checks a page with axe against WCAG 2.2 AA.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";
import { DEPTH } from "../../verification/depth";
import { step } from "./step";

/** axe as a script for a page. */
export const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
/** The axe tags of WCAG 2.2 AA and of the versions and levels that it includes. */
const STANDARDS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
/** The rules that depend on colours. The other rules have the same result in light and in dark. */
export const COLOUR_RULES = ["color-contrast", "link-in-text-block"];

type AxeOptions = {
  /** Selector of the part of the page to check. */
  part?: string;
  /** Selector of the part to exclude. */
  without?: string;
  /** Default `standards`: the rules of WCAG 2.2 AA. `all`: every rule of axe. `colours`: COLOUR_RULES. */
  rules?: "standards" | "all" | "colours";
  /** All frames are of the page's own origin: axe's legacy mode, which opens no extra page, can read them. */
  ownFrames?: boolean;
};

type Finding = { id: string; nodes: { target: unknown[] }[] };
type Axe = { run: (context: object, options: object) => Promise<{ violations: Finding[] }> };

function ruleOptions(rules: AxeOptions["rules"]): object {
  if (rules === "all") return {};
  return { runOnly: rules === "colours" ? COLOUR_RULES : STANDARDS };
}

/** For a page without frames: adds the axe script once and runs it in the page. */
async function runInPage(page: Page, { part, without, rules }: AxeOptions): Promise<Finding[]> {
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

async function runInFrames(page: Page, { part, without, rules, ownFrames = false }: AxeOptions): Promise<Finding[]> {
  // The types of @axe-core/playwright come from another version of playwright-core.
  const axe = new AxeBuilder({ page } as unknown as ConstructorParameters<typeof AxeBuilder>[0]);
  if (part) axe.include(part);
  if (without) axe.exclude(without);
  return (await axe.options(ruleOptions(rules)).setLegacyMode(ownFrames).analyze()).violations;
}

/** The page's violations as `rule: element`. Waits for the style sheets first: target sizes depend on them. */
export async function violations(page: Page, axeOptions: AxeOptions = {}): Promise<string[]> {
  return step("axe", async () => {
    await page.waitForLoadState();
    const found = await (page.frames().length > 1 ? runInFrames : runInPage)(page, axeOptions);
    return found.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(" ")}`));
  });
}

/** Expects no violation in light and in dark. In a sample, dark is checked with the colour rules only. */
export async function expectAccessible(page: Page, what: string, axeOptions: AxeOptions = {}): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    const rules = colorScheme === "dark" && DEPTH === "sample" ? { rules: "colours" as const } : {};
    expect(await violations(page, { ...axeOptions, ...rules }), `${what}, ${colorScheme}`).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: null });
}

const WIDTHS = [1440, 1000, 390, 320];

/** Expects no violation of any axe rule, in light and in dark, and no horizontal scrolling at any of WIDTHS. */
export async function expectFitting(page: Page, what: string): Promise<void> {
  await expectAccessible(page, what, { rules: "all" });
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect([what, width, overflow <= 0]).toEqual([what, width, true]);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
}
