// Every odd way to the bank and back ends with the true state, and with one payment at most.
import { devices, expect, type FrameLocator, type Page, type Request, test } from "@playwright/test";
import { checkoutIn, heardBy, mountScript, type Pages, pageServer, shopPage } from "./support/pages";
import { callApi, expectEnd, newPayment, type Payment, query } from "./support/shared";
import { approve, atBank, baseUrl, continueTo, rootOf } from "./support/shop";

const BANK = "novobanco";
const OTHER = "Millennium bcp";
const AMOUNT = 2550;
const PAID = { status: "completed", events: ["pending", "succeeded"], debits: [AMOUNT] };
const UNREACHED = "We could not be reached.";

let shop: Pages;
test.beforeAll(async () => {
  shop = await pageServer();
  shop.put("/ok", shopPage("", "<p>Thank you</p>"));
});
test.afterAll(() => shop.close());

const urls = () => ({ successUrl: `${shop.shop}/ok`, failureUrl: `${shop.shop}/no` });
const isInShop = (url: URL) => url.origin === shop.shop && url.searchParams.get("status") === "success";
const hostedOf = ({ token }: Payment) => `${baseUrl}/checkout?payment_token=${token}`;
const attemptsOf = ({ id }: Payment) =>
  query<{ bank_window: string }>("SELECT bank_window FROM payment_attempts WHERE payment_request_id = $1", [id]);

/** A shop's page that has the bank open as it says, or as the device likes it. */
async function openShop(page: Page, payment: Payment, bankWindow?: "top" | "tab"): Promise<FrameLocator> {
  const options = `{ bankWindow: ${bankWindow && JSON.stringify(bankWindow)} }`;
  await page.goto(shop.shop + shop.put(`/${payment.id}`, shopPage(mountScript(payment.token, { options }))));
  return checkoutIn(page);
}

async function choose(where: Page | FrameLocator, bank: string): Promise<void> {
  await where.locator(".bank-name", { hasText: new RegExp(`^${bank}$`) }).click();
}

test("a step back from the bank shows that it waits there, and leads there again", async ({ page, request }) => {
  const payment = await newPayment(request, urls());
  await page.goto(hostedOf(payment));
  await continueTo(page, BANK);
  await atBank(page);
  await page.goBack();
  await expect(rootOf(page)).toHaveAttribute("data-phase", "at_bank");
  await page.getByRole("link", { name: `Open ${BANK} again` }).click();
  await approve(page);
  await page.waitForURL(isInShop);
  // And from the shop back, where the payment is over: nothing leads on by itself, and nothing can be pressed twice.
  await page.goBack();
  await expect(page.getByRole("button", { name: /^Continue/ })).toHaveCount(0);
  await expectEnd(payment, PAID);
});

test("a double click is one press", async ({ page, request }) => {
  const payment = await newPayment(request, urls());
  const frame = await openShop(page, payment, "top");
  await choose(frame, BANK);
  await frame.getByRole("button", { name: `Continue to ${BANK}` }).dblclick({ noWaitAfter: true });
  await approve(page);
  await page.waitForURL(isInShop);
  expect(await attemptsOf(payment)).toEqual([{ bank_window: "top" }]);
  await expectEnd(payment, PAID);
});

test("of two tabs that press different banks at once, one wins, and both say which", async ({ context, request }) => {
  const payment = await newPayment(request, urls());
  const pages = await Promise.all([context.newPage(), context.newPage()]);
  const banks = [BANK, OTHER];
  for (const [index, page] of pages.entries()) {
    await page.goto(hostedOf(payment));
    await choose(page, banks[index] ?? "");
  }
  await Promise.all(pages.map((page) => page.getByRole("button", { name: /^Continue to / }).click()));
  await expect.poll(() => attemptsOf(payment)).toHaveLength(1);
  for (const page of pages) await page.goto(hostedOf(payment));
  const titles = await Promise.all(pages.map((page) => page.getByRole("heading", { level: 2 }).first().textContent()));
  expect(titles[0]).toMatch(new RegExp(`^Approve at (${BANK}|${OTHER})$`));
  expect(titles[1]).toBe(titles[0]);
  await pages[0].getByRole("link", { name: /^Open .* again$/ }).click();
  await approve(pages[0]);
  await pages[0].waitForURL(isInShop);
  await expectEnd(payment, PAID);
});

