import { type BrowserContext, expect, type Frame, type FrameLocator, type Page, test } from "@playwright/test";
import { ownProduct, type Product } from "../support/product/product";
import { atBank, baseUrl, frameOf, placeOrder, rootOf } from "../support/shop";

const SEARCH = "Search banks by name or BIC";
const KEY = "bankside.bank";

const searchIn = (where: Page | FrameLocator) => where.getByRole("searchbox", { name: SEARCH });
const radios = (where: Page | FrameLocator) => where.getByRole("radio");
const button = (where: Page | FrameLocator) => where.locator("#pay button.btn");

/** The names of the rows in their order, without the notes under them. */
function namesIn(where: Page | FrameLocator): Promise<string[]> {
  return where
    .locator("label.bank:visible .bank-name")
    .evaluateAll((all) => all.map((one) => one.firstChild?.textContent ?? ""));
}

/** The frame itself, for access to its window. */
async function insideOf(page: Page): Promise<Frame> {
  await expect(rootOf(frameOf(page))).toHaveAttribute("data-phase", "choosing");
  const frame = page.frames().find((one) => one.url().startsWith(`${baseUrl}/embed`));
  if (!frame) throw new Error("The checkout is not in the page.");
  // A press before the script runs would submit the form without it.
  await frame.waitForLoadState("load");
  return frame;
}

/** An order's checkout on its own page, in a new context. */
async function hostedAddress(page: Page): Promise<string> {
  await placeOrder(page);
  return (await insideOf(page)).url().replace("/embed?", "/checkout?");
}

/** The focused element: a radio by its bank, otherwise by its name. */
const focused = (where: Frame) =>
  where.evaluate(() => {
    const element = document.activeElement as HTMLInputElement | null;
    return element?.closest(".bank")?.querySelector(".bank-name")?.firstChild?.textContent ?? element?.name ?? "";
  });

test("by keyboard only: a short name is found, Enter submits nothing, arrows choose, Escape shows all banks again", async ({
  page,
}) => {
  await placeOrder(page);
  const [checkout, frame] = [frameOf(page), await insideOf(page)];
  const [all] = [await namesIn(checkout)];
  await searchIn(checkout).focus();
  await page.keyboard.type("bcp");
  await expect(checkout.getByText("1 bank found.")).toBeAttached();
  expect(await namesIn(checkout)).toEqual(["Millennium bcp"]);
  await page.keyboard.press("Enter");
  expect([await focused(frame), await radios(checkout).and(checkout.locator(":checked")).count()]).toEqual([
    "Millennium bcp",
    0,
  ]);
  await expect(rootOf(checkout)).toHaveAttribute("data-phase", "choosing");
  await page.keyboard.press("Space");
  await expect(button(checkout)).toHaveText("Continue to Millennium bcp");
  await searchIn(checkout).focus();
  await page.keyboard.press("Escape");
  await expect(searchIn(checkout)).toHaveValue("");
  expect(await namesIn(checkout)).toEqual(all);
  await expect(checkout.getByRole("radio", { name: "Millennium bcp" })).toBeChecked();
  await checkout.getByRole("radio", { name: "Millennium bcp" }).focus();
  await page.keyboard.press("ArrowDown");
  expect(await focused(frame)).toBe(all[all.indexOf("Millennium bcp") + 1]);
  await page.keyboard.press("Home");
  await expect(checkout.getByRole("radio").first()).toBeChecked();
  await page.keyboard.press("End");
  expect(await focused(frame)).toBe(all.at(-1));
  await page.keyboard.type("nov");
  await expect(checkout.getByRole("radio", { name: "novobanco" })).toBeChecked();
});

test("Continue without a bank shows an error that describes the list", async ({ page }) => {
  await placeOrder(page);
  const [checkout, frame] = [frameOf(page), await insideOf(page)];
  await button(checkout).press("Enter");
  await expect(checkout.getByRole("alert")).toHaveText("Choose your bank first.");
  const group = checkout.getByRole("radiogroup", { name: "Choose your bank" });
  await expect(group).toHaveAccessibleDescription("Choose your bank first.");
  expect(await focused(frame)).toBe((await namesIn(checkout))[0]);
  await page.keyboard.press("Space");
  await expect(checkout.getByRole("alert")).toBeHidden();
  await expect(group).toHaveAccessibleDescription("");
});

