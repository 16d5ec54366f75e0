import { expect, type Page } from "@playwright/test";

/** React adds its own keys to an element when it hydrates it; Next's router, its own functions to the history. */
const isHydrated = (heading: Element) =>
  Object.hasOwn(history, "pushState") && Object.keys(heading).some((key) => key.startsWith("__reactProps$"));

/** Waits until React has hydrated the page and its router has started: keys and input before that may be lost. */
export async function ready(page: Page): Promise<void> {
  await page.waitForLoadState();
  // By its element: behind an open dialog it has no role.
  const heading = page.locator("h1").first();
  await expect(async () => expect(await heading.evaluate(isHydrated)).toBe(true)).toPass();
}
