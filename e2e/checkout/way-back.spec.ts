// Every unusual way to the bank and back ends with the true state, and at most one payment.
import { type Request, type Route, test } from "@playwright/test";
import { attemptsOf, BANK, choose, hostedOf, openShop, PAID, urlsOf } from "../support/bank-redirect";
import { expect } from "../support/expect-pushed";
import { pagesOfThisFile, shopPage } from "../support/pages";
import { backAtShop, callApi, expectEnd, newPayment, type Payment, query } from "../support/shared";
import { approve, atBank, continueTo, rootOf } from "../support/shop";

const OTHER = "Millennium bcp";
const UNREACHED = "We couldn’t connect.";

const shop = pagesOfThisFile();
test.beforeAll(() => void shop.put("/ok", shopPage("", "<p>Thank you</p>")));

test("Back from the bank shows that the payment waits, with a link to the bank", { tag: "@deep" }, async ({
  page,
  request,
}) => {
  const payment = await newPayment(request, urlsOf(shop));
  await page.goto(hostedOf(payment));
  await continueTo(page, BANK);
  await atBank(page);
  await page.goBack();
  await expect(rootOf(page)).toHaveAttribute("data-phase", "at_bank");
  await page.getByRole("link", { name: `Open ${BANK} again` }).click();
  await approve(page);
  await backAtShop(page, payment, "success", shop.shop);
  // And Back from the shop, after the end: no redirect, and no button.
  await page.goBack();
  await expect(page.getByRole("button", { name: /^Continue/ })).toHaveCount(0);
  await expectEnd(payment, PAID);
});

test("a double click sends the form once", async ({ page, request }) => {
  const payment = await newPayment(request, urlsOf(shop));
  const frame = await openShop({ page, shop, payment }, "top");
  await choose(frame, BANK);
  await frame.getByRole("button", { name: `Continue to ${BANK}` }).dblclick({ noWaitAfter: true });
  await approve(page);
  await backAtShop(page, payment, "success", shop.shop);
  expect(await attemptsOf(payment)).toEqual([{ bank_window: "top" }]);
  await expectEnd(payment, PAID);
});

test("of two tabs that choose different banks at once, one wins, and both show it", { tag: "@deep" }, async ({
  context,
  request,
}) => {
  const payment = await newPayment(request, urlsOf(shop));
  const pages = await Promise.all([context.newPage(), context.newPage()]);
  const banks = [BANK, OTHER];
  for (const [index, page] of pages.entries()) {
    await page.goto(hostedOf(payment));
    await choose(page, banks[index] ?? "");
  }
  // Both presses are made before either is sent: a tab that has been notified of the other has no button.
  const held: Route[] = [];
  await context.route("**/checkout**", async (route) => {
    if (route.request().method() === "POST") held.push(route);
    else await route.continue();
  });
  const loaded = pages.map((page) => page.waitForEvent("load"));
  for (const page of pages) {
    await page.getByRole("button", { name: /^Continue to / }).click({ noWaitAfter: true });
  }
  await expect.poll(() => held.length).toBe(2);
  await Promise.all(held.map((route) => route.continue()));
  await Promise.all(loaded);
  await context.unroute("**/checkout**");
  // A press after the first bank's response may cancel that attempt and win.
  const live = "SELECT 1 FROM payment_attempts WHERE payment_request_id = $1 AND final_at IS NULL";
  await expect.poll(() => query(live, [payment.id])).toHaveLength(1);
  for (const page of pages) await page.goto(hostedOf(payment));
  const titles = await Promise.all(pages.map((page) => page.getByRole("heading", { level: 2 }).first().textContent()));
  expect(titles[0]).toMatch(new RegExp(`^Approve at (${BANK}|${OTHER})$`));
  expect(titles[1]).toBe(titles[0]);
  await pages[0].getByRole("link", { name: /^Open .* again$/ }).click();
  await approve(pages[0]);
  await backAtShop(pages[0], payment, "success", shop.shop);
  await expectEnd(payment, PAID);
});

