import { expect, type Page } from "@playwright/test";

/** React writes its own keys into an element when it takes it over. */
const isTakenOver = (heading: Element) => Object.keys(heading).some((key) => key.startsWith("__reactProps$"));

/** Waits until the page's script has taken over what the server drew: what is pressed or typed before may go unheard. */
export async function ready(page: Page): Promise<void> {
  await page.waitForLoadState();
  const heading = page.getByRole("heading", { level: 1 }).first();
  await expect(async () => expect(await heading.evaluate(isTakenOver)).toBe(true)).toPass();
}
