// The Console by touch and at narrow widths: places and sizes that no rule of axe sees.
import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "../support/axe";
import { visit } from "../support/console/console-pages";
import { startSession, USERS } from "../support/console/session";
import { ready } from "../support/ready";
import { newPayment } from "../support/shared";
import { baseUrl } from "../support/shop";

const LEAST_TARGET_PX = 44;

async function open(page: Page, path: string): Promise<void> {
  await visit(page, baseUrl + path);
  await ready(page);
}

test("by touch, Save view makes the row of views no higher", { tag: "@deep" }, async ({ browser, request }) => {
  await newPayment(request, { reference: "Views" });
  for (const width of [390, 1024]) {
    const context = await browser.newContext({ hasTouch: true, isMobile: true, viewport: { width, height: 844 } });
    const page = await context.newPage();
    await startSession(page);
    await open(page, "/console/payments");
    const row = page.getByRole("navigation", { name: "Views" }).locator("..");
    const height = async () => (await row.boundingBox())?.height;
    const before = await height();
    await expect(page.getByRole("button", { name: "Save view" })).toHaveCount(0);
    await open(page, "/console/payments?status=open");
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
  await open(page, "/console/payments");
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
  await open(page, "/operator/people");
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
  await open(page, "/operator/kit");
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
    await open(page, "/operator/kit");
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
  await startSession(page);
  await open(page, "/console/balances");
  await expect(page.getByRole("main").getByText("Received today", { exact: true }).first()).toBeVisible();
});
