// A payment sends requests to no other origin and stores nothing, from start to end, in a shop on another site, with
// third-party cookies blocked (playwright.config.ts).
import { type APIRequestContext, type BrowserContext, expect, type Page, test } from "@playwright/test";
import { checkoutIn, mountScript, pagesOfThisFile, shopPage } from "../support/pages";
import { backAtShop, expectEnd, newLink, newPayment } from "../support/shared";
import { approve, baseUrl, continueTo, rootOf } from "../support/shop";
import { blockStorage, watch } from "../support/watch-requests";

const BANK = "novobanco";
/** All that a page may store, and only after "Continue" was pressed: the last bank used on this device. */
const LAST_BANK = "localStorage bankside.bank";
const shop = pagesOfThisFile();

/** A shop, by default on another site than the product: to a browser, `127.0.0.1` and `localhost` are different sites. */
async function enterShop(page: Page, request: APIRequestContext, origin = shop.stranger) {
  const payment = await newPayment(request, { successUrl: `${origin}/ok` });
  await page.goto(origin + shop.put("/pay", shopPage(mountScript(payment.token))));
  const frame = checkoutIn(page);
  await expect(rootOf(frame)).toHaveAttribute("data-phase", "choosing");
  return { payment, frame };
}

/** In the shop's frame to the bank and back, then the hosted page with its code, then a link. `pressed`: called before the press. */
async function wholeWay(page: Page, request: APIRequestContext, pressed: () => void): Promise<void> {
  // In Firefox 140 a driver's keys do not reach a frame of another site, so there the shop is only of another origin.
  const isFirefox = page.context().browser()?.browserType().name() === "firefox";
  const origin = isFirefox ? shop.shop : shop.stranger;
  const { payment, frame } = await enterShop(page, request, origin);
  const phone = frame.getByText("Pay with your phone");
  if (await phone.isVisible()) {
    await phone.click();
    await expect(frame.getByRole("img", { name: "QR code that opens this payment on your phone" })).toBeVisible();
  }
  for (const country of ["DE", "PT"]) {
    await frame.getByRole("combobox", { name: "Your bank’s country" }).selectOption(country);
    await expect(frame.locator(".banks")).toHaveAttribute("data-country", country);
  }
  pressed();
  await continueTo(frame, BANK);
  await approve(page);
  await backAtShop(page, payment, "success", origin);
  await expectEnd(payment, { status: "completed", events: ["pending", "succeeded"], debits: [2550] });

  const hosted = await newPayment(request);
  await page.goto(`/checkout?payment_token=${hosted.token}`);
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("heading", { name: "Payment cancelled" })).toBeVisible();

  const link = await newLink(request);
  await page.goto(link.url);
  await continueTo(page, BANK);
  await approve(page);
  const paid = page.getByRole("heading", { level: 2, name: "Paid", exact: true });
  await expect(paid).toBeVisible();
}

const watched = (context: BrowserContext) => watch(context, [baseUrl, shop.stranger, shop.shop]);

test("a whole payment sends requests to no other origin, sets no cookie, and stores at most the bank, after the press", async ({
  page,
  context,
  request,
}) => {
  const seen = await watched(context);
  let before: string[] | undefined;
  await wholeWay(page, request, () => {
    before = [...seen.kept];
  });
  expect(seen.requests).toBeGreaterThan(10);
  expect(seen.foreign).toEqual([]);
  expect(before).toEqual([]);
  expect(seen.kept.filter((what) => what !== LAST_BANK)).toEqual([]);
  expect(await context.cookies()).toEqual([]);
});

test("a whole payment works where the browser blocks storage", { tag: "@deep" }, async ({ page, context, request }) => {
  const refusals: string[] = [];
  page.on("pageerror", ({ message }) => {
    if (message.includes("operation is insecure")) refusals.push(message);
  });
  await blockStorage(context, baseUrl);
  await wholeWay(page, request, () => undefined);
  // No error was reported.
  expect(refusals).toEqual([]);
});

test("control: an image of another origin is detected", async ({ page, context, request }) => {
  const seen = await watch(context, [baseUrl, shop.stranger]);
  const elsewhere = `${shop.shop}/pixel.gif`;
  await page.route(/\/embed\?/, async (route) => {
    const answer = await route.fetch();
    const { "content-security-policy": _policy, ...headers } = answer.headers();
    const body = (await answer.text()).replace("</main>", `<img src="${elsewhere}" alt=""></main>`);
    await route.fulfill({ status: 200, headers, body });
  });
  await enterShop(page, request);
  // Once or more: a browser may load the frame again.
  await expect.poll(() => [...new Set(seen.foreign)]).toEqual([elsewhere]);
});

test("control: cookies of a response and of a script, and a script's storage, are detected; a cross-site frame gets no cookie", async ({
  page,
  context,
  request,
}) => {
  const seen = await watched(context);
  await page.goto(shop.stranger + shop.put("/cookie", "<p>A cookie</p>", { "Set-Cookie": "by=answer" }));
  await expect.poll(() => seen.kept).toEqual(["Set-Cookie by=answer"]);

  const keeping = `<script>document.cookie = "by=script"; localStorage.setItem("a", "b"); indexedDB.open("c")</script>`;
  await page.route(/\/(embed|checkout)\?/, async (route) => {
    const answer = await route.fetch();
    const { "content-security-policy": _policy, ...headers } = answer.headers();
    const body = (await answer.text()).replace("</main>", `</main>${keeping}`);
    await route.fulfill({ status: 200, headers, body });
  });
  await enterShop(page, request);
  await expect.poll(() => seen.kept).toContain("cookie by=script");
  expect(await context.cookies(baseUrl)).toEqual([]);
  seen.kept.length = 0;
  const { token } = await newPayment(request);
  await page.goto(`/checkout?payment_token=${token}`);
  await expect.poll(() => seen.kept).toEqual(["cookie by=script", "localStorage a", "indexedDB c"]);
});
