import { expect, type Page, test } from "@playwright/test";
import { type Gallery, type GalleryState, nameOf, openGallery, openStage } from "../support/gallery";

/** 320 CSS pixels: the narrowest phone, and a window of 1280 at 400 % (WCAG 2.2, 1.4.10). */
const NARROWEST = { width: 320, height: 640 };
const ZOOMED = { width: 320, height: 256 };
/** The least size of a target: our height on a phone, and WCAG 2.2, 2.5.8 in both directions. */
const TAP_PX = 44;
const TARGET_PX = 24;

let gallery: Gallery;
test.beforeAll(() => {
  gallery = openGallery();
});

/** The faults of the document in the page. */
type Look = () => string[];

// Runs in the page, for each document in turn.
async function lookAt(
  page: Page,
  states: GalleryState[],
  look: Look,
  edit = (html: string) => html,
): Promise<string[]> {
  await openStage(page, gallery, `window.look = ${look}`);
  const found = await page.evaluate(
    async (documents) => {
      const stage = window as unknown as { look: Look; show: (html: string) => void };
      const all: string[][] = [];
      for (const html of documents) {
        stage.show(html);
        await document.fonts.ready;
        all.push(stage.look());
      }
      return all;
    },
    states.map((state) => edit(gallery.draw(state))),
  );
  return states.flatMap((state, index) => found[index]?.map((what) => `${nameOf(state)}: ${what}`) ?? []);
}

/** Elements wider than the window, and clipped ones. Native selects clip their own text. */
const overflow: Look = () => {
  const wide = document.documentElement.scrollWidth > window.innerWidth ? ["the page scrolls sideways"] : [];
  const shown = [...document.body.querySelectorAll<HTMLElement>("*")].filter(
    (one) => one.checkVisibility() && !one.closest(".vh, svg"),
  );
  const says = (one: HTMLElement) => `<${one.localName} class="${one.className}"> ${one.textContent?.slice(0, 40)}`;
  const out = shown.filter((one) => {
    const { left, right, width } = one.getBoundingClientRect();
    return width > 0 && (left < -0.5 || right > window.innerWidth + 0.5);
  });
  const cut = shown.filter(
    (one) =>
      !one.matches("select, input") &&
      getComputedStyle(one).overflowX !== "visible" &&
      one.scrollWidth > one.clientWidth + 1,
  );
  return [...wide, ...out.map((one) => `out: ${says(one)}`), ...cut.map((one) => `cut: ${says(one)}`)];
};

for (const [what, viewport] of Object.entries({ "at 320 px": NARROWEST, "at 1280 px and 400 %": ZOOMED })) {
  test.describe(`nothing scrolls sideways ${what}`, () => {
    test.use({ viewport, reducedMotion: "reduce" });

    // The longest of the twelve languages, a longer pseudo-language, and a right-to-left one.
    for (const words of ["de", "fi", "pl", "en-XA", "ar-XB"] as const) {
      // The generated ones are longer than every translation: en-XA from left to right, ar-XB from right to left.
      const tag = viewport === NARROWEST && /-X/.test(words) ? [] : "@deep";
      test(words, { tag }, async ({ page }) => {
        expect(await lookAt(page, gallery.statesIn(words), overflow)).toEqual([]);
      });
    }
  });
}

test("control: content that does not fit is found", async ({ page }) => {
  await page.setViewportSize(NARROWEST);
  const injected = (html: string) =>
    html.replace(
      "</main>",
      '<p style="inline-size:400px">wide</p><p style="overflow:hidden"><b style="white-space:nowrap">cut off, much too long for one line of a narrow phone</b></p></main>',
    );
  const paid: GalleryState = { exhibit: gallery.exhibit("paid"), view: "hosted", language: "en" };
  const found = await lookAt(page, [paid], overflow, injected);
  expect(found).toContain("paid hosted en: the page scrolls sideways");
  expect(found.filter((line) => /(out|cut): <p class="">/.test(line))).toHaveLength(2);
});

test.describe("touch", () => {
  test.use({ viewport: NARROWEST, hasTouch: true, isMobile: true });

  test("touch targets on a phone are large enough", { tag: "@deep" }, async ({ page }) => {
    const sizes: Look = () => {
      const pressed = document.querySelectorAll("a[href], button, input:not([type=hidden]), select, summary");
      return [...pressed].flatMap((one) => {
        const { width, height } = (one.closest("label") ?? one).getBoundingClientRect();
        return one.checkVisibility() ? [`${height} × ${width} ${one.outerHTML.slice(0, 80)}`] : [];
      });
    };
    const found = await lookAt(page, gallery.states({ language: "en" }), sizes);
    expect(found.length).toBeGreaterThan(gallery.states({ language: "en" }).length);
    const small = found.filter((line) => {
      const [, height, width] = /: ([\d.]+) × ([\d.]+) /.exec(line) ?? [];
      return !(Number(height) >= TAP_PX && Number(width) >= TARGET_PX);
    });
    expect(small).toEqual([]);
  });
});