test("typing keeps the chosen bank, and a bank found in another country is offered", async ({ page }) => {
  await placeOrder(page);
  await insideOf(page);
  const checkout = frameOf(page);
  await checkout.getByRole("radio", { name: "BPI" }).check();
  await searchIn(checkout).fill("kutxa");
  await expect(checkout.getByText("Portugal: no bank matches “kutxa”.", { exact: true })).toBeVisible();
  await expect(checkout.getByRole("radio", { name: "BPI" })).toBeChecked();
  await expect(checkout.getByRole("button", { name: "Continue to BPI" })).toBeVisible();
  await searchIn(checkout).fill("");
  await expect(checkout.getByText("Portugal: no bank matches “kutxa”.", { exact: true })).toBeHidden();
  await expect(radios(checkout)).not.toHaveCount(1);
  await searchIn(checkout).fill("kutxa");
  await checkout.getByRole("button", { name: "Kutxabank Spain" }).click();
  await expect(button(checkout)).toHaveText("Continue to Kutxabank");
  await expect(checkout.getByRole("combobox", { name: "Your bank’s country" })).toHaveValue("ES");
  await expect(searchIn(checkout)).toHaveValue("");
});

/** Presses "Continue", and waits until the device has stored the bank's id, and nothing else. */
async function continueWith(page: Page, bank: string): Promise<void> {
  await insideOf(page);
  const radio = frameOf(page).getByRole("radio", { name: bank });
  const value = (await radio.getAttribute("value")) ?? "";
  await radio.check();
  await button(frameOf(page)).click();
  const kept = async () => (await page.context().storageState()).origins;
  await expect.poll(kept).toEqual([{ origin: baseUrl, localStorage: [{ name: KEY, value }] }]);
}

test("the last used bank is first, labelled and chosen at the first paint, and can be forgotten", async ({ page }) => {
  await placeOrder(page);
  await continueWith(page, "novobanco");
  await page.addInitScript(() => {
    const moved: string[] = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as { hadRecentInput: boolean }[])
        if (!entry.hadRecentInput) moved.push(JSON.stringify(entry));
    }).observe({ type: "layout-shift", buffered: true });
    Object.assign(window, { moved });
  });
  // Wait for the navigation of the press; it would otherwise interrupt the next one.
  await atBank(page);
  await page.goto(await hostedAddress(page));
  expect((await namesIn(page))[0]).toBe("novobanco");
  const row = page.getByRole("radio", { name: "novobanco Last used on this device" });
  await expect(row).toBeChecked();
  await expect(button(page)).toHaveText("Continue to novobanco");
  await expect(page.locator("[data-from] .who")).toHaveText("novobanco");
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  expect(await page.evaluate(() => (window as unknown as { moved: string[] }).moved)).toEqual([]);
  await page.getByRole("button", { name: "Forget my bank" }).click();
  await expect(page.getByText("Last used on this device")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Forget my bank" })).toBeHidden();
  await expect(button(page)).toHaveText("Continue");
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
  await page.reload();
  await expect(page.getByText("Last used on this device")).toHaveCount(0);
  expect((await namesIn(page))[0]).toBe("Caixa Geral de Depósitos");
});

test("with storage that throws, everything works without an error", async ({ page }) => {
  const trouble: string[] = [];
  page.on("pageerror", ({ message }) => trouble.push(message));
  page.on("console", (message) => message.type() === "error" && trouble.push(message.text()));
  await page.addInitScript(() => {
    const blocked = () => {
      throw new DOMException("Access is denied for this document.", "SecurityError");
    };
    Object.defineProperty(window, "localStorage", { get: blocked });
    Object.defineProperty(window, "sessionStorage", { get: blocked });
  });
  await page.goto(await hostedAddress(page));
  await searchIn(page).fill("bcp");
  await page.getByRole("radio", { name: "Millennium bcp" }).check();
  await expect(page.getByRole("button", { name: "Forget my bank" })).toBeHidden();
  await button(page).click();
  await atBank(page);
  expect(trouble).toEqual([]);
});

