// What axe finds in a page against WCAG 2.2 AA.
import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/** WCAG 2.2 AA, and what it builds upon. */
const STANDARDS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
/** The rules whose answer depends on colours: all that another scheme can change. */
const COLOUR_RULES = ["color-contrast", "link-in-text-block"];

type Look = {
  /** A selector: the part of the page that is looked at. */
  part?: string;
  /** A selector: what is not looked at. */
  without?: string;
  /** The standards' rules, unless it says otherwise: all that axe knows, or only those that colours can change. */
  rules?: "standards" | "all" | "colours";
  /** Faster, for pages that frame none but those of their own origin: no page of its own is opened to see into them. */
  ownFrames?: boolean;
};

/** What is wrong with the page as it stands, as `rule: element`. Waits for its styles, without which all is small. */
export async function violations(page: Page, look: Look = {}): Promise<string[]> {
  const { part, without, rules = "standards", ownFrames = false } = look;
  await page.waitForLoadState();
  // Its types come from a playwright-core of another version, which npm installed beside ours.
  const axe = new AxeBuilder({ page } as unknown as ConstructorParameters<typeof AxeBuilder>[0]);
  if (part) axe.include(part);
  if (without) axe.exclude(without);
  if (rules === "standards") axe.withTags(STANDARDS);
  if (rules === "colours") axe.withRules(COLOUR_RULES);
  const { violations: found } = await axe.setLegacyMode(ownFrames).analyze();
  return found.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(" ")}`));
}

/** Looks at the page as it is, in light and in dark. */
export async function expectAccessible(page: Page, what: string, look: Look = {}): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    expect(await violations(page, look), `${what}, ${colorScheme}`).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: null });
}
