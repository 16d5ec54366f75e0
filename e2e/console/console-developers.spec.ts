// The Console's pages for developers: events, go live.
import { expect, type Page, test } from "@playwright/test";
import { openPage, signIn, USERS } from "../support/console/console";
import { execute } from "../support/console/reference";
import { newMerchant } from "../support/product/platform";
import { PAYMENTS, program, theCall } from "../support/product/program";
import { query } from "../support/shared";
import { approve, baseUrl, continueTo, rootOf } from "../support/shop";

test("a viewer can read the events and go live, and has no request log", async ({ page }) => {
  await signIn(page, baseUrl, USERS.viewer);
  const rail = page.getByRole("navigation", { name: "Console" });
  await openPage(page, "Go live");
  await expect(rail.getByRole("link", { name: "Requests" })).toHaveCount(0);
  await expect(page.getByRole("list", { name: "Tested" }).getByRole("listitem")).toHaveCount(7);
  await openPage(page, "Events");
  await expect(page.getByRole("button", { name: "Send test event" })).toHaveCount(0);
});

const step = (page: Page, name: string) =>
  page.getByRole("listitem").filter({ has: page.getByRole("heading", { level: 3, name }) });

test("each step of go live is done after its request was sent by an API key, and links to the request", {
  tag: "@deep",
}, async ({ page, browser }) => {
  const owner = `golive-${Date.now()}@shop.example`;
  const merchantId = await newMerchant("Way to live", owner);
  await signIn(page, baseUrl, owner);
  await openPage(page, "Go live");
  const done = page.getByRole("list", { name: "Tested" }).getByText("Done", { exact: true });
  await expect(step(page, "Create a payment from your server")).toContainText("Open");
  await expect(done).toHaveCount(0);

  // Requests from the Console don't count.
  await page.goto(`${baseUrl}/docs?operation=createPaymentRequest`);
  expect((await execute(page, "createPaymentRequest")).status).toBe(201);
  await page.goto(`${baseUrl}/console`);
  await openPage(page, "Go live");
  await expect(done).toHaveCount(0);

  const made = await program(page, "First program");
  const key = `live-${Date.now()}`;
  expect(await made.send(2550, key)).toBe(201);
  await openPage(page, "Go live");
  for (const name of ["Create a payment from your server", "Use an idempotency key"]) {
    await expect(step(page, name)).toContainText("Done");
  }
  await expect(done).toHaveCount(2);
  const [payment] = await query<{ id: string }>(
    "SELECT id FROM payment_requests WHERE merchant_id = $1 AND order_id = $2",
    [merchantId, key],
  );
  const headers = { Authorization: `Bearer ${made.token}` };
  const status = `${baseUrl}/api/v1/payment-requests/${payment?.id}/status`;
  expect((await browser.newContext().then(({ request }) => request.get(status, { headers }))).status()).toBe(200);
  await openPage(page, "Payments");
  await openPage(page, "Go live");
  await expect(step(page, "Fetch a payment’s status")).toContainText("Done");
  await expect(done).toHaveCount(3);
  await step(page, "Use an idempotency key")
    .getByRole("link", { name: /^Request/ })
    .click();
  await expect(theCall(page)).toContainText(key);
});

test("the events page lists every event type, and shows the last delivery of each", { tag: "@deep" }, async ({
  page,
  browser,
}) => {
  const owner = `events-${Date.now()}@shop.example`;
  const merchantId = await newMerchant("Told shop", owner);
  await signIn(page, baseUrl, owner);
  await openPage(page, "Events");
  const event = (type: string) =>
    page.getByRole("listitem").filter({ has: page.getByRole("heading", { level: 2, name: type, exact: true }) });
  await expect(event("payment_request.succeeded")).toContainText("None yet");
  await event("payment_request.succeeded").locator("summary").click();
  await expect(event("payment_request.succeeded").locator("pre")).toContainText('"payment_request.succeeded"');

  const made = await program(page, "Program that is told");
  const headers = { Authorization: `Bearer ${made.token}` };
  const data = { order: { amount: 2550, currency: "EUR", test_transaction: true } };
  const answer = await page.request.post(PAYMENTS, { headers, data });
  const shopper = await (await browser.newContext()).newPage();
  await shopper.goto(`${baseUrl}/checkout?payment_token=${(await answer.json()).data.payment_token}`);
  await continueTo(shopper, "Santander");
  await approve(shopper);
  await expect(rootOf(shopper)).toHaveAttribute("data-phase", "paid");
  await openPage(page, "Events");
  await expect(event("payment_request.succeeded")).toContainText("No endpoint");
  const sql = "SELECT type FROM webhook_events WHERE merchant_id = $1 ORDER BY sequence";
  const types = (await query<{ type: string }>(sql, [merchantId])).map(({ type }) => type);
  expect(types).toEqual(["payment_request.pending", "payment_request.succeeded"]);
});
