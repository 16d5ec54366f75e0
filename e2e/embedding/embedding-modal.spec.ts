// The checkout in a dialog over the shop's page.
import { expect, test } from "@playwright/test";
import { violations } from "../support/axe";
import { callbacksOf, checkoutIn, mountScript, pagesOfThisFile, shopPage } from "../support/pages";
import { newPayment, type Payment } from "../support/shared";
import { baseUrl, rootOf } from "../support/shop";

const pages = pagesOfThisFile();

/** A long page, whose button opens the checkout. */
function open({ token }: Payment): string {
  const body =
    '<button id="open" onclick="start()">Pay by bank</button><div id="pay"></div><p style="height:300vh">Goods</p>';
  const script = `function start() ${mountScript(token, { options: '{ display: "modal" }' })}`;
  return pages.shop + pages.put(`/${crypto.randomUUID()}`, shopPage(script, body));
}

test("the dialog takes and returns focus, blocks scrolling, and closes by its button and by Escape, outside and inside the frame", async ({
  page,
  request,
}) => {
  await page.goto(open(await newPayment(request, { successUrl: `${pages.shop}/ok` })));
  const dialog = page.getByRole("dialog", { name: "Pay by bank" });
  const frame = checkoutIn(page);
  const scrolls = () => page.evaluate(() => getComputedStyle(document.documentElement).overflowY);
  const ways = [
    () => dialog.getByRole("button", { name: "Close" }).click(),
    () => page.keyboard.press("Escape"),
    async () => {
      await frame.getByRole("radio").first().focus();
      await page.keyboard.press("Escape");
    },
  ];
  for (const [index, close] of ways.entries()) {
    await page.getByRole("button", { name: "Pay by bank" }).press("Enter");
    await expect(rootOf(frame)).toHaveAttribute("data-phase", "choosing");
    // It is shown once its script has reported its height.
    await expect(dialog.locator("iframe")).toBeVisible();
    await expect(dialog.getByRole("button", { name: "Close" })).toBeFocused();
    expect(await scrolls()).toBe("hidden");
    await close();
    await expect(dialog).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Pay by bank" })).toBeFocused();
    expect(await scrolls()).toBe("visible");
    expect((await callbacksOf(page)).filter(([name]) => name === "close")).toHaveLength(index + 1);
  }
  // None of them ended the payment.
  await page.getByRole("button", { name: "Pay by bank" }).press("Enter");
  await expect(rootOf(frame)).toHaveAttribute("data-phase", "choosing");
  expect(
    new Set((await callbacksOf(page)).filter(([name]) => name === "completed").map(([, end]) => end?.["status"])),
  ).toEqual(new Set(["closed"]));
});

test("a closed dialog that is unmounted once more leaves the page behind the next dialog without scrolling", async ({
  page,
  request,
}) => {
  await page.goto(open(await newPayment(request, { successUrl: `${pages.shop}/ok` })));
  const overflow = await page.evaluate(() => {
    const shop = window as unknown as { checkout: { unmount: () => void }; start: () => void };
    shop.start();
    const first = shop.checkout;
    first.unmount();
    shop.start();
    first.unmount();
    return getComputedStyle(document.documentElement).overflowY;
  });
  expect(overflow).toBe("hidden");
});

type Shop = { checkout: { unmount(): void }; start(): void };

