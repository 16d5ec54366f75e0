// From the desktop to the phone: the QR code is read as a camera reads it, and both screens stay in step to the end.
import { type Browser, devices, type FrameLocator, type Page, test } from "@playwright/test";
import decodeQR from "qr/decode.js";
import { expect } from "../support/expect-pushed";
import { callbacksOf, checkoutIn, mountScript, pagesOfThisFile, shopPage } from "../support/pages";
import { backAtShop, expectEnd, newLink, newPayment, type Payment } from "../support/shared";
import { approve, baseUrl, continueTo, rootOf } from "../support/shop";

const BANK = "novobanco";
const AMOUNT = 2550;
const PAID = { status: "completed", events: ["pending", "succeeded"], debits: [AMOUNT] };
const GOES_ON = "Continue in the tab or on the screen where you started";

const shop = pagesOfThisFile();

const urls = () => ({ successUrl: `${shop.shop}/ok`, failureUrl: `${shop.shop}/no` });

/** The content of the QR code on the screen. */
async function scan(where: Page | FrameLocator): Promise<string> {
  const picture = where.getByRole("img", { name: "QR code that opens this payment on your phone" });
  await expect(picture).toBeVisible();
  const image = await picture.evaluate(async (element) => {
    const img = element as HTMLImageElement;
    await img.decode();
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = 360;
    const context = canvas.getContext("2d");
    context?.drawImage(img, 0, 0, 360, 360);
    return { width: 360, height: 360, data: [...(context?.getImageData(0, 0, 360, 360).data ?? [])] };
  });
  return decodeQR({ ...image, data: Uint8ClampedArray.from(image.data) });
}

async function openPhone(browser: Browser, address: string): Promise<Page> {
  const phone = await browser.newContext({ ...devices["Pixel 7"], locale: "en-GB" });
  const page = await phone.newPage();
  await page.goto(address);
  return page;
}

/** Counts the requests of a page by the last part of their path. */
function asks(page: Page, name: string): () => number {
  let count = 0;
  page.on("request", (request) => {
    if (new URL(request.url()).pathname.endsWith(`/${name}`)) count += 1;
  });
  return () => count;
}

async function openShop(page: Page, payment: Payment): Promise<FrameLocator> {
  const script = mountScript(payment.token, { options: "{ bankWindow: undefined }" });
  await page.goto(shop.shop + shop.put(`/${payment.id}`, shopPage(script)));
  return checkoutIn(page);
}

test("a payment in a shop's page continues on the phone before a bank is chosen, and the shop's page gets the result", {
  tag: "@deep",
}, async ({ page, browser, request }) => {
  const payment = await newPayment(request, { ...urls(), amount: AMOUNT });
  const [streams, pictures] = [asks(page, "events"), asks(page, "qr")];
  const frame = await openShop(page, payment);
  await expect(rootOf(frame)).toHaveAttribute("data-phase", "choosing");
  expect(pictures()).toBe(0);
  await frame.getByText("Pay with your phone").first().click();
  const address = await scan(frame);
  expect(new URL(address).origin).toBe(baseUrl);
  await rootOf(frame).evaluate(() => Object.assign(window, { isSamePage: true }));

  const phone = await openPhone(browser, address);
  await expect(phone.getByRole("img", { name: /^QR code/ })).toHaveCount(0);
  await continueTo(phone, BANK);
  await expect(rootOf(frame)).toHaveAttribute("data-phase", "at_bank");
  await expect(frame.getByText("Your bank is open in another tab.")).toBeVisible();
  await approve(phone);
  await expect(phone.getByRole("heading", { name: "Paid", exact: true })).toBeVisible();
  await expect(phone.getByText(GOES_ON)).toBeVisible();
  await expect(phone.getByRole("link", { name: /^Back to / })).toHaveAttribute("href", /\/ok\?.*status=success/);

  await expect(rootOf(frame)).toHaveAttribute("data-phase", "paid");
  await expect.poll(async () => (await callbacksOf(page)).map(([name]) => name)).toContain("complete");
  expect(await rootOf(frame).evaluate(() => "isSamePage" in window)).toBe(true);
  expect(streams()).toBeGreaterThan(0);
  await expectEnd(payment, PAID);
  expect(new URL(phone.url()).origin).toBe(baseUrl);
  await phone.context().close();
});

