// The Console by touch and at narrow widths: places and sizes that no rule of axe sees.
import { randomUUID } from "node:crypto";
import { expect, test } from "@playwright/test";
import { expectAccessible } from "../support/axe";
import { openPath } from "../support/console/console-pages";
import { startSession, USERS } from "../support/console/session";
import { newMerchant } from "../support/product/platform";
import { newPayment, query } from "../support/shared";
import { approve, continueTo, expectPaidAndNotified, frameOf, placeOrder } from "../support/shop";

const LEAST_TARGET_PX = 44;

test("by touch, Save view makes the row of views no higher", { tag: "@deep" }, async ({ browser, request }) => {
  await newPayment(request, { reference: "Views" });
  for (const width of [390, 1024]) {
    const context = await browser.newContext({ hasTouch: true, isMobile: true, viewport: { width, height: 844 } });
    const page = await context.newPage();
    await startSession(page);
    await openPath(page, "/console/payments");
    const row = page.getByRole("navigation", { name: "Views" }).locator("..");
    const height = async () => (await row.boundingBox())?.height;
    const before = await height();
    await expect(page.getByRole("button", { name: "Save view" })).toHaveCount(0);
    await openPath(page, "/console/payments?status=open");
    await expect(page.getByRole("button", { name: "Save view" })).toBeVisible();
    expect([width, await height()]).toEqual([width, before]);
    await context.close();
  }
});

test("the bar of a row that J has focused is beside its text at 1024 px", { tag: "@deep" }, async ({
  page,
  request,
}) => {
  await page.setViewportSize({ width: 1024, height: 800 });
  await newPayment(request, { reference: "Bar" });
  await startSession(page);
  await openPath(page, "/console/payments");
  await page.keyboard.press("j");
  const cell = page.locator("main tbody tr:has(:focus-visible) > :first-child");
  const { shadow, left, edge } = await cell.evaluate((element) => {
    const list = element.closest("table")?.parentElement;
    return {
      shadow: getComputedStyle(element).boxShadow,
      left: element.getBoundingClientRect().left,
      edge: list?.getBoundingClientRect().left ?? 0,
    };
  });
  expect(shadow).not.toContain("inset");
  // The bar is the outer one, and as far out as the list is.
  const offsets = [...shadow.matchAll(/(-\d+)px 0px 0px 0px/g)].map(([, px]) => Number(px));
  expect(offsets).toEqual([-10, -12]);
  expect(left - 12).toBeGreaterThanOrEqual(edge);
});

