// An endpoint is created and tested, its server fails and recovers, and no event is lost. The server is a real one, which
// verifies every signature.
import { type APIRequestContext, expect, type Page, test } from "@playwright/test";
import { sizeOf } from "../../verification/depth";
import { chooseFrom, openPage, signIn } from "../support/console/console";
import { ownProduct, type Product } from "../support/product/product";
import { shopReceiver } from "../support/receiver";
import { accessToken } from "../support/rest";
import { approve, continueTo } from "../support/shop";

const BANK = "novobanco";
const SIZES = [
  { device: "desktop", viewport: { width: 1280, height: 900 } },
  { device: "phone", viewport: { width: 390, height: 844 } },
] as const;
/** With an order number of the maximum length. */
const ORDER = { amount: 2550, currency: "EUR", test_transaction: true, order_id: "ORD-2026-11-22-000000000451" };

test.describe.configure({ mode: "default" });
let receiver: Awaited<ReturnType<typeof shopReceiver>>;
let product: Product;
test.beforeAll(async () => {
  receiver = await shopReceiver();
  product = await ownProduct({ WEBHOOK_ALLOW_CIDRS: receiver.network });
  await product.start();
});
test.afterAll(async () => {
  await product.remove();
  receiver.close();
});

/** A payment that names the endpoint, created by the merchant's server and paid by a customer. */
async function pay(shopper: Page, request: APIRequestContext, endpoint: string): Promise<void> {
  const token = await accessToken(request, product.base, await product.shopCredential());
  const answer = await request.post(`${product.base}/api/v1/embedded/payment-requests`, {
    headers: { Authorization: `Bearer ${token}` },
    data: { order: ORDER, webhook_endpoints: [endpoint] },
  });
  expect(answer.status()).toBe(201);
  await shopper.goto(`${product.base}/checkout?payment_token=${(await answer.json()).data.payment_token}`);
  await continueTo(shopper, BANK);
  await approve(shopper);
  const paid = shopper.getByRole("heading", { level: 2, name: "Paid", exact: true });
  await expect(paid).toBeVisible();
}

/** Opens the list of endpoints; on a phone the navigation is behind a button. */
async function openWebhooks(page: Page): Promise<void> {
  const menu = page.getByRole("button", { name: "Menu" });
  if (await menu.isVisible()) await menu.click();
  await openPage(page, "Webhooks");
}

/** Creates the endpoint and gives its server the secret, which is shown once. */
async function createEndpoint(page: Page, name: string): Promise<void> {
  await openWebhooks(page);
  await page.getByRole("button", { name: "Add endpoint" }).click();
  const form = page.getByRole("dialog", { name: "Add endpoint" });
  await form.getByRole("textbox", { name: "Name" }).fill(name);
  await form.getByRole("textbox", { name: "URL" }).fill(receiver.url);
  await form.getByRole("button", { name: "Create endpoint" }).click();
  const shown = page.getByRole("alertdialog", { name: "Copy this secret now" });
  receiver.secret = await shown.locator("dd code").innerText();
  expect(receiver.secret).toMatch(/^whsec_[0-9a-f]{64}$/);
  await shown.getByRole("checkbox").check();
  await shown.getByRole("button", { name: "Done" }).click();
  await expect(heading(page)).toContainText(name);
  await page.reload();
  expect(await page.content()).not.toContain(receiver.secret);
}

const heading = (page: Page) => page.getByRole("heading", { level: 1 });
/** The newest delivery of an event in the log that the page shows. */
const newest = (page: Page, type: string) =>
  page
    .getByRole("table", { name: /^Deliveries/ })
    .getByRole("row", { name: type })
    .first();

