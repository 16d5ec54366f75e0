// Takes contact sheets of the checkout's states: `npx tsx docs/pictures/states.ts [folder]`, of the gallery that the
// tests use, without a server. Banks and people in them are invented.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { chromium, type Page } from "@playwright/test";
import { LANGUAGES } from "../../components/checkout/languages/languages";
import { buildGallery } from "../../e2e/support/build-gallery";
import { type Gallery, type GalleryState, nameOf, openGallery } from "../../e2e/support/gallery";
import { chromiumOptions, findChromium } from "../../scripts/lib/browsers.mjs";

type Sheet = { name: string; widthPx: number; columns: number; scheme?: "dark"; zoom?: number; states: GalleryState[] };

function sheetsOf(gallery: Gallery): Sheet[] {
  const all = gallery.states({ language: "en" });
  const frames = (pattern: RegExp) => all.filter(({ view, exhibit }) => view === "frame" && pattern.test(exhibit.name));
  const some = (names: string[], drawing: Partial<GalleryState> = {}): GalleryState[] =>
    names.map((name) => ({ view: "frame", language: "en", ...drawing, exhibit: gallery.exhibit(name) }));
  const inWords = (words: "en-XA" | "ar-XB", names: string[]) =>
    gallery.statesIn(words).filter(({ exhibit, view }) => view === "frame" && names.includes(exhibit.name));
  const main = [
    "choosing-bank-selected",
    "choosing-amount-changed-confirm",
    "at-bank-waiting",
    "paid",
    "refused-with-reason",
  ];
  const stressed = ["choosing-bank-selected", "at-bank-waiting", "refused-with-reason"];
  const ends = ["choosing-link", "paid", "refused-of-a-link", "link-used", "link-expired", "page-not-found"];
  const desktop = { widthPx: 376, columns: 5 };
  const phone = { widthPx: 320, columns: 6 };
  return [
    // States that differ only in one sentence or in the length of a list are shown once.
    {
      name: "choosing",
      ...desktop,
      states: frames(/^choosing-(?!whole|few|none-found-any|inside-an-|cannot|no-rewards|largest)/),
    },
    { name: "at-the-bank", ...desktop, columns: 4, states: frames(/^(starting|at-bank|confirming|cancelling)/) },
    { name: "ended", ...desktop, states: frames(/^(paid|refused|failed|cancelled|expired|unresolved)/) },
    { name: "dark", ...desktop, scheme: "dark", states: some(main, { theme: "dark" }) },
    {
      name: "phone",
      ...phone,
      columns: 4,
      states: some(["choosing-bank-selected", "at-bank-waiting", "paid", "choosing-long-names"], { view: "hosted" }),
    },
    { name: "hosted", widthPx: 1180, columns: 3, zoom: 0.5, states: some(ends, { view: "hosted" }) },
    {
      name: "languages",
      ...phone,
      states: LANGUAGES.flatMap((language) => some(["refused-with-reason"], { language })),
    },
    { name: "stretched", ...phone, states: [...inWords("en-XA", stressed), ...inWords("ar-XB", stressed)] },
  ];
}

const STYLE = `
  body { margin: 0; padding: 24px; display: grid; gap: 32px 24px; align-items: start; background: #efece5; font: 13px system-ui; }
  body.dark { background: #060a08; color: #ccc; }
  figure { margin: 0; } figcaption { padding-block-end: 8px; } iframe { border: 0; display: block; }`;

// A picture waits for the typeface; a customer need not.
const inTypeface = (name: string, body: Buffer) =>
  name.endsWith(".css") ? body.toString().replaceAll("font-display:optional", "font-display:block") : body;

// Each state is a document in its own frame, because its style sheet depends on the window's width.
async function draw(
  page: Page,
  gallery: Gallery,
  { widthPx, columns, scheme, zoom = 1, states }: Sheet,
): Promise<Buffer> {
  await page.emulateMedia({ colorScheme: scheme ?? "light", reducedMotion: "reduce" });
  const attribute = (html: string) => html.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
  // With times in the customer's zone, as after the script has run. The script itself would poll a server.
  const still = (html: string) =>
    html.replace(/<script[^>]*><\/script>/, "").replaceAll(/<time ([^>]*)>([\d:]+) UTC/g, '<time $1 data-here="">$2');
  const figures = states.map(
    (state) =>
      `<figure><figcaption>${nameOf(state)}</figcaption><iframe width="${widthPx}" style="zoom:${zoom}" srcdoc="${attribute(still(gallery.draw(state)))}"></iframe></figure>`,
  );
  const grid = `grid-template-columns: repeat(${columns}, ${widthPx * zoom}px)`;
  await page.setViewportSize({ width: Math.ceil(columns * (widthPx * zoom + 24) + 24), height: 600 });
  await gallery.open(
    page,
    `<!doctype html><style>${STYLE} body { ${grid} }</style><body class="${scheme}">${figures.join("")}`,
    inTypeface,
  );
  await page.waitForLoadState("load");
  await page.evaluate(async () => {
    for (const frame of document.querySelectorAll("iframe")) {
      const inside = frame.contentDocument;
      await inside?.fonts.ready;
      const root = inside?.querySelector<HTMLElement>("[data-root], .hosted");
      if (root) root.style.minBlockSize = "0";
      frame.height = String(inside?.body.scrollHeight ?? 0);
    }
  });
  return page.screenshot({ fullPage: true });
}

const folder = process.argv[2] ?? path.join(import.meta.dirname, "states");
const built = mkdtempSync(path.join(tmpdir(), "bankside-gallery-"));
await buildGallery(built);
const gallery = openGallery(built);
const browser = await chromium.launch(chromiumOptions(await findChromium()));
try {
  const page = await browser.newPage({ locale: "en-GB" });
  const { mkdir, writeFile } = await import("node:fs/promises");
  await mkdir(folder, { recursive: true });
  for (const sheet of sheetsOf(gallery)) {
    const picture = await draw(page, gallery, sheet);
    await writeFile(path.join(folder, `${sheet.name}.png`), picture);
    console.log(`${sheet.name}.png: ${sheet.states.length} states, ${Math.ceil(picture.byteLength / 1024)} KiB`);
  }
} finally {
  await browser.close();
  rmSync(built, { recursive: true, force: true });
}
