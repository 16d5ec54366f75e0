// Who may frame the checkout, and the error for others: in a real browser, because the browser refuses. Every refusal has a
// control: the same page with permission.
import { type APIRequestContext, expect, type Page, test } from "@playwright/test";
import {
  callbacksOf,
  checkoutIn,
  expectCallbacks,
  expectError,
  LOADER_MESSAGE,
  mountScript,
  pagesOfThisFile,
  shopPage,
} from "../support/pages";
import { expectEnd, expirePayment, newPayment, paymentIn, query } from "../support/shared";
import {
  approve,
  atBank,
  baseUrl,
  continueTo,
  expectPaidAndNotified,
  frameOf,
  placeOrder,
  rootOf,
} from "../support/shop";

const UNKNOWN = `ptok_${"A".repeat(43)}`;
/** Longer than the loader waits for its frame. */
const LOADER_GIVES_UP_MS = 15_000;
const ROOMY =
  "allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation";

const pages = pagesOfThisFile();

const forShop = (request: APIRequestContext) => newPayment(request, { successUrl: `${pages.shop}/ok` });
/** A page with the checkout of a payment, at its own path. */
const put = (token: string, headers = {}) =>
  pages.put(`/${crypto.randomUUID()}`, shopPage(mountScript(token)), headers);
const expectChoosing = (page: Page, within = "") =>
  expect(rootOf(checkoutIn(page, within))).toHaveAttribute("data-phase", "choosing");

test("the shop's own origin shows the checkout; another origin gets origin_not_allowed with the fix", async ({
  page,
  request,
}) => {
  const { token } = await forShop(request);
  const path = put(token);
  await page.goto(pages.shop + path);
  await expectChoosing(page);
  await expectCallbacks(page, ["ready", "change"]);

  const said = page.waitForEvent("console", (message) => message.text().startsWith("Bankside origin_not_allowed"));
  await page.goto(pages.stranger + path);
  await expectError(page, "origin_not_allowed");
  expect((await said).text()).toContain(`${baseUrl}/docs/integrate/checkout`);
  await expect(page.getByRole("alert")).toContainText(LOADER_MESSAGE);
  await expect(page.getByRole("alert")).toContainText(`${pages.stranger} is not an allowed domain of`);
  await expect(page.getByRole("alert")).toContainText("Console → Checkout → Allowed domains");
  await expect(page.locator("iframe")).toHaveCount(0);
});

test("an unknown token is reported as token_unknown to every origin", async ({ page }) => {
  const path = put(UNKNOWN);
  for (const origin of [pages.shop, pages.stranger]) {
    await page.goto(origin + path);
    await expectError(page, "token_unknown");
    await expect(page.getByRole("heading", { name: LOADER_MESSAGE })).toBeVisible();
  }
});

test("a token that expired before the page opened says that no payment started, and offers a reload", async ({
  page,
  request,
}) => {
  const payment = await forShop(request);
  await expirePayment(payment);
  await page.goto(pages.shop + put(payment.token));
  await expectError(page, "token_expired");
  const alert = page.getByRole("alert");
  await expect(alert).toContainText("This payment has expired");
  await expect(alert).toContainText("No payment has started. Reload the page to try again.");
  await expect(alert).toContainText("POST /api/v1/embedded/payment-requests");
  expect(await page.evaluate("checkout.completed")).toEqual({ status: "expired", paymentRequestId: payment.id });
  const again = page.waitForEvent("load");
  await alert.getByRole("button", { name: "Reload page" }).click();
  await again;
});

test("control: a token that expires while it is shown ends in the frame, with the slip still shown", async ({
  page,
  request,
}) => {
  const payment = await forShop(request);
  await page.goto(pages.shop + put(payment.token));
  await expectChoosing(page);
  await expirePayment(payment);
  await page.evaluate("checkout.update()");
  await expect(rootOf(checkoutIn(page))).toHaveAttribute("data-phase", "expired");
  await expect
    .poll(async () => (await callbacksOf(page)).at(-1))
    .toEqual(["completed", { status: "expired", paymentRequestId: payment.id }]);
  await expect(page.getByRole("alert")).toHaveCount(0);
});