test("what a press came to can be loaded again, and is no press", async ({ browser, request }) => {
  const payment = await newPayment(request, urls());
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(hostedOf(payment));
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("alert")).toHaveText("Choose your bank first.");
  const methods: string[] = [];
  page.on("request", (asked) => void (asked.isNavigationRequest() && methods.push(asked.method())));
  await page.reload();
  await expect(page.getByRole("alert")).toHaveText("Choose your bank first.");
  expect(methods).toEqual(["GET"]);
  await context.close();
});

for (const view of ["frame", "hosted"] as const) {
  test(`without a connection a press says so and starts nothing; with one again it works (${view})`, async ({
    page,
    context,
    request,
  }) => {
    const payment = await newPayment(request, urls());
    const where = view === "frame" ? await openShop(page, payment, "top") : page;
    if (view === "hosted") await page.goto(hostedOf(payment));
    await choose(where, BANK);
    await context.setOffline(true);
    const button = where.getByRole("button", { name: `Continue to ${BANK}` });
    await button.click();
    await expect(where.getByText(UNREACHED)).toBeVisible();
    await expect(button).toBeEnabled();
    expect(await attemptsOf(payment)).toEqual([]);
    await context.setOffline(false);
    await button.click();
    await atBank(page);
    expect(await attemptsOf(payment)).toHaveLength(1);
  });
}

test("what happened while the connection was away is there when it is back", async ({ page, context, request }) => {
  const payment = await newPayment(request, urls());
  await page.goto(hostedOf(payment));
  await expect(rootOf(page)).toHaveAttribute("data-phase", "choosing");
  await context.setOffline(true);
  await callApi(request, "PATCH", "/embedded/payment-requests", { payment_token: payment.token, amount: 3100 });
  await context.setOffline(false);
  await expect(rootOf(page)).toHaveAttribute("data-amount", "3100");
});

test("where no stream is to be had the page asks by itself; with one it hardly asks", async ({ page, request }) => {
  const [polled, streamed] = [await newPayment(request, urls()), await newPayment(request, urls())];
  let asked = 0;
  page.on("request", (one) => {
    if (one.url().includes("/embed/state")) asked += 1;
  });
  const change = (payment: Payment, amount: number) =>
    callApi(request, "PATCH", "/embedded/payment-requests", { payment_token: payment.token, amount });
  const opened = page.waitForResponse((response) => response.url().includes("/embed/events"));
  await page.goto(hostedOf(streamed));
  expect((await opened).headers()["content-type"]).toBe("text/event-stream");
  await change(streamed, 3100);
  await expect(rootOf(page)).toHaveAttribute("data-amount", "3100");
  expect(asked).toBe(1);
  await page.route("**/embed/events**", (route) => route.abort());
  await page.goto(hostedOf(polled));
  await change(polled, 3100);
  await expect(rootOf(page)).toHaveAttribute("data-amount", "3100", { timeout: 20_000 });
});