for (const { device, viewport } of SIZES.slice(0, sizeOf("devices of the journey of an endpoint"))) {
  test(`an endpoint that failed and recovered has received every event (${device})`, async ({ browser, request }) => {
    const page = await (await browser.newContext({ viewport })).newPage();
    const shopper = await (await browser.newContext({ viewport })).newPage();
    const name = `orders-${device}`;
    Object.assign(receiver, { status: 200, taken: [], refused: 0 });
    await signIn(page, product.base);
    await createEndpoint(page, name);
    await page.getByRole("definition").getByText(receiver.url.slice(-8), { exact: true }).locator("..").selectText();
    expect(await page.evaluate(() => String(window.getSelection()))).toBe(receiver.url);

    await page.getByRole("button", { name: "Send test event" }).click();
    const sent = page.getByRole("dialog", { name: `Test event to ${name}` });
    await expect(sent).toContainText("Delivered: 200 in");
    await sent.getByRole("button", { name: "Close" }).click();
    expect(receiver.typesOf(200)).toEqual(["webhook.test"]);
    await expect(newest(page, "webhook.test")).toContainText("Delivered");

    // The server fails, and a customer pays.
    receiver.status = 503;
    await pay(shopper, request, name);
    const row = newest(page, "payment_request.succeeded");
    await expect(row).toContainText("503");
    await expect(row).toContainText("Retrying");
    await expect(heading(page)).toContainText("Failing");
    // On a phone the navigation is behind the menu button.
    const rail = page.getByRole("navigation", { name: "Console" });
    const failing = rail.getByRole("link", { name: /^Webhooks, .+ failing$/ });
    if (device === "desktop") await expect(failing).toBeVisible();

    await page.goto(`${product.base}/console/webhooks`);
    for (const width of [320, 390]) {
      await page.setViewportSize({ ...viewport, width });
      await expectAddressShown(page, name);
    }
    await page.setViewportSize(viewport);
    await page.getByRole("link", { name, exact: true }).click();
    await expect(heading(page)).toContainText("Failing");

    // The reason, the attempts, and the next attempt.
    await row.getByRole("link", { name: "payment_request.succeeded" }).click();
    const opened = page.getByRole("region", { name: "Delivery", exact: true });
    const state = opened.getByRole("heading").first();
    await expect(state).toContainText(/payment_request\.succeeded\s*Retrying\s*attempt 3 at .*, in \d/);
    const tries = page.getByRole("table", { name: /^Attempts/ });
    await expect(tries.getByRole("row").nth(2)).toContainText("503");
    await expect(tries.getByRole("row").nth(3)).toContainText("planned");

    // Recovered: one delivery is resent alone, the rest by the filter.
    receiver.status = 200;
    await opened.getByRole("button", { name: "Send now" }).click();
    await expect(state).toContainText("Delivered");
    await expect(tries.getByRole("row").nth(3)).toContainText("200");
    expect(receiver.typesOf(200)).toEqual(["webhook.test", "payment_request.succeeded"]);
    await page.keyboard.press("Escape");
    await expect(opened).toBeHidden();
    await page.getByRole("button", { name: "Resend undelivered events" }).click();
    const asked = page.getByRole("alertdialog", { name: "Resend 1 event?" });
    await asked.getByRole("button", { name: "Resend 1 event" }).click();
    await expect(page.getByText("1 webhook resent")).toBeVisible();
    await receiver.expectAccepted(3);
    await expect(newest(page, "payment_request.pending")).toContainText("Delivered");
    await expect(page.getByRole("link", { name: "Queued 0" })).toBeVisible();
    await expect(heading(page)).toContainText("Healthy");

    // Paused: deliveries are queued. Resumed: they are sent.
    await chooseFrom(page, page.getByRole("button", { name: "Endpoint actions" }), "Pause");
    await page.getByRole("alertdialog").getByRole("button", { name: "Pause" }).click();
    await expect(heading(page)).toContainText("Paused");
    await pay(shopper, request, name);
    await expect(newest(page, "payment_request.succeeded")).toContainText("Waiting, endpoint paused");
    await expect(page.getByRole("link", { name: "Queued 2" })).toBeVisible();
    expect(receiver.typesOf(200)).toHaveLength(3);
    await page.getByRole("button", { name: "Resume" }).click();
    await expect(heading(page)).toBeFocused();
    await receiver.expectAccepted(5);
    await expect(heading(page)).toContainText("Healthy");

    expectAllDelivered();
    await page.context().close();
    await shopper.context().close();
  });
}

/** The list of endpoints shows the whole address, as wide as the phone is. */
async function expectAddressShown(page: Page, endpoint: string): Promise<void> {
  const row = page.getByRole("table", { name: /^Webhook endpoints/ }).getByRole("row", { name: endpoint });
  const shown = row.getByText(receiver.url, { exact: true }).filter({ visible: true });
  await expect(shown).toHaveText(receiver.url);
  const isCut = await shown.evaluate((at) => at.scrollWidth > at.clientWidth && at.clientWidth > 0);
  expect([isCut, await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)]).toEqual([
    false,
    false,
  ]);
}

/** Every call was correctly signed, and the copies of an event are equal, by id and byte for byte. */
function expectAllDelivered(): void {
  expect(receiver.refused).toBe(0);
  const bodies = new Map<string, Set<string>>();
  for (const { id, body } of receiver.taken) bodies.set(id, (bodies.get(id) ?? new Set()).add(body));
  expect([...bodies.values()].map(({ size }) => size)).toEqual([...bodies].map(() => 1));
  // A test event, and two events for each of two payments; failed ones arrived more than once.
  expect(bodies.size).toBe(5);
  expect(receiver.typesOf(503).length).toBeGreaterThanOrEqual(4);
}
