// Every page behind the sign-in: under axe in light and dark, wide and narrow, at 400 % zoom, and by keyboard only.
import { expect, type Page, test } from "@playwright/test";
import { sizeOf } from "../../verification/depth";
import { violations } from "../support/axe";
import { addressOf, type ConsoleSeed, pageGroups, seedSharedConsole, visit } from "../support/console/console-pages";
import { startSession } from "../support/console/session";
import { keyboardTroubles } from "../support/keyboard";
import { baseUrl } from "../support/shop";

const WIDE = { width: 1440, height: 900 };
const NARROW = { width: 390, height: 844 };
/** The views of a page. Dark changes colours only. */
const LOOKS = [
  { size: WIDE, colorScheme: "light", rules: "standards" },
  { size: WIDE, colorScheme: "dark", rules: "colours" },
  { size: NARROW, colorScheme: "light", rules: "standards" },
  { size: NARROW, colorScheme: "dark", rules: "colours" },
] as const;
const LOOKS_IN_A_SAMPLE = sizeOf("looks at a page of the Console");
/** The views of the page of this number, in turns; at full depth all of them. */
const looksAt = (index: number) => LOOKS.filter((_, look) => (look + index) % LOOKS.length < LOOKS_IN_A_SAMPLE);

/** A desktop's window of 1280 by 1024 pixels at 400 % (WCAG 2.2, 1.4.10). */
const MAGNIFIED = { width: 320, height: 256 };

/** By how much the page is wider than its window. */
function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

/** The page's violations by axe, and the widths at which it is wider than its window. */
async function troubles(page: Page, looks: readonly (typeof LOOKS)[number][]): Promise<string[]> {
  const found: string[] = [];
  for (const { size, colorScheme, rules } of looks) {
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    for (const line of await violations(page, { rules, ownFrames: true }))
      found.push(`${size.width} ${colorScheme} ${line}`);
  }
  for (const size of [NARROW, MAGNIFIED, WIDE]) {
    await page.setViewportSize(size);
    if ((await overflow(page)) > 0) found.push(`${size.width} scrolls sideways`);
  }
  await page.emulateMedia({ colorScheme: null });
  return found;
}

const PAGES_IN_A_TEST = 3;
const PAGES_IN_A_SAMPLE = sizeOf("pages of the Console in each three");
/** Of these pages the one in turn; at full depth all of them. */
const pagesOf = (patterns: string[], group: number) =>
  patterns.filter((_, index) => (index + group) % patterns.length < PAGES_IN_A_SAMPLE);

let made: ConsoleSeed;
test.beforeAll(async ({ browser }) => {
  made = await seedSharedConsole(browser);
});

for (const [group, { name, user, patterns }] of pageGroups(PAGES_IN_A_TEST).entries()) {
  test(`${name}: no page has a violation, is wider than its window, or has a control that Tab does not reach and show`, async ({
    page,
  }) => {
    await startSession(page, user);
    const found: string[] = [];
    for (const [index, pattern] of pagesOf(patterns, group).entries()) {
      await visit(page, baseUrl + addressOf(pattern, made));
      for (const trouble of [
        ...(await troubles(page, looksAt(group * PAGES_IN_A_TEST + index))),
        ...(await keyboardTroubles(page)),
      ])
        found.push(`${pattern}: ${trouble}`);
    }
    expect(found).toEqual([]);
  });
}

test("control: low contrast, a missing name and too wide content are found", async ({ page }) => {
  await page.goto(`${baseUrl}/outbox`);
  const injected =
    '<img src="data:,"><p style="color:#777;background:#888">hard to read</p><p style="width:400px">wide</p>';
  await page
    .locator("main")
    .first()
    .evaluate((main, html) => main.insertAdjacentHTML("beforeend", html), injected);
  const found = (await troubles(page, LOOKS)).map((line) => line.split(": ")[0]);
  expect(found).toEqual(
    expect.arrayContaining(["1440 light color-contrast", "1440 light image-alt", "390 dark color-contrast"]),
  );
  expect(found).toContain("320 scrolls sideways");
  expect(found).not.toContain("1440 scrolls sideways");
});