test("a hosted page returns to the shop when the phone has finished, and the phone does not", { tag: "@deep" }, async ({
  page,
  browser,
  request,
}) => {
  const payment = await newPayment(request, { ...urls(), amount: AMOUNT });
  shop.put("/ok", shopPage("", "<p>Thank you</p>"));
  await page.goto(`/checkout?payment_token=${payment.token}`);
  await page.getByText("Pay with your phone").first().click();
  const phone = await openPhone(browser, await scan(page));
  await continueTo(phone, BANK);
  await expect(rootOf(page)).toHaveAttribute("data-phase", "at_bank");
  await approve(phone);
  await backAtShop(page, payment, "success", shop.shop);
  await expect(phone.getByText(GOES_ON)).toBeVisible();
  expect(new URL(phone.url()).origin).toBe(baseUrl);
  await expectEnd(payment, PAID);
  await phone.context().close();
});

test("a payment link's page returns to the shop when the phone has paid it, and the phone does not", {
  tag: "@deep",
}, async ({ page, browser, request }) => {
  const link = await newLink(request, { ...urls(), amount: AMOUNT });
  await page.goto(link.url);
  await page.getByText("Pay with your phone").first().click();
  const phone = await openPhone(browser, await scan(page));
  await continueTo(phone, BANK);
  await expect(rootOf(page)).toHaveAttribute("data-phase", "at_bank");
  const id = (await rootOf(page).getAttribute("data-request")) ?? "";
  await approve(phone);
  await backAtShop(page, { id, token: "" }, "success", shop.shop);
  await expect(phone.getByText(GOES_ON)).toBeVisible();
  await expectEnd({ id, token: "" }, PAID);
  await phone.context().close();
});

test("while it waits for the bank, the desktop offers the phone, which takes over the approval", {
  tag: "@deep",
}, async ({ page, browser, request }) => {
  const payment = await newPayment(request, { ...urls(), amount: AMOUNT });
  const frame = await openShop(page, payment);
  const [tab] = await Promise.all([page.waitForEvent("popup"), continueTo(frame, BANK)]);
  await tab.close();
  // The text for waiting appears when the page becomes visible again; in this browser every page is always visible.
  await rootOf(frame).evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await expect(frame.getByRole("link", { name: `Open ${BANK} again` })).toBeVisible();
  const phone = await openPhone(browser, await scan(frame));
  await phone.getByRole("link", { name: `Open ${BANK} again` }).click();
  await approve(phone);
  await expect(rootOf(frame)).toHaveAttribute("data-phase", "paid");
  await expectEnd(payment, PAID);
  await phone.context().close();
});

test("inside another app, the page says so and offers its address", async ({ browser, request }) => {
  const payment = await newPayment(request, { ...urls(), amount: AMOUNT });
  const android = "Mozilla/5.0 (Linux; Android 15; Pixel 9; wv) AppleWebKit/537.36 Version/4.0 Chrome/137.0 Mobile";
  const context = await browser.newContext({ userAgent: `${android} Instagram 382.0.0.30`, locale: "en-GB" });
  const page = await context.newPage();
  const address = `${baseUrl}/checkout?payment_token=${payment.token}`;
  await page.goto(address);
  await expect(page.getByText("You’re inside another app.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Open in your browser" })).toHaveAttribute("href", /^intent:\/\/.*;end$/);
  const note = page.locator("[data-note=in-app]");
  await expect(note.getByRole("textbox", { name: "Link to this payment" })).toHaveValue(address);
  await note.getByRole("button", { name: "Copy link" }).click();
  await expect(note.getByRole("button", { name: "Copied" })).toBeVisible();
  await context.close();
});