test("a form's result can be reloaded without sending the form again", async ({ browser, request }) => {
  const payment = await newPayment(request, urlsOf(shop));
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
  const tag = view === "frame" ? [] : "@deep";
  test(`without a connection Continue says so and starts nothing; with one it works (${view})`, { tag }, async ({
    page,
    context,
    request,
  }) => {
    await page.setViewportSize({ width: 390, height: 664 });
    const payment = await newPayment(request, urlsOf(shop));
    const where = view === "frame" ? await openShop({ page, shop, payment }, "top") : page;
    if (view === "hosted") await page.goto(hostedOf(payment));
    await choose(where, BANK);
    await context.setOffline(true);
    const button = where.getByRole("button", { name: `Continue to ${BANK}` });
    await button.click();
    const note = where.getByRole("alert").filter({ hasText: UNREACHED });
    await expect(note).toBeInViewport({ ratio: 1 });
    await expect(button).toBeEnabled();
    expect(await attemptsOf(payment)).toEqual([]);
    await context.setOffline(false);
    await expect(note).toHaveCount(0);
    await button.click();
    await atBank(page);
    expect(await attemptsOf(payment)).toHaveLength(1);
  });
}

test("in the frame, a server's failure is not called a failed connection, and an unknown payment's page says so", async ({
  page,
  request,
}) => {
  const payment = await newPayment(request, urlsOf(shop));
  const frame = await openShop({ page, shop, payment }, "top");
  await choose(frame, BANK);
  const statuses = [500, 429, 404];
  await page.route("**/embed?**", (route) =>
    route.request().method() === "POST" ? route.fulfill({ status: statuses.shift() ?? 200 }) : route.continue(),
  );
  const button = frame.getByRole("button", { name: `Continue to ${BANK}` });
  for (const left of [2, 1]) {
    await button.click();
    await expect(frame.getByText("Please try again in a moment.")).toBeVisible();
    await expect(button).toBeEnabled();
    expect(statuses).toHaveLength(left);
  }
  await expect(frame.getByText(UNREACHED)).toBeHidden();
  const reloaded = page.waitForResponse(
    (response) => response.request().method() === "GET" && /embed\?/.test(response.url()),
  );
  await button.click();
  await reloaded;
  await expect(button).toBeVisible();
  expect(await attemptsOf(payment)).toEqual([]);
});

test("a change while offline is shown when the connection returns", async ({ page, context, request }) => {
  const payment = await newPayment(request, urlsOf(shop));
  await page.goto(hostedOf(payment));
  await expect(rootOf(page)).toHaveAttribute("data-phase", "choosing");
  await context.setOffline(true);
  await callApi(request, "PATCH", "/embedded/payment-requests", { payment_token: payment.token, amount: 3100 });
  await context.setOffline(false);
  await expect(rootOf(page)).toHaveAttribute("data-amount", "3100");
});

test("without an event stream the page polls; with one it seldom does", { tag: "@deep" }, async ({ page, request }) => {
  const streamed = await newPayment(request, urlsOf(shop));
  let asked = 0;
  page.on("request", (one) => {
    if (one.url().includes("/embed/state")) asked += 1;
  });
  const change = (payment: Payment, amount: number) =>
    callApi(request, "PATCH", "/embedded/payment-requests", { payment_token: payment.token, amount });
  await page.addInitScript(() => {
    window.EventSource = class extends EventSource {
      constructor(url: string | URL) {
        super(url);
        this.addEventListener("message", () => document.documentElement.setAttribute("data-heard", ""));
      }
    };
  });
  const opened = page.waitForResponse((response) => response.url().includes("/embed/events"));
  await page.goto(hostedOf(streamed));
  expect((await opened).headers()["content-type"]).toBe("text/event-stream");
  // Until its first message the page cannot know that the stream works, so it polls.
  await expect(page.locator("html[data-heard]")).toBeAttached();
  asked = 0;
  await change(streamed, 3100);
  await expect(rootOf(page)).toHaveAttribute("data-amount", "3100");
  expect(asked).toBe(1);
  // A connection that fails, and the server's response at a limit of streams, after which the browser does not reconnect.
  const without = [
    (route: Route) => route.abort(),
    (route: Route) => route.fulfill({ status: 503, headers: { "Retry-After": "30" } }),
  ];
  for (const answer of without) {
    const polled = await newPayment(request, urlsOf(shop));
    await page.unroute("**/embed/events**");
    await page.route("**/embed/events**", answer);
    await page.goto(hostedOf(polled));
    await change(polled, 3100);
    await expect(rootOf(page)).toHaveAttribute("data-amount", "3100");
  }
});

test("a request of the state that gets no response is repeated", async ({ page, request }) => {
  const payment = await newPayment(request, urlsOf(shop));
  await page.addInitScript(() => {
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    AbortSignal.timeout = (ms) => timeout(ms / 10);
  });
  await page.route("**/embed/events**", (route) => route.abort());
  let asked = 0;
  await page.route("**/embed/state**", (route) => (++asked === 1 ? undefined : route.continue()));
  await page.goto(hostedOf(payment));
  await expect.poll(() => asked).toBeGreaterThan(1);
});

test("a hidden page closes its stream, and fetches the state once when it is shown again", { tag: "@deep" }, async ({
  page,
  request,
}) => {
  const payment = await newPayment(request, urlsOf(shop));
  const ended: string[] = [];
  const note = (one: Request) => void (one.url().includes("/embed/events") && ended.push(one.url()));
  page.on("requestfailed", note);
  page.on("requestfinished", note);
  const opened = page.waitForResponse((response) => response.url().includes("/embed/events"));
  await page.goto(hostedOf(payment));
  await opened;
  await page.evaluate(() => {
    Object.defineProperty(document, "hidden", { value: true, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  });
  await expect.poll(() => ended.length).toBe(1);
  await callApi(request, "PATCH", "/embedded/payment-requests", { payment_token: payment.token, amount: 3100 });
  const asked: string[] = [];
  page.on("request", (one) => void (one.url().includes("/embed/state") && asked.push(one.url())));
  const again = page.waitForResponse((response) => response.url().includes("/embed/events"));
  // A browser reports the return by two events at once.
  await page.evaluate(() => {
    Object.defineProperty(document, "hidden", { value: false, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
    window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
  });
  await expect(rootOf(page)).toHaveAttribute("data-amount", "3100");
  await again;
  expect(asked).toHaveLength(1);
});
