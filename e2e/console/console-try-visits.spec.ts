// Try it without signing in: a visitor of a demo gets a merchant of their own.
import { expect, type Page, test } from "@playwright/test";
import { startSession, USERS } from "../support/console/session";
import { ownProduct } from "../support/product/product";
import { ready } from "../support/ready";
import { query } from "../support/shared";
import { baseUrl, rootOf } from "../support/shop";

const shopper = (page: Page) => page.getByRole("region", { name: "Customer" }).frameLocator("iframe");
const calls = (page: Page) => page.getByRole("region", { name: "API calls" });
/** The buttons of a developer on the pages of webhooks. */
const CHANGES = /^(Add|Edit|Pause|Disable|Send|Resend|Rotate|Create|Stop|Actions)/;
const lead = (page: Page) => page.locator("header").getByRole("status").first();

test("a visitor without a session sees the checkout after one press, and one payment is created", async ({
  browser,
}) => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.goto(`${baseUrl}/try?scenario=SIM-NOFUNDS`);
  await expect(page.getByRole("link", { name: "Sign in" })).toBeVisible();
  await page.getByRole("button", { name: "Try a payment" }).click();
  await expect(rootOf(shopper(page))).toHaveAttribute("data-phase", "choosing");
  await expect(page).toHaveURL(`${baseUrl}/try?scenario=SIM-NOFUNDS`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Try a payment by bank");
  await expect(page.getByRole("combobox")).toHaveCount(1);
  await expect(page.getByRole("combobox", { name: "Scenario" })).toHaveValue("SIM-NOFUNDS");
  await expect(calls(page).getByRole("listitem")).toHaveCount(1);
  const isScrolled = () => page.evaluate(() => document.documentElement.scrollHeight > window.innerHeight);
  await expect.poll(isScrolled).toBe(false);
  const first = await page.getByRole("link", { name: "View payment" }).getAttribute("href");
  await page.reload();
  await expect(page.getByRole("link", { name: "View payment" })).toHaveAttribute("href", first ?? "");
  // The address that is shared creates no payment by itself.
  const shared = await context.newPage();
  await shared.goto(page.url());
  await ready(shared);
  await expect(shared.getByRole("button", { name: "Simulate a payment" })).toBeVisible();
  const made = "SELECT count(*)::int AS n FROM payment_requests WHERE payment_reference = 'Simulated SIM-NOFUNDS'";
  const [{ n: before }] = (await query(made)) as [{ n: number }];
  await page.getByRole("button", { name: "Run it for me" }).click();
  await expect(lead(page)).toContainText("rejected the payment");
  expect(await query(made)).toEqual([{ n: before + 1 }]);
  await context.close();
});

test("Try a payment, signed in, creates one payment; Start again, Back and a used or foreign address create none", async ({
  page,
}) => {
  const word = "SIM-RETURN";
  const made = async () => {
    const sql = "SELECT count(*)::int AS n FROM payment_requests WHERE payment_reference = $1";
    const [{ n }] = (await query(sql, [`Simulated ${word}`])) as [{ n: number }];
    return n;
  };
  const simulateButton = page.getByRole("button", { name: "Simulate a payment" });
  await startSession(page, USERS.owner, baseUrl);
  await page.goto(`${baseUrl}/try?begin=1`);
  await ready(page);
  await expect(simulateButton).toBeVisible();
  await expect(page).toHaveURL(`${baseUrl}/try`);

  const before = await made();
  const form = { scenario: word };
  const headers = { origin: new URL(baseUrl).origin };
  const options = { form, headers, maxRedirects: 0 };
  const begun = (await page.request.post(`${baseUrl}/try/start`, options)).headers()["location"] ?? "";
  await page.goto(baseUrl + begun);
  await expect(rootOf(shopper(page))).toHaveAttribute("data-phase", "choosing");
  await expect(page).toHaveURL(`${baseUrl}/try?scenario=${word}`);
  const view = page.getByRole("link", { name: "View payment" });
  const first = await view.getAttribute("href");
  expect(await made()).toBe(before + 1);

  await view.click();
  await expect(page.getByRole("region", { name: "Timeline" })).toBeVisible();
  await page.goBack();
  await expect(view).toHaveAttribute("href", first ?? "");
  expect(await made()).toBe(before + 1);

  await page.goto(baseUrl + begun);
  await expect(view).toHaveAttribute("href", first ?? "");
  expect(await made()).toBe(before + 1);

  await page.getByRole("button", { name: "Start again" }).click();
  await expect(simulateButton).toBeFocused();
  expect(await made()).toBe(before + 1);
  await simulateButton.click();
  await expect(view).not.toHaveAttribute("href", first ?? "");
  await expect(page.getByRole("region", { name: "Customer" })).toBeFocused();
  expect(await made()).toBe(before + 2);

  const second = await view.getAttribute("href");
  const runButton = page.getByRole("button", { name: "Run it for me" });
  await runButton.press("Enter");
  await expect(view).not.toHaveAttribute("href", second ?? "");
  await expect(runButton).toBeFocused();
  expect(await made()).toBe(before + 3);
});

test("a visitor of a public demo sees the webhooks of their payment, and can change nothing about them", {
  tag: "@deep",
}, async ({ page }) => {
  test.slow();
  const product = await ownProduct({ DEMO: "1", DEMO_PUBLIC: "1", SMTP_URL: "smtp://127.0.0.1:9" });
  try {
    await product.start();
    expect((await page.request.get(`${product.base}/outbox`)).status()).toBe(404);
    await page.goto(`${product.base}/try`);
    await page.getByRole("button", { name: "Try a payment" }).click();
    await expect(rootOf(shopper(page))).toHaveAttribute("data-phase", "choosing");
    await page.getByRole("button", { name: "Run it for me" }).click();
    await expect(lead(page)).toContainText("Completed");
    const open = async (path: string) => {
      await page.goto(product.base + path);
      await ready(page);
      await expect(page.getByRole("button", { name: CHANGES })).toHaveCount(0);
    };
    await open("/console/webhooks");
    const main = page.getByRole("main");
    await expect(main).toContainText(`http://127.0.0.1:${new URL(product.shop).port}/webhooks`);
    await open("/console/webhooks/default");
    await expect(main.getByRole("heading", { level: 1 })).toContainText("Default URL");
    await open("/console/webhooks/deliveries");
    const rows = page.getByRole("table", { name: /^Deliveries/ }).getByRole("link", { name: /^payment_request/ });
    await expect(rows).toHaveText(["payment_request.succeeded", "payment_request.pending"]);
    await rows.first().click();
    const delivery = page.getByRole("region", { name: "Delivery", exact: true });
    await expect(delivery.getByRole("heading").first()).toContainText("Delivered");
    await expect(delivery.getByRole("table", { name: /^Attempts/ })).toContainText("200");
    await expect(page.getByRole("button", { name: CHANGES })).toHaveCount(0);
  } finally {
    await product.remove();
  }
});
