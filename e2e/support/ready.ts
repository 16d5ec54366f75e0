import { expect, type Page } from "@playwright/test";

/** React adds its own keys to an element when it hydrates it. */
const isHydrated = (heading: Element) => Object.keys(heading).some((key) => key.startsWith("__reactProps$"));

/** Waits until React has hydrated the page: clicks and input before that may be lost. */
export async function ready(page: Page): Promise<void> {
  await page.waitForLoadState();
  const heading = page.getByRole("heading", { level: 1 }).first();
  await expect(async () => expect(await heading.evaluate(isHydrated)).toBe(true)).toPass();
}