test("of two dialogs, the page scrolls again when the last is closed, in whatever order, also if their element was removed", async ({
  page,
  request,
}) => {
  await page.goto(open(await newPayment(request, { successUrl: `${pages.shop}/ok` })));
  const scrolls = await page.evaluate(async () => {
    const shop = window as unknown as Shop;
    const root = document.documentElement;
    const overflows: string[] = [];
    const note = () => overflows.push(getComputedStyle(root).overflowY);
    const place = document.getElementById("pay") as HTMLElement;
    const mount = (element: Element) => {
      document.getElementById("pay")?.removeAttribute("id");
      element.id = "pay";
      document.body.append(element);
      shop.start();
      return shop.checkout;
    };
    // An application removes the element of an open dialog and opens the next one.
    mount(place);
    place.remove();
    const second = mount(document.createElement("div"));
    await new Promise((resolve) => requestAnimationFrame(resolve));
    note();
    second.unmount();
    note();
    // The one opened first is closed first.
    const [first, last] = [mount(place), mount(document.createElement("div"))];
    first.unmount();
    note();
    last.unmount();
    note();
    // The shop's own drawer was open before, and was closed meanwhile.
    root.style.overflow = "hidden";
    const over = mount(place);
    root.style.overflow = "";
    note();
    over.unmount();
    note();
    return { overflows, sheets: document.adoptedStyleSheets.length, dialogs: window.frames.length };
  });
  const eachTime = ["hidden", "visible"];
  expect(scrolls).toEqual({ overflows: [...eachTime, ...eachTime, ...eachTime], sheets: 0, dialogs: 0 });
});

test("an onError that throws is reported by the browser, and leaves the dialog with its message and the shop with its controller", async ({
  page,
}) => {
  await page.goto(open({ id: "", token: "" }));
  const thrown = page.waitForEvent("pageerror");
  await page.evaluate(() => {
    const { Bankside } = window as unknown as {
      Bankside: { mount(element: Element | null, options: object): unknown };
    };
    const checkout = Bankside.mount(document.getElementById("pay"), {
      paymentToken: "",
      display: "modal",
      onError() {
        throw new Error("boom");
      },
    });
    Object.assign(window, { checkout });
  });
  expect((await thrown).message).toBe("boom");
  await expect(page.getByRole("dialog").getByRole("alert")).toContainText("token_missing");
  await page.evaluate("checkout.unmount()");
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflowY)).toBe("visible");
});

test("Escape empties a search before it closes anything", async ({ page, request }) => {
  await page.goto(open(await newPayment(request, { successUrl: `${pages.shop}/ok` })));
  await page.getByRole("button", { name: "Pay by bank" }).click();
  const search = checkoutIn(page).getByRole("searchbox");
  await search.fill("BPI");
  await search.press("Escape");
  await expect(search).toHaveValue("");
  await expect(page.getByRole("dialog")).toBeVisible();
  await search.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

for (const width of [320, 1280]) {
  test(`at ${width} pixels nothing is cut off, the foot is reached by scrolling, and axe finds nothing`, async ({
    page,
    request,
  }) => {
    await page.setViewportSize({ width, height: 640 });
    await page.goto(open(await newPayment(request, { successUrl: `${pages.shop}/ok` })));
    await page.getByRole("button", { name: "Pay by bank" }).click();
    const frame = checkoutIn(page);
    await expect(rootOf(frame)).toHaveAttribute("data-phase", "choosing");
    const box = await page
      .getByRole("dialog")
      .evaluate((dialog) => [dialog.scrollWidth - dialog.clientWidth, dialog.clientWidth]);
    expect(box[0]).toBe(0);
    await frame.getByRole("button", { name: "Cancel" }).scrollIntoViewIfNeeded();
    await expect(frame.getByRole("button", { name: "Cancel" })).toBeInViewport();
    // e2e/checkout/states.spec.ts tests the frame's own states.
    expect(await violations(page, { without: "iframe", rules: "all" })).toEqual([]);
  });
}

test("the dialog opens again after it was closed while the bank had the payment", async ({
  page,
  context,
  request,
}) => {
  const payment = await newPayment(request, { successUrl: `${pages.shop}/ok` });
  await page.goto(open(payment));
  await page.getByRole("button", { name: "Pay by bank" }).click();
  await expect(rootOf(checkoutIn(page))).toHaveAttribute("data-phase", "choosing");
  await page.keyboard.press("Escape");
  const other = await context.newPage();
  await other.goto(`${baseUrl}/checkout?payment_token=${payment.token}`);
  await other.getByRole("button", { name: "Cancel" }).click();
  await expect(rootOf(other)).toHaveAttribute("data-phase", "cancelled");
  await page.getByRole("button", { name: "Pay by bank" }).click();
  await expect(rootOf(checkoutIn(page))).toHaveAttribute("data-phase", "cancelled");
});