test("nothing moves with reduced motion", { tag: "@deep" }, async ({ page }) => {
  const moving: Look = () =>
    document
      .getAnimations()
      .filter((one) => one.effect?.getComputedTiming().duration !== 0)
      .map((one) => (one as CSSAnimation).animationName);
  const waiting = gallery.states({ language: "en" });
  await page.emulateMedia({ reducedMotion: "reduce" });
  expect(await lookAt(page, waiting, moving)).toEqual([]);
  await page.emulateMedia({ reducedMotion: "no-preference" });
  expect((await lookAt(page, waiting, moving)).map((line) => line.split(": ")[1])).toContain("run");
});

test("in forced colours, controls keep an edge and the link between the marks is visible", async ({ page }) => {
  await page.emulateMedia({ forcedColors: "active" });
  const look: Look = () => {
    const canvas = getComputedStyle(document.documentElement).backgroundColor;
    const found: string[] = [];
    for (const one of document.querySelectorAll<HTMLElement>(
      ".btn, .mono, .finder, .field input, .frame, .spread, .stub",
    )) {
      if (!one.checkVisibility()) continue;
      const { borderTopWidth, borderTopColor, borderBottomWidth } = getComputedStyle(one);
      const edge = Math.max(Number.parseFloat(borderTopWidth), Number.parseFloat(borderBottomWidth));
      if (edge < 1 || borderTopColor === canvas) found.push(`no edge: ${one.className}`);
    }
    const { color } = getComputedStyle(document.body);
    for (const one of document.querySelectorAll<HTMLElement>(".link i")) {
      const { display, backgroundColor, borderTopWidth } = getComputedStyle(one);
      if (display !== "none" && borderTopWidth === "0px" && backgroundColor !== color)
        found.push("a dot is hard to see");
    }
    const check = document.querySelector(".payee[data-got]");
    if (check && getComputedStyle(check, "::before").backgroundColor !== color) found.push("no check on the payee");
    return found;
  };
  expect(await lookAt(page, gallery.states({ language: "en" }), look)).toEqual([]);
});

test("print shows the state in black, without controls", { tag: "@deep" }, async ({ page }) => {
  const look: Look = () => {
    const pressed = [...document.querySelectorAll("a[href], button, input, select")].filter((one) =>
      one.checkVisibility(),
    );
    const says = document.querySelector(".amount, .stub:not([hidden])")?.checkVisibility() ? [] : ["no amount"];
    const scheme = getComputedStyle(document.documentElement).colorScheme === "light" ? [] : ["in dark"];
    return [...pressed.map((one) => one.outerHTML.slice(0, 80)), ...says, ...scheme];
  };
  const states = gallery.states({ language: "en", theme: "dark" });
  expect((await lookAt(page, states, look)).length).toBeGreaterThan(states.length);
  await page.emulateMedia({ media: "print" });
  expect(await lookAt(page, states, look)).toEqual([]);
});

test("on a wide page, the perforation that moves is as high as the slip's column", async ({ page }) => {
  const look: Look = () => {
    const slip = document.querySelector(".spread .slip:has([data-money=asked])");
    if (!slip) return [];
    const column = document.querySelector(".spread .text")?.getBoundingClientRect().height ?? 0;
    const missing = column - Number.parseFloat(getComputedStyle(slip, "::after").height);
    return [Math.abs(missing) < 1 ? "whole" : "a part"];
  };
  const found = await lookAt(page, gallery.states({ language: "en" }), look);
  expect(found.filter((line) => line.startsWith("at-bank-"))).not.toEqual([]);
  expect(found.filter((line) => !line.endsWith(": whole"))).toEqual([]);
});

test("on the receipt, the merchant's address starts where its name does", async ({ page }) => {
  const receipt: GalleryState = { exhibit: gallery.exhibit("receipt"), view: "hosted", language: "en" };
  await gallery.open(page, gallery.draw(receipt));
  await page.waitForLoadState("load");
  const address = page.getByText("Rua do Sol 4");
  const indent = await address.evaluate((line) => {
    const text = document.createRange();
    text.selectNodeContents(line);
    const name = document.createRange();
    if (line.previousSibling) name.selectNode(line.previousSibling);
    return text.getBoundingClientRect().left - name.getBoundingClientRect().left;
  });
  expect(indent).toBe(0);
});

test.describe("without a script", () => {
  test.use({ viewport: NARROWEST, javaScriptEnabled: false });

  for (const language of ["en", "de", "fi", "pl"] as const) {
    test(`the search button has its word in one line, and nothing scrolls sideways (${language})`, async ({ page }) => {
      const choosing: GalleryState = { exhibit: gallery.exhibit("choosing-many-banks"), view: "hosted", language };
      await gallery.open(page, gallery.draw(choosing));
      const lines = await page.locator(".find").evaluate((button) => {
        const text = document.createRange();
        text.selectNodeContents(button);
        return text.getClientRects().length;
      });
      expect(lines).toBe(1);
      expect(await page.evaluate(overflow)).toEqual([]);
    });
  }
});
