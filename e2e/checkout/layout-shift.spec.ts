import { createServer } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { expect, type Page, test } from "@playwright/test";
import { onLoopback } from "../../server/test/processes/on-loopback";
import { type Gallery, openGallery, updateState } from "../support/gallery";
import { newPayment } from "../support/shared";
import { baseUrl } from "../support/shop";

let gallery: Gallery;
test.beforeAll(() => {
  gallery = openGallery();
});

type Shift = { hadRecentInput: boolean; sources: { node: Element | null }[] };

/** Records layout shifts without user input from the page's start (Layout Instability API). */
const WATCH = () => {
  const moved: string[] = [];
  const name = (node: Element | null) => (node instanceof Element ? `${node.localName}.${node.className}` : "text");
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as unknown as Shift[])
      if (!entry.hadRecentInput) moved.push(entry.sources.map(({ node }) => name(node)).join(", "));
  }).observe({ type: "layout-shift", buffered: true });
  Object.assign(window, { moved });
};

/** The elements that have moved, after pending frames are rendered. */
function moved(page: Page): Promise<string[]> {
  return page.evaluate(
    () =>
      new Promise<string[]>((resolve) =>
        // Two frames: the observer is called after the frame of a shift.
        requestAnimationFrame(() =>
          requestAnimationFrame(() => setTimeout(() => resolve((window as unknown as { moved: string[] }).moved))),
        ),
      ),
  );
}

const FIXED = [
  ".slip",
  ".amount",
  ".stop:first-child",
  ".stop:last-child",
  ".stop:first-child .mono",
  ".payee",
  ".lines dd",
];

/** The positions of the fixed parts of the slip. `height`: includes the slip's height. */
async function slip(page: Page, height: boolean): Promise<string[]> {
  const boxes = await Promise.all(
    FIXED.map((part) => page.locator(`.slip${part}, .slip ${part}`).first().boundingBox()),
  );
  return boxes.map((box, index) => {
    const tall = index === 0 && !height ? "" : box?.height;
    return `${FIXED[index]} ${box?.x} ${box?.y} ${box?.width} ${tall}`;
  });
}

const draw = (name: string, view: "frame" | "hosted" = "frame") =>
  gallery.draw({ exhibit: gallery.exhibit(name), view, language: "en" });

test.use({ viewport: { width: 390, height: 844 }, timezoneId: "Europe/Lisbon" });
test.beforeEach(({ page }) => page.addInitScript(WATCH));

for (const name of ["choosing-many-banks", "choosing-remembered-accounts", "at-bank-waiting", "paid", "link-used"]) {
  test(`nothing moves while a page loads: ${name}`, async ({ page }) => {
    await gallery.open(page, draw(name, name.startsWith("link") ? "hosted" : "frame"));
    await page.evaluate(() => document.fonts.ready);
    expect(await moved(page)).toEqual([]);
  });
}

/** Delays the fonts until the page is rendered, then releases them; returns what moved. */
async function withLateFonts(page: Page, edit = (css: string) => css): Promise<string[]> {
  const waiting: (() => void)[] = [];
  await gallery.open(page, draw("choosing-many-banks"), (name, body) => {
    if (name.endsWith(".css")) return edit(body.toString());
    if (name.endsWith(".woff2")) return new Promise((resolve) => waiting.push(() => resolve(body)));
    return body;
  });
  await expect.poll(() => waiting.length).toBeGreaterThan(0);
  // The browser waits 100 ms for an optional font, then renders the fallback.
  await expect.poll(() => page.evaluate(() => performance.getEntriesByType("paint").length)).toBeGreaterThan(0);
  await expect.poll(() => page.evaluate(() => performance.now())).toBeGreaterThan(1_000);
  for (const come of waiting) come();
  await page.waitForLoadState("load");
  await page.evaluate(() => document.fonts.ready);
  return moved(page);
}

test("late fonts move nothing", async ({ page }) => {
  expect(await withLateFonts(page)).toEqual([]);
});

test("control: fonts that replace a fallback of other measures move the page", async ({ page }) => {
  const swap = (css: string) => css.replaceAll("optional", "swap").replaceAll(/"?Geist (Arial|Roboto|DejaVu)"?,/g, "");
  expect(await withLateFonts(page, swap)).not.toEqual([]);
});

test("the fallback has the typeface's measures: every state is as high without it", { tag: "@deep" }, async ({
  page,
}) => {
  const heights = async (fonts: boolean) => {
    const all: Record<string, number> = {};
    for (const name of ["choosing-few-banks", "at-bank-waiting", "paid", "refused-with-reason", "expired"]) {
      await gallery.open(page, draw(name), (file, body) => (file.endsWith(".woff2") && !fonts ? "" : body));
      await page.waitForLoadState("load");
      await page.evaluate(() => document.fonts.ready);
      all[name] = (await page.locator(".frame").boundingBox())?.height ?? 0;
    }
    return all;
  };
  expect(await heights(false)).toEqual(await heights(true));
});