test("without script the search is the server's, in the same order", async ({ page, browser }) => {
  const address = await hostedAddress(page);
  const context: BrowserContext = await browser.newContext({ javaScriptEnabled: false });
  const plain = await context.newPage();
  await plain.goto(address);
  expect(await namesIn(plain)).toHaveLength(8);
  await searchIn(plain).fill("caixa");
  await searchIn(plain).press("Enter");
  await expect(plain).toHaveURL(/q=caixa/);
  const found = ["Caixa Geral de Depósitos", "Crédito Agrícola", "Banco Montepio"];
  expect(await namesIn(plain)).toEqual(found);
  await searchIn(frameOf(page)).fill("caixa");
  await expect(frameOf(page).getByText("3 banks found.")).toBeAttached();
  expect(await namesIn(frameOf(page))).toEqual(found);
  await searchIn(plain).fill("kutxabank");
  await plain.getByRole("button", { name: "Search", exact: true }).click();
  await plain.getByRole("button", { name: "Kutxabank Spain" }).click();
  await expect(plain.getByRole("radio", { name: "Kutxabank" })).toBeChecked();
  await context.close();
});

test.describe("an unavailable bank", () => {
  let product: Product;
  test.beforeAll(async () => {
    product = await ownProduct();
    await product.start();
  });
  test.afterAll(() => product.remove());

  const setDown = (bank: string, lastKind: string) =>
    product.query(
      `INSERT INTO bank_health (environment, profile_id, is_open, since, question_from, open_until, last_kind)
       VALUES ('test', $1, TRUE, now(), now() + interval '1 hour', now() + interval '1 hour', $2)
       ON CONFLICT (environment, profile_id) DO UPDATE SET is_open = TRUE, open_until = EXCLUDED.open_until, last_kind = $2`,
      [bank, lastKind],
    );

  test("is last with the reason, cannot be chosen, and can be chosen again on the open page when it recovers", async ({
    page,
  }) => {
    await setDown("caixa-geral-de-depositos", "unavailable");
    await placeOrder(page, product.shop);
    const checkout = frameOf(page);
    const row = checkout.getByRole("radio", { name: /^Caixa Geral de Depósitos/ });
    await expect(row).toBeDisabled();
    await expect(checkout.getByRole("radio", { name: /Depósitos not responding right now$/ })).toHaveCount(1);
    expect((await namesIn(checkout)).at(-1)).toBe("Caixa Geral de Depósitos");
    await product.query("DELETE FROM bank_health");
    const inside = page.frames().find((one) => one.url().startsWith(`${product.base}/embed`));
    // The page fetches the banks again automatically, as every half minute; the state is cached for a moment.
    const lookAgain = () => inside?.evaluate(() => window.dispatchEvent(new Event("online")));
    await expect(async () => {
      await lookAgain();
      await expect(row).toBeEnabled({ timeout: 1_000 });
    }).toPass();
    await row.check();
    await setDown("caixa-geral-de-depositos", "auth");
    await expect(async () => {
      await lookAgain();
      await expect(row).toBeDisabled({ timeout: 1_000 });
    }).toPass();
    await expect(checkout.getByRole("alert")).toContainText("Caixa Geral de Depósitos is no longer available");
    await expect(checkout.getByText("not available right now")).toBeVisible();
    await expect(button(checkout)).toHaveText("Continue");
    // The page's default is the merchant's country; the customer views another one.
    await checkout.getByRole("combobox", { name: "Your bank’s country" }).selectOption("DE");
    const german = checkout.getByRole("radio", { name: /^Commerzbank/ });
    await german.check();
    await setDown("commerzbank", "unknown");
    await expect(async () => {
      await lookAgain();
      await expect(german).toBeDisabled({ timeout: 1_000 });
    }).toPass();
    await expect(checkout.getByRole("alert")).toContainText("Commerzbank is no longer available");
  });
});
