// The bank picker while the list of another country is on its way, or does not come.
import { setTimeout as pause } from "node:timers/promises";
import { expect, type Page, type Route, test } from "@playwright/test";
import { frameOf, placeOrder, rootOf } from "../support/shop";

/** Longer than the pause after the last letter before other countries are searched (browser/picker.ts). */
const SEARCHED_MS = 700;

/** The frame of a new order, once its scripts have run. */
async function openPicker(page: Page) {
  await placeOrder(page);
  const checkout = frameOf(page);
  await expect(rootOf(checkout)).toHaveAttribute("data-phase", "choosing");
  await page.frame({ url: /[/]embed[?]/ })?.waitForLoadState("load");
  return checkout;
}

test("what is typed while another country's list loads searches that list, and the country stays chosen", async ({
  page,
}) => {
  const checkout = await openPicker(page);
  const held: Route[] = [];
  await page.route(/[/]embed[/]state[?].*country=DE/, (route) => void held.push(route));
  const country = checkout.getByRole("combobox", { name: "Your bank’s country" });
  await country.selectOption("DE");
  await expect.poll(() => held.length).toBe(1);
  const field = checkout.getByRole("searchbox", { name: "Search banks by name or BIC" });
  await field.pressSequentially("comdirect");
  await pause(SEARCHED_MS);
  await held[0]?.continue();
  await expect(checkout.getByRole("radio", { name: "comdirect" })).toBeVisible();
  await expect(country).toHaveValue("DE");
  await expect(checkout.locator("label.bank:visible")).toHaveCount(1);
});

test("without a connection, a search of other countries says so below the field, and the country's banks stay", async ({
  page,
}) => {
  const checkout = await openPicker(page);
  const banks = checkout.locator("label.bank:visible");
  const before = await banks.allTextContents();
  await page.route(/[/]embed[/]state[?].*q=comdirect/, (route) => route.abort());
  await checkout.getByRole("searchbox", { name: "Search banks by name or BIC" }).fill("comdirect");
  const note = checkout.getByRole("alert").filter({ hasText: "We couldn’t connect." });
  await expect(note).toBeVisible();
  await expect(note).not.toHaveCSS("margin-top", "0px");
  expect(await banks.allTextContents()).toEqual(before);
});