// After the end the slip has no rewards: it is one line shorter, and the rest does not move.
for (const [from, to, height = true] of [
  ["choosing-bank-selected", "at-bank-waiting"],
  ["at-bank-waiting", "confirming"],
  ["confirming", "paid"],
  ["choosing-few-banks", "expired", false],
  ["confirming", "refused-with-reason", false],
  ["choosing-few-banks", "choosing-amount-changed-note"],
  ["choosing-bank-selected", "choosing-amount-changed-confirm"],
] as const) {
  test(`the slip stays where it is: ${from}, then ${to}`, async ({ page }) => {
    await gallery.open(page, draw(from));
    await page.waitForLoadState("load");
    await page.evaluate(() => document.fonts.ready);
    const before = await slip(page, height);
    await updateState(page, draw(to));
    expect(await slip(page, height)).toEqual(before);
  });
}

test("a search moves nothing but the list that it searches", async ({ page }) => {
  await gallery.open(page, draw("choosing-many-banks"));
  await page.waitForLoadState("load");
  await page.evaluate(() => document.fonts.ready);
  const before = await slip(page, true);
  const finder = await page.locator(".finder").boundingBox();
  await page.getByRole("searchbox").pressSequentially("caixa");
  await expect(page.getByRole("radio")).toHaveCount(5);
  expect(await slip(page, true)).toEqual(before);
  expect(await page.locator(".finder").boundingBox()).toEqual(finder);
  expect(await moved(page)).toEqual([]);
});

type Late = "rest of the list" | "style sheet";

/** What moves on a page whose last used bank is novobanco; `late` arrives after `until`. */
async function movedWhen(
  page: Page,
  token: string,
  { late, until, edit = (html) => html }: { late: Late; until: () => Promise<void>; edit?: (html: string) => string },
): Promise<string[]> {
  let isWaiting = false;
  const server = createServer(async (request, response) => {
    const { url = "" } = request;
    // The stream of changes would not end.
    if (!/^[/](?:checkout[?]|assets[/])/.test(url)) {
      response.writeHead(404).end();
      return;
    }
    const answer = await fetch(baseUrl + url);
    const body = Buffer.from(await answer.arrayBuffer());
    response.setHeader("Content-Type", answer.headers.get("content-type") ?? "");
    const isPage = url.startsWith("/checkout");
    const [first = "", rest = ""] = isPage ? edit(body.toString()).split(/(?=<script id="early">)/) : [];
    if (isPage) response.write(first);
    if (isWaiting && (late === "style sheet" ? url.endsWith(".css") : isPage)) await until();
    response.end(isPage ? rest : body);
  });
  const { origin, close } = await onLoopback(server);
  const url = `${origin}/checkout?payment_token=${token}`;
  try {
    await page.goto(url);
    const bank = await page.getByRole("radio", { name: "novobanco" }).getAttribute("value");
    await page.evaluate((id) => localStorage.setItem("bankside.bank", id ?? ""), bank);
    isWaiting = true;
    await page.goto(url);
    await expect(page.getByRole("radio").first()).toHaveAttribute("value", bank ?? "");
    return await moved(page);
  } finally {
    await close();
  }
}

/** Waits until a page is loading, with its list, and `holds`. */
const untilLoading = async (page: Page, holds: () => boolean) =>
  expect
    .poll(async () => {
      const isLoading = () => document.readyState === "loading" && document.querySelector(".banks label") !== null;
      // The page before it is being left.
      return page.evaluate(`(${isLoading})() && (${holds})()`).catch(() => false);
    })
    .toBe(true);

const isPainted = () => performance.getEntriesByType("paint").length > 0;
const hasEarlyScript = () => document.getElementById("early") !== null;

test("the last used bank moves nothing when the rest of the list comes later", async ({ page, request }) => {
  const { token } = await newPayment(request);
  const until = async () => {
    await untilLoading(page, () => true);
    // Long enough for a paint; only the control can wait for one.
    await pause(300);
  };
  expect(await movedWhen(page, token, { late: "rest of the list", until })).toEqual([]);
});

test("control: without the link that waits for the script, the list moves", async ({ page, request }) => {
  const { token } = await newPayment(request);
  const edit = (html: string) => html.replace(/<link rel="expect"[^>]*>/, "");
  const until = () => untilLoading(page, isPainted);
  expect(await movedWhen(page, token, { late: "rest of the list", until, edit })).not.toEqual([]);
});

// If the first paint waited for the script's element instead of the one after it, the list moved in most runs.
test("the last used bank moves nothing when the style sheet comes after the page", async ({ page, request }) => {
  const { token } = await newPayment(request);
  const until = () => untilLoading(page, hasEarlyScript);
  expect(await movedWhen(page, token, { late: "style sheet", until })).toEqual([]);
});