test("on a phone, the actions of a person are at the end of their row", async ({ browser }) => {
  const context = await browser.newContext({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  await startSession(page, USERS.operator);
  await openPath(page, "/operator/people");
  const row = page.locator("main tbody tr", { has: page.getByRole("button", { name: /^Change / }) }).first();
  const button = row.getByRole("button");
  const [outer, inner] = [await row.boundingBox(), await button.boundingBox()];
  if (!outer || !inner) throw new Error("The row is not shown.");
  expect(Math.round(outer.x + outer.width - inner.x - inner.width)).toBe(0);
  expect(inner.width).toBeGreaterThanOrEqual(LEAST_TARGET_PX);
  await context.close();
});

test("a menu is used by keyboard and by touch, and is accessible in light and dark", async ({ browser }) => {
  const context = await browser.newContext({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  await startSession(page, USERS.operator);
  await openPath(page, "/operator/kit");
  const button = page.getByRole("button", { name: "Payment actions" });
  const menu = page.getByRole("menu", { name: "Payment actions" });
  const item = (name: string | RegExp) => menu.getByRole("menuitem", { name });
  expect((await button.boundingBox())?.width).toBeGreaterThanOrEqual(LEAST_TARGET_PX);
  await button.press("Enter");
  await expect(item("Send receipt")).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(item("Open payments")).toBeFocused();
  // A blocked item is passed over, and the list goes round.
  await page.keyboard.press("ArrowDown");
  await expect(item("Cancel payment")).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(item("Send receipt")).toBeFocused();
  await page.keyboard.press("c");
  await expect(item("Cancel payment")).toBeFocused();
  await expect(item(/^Refund/)).toHaveAttribute("aria-disabled", "true");
  for (const one of await menu.getByRole("menuitem").all())
    expect((await one.boundingBox())?.height).toBeGreaterThanOrEqual(LEAST_TARGET_PX);
  await expectAccessible(page, "an open menu");
  await page.keyboard.press("Escape");
  await expect(menu).toHaveCount(0);
  await expect(button).toBeFocused();
  await button.tap();
  await item("Send receipt").tap();
  await expect(page.getByText("Receipt sent").first()).toBeVisible();
  await expect(button).toBeFocused();
  await context.close();
});

test("the note under a row is as wide as its list, whichever columns are shown", async ({ page }) => {
  await startSession(page, USERS.operator);
  for (const width of [1440, 1280, 1024, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await openPath(page, "/operator/kit");
    const note = page.getByText("The bank rejected the payment: insufficient funds.").first();
    const [own, list] = await note.evaluate((element) => {
      const wrap = element.closest("table")?.parentElement;
      const style = wrap && getComputedStyle(wrap);
      const inner = wrap ? wrap.clientWidth - 2 * Number.parseFloat(style?.paddingLeft ?? "") : 0;
      return [element.getBoundingClientRect().width, inner];
    });
    expect([width, Math.round(own ?? 0)]).toEqual([width, Math.round(list ?? 0)]);
  }
});

test("at 390 px the balance of an account has what it received today", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const order = await placeOrder(page);
  await continueTo(frameOf(page), "Millennium bcp");
  await approve(page);
  await expectPaidAndNotified(page, order);
  await startSession(page);
  await openPath(page, "/console/balances");
  await expect(page.getByRole("main").getByText("Received today", { exact: true }).first()).toBeVisible();
});

test("a long name that is cut is whole in its title, and the tag beside it stays", async ({ page }) => {
  const long = "w".repeat(63);
  const owner = `${randomUUID()}@${long.slice(0, 20)}.example`;
  await newMerchant(long, owner);
  await query("UPDATE users SET name = $1 WHERE email = $2", [long, owner]);
  await startSession(page, owner);
  await openPath(page, "/console/webhooks?new=");
  const form = page.getByRole("dialog");
  await form.getByRole("textbox", { name: "Name" }).fill(long);
  await form.getByRole("textbox", { name: "URL" }).fill(`https://${long.slice(0, 50)}.example.com/${long}`);
  await form.getByRole("checkbox", { name: /^Signed/ }).uncheck();
  await form.getByRole("checkbox", { name: /^Default/ }).check();
  await form.getByRole("button", { name: "Create endpoint" }).click();
  await expect(page.getByRole("alertdialog", { name: "Copy this secret now" })).toBeVisible();
  for (const { width, count } of [
    { width: 1440, count: 3 },
    { width: 390, count: 1 },
  ]) {
    await page.setViewportSize({ width, height: 844 });
    await openPath(page, "/console/webhooks");
    const cut = await page.evaluate((name) => {
      const isCut = (element: Element) => element.clientWidth > 0 && element.scrollWidth > element.clientWidth;
      const all = [...document.querySelectorAll("a, b")].filter(({ textContent }) => textContent?.trim() === name);
      return all.filter(isCut).map((element) => element.closest("[title]")?.getAttribute("title") ?? "no title");
    }, long);
    expect([width, ...cut]).toEqual([width, ...Array(count).fill(long)]);
    const row = page.locator("main tbody tr").filter({ hasText: long });
    const right = await row
      .locator("td")
      .first()
      .evaluate((cell) => cell.getBoundingClientRect().right);
    const tags = await row
      .getByText(/^(default|unsigned)$/)
      .evaluateAll((all) => all.map((tag) => tag.getBoundingClientRect().right));
    expect([width, tags.length, tags.every((end) => end <= right)]).toEqual([width, 2, true]);
  }
});

test("at 400 % zoom the open row is alone on the page, and its way back is not cut", async ({ page, request }) => {
  const reference = "Zoomed";
  await newPayment(request, { reference });
  await startSession(page);
  await page.setViewportSize({ width: 320, height: 256 });
  await openPath(page, "/console/payments");
  await page.getByRole("link", { name: reference }).first().click();
  const panel = page.getByRole("region", { name: "Payment", exact: true });
  await expect(panel).toBeVisible();
  await expect(page.getByRole("searchbox", { name: "Search payments" })).toBeHidden();
  await expect(page.getByRole("heading", { level: 1 })).toBeHidden();
  await panel.getByRole("link", { name: "Open payment" }).click();
  const crumb = page.getByRole("navigation", { name: "Breadcrumbs" }).getByRole("link", { name: "Payments" });
  const isCut = () => crumb.evaluate(({ parentElement: item }) => (item?.scrollWidth ?? 0) > (item?.clientWidth ?? 0));
  await expect(crumb).toBeVisible();
  expect(await isCut()).toBe(false);
});

test("at 320 px a payment's primary button is above the others, and a long word in a name breaks", async ({
  page,
  request,
}) => {
  const { id } = await newPayment(request, { reference: "Narrow" });
  const customer = JSON.stringify({ id, name: "Donaudampfschiff".repeat(5) });
  const completed = "status = 'completed', initiated_at = app_now(), completed_at = app_now()";
  await query(`UPDATE payment_requests SET customer = $2, ${completed} WHERE id = $1`, [id, customer]);
  await startSession(page, USERS.owner);
  await page.setViewportSize({ width: 320, height: 800 });
  await openPath(page, `/console/payments/${id}`);
  await expect(page.getByText(/^Donaudampfschiff\S+ paid/)).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  const tops = await page
    .locator("header:has(h1) a, header:has(h1) button")
    .evaluateAll((all) => all.map((one): [string, number] => [one.textContent ?? "", one.getBoundingClientRect().top]));
  expect(tops.toSorted(([, a], [, b]) => a - b)[0]?.[0]).toBe("View receipt");
});

test("in forced colours the search in use has an outline, and one view alone a visible line", async ({ page }) => {
  await page.emulateMedia({ forcedColors: "active" });
  await startSession(page);
  await openPath(page, "/console/payments");
  const search = page.getByRole("searchbox", { name: "Search payments" });
  const outline = () => search.evaluate((field) => getComputedStyle(field.parentElement as Element).outlineStyle);
  expect(await outline()).toBe("none");
  await search.focus();
  expect(await outline()).toBe("solid");
  const lines = await page
    .getByRole("navigation", { name: "Views" })
    .getByRole("link")
    .evaluateAll((views) => {
      const ground = getComputedStyle(document.body).backgroundColor;
      return views.map((view) => [
        view.hasAttribute("aria-current"),
        getComputedStyle(view).borderBottomColor !== ground,
      ]);
    });
  expect(lines.filter(([, isSeen]) => isSeen)).toEqual([[true, true]]);
});
