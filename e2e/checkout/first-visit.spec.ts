// The checkout's typeface on a first visit: the browser's cache is empty, as a new context's is.
import { expect, type Page, test } from "@playwright/test";
import { openGallery } from "../support/gallery";
import { newPayment } from "../support/shared";

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

/** Opens the picker, and waits until nothing more is loaded. `before`: what a file's response waits for. */
async function openPicker(
  page: Page,
  { edit = (html: string) => html, before }: { edit?: (html: string) => string; before: (name: string) => unknown },
): Promise<void> {
  const gallery = openGallery();
  const html = edit(gallery.draw({ exhibit: gallery.exhibit("choosing-many-banks"), view: "frame", language: "en" }));
  await gallery.open(page, html, async (name, body) => {
    await before(name);
    return body;
  });
  await page.waitForLoadState("networkidle");
  await page.evaluate(() => document.fonts.ready);
}

test("a first visit is set in Geist, because its font is loaded before the style sheet that names it", async ({
  page,
}) => {
  const loaded = page.waitForEvent("requestfinished", (request) => request.url().endsWith(".woff2"));
  await openPicker(page, { before: (name) => (name.endsWith(".css") ? loaded : undefined) });
  expect(await headingFont(page)).toContain("Geist");
});

test("control: without the preload a first visit stays in the fallback", async ({ page }) => {
  const requested: string[] = [];
  await openPicker(page, {
    edit: (html) => html.replace(/<link rel="preload"[^>]*as="font"[^>]*>/, ""),
    before: async (name) => {
      requested.push(name.split(".").at(-1) ?? "");
      if (name.endsWith(".woff2")) await page.waitForFunction(() => performance.getEntriesByType("paint").length > 0);
    },
  });
  expect(requested.filter((type) => type !== "js")).toEqual(["css", "woff2"]);
  expect(await headingFont(page)).not.toContain("Geist");
});