test("a page that nobody looks at holds no stream, and looks once when it is looked at again", async ({
  page,
  request,
}) => {
  const payment = await newPayment(request, urls());
  const ended: string[] = [];
  const note = (one: Request) => void (one.url().includes("/embed/events") && ended.push(one.url()));
  page.on("requestfailed", note);
  page.on("requestfinished", note);
  const opened = page.waitForResponse((response) => response.url().includes("/embed/events"));
  await page.goto(hostedOf(payment));
  await opened;
  const hide = (hidden: boolean) =>
    page.evaluate((value) => {
      Object.defineProperty(document, "hidden", { value, configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
    }, hidden);
  await hide(true);
  await expect.poll(() => ended.length).toBe(1);
  await callApi(request, "PATCH", "/embedded/payment-requests", { payment_token: payment.token, amount: 3100 });
  const asked: string[] = [];
  page.on("request", (one) => void (one.url().includes("/embed/state") && asked.push(one.url())));
  const again = page.waitForResponse((response) => response.url().includes("/embed/events"));
  await hide(false);
  await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
  await expect(rootOf(page)).toHaveAttribute("data-amount", "3100");
  await again;
  expect(asked).toHaveLength(1);
});

test("with a mouse the bank opens beside the shop's page, which goes on when it is paid there", async ({
  page,
  request,
}) => {
  const payment = await newPayment(request, urls());
  const frame = await openShop(page, payment);
  await choose(frame, BANK);
  await expect(frame.getByText("You approve at your bank, in a new tab.")).toBeVisible();
  const [tab] = await Promise.all([
    page.waitForEvent("popup"),
    frame.getByRole("button", { name: `Continue to ${BANK}` }).click(),
  ]);
  await atBank(tab);
  expect(await tab.evaluate(() => window.opener)).toBeNull();
  await expect(frame.getByRole("heading", { name: `Opening ${BANK}` })).toBeVisible();
  await expect(frame.getByText("No new tab? Your browser may have held it back.")).toBeVisible();

  // The tab is closed before anything was approved there: the way to it stands on the page.
  await tab.close();
  const [second] = await Promise.all([
    page.waitForEvent("popup"),
    frame.getByRole("link", { name: new RegExp(`^Open ${BANK}`) }).click(),
  ]);
  await approve(second);
  await expect(second.getByRole("heading", { name: "Paid", exact: true })).toBeVisible({ timeout: 30_000 });
  await expect(second.getByText("You can close this page.")).toBeVisible();
  await expect(rootOf(frame)).toHaveAttribute("data-phase", "paid");
  await expect.poll(async () => (await heardBy(page)).map(([name]) => name)).toContain("complete");
  expect(new URL(second.url()).origin).toBe(baseUrl);
  // The page that it came from may be gone: the way to the shop's result stands there.
  await second.getByRole("link", { name: /^Back to / }).click();
  await second.waitForURL(isInShop);
  expect(await attemptsOf(payment)).toEqual([{ bank_window: "tab" }]);
  await expectEnd(payment, PAID);
});

test("what needs the shopper again stands in the bank's tab, and goes on there", async ({ page, request }) => {
  const payment = await newPayment(request, urls());
  const frame = await openShop(page, payment);
  await choose(frame, BANK);
  // The amount changes between the last look and the press.
  await page.route("**/embed/**", (route) => route.abort());
  await callApi(request, "PATCH", "/embedded/payment-requests", { payment_token: payment.token, amount: 3100 });
  const [tab] = await Promise.all([
    page.waitForEvent("popup"),
    frame.getByRole("button", { name: `Continue to ${BANK}` }).click(),
  ]);
  await expect(tab.getByRole("heading", { name: "The amount has changed" })).toBeVisible();
  await page.unroute("**/embed/**");
  await tab.getByRole("button", { name: "Continue with €31.00" }).click();
  await approve(tab);
  await expect(tab.getByText("It goes on where you started")).toBeVisible({ timeout: 30_000 });
  await expect.poll(async () => (await heardBy(page)).map(([name]) => name), { timeout: 30_000 }).toContain("complete");
});

test("where the browser holds tabs back the page says so, and the bank opens in this window", async ({
  page,
  request,
}) => {
  const payment = await newPayment(request, urls());
  const sandbox = "allow-scripts allow-forms allow-same-origin allow-top-navigation-by-user-activation";
  const frame = `<iframe id="pay" sandbox="${sandbox}" width="400" height="900" src="${baseUrl}/embed?payment_token=${payment.token}"></iframe>`;
  await page.goto(shop.shop + shop.put(`/${payment.id}`, shopPage("", frame)));
  const inside = page.frameLocator("#pay");
  await choose(inside, BANK);
  await inside.getByRole("button", { name: `Continue to ${BANK}` }).click();
  await expect(inside.getByText("No new tab? Your browser held it back.")).toBeVisible();
  expect(await attemptsOf(payment)).toEqual([]);
  await inside.getByRole("button", { name: `Continue to ${BANK}` }).click();
  await atBank(page);
  expect(await attemptsOf(payment)).toEqual([{ bank_window: "top" }]);
});

test("on a phone the bank takes the window of the shop's page, so that its app can open", async ({
  browser,
  request,
}) => {
  const payment = await newPayment(request, urls());
  const context = await browser.newContext({ ...devices["Pixel 7"], locale: "en-GB" });
  const page = await context.newPage();
  const frame = await openShop(page, payment);
  await expect(frame.getByText("Rather use your phone?")).toBeHidden();
  await continueTo(frame, BANK);
  await approve(page);
  await page.waitForURL(isInShop);
  expect(context.pages()).toHaveLength(1);
  await expectEnd(payment, PAID);
  await context.close();
});
