// Switching the language of the checkout: in the shop's frame with script, on its own page without.
import { expect, test } from "@playwright/test";
import { expectEnd, newPayment } from "../support/shared";
import { approve, frameOf, placeOrder, rootOf } from "../support/shop";

const BANK = "novobanco";

test("changing the language in the frame keeps the bank, the search and the shop's page", async ({ page }) => {
  const orderUrl = await placeOrder(page);
  const frame = frameOf(page);
  await frame.getByRole("searchbox", { name: "Search banks by name or BIC" }).pressSequentially("novo");
  await frame.locator(".bank-name", { hasText: BANK }).click();
  const steps = await page.evaluate(() => history.length);
  const switched = page.waitForResponse((response) => response.url().includes("/embed?"));
  await frame.getByRole("combobox", { name: "Language" }).selectOption({ label: "Deutsch" });
  const locale = new URL((await switched).url()).searchParams.get("locale") ?? "";
  expect(locale).toMatch(/^de(-[A-Z]{2})?$/);
  await expect(frame.getByRole("heading", { level: 2, name: "Wählen Sie Ihre Bank" })).toBeVisible();
  await expect(frame.getByRole("radio", { name: BANK })).toBeChecked();
  await expect(frame.getByRole("searchbox", { name: "Banken nach Name oder BIC suchen" })).toHaveValue("novo");
  expect(page.url()).toBe(orderUrl);
  await expect(frame.getByRole("combobox", { name: "Sprache" })).toBeFocused();
  // Back leads to the previous page, and not to the previous language.
  expect(await page.evaluate(() => history.length)).toBe(steps);
});

test("with the keyboard, the language changes only when it is confirmed", async ({ page, request }) => {
  const payment = await newPayment(request);
  await page.goto(`/checkout?payment_token=${payment.token}`);
  let pages = 0;
  page.on("framenavigated", () => {
    pages += 1;
  });
  const language = page.getByRole("combobox", { name: "Language" });
  await language.focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  const passed = await language.inputValue();
  expect([pages, passed.slice(0, 2)]).toEqual([0, "fr"]);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 2, name: "Choisissez votre banque" })).toBeVisible();
  await expect(page.getByRole("combobox", { name: "Langue" })).toBeFocused();
  expect(page.url()).not.toContain("#");
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("a button changes the language, and the whole payment continues in it", async ({ page, request }) => {
    const payment = await newPayment(request);
    await page.goto(`/checkout?payment_token=${payment.token}&theme=dark`);
    await page.getByRole("combobox", { name: "Language" }).selectOption({ label: "Français" });
    await page.getByRole("button", { name: "Change language" }).click();
    await expect(page.getByRole("heading", { level: 2, name: "Choisissez votre banque" })).toBeVisible();
    await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
    await page.getByRole("button", { name: /^Continuer/ }).click();
    await expect(page.getByRole("alert")).toHaveText("Choisissez d’abord votre banque.");
    await page.getByRole("radio", { name: BANK }).check({ force: true });
    await page.getByRole("button", { name: /^Continuer/ }).click();
    await approve(page);
    await expect(page.getByRole("heading", { level: 2, name: "Payé", exact: true })).toBeVisible();
    await expect(rootOf(page)).toHaveAttribute("data-phase", "paid");
    await expectEnd(payment, { status: "completed", events: ["pending", "succeeded"], debits: [2550] });
  });
});
