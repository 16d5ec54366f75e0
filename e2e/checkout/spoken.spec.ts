import { expect, type Page, test } from "@playwright/test";
import type { Language } from "../../components/checkout/languages/languages";
import { type Gallery, openGallery, updateState } from "../support/gallery";

// What a screen reader reads: names, roles and their order, by the browser's accessibility tree.

let gallery: Gallery;
test.beforeAll(() => {
  gallery = openGallery();
});

const draw = (name: string, language: Language) =>
  gallery.draw({ exhibit: gallery.exhibit(name), view: "frame", language });

async function open(page: Page, name: string, language: Language = "en"): Promise<void> {
  await gallery.open(page, draw(name, language));
  await page.waitForLoadState("load");
}

test.use({ timezoneId: "Europe/Lisbon" });

const MAIN = [
  "choosing-few-banks",
  "choosing-amount-changed-confirm",
  "at-bank-waiting",
  "paid",
  "refused-with-reason",
];
for (const language of ["en", "de"] as const) {
  for (const name of MAIN) {
    test(`${name}, ${language}`, { tag: language === "en" ? [] : "@deep" }, async ({ page }) => {
      await open(page, name, language);
      await expect(page.locator("body")).toMatchAriaSnapshot({ name: `${name}-${language}.aria.yml` });
    });
  }
}

test("a new state's heading gets focus and is in a live region", async ({ page }) => {
  await open(page, "choosing-few-banks");
  await page.getByRole("radio", { name: "Banco Ribeira" }).focus();
  for (const [name, heading] of [
    ["at-bank-waiting", "Approve at Banco Ribeira"],
    ["confirming", "Checking with Banco Ribeira"],
    ["paid", "Paid"],
  ] as const) {
    await updateState(page, draw(name, "en"));
    await expect(page.getByRole("status").getByRole("heading", { level: 2, name: heading, exact: true })).toBeFocused();
  }
});

test("the number of banks found is announced in the page's language", async ({ page }) => {
  for (const [language, said] of [
    ["en", "5 banks found."],
    ["de", "5 Banken gefunden."],
  ] as const) {
    await open(page, "choosing-many-banks", language);
    await page.getByRole("searchbox").fill("caixa");
    await expect(page.getByRole("status").filter({ hasText: said })).toBeAttached();
  }
});

test("the timer is silent, and the last minutes are announced once each", async ({ page }) => {
  await page.clock.install({ time: 0 });
  await page.clock.pauseAt(1_000);
  await open(page, "choosing-low-time");
  await expect(page.getByRole("timer")).toHaveAttribute("aria-live", "off");
  const said = page.getByRole("status").filter({ hasText: /minute/ });
  await expect(said).toHaveCount(0);
  await page.clock.runFor(40_000);
  await expect(said).toHaveCount(0);
  await page.clock.runFor(15_000);
  await expect(said).toHaveText("1 minute left.");
});

test("Continue without a bank is announced, and describes the button", async ({ page }) => {
  await open(page, "choosing-few-banks", "de");
  const button = page.getByRole("button", { name: "Weiter", exact: true });
  await button.click();
  await expect(page.getByRole("alert")).toHaveText("Bitte wählen Sie zuerst Ihre Bank.");
  await expect(button).toHaveAccessibleDescription("Bitte wählen Sie zuerst Ihre Bank.");
  await expect(page.getByRole("radio").first()).toBeFocused();
});
