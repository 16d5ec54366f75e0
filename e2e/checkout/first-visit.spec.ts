// The checkout's typeface on a first visit: the browser's cache is empty, as a new context's is.
import { expect, type Page, test } from "@playwright/test";
import { openGallery } from "../support/gallery";
import { newPayment } from "../support/shared";

const FONT_DELAY_MS = 50;

/** The font family that Chromium draws the page's heading in. */
async function headingFont(page: Page): Promise<string | undefined> {
  const cdp = await page.context().newCDPSession(page);
  const { root } = await cdp.send("DOM.getDocument");
  await cdp.send("CSS.enable");
  const { nodeId } = await cdp.send("DOM.querySelector", { nodeId: root.nodeId, selector: "h1" });
  return (await cdp.send("CSS.getPlatformFontsForNode", { nodeId })).fonts[0]?.familyName;
}

for (const path of ["/embed", "/checkout"]) {
  test(`a first visit to ${path} preloads Geist and loads it once, without a layout shift`, async ({
    page,
    request,
  }) => {
    const { token } = await newPayment(request);
    await page.addInitScript(() => {
      new PerformanceObserver((list) => {
        const shifts = list.getEntries().length;
        Object.assign(window, { shifts: ((window as { shifts?: number }).shifts ?? 0) + shifts });
      }).observe({ type: "layout-shift", buffered: true });
    });
    await page.goto(`${path}?payment_token=${token}`);
    await page.evaluate(() => document.fonts.ready);
    // Whether Chromium draws with it depends on the machine's load: it waits 100 ms for it (font-display: optional).
    const { requests, loaded } = await page.evaluate(() => {
      const preload = document.querySelector<HTMLLinkElement>('link[rel="preload"][as="font"]');
      const entries = performance.getEntriesByName(preload?.href ?? "") as PerformanceResourceTiming[];
      const faces = [...document.fonts].filter(({ status }) => status === "loaded");
      return { requests: entries.map(({ initiatorType }) => initiatorType), loaded: faces.map(({ family }) => family) };
    });
    expect(requests).toEqual(["link"]);
    expect(loaded.join()).toContain("Geist");
    expect(await page.evaluate(() => (window as { shifts?: number }).shifts ?? 0)).toBe(0);
  });
}

/** Opens the picker with fonts that take 50 ms, and waits until nothing more is loaded. */
async function openWithSlowFonts(page: Page, edit = (html: string) => html): Promise<void> {
  const gallery = openGallery();
  const exhibit = gallery.exhibit("choosing-many-banks");
  const html = edit(gallery.draw({ exhibit, view: "frame", language: "en" }));
  await gallery.open(page, html, async (name, body) => {
    if (name.endsWith(".woff2")) await new Promise((resolve) => setTimeout(resolve, FONT_DELAY_MS));
    return body;
  });
  await page.waitForLoadState("networkidle");
  await page.evaluate(() => document.fonts.ready);
}

test("a first visit is set in Geist when its fonts take 50 ms", async ({ page }) => {
  await openWithSlowFonts(page);
  expect(await headingFont(page)).toContain("Geist");
});

test("control: without the preload a first visit stays in the fallback", async ({ page }) => {
  await openWithSlowFonts(page, (html) => html.replace(/<link rel="preload"[^>]*as="font"[^>]*>/, ""));
  expect(await headingFont(page)).not.toContain("Geist");
});