test("every ancestor counts: a shop's page is refused within another origin's page, and works within an allowed one", async ({
  page,
  request,
}) => {
  const { token } = await forShop(request);
  const path = put(token);
  const around = pages.put(
    "/around",
    `<!doctype html><title>Around</title><iframe src="${pages.shop}${path}"></iframe>`,
  );
  const inner = () => page.frames().find((frame) => frame.url() === pages.shop + path);
  await page.clock.install();
  const refused = page.waitForEvent("console", (message) => message.text().includes("frame-ancestors"));
  await page.goto(pages.stranger + around);
  await refused;
  await page.clock.fastForward(LOADER_GIVES_UP_MS);
  await expect(page.frameLocator("iframe").getByRole("heading", { name: LOADER_MESSAGE })).toBeVisible();
  expect(await inner()?.evaluate("callbacks.map(([name, detail]) => [name, detail?.code])")).toEqual([
    ["error", "timeout"],
  ]);
  await page.clock.resume();
  await page.goto(pages.shop + around);
  await expect(rootOf(page.frameLocator("iframe").frameLocator("iframe"))).toHaveAttribute("data-phase", "choosing");
});

test("a sandbox without an origin is refused with the reason, and one with its origin pays", async ({
  page,
  request,
}) => {
  const { token } = await forShop(request);
  const path = put(token);
  const boxed = (sandbox: string) =>
    pages.put(
      `/${crypto.randomUUID()}`,
      `<!doctype html><title>Box</title><iframe sandbox="${sandbox}" src="${path}"></iframe>`,
    );
  await page.goto(pages.shop + boxed("allow-scripts"));
  const alert = page.frameLocator("iframe").getByRole("alert");
  await expect(alert).toContainText("origin_not_allowed");
  await expect(alert).toContainText("allow-same-origin");
  await page.goto(pages.shop + boxed(ROOMY));
  await continueTo(page.frameLocator("iframe").frameLocator("iframe"), "BPI");
  await approve(page);
  await page.waitForURL(`${pages.shop}/ok?**`);
});

test("a shop offers the hosted page when the checkout cannot load, and removes the offer when it can", async ({
  page,
}) => {
  const otherwise = page.locator("#otherwise").getByRole("button", { name: "Pay on Bankside’s page" });
  const orderUrl = await placeOrder(page);
  await expect(rootOf(checkoutIn(page))).toHaveAttribute("data-phase", "choosing");
  await expect(otherwise).toBeHidden();
  await page.route("**/embed?*", (route) => route.fulfill({ body: "Not ours" }));
  await page.clock.install();
  await page.goto(orderUrl);
  await page.clock.fastForward(LOADER_GIVES_UP_MS);
  await expect(page.getByRole("heading", { name: LOADER_MESSAGE })).toBeVisible();
  await expect(otherwise).toBeVisible();
  await page.unroute("**/embed?*");
  await page.clock.resume();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(rootOf(checkoutIn(page))).toHaveAttribute("data-phase", "choosing");
  await expect(otherwise).toBeHidden();
  await page.route("**/embed.js", (route) => route.abort());
  await page.goto(orderUrl);
  const token = (await page.locator("#checkout").getAttribute("data-payment-token")) ?? "";
  await otherwise.click();
  expect(page.url()).toBe(`${baseUrl}/checkout?payment_token=${token}`);
  await expect(rootOf(page)).toHaveAttribute("data-phase", "choosing");
});

test("a shop's offer of the hosted page leads to the payment that a bank already has, and the order is debited once", async ({
  page,
  context,
}) => {
  const orderUrl = await placeOrder(page);
  const payment = await paymentIn(page);
  await continueTo(frameOf(page), "BPI");
  await atBank(page);
  const other = await context.newPage();
  await other.route("**/embed.js", (route) => route.abort());
  await other.goto(orderUrl);
  await other.locator("#otherwise").getByRole("button", { name: "Pay on Bankside’s page" }).click();
  await expect(rootOf(other)).toHaveAttribute("data-request", payment.id);
  await expect(rootOf(other)).toHaveAttribute("data-phase", "at_bank");
  await approve(page);
  await expectPaidAndNotified(page, orderUrl);
  await expectEnd(payment, { status: "completed", events: ["pending", "succeeded"], debits: [7450] });
  const ofOrder =
    "SELECT id FROM payment_requests WHERE order_id = $1 UNION ALL SELECT id FROM payment_links WHERE order_id = $1";
  expect(await query(ofOrder, [new URL(orderUrl).pathname.split("/").at(-1)])).toEqual([{ id: payment.id }]);
});

test("the hosted page and the Console cannot be framed", async ({ page, request }) => {
  await placeOrder(page);
  const token = (await page.locator("#checkout").getAttribute("data-payment-token")) ?? "";
  for (const path of [`/checkout?payment_token=${token}`, `/embed?payment_token=${UNKNOWN}`, "/sign-in", "/outbox"]) {
    const policy = (await request.get(baseUrl + path)).headers()["content-security-policy"] ?? "";
    expect(policy, path).toContain("frame-ancestors 'none'");
  }
});
