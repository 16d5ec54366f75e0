// The checkout in the shop's layout: in an element that is hidden, as in a tab, an accordion, or only there for a dialog; in
// flex and grid containers; between other content on a phone.
import { expect, test } from "@playwright/test";
import { callbacksOf, checkoutIn, expectCallbacks, mountScript, pagesOfThisFile, shopPage } from "../support/pages";
import { newPayment } from "../support/shared";
import { approve, continueTo, rootOf } from "../support/shop";

const HIDDEN = '<div id="pay" hidden></div>';

const pages = pagesOfThisFile();

const put = (html: string) => pages.shop + pages.put(`/${crypto.randomUUID()}`, html);

test("a dialog of a hidden element is shown, also if it is hidden later, takes no space in the page, and closes with its element", async ({
  page,
  request,
}) => {
  const { token } = await newPayment(request, { successUrl: `${pages.shop}/ok` });
  const body = `<button id="open" onclick="start()">Pay by bank</button>${HIDDEN}`;
  await page.goto(put(shopPage(`function start() ${mountScript(token, { options: '{ display: "modal" }' })}`, body)));
  const dialog = page.getByRole("dialog", { name: "Pay by bank" });
  const shop = page.getByRole("button", { name: "Pay by bank" });
  const heightOf = () => page.evaluate(() => document.documentElement.scrollHeight);
  const height = await heightOf();
  await shop.click();
  await expect(rootOf(checkoutIn(page))).toHaveAttribute("data-phase", "choosing");
  await expect(dialog.locator("iframe")).toBeVisible();
  expect(await heightOf()).toBe(height);
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);

  await page.evaluate(() => document.getElementById("pay")?.removeAttribute("hidden"));
  await shop.click();
  await page.evaluate(() => document.getElementById("pay")?.setAttribute("hidden", ""));
  await expect(dialog.locator("iframe")).toBeVisible();
  await page.evaluate(() => document.getElementById("pay")?.remove());
  await expect(dialog).toHaveCount(0);
  await shop.click({ trial: true });
  const ends = (await callbacksOf(page)).filter(([name]) => name === "completed").map(([, end]) => end?.["status"]);
  expect(ends).toEqual(["closed", "closed"]);
});

test("a removed element unmounts its checkout although it is hidden or in nested shadow roots; a moved one keeps it", async ({
  page,
  request,
}) => {
  const { token } = await newPayment(request, { successUrl: `${pages.shop}/ok` });
  const script = `window.mountIn = (element) => Bankside.mount(element, { paymentToken: "${token}" }).completed;`;
  await page.goto(put(shopPage(script)));
  const ends = await page.evaluate(async () => {
    const { mountIn } = window as unknown as { mountIn(element: Element): Promise<{ status: string }> };
    const add = (parent: ParentNode, isHidden = false) => {
      const element = document.createElement("section");
      element.hidden = isHidden;
      parent.append(element);
      return element;
    };
    const nextTask = () => new Promise<{ status: string }>((resolve) => setTimeout(resolve, 0, { status: "mounted" }));
    /** The outcome in the task after `change`. */
    const after = async (completed: Promise<{ status: string }>, change: () => void) => {
      change();
      return (await Promise.race([completed, nextTask()])).status;
    };
    const hidden = add(document.body, true);
    const hiddenLater = add(document.body);
    const outer = add(document.body).attachShadow({ mode: "open" });
    const middle = add(outer);
    const inner = add(middle.attachShadow({ mode: "open" }), true);
    const moved = add(document.body);
    const emptied = add(document.body, true);
    const later = mountIn(hiddenLater);
    hiddenLater.hidden = true;
    return [
      await after(mountIn(hidden), () => hidden.remove()),
      await after(later, () => hiddenLater.remove()),
      await after(mountIn(inner), () => middle.remove()),
      await after(mountIn(emptied), () => emptied.replaceChildren()),
      await after(mountIn(moved), () => outer.append(moved)),
    ];
  });
  expect(ends).toEqual(["closed", "closed", "closed", "closed", "mounted"]);
});

test("a checkout that is mounted while it is hidden is complete once it is shown", async ({ page, request }) => {
  const { token } = await newPayment(request, { successUrl: `${pages.shop}/ok` });
  await page.goto(put(shopPage(mountScript(token), HIDDEN)));
  await expectCallbacks(page, ["ready", "change"]);
  await page.evaluate(() => document.getElementById("pay")?.removeAttribute("hidden"));
  await expect(page.locator("#pay iframe")).toBeVisible();
  await continueTo(checkoutIn(page), "BPI");
  await approve(page);
  await page.waitForURL(`${pages.shop}/ok?**`);
});

test("the checkout is as wide as its element in every layout", async ({ page, request }) => {
  const { token } = await newPayment(request, { successUrl: `${pages.shop}/ok` });
  for (const style of [
    "display:block",
    "display:flex",
    "display:flex;flex-direction:column;align-items:center",
    "display:flex;justify-content:center",
    "display:grid;place-items:center",
  ]) {
    await page.goto(put(shopPage(mountScript(token), `<div id="pay" style="${style}"></div>`)));
    await expectCallbacks(page, ["ready", "change"]);
    const widths = await page
      .locator("#pay, #pay iframe")
      .evaluateAll((elements) => elements.map(({ clientWidth }) => clientWidth));
    expect(widths, style).toEqual([widths[0], widths[0]]);
  }
});

test("the next state's heading is in view, although it is shorter and the customer scrolled down to continue", async ({
  page,
  request,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { token } = await newPayment(request, { successUrl: `${pages.shop}/ok` });
  await page.goto(
    put(shopPage(mountScript(token), '<div id="pay"></div><footer style="height:2000px">Terms</footer>')),
  );
  const frame = checkoutIn(page);
  await frame.getByRole("searchbox", { name: "Search banks by name or BIC" }).pressSequentially("Crédito Agrícola");
  await frame.locator(".bank-name", { hasText: /^Crédito Agrícola$/ }).click();
  const proceed = frame.getByRole("button", { name: "Continue to Crédito Agrícola" });
  const { y = 0 } = (await proceed.boundingBox()) ?? {};
  await page.evaluate((down) => scrollBy(0, down), y - 400);
  await proceed.click();
  await expect(rootOf(frame)).not.toHaveAttribute("data-phase", "choosing");
  await expect(frame.getByRole("heading", { level: 2 }).first()).toBeInViewport();
});
