// A simulated payment in the Console: checkout, API calls and webhooks side by side.
import { expect, type Page, test } from "@playwright/test";
import { openPage, signIn, USERS } from "../support/console/console";
import { ready } from "../support/ready";
import { expectEnd, fetchBankStatusUntil, query } from "../support/shared";
import { approve, baseUrl, continueTo, rootOf } from "../support/shop";

const shopper = (page: Page) => page.getByRole("region", { name: "Customer" }).frameLocator("iframe");
const calls = (page: Page) => page.getByRole("region", { name: "API calls" });
const webhooks = (page: Page) => page.getByRole("region", { name: "Webhooks sent" });
const lead = (page: Page) => page.locator("header").getByRole("status").first();

/** Creates a simulated payment; returns its ID. */
async function simulate(page: Page, outcome?: string): Promise<string> {
  await openPage(page, "Try it");
  if (outcome) await page.getByRole("combobox", { name: "Scenario" }).selectOption({ label: outcome });
  await page.getByRole("button", { name: "Simulate a payment" }).click();
  await expect(rootOf(shopper(page))).toHaveAttribute("data-phase", "choosing");
  const href = await page.getByRole("link", { name: "View payment" }).getAttribute("href");
  return href?.split("/").at(-1) ?? "";
}

/** Chooses a bank in the checkout; returns the bank's tab. */
async function toBank(page: Page): Promise<Page> {
  const opening = page.waitForEvent("popup");
  await continueTo(shopper(page), "Millennium bcp");
  return opening;
}

test("a simulated payment shows each API call and webhook as it happens", async ({ page }) => {
  await signIn(page, baseUrl, USERS.developer);
  const id = await simulate(page);
  await expect(lead(page)).toContainText("Waiting for the customer to choose a bank.");
  const rows = calls(page).getByRole("listitem");
  await expect(rows).toHaveCount(1);
  await expect(rows.first()).toContainText("201");
  await expect(rows.first()).toContainText('"payment_reference": "Simulated"');
  expect(await calls(page).innerHTML()).not.toContain("ptok_");
  await expect(webhooks(page)).toContainText("None yet.");

  await approve(await toBank(page));
  await expect(lead(page)).toContainText("Completed");
  await expect(rootOf(shopper(page))).toHaveAttribute("data-phase", "paid");
  await expectEnd({ id, token: "" }, { status: "completed", events: ["pending", "succeeded"], debits: [2550] });
  const deliveries = webhooks(page).locator("summary");
  await expect(deliveries).toHaveText([/^payment_request\.pending/, /^payment_request\.succeeded/]);
  await deliveries.last().click();
  await expect(webhooks(page).getByRole("region", { name: "Request" })).toContainText(id);

  await calls(page).getByRole("button", { name: "Get status" }).click();
  await expect(rows).toHaveCount(2);
  await rows.last().locator("summary").click();
  await expect(rows.last()).toContainText('"completed"');
  // A reload keeps the payment; the address, which can be shared, does not name it.
  await page.getByRole("combobox", { name: "Scenario" }).selectOption({ label: "Insufficient funds" });
  await page.reload();
  await expect(page).toHaveURL(`${baseUrl}/console/try-it?scenario=SIM-NOFUNDS`);
  await expect(rootOf(shopper(page))).toHaveAttribute("data-phase", "paid");
  await expect(rows).toHaveCount(2);
  const view = page.getByRole("link", { name: "View payment" });
  await expect(view).toHaveAttribute("href", `/console/payments/${id}`);
  await view.click();
  const happened = page.getByRole("region", { name: "Timeline" });
  await happened.getByRole("button", { name: "Expand all" }).click();
  await expect(happened.getByRole("heading", { name: "Customer came back from Millennium bcp" })).toBeVisible();
});

test("a simulated payment that the bank rejects ends as failed, and another one can be started", {
  tag: "@deep",
}, async ({ page }) => {
  await signIn(page, baseUrl, USERS.developer);
  const id = await simulate(page, "Insufficient funds");
  await approve(await toBank(page));
  await expect(lead(page)).toContainText("rejected the payment");
  await expectEnd({ id, token: "" }, { status: "failed", events: ["pending", "failed"], debits: [] });
  await page.getByRole("button", { name: "Start again" }).click();
  await expect(page.getByRole("button", { name: "Simulate a payment" })).toBeVisible();
});

/** Creates a scripted payment; returns its ID. */
async function runScripted(page: Page, outcome?: string): Promise<string> {
  await page.goto(`${baseUrl}/console/try-it`);
  await ready(page);
  if (outcome) await page.getByRole("combobox", { name: "Scenario" }).selectOption({ label: outcome });
  await page.getByRole("button", { name: "Run it for me" }).click();
  const href = await page.getByRole("link", { name: "View payment" }).getAttribute("href");
  return href?.split("/").at(-1) ?? "";
}

const step = (page: Page) => page.getByRole("status", { name: "Step of the customer" });

/** The bank's page is inert, so it is not found by roles. */
const bankHeading = (page: Page) => page.frameLocator("iframe[title^='Page of']").locator("h1");

test("a scripted payment completes, and each of its steps is made over HTTP", { tag: "@deep" }, async ({ page }) => {
  await signIn(page, baseUrl, USERS.developer);
  // The bank's page is shown only briefly.
  let seen = () => {};
  const wasSeen = new Promise<void>((resolve) => {
    seen = resolve;
  });
  await page.route("**/api/trpc/**testPayments.answer**", async (route) => {
    await wasSeen;
    await route.continue();
  });
  const id = await runScripted(page);
  await expect(step(page)).toHaveText(/^Opened /);
  await expect(bankHeading(page)).toHaveText("Approve this payment?");
  seen();
  await expect(step(page)).toHaveText("“Approve payment” pressed, returned from the bank");
  await expect(page.locator("iframe[title^='Page of']")).toHaveCount(0);
  await expect(lead(page)).toContainText("Completed");
  await expect(rootOf(shopper(page))).toHaveAttribute("data-phase", "paid");
  await expectEnd({ id, token: "" }, { status: "completed", events: ["pending", "succeeded"], debits: [2550] });
  await expect(webhooks(page).locator("summary")).toHaveText([
    /^payment_request\.pending/,
    /^payment_request\.succeeded/,
  ]);
});

test("a scripted payment that is cancelled, left or rejected says so", { tag: "@deep" }, async ({ page }) => {
  await signIn(page, baseUrl, USERS.developer);
  const cancelled = await runScripted(page, "Customer cancels at the bank");
  await expect(step(page)).toHaveText("“Reject payment” pressed, returned from the bank");
  await expectEnd({ id: cancelled, token: "" }, { status: "cancelled", events: ["pending", "cancelled"], debits: [] });

  const away = await runScripted(page, "Customer pays and does not return");
  await expect(step(page)).toHaveText("“Approve payment” pressed, did not return from the bank");
  await expect(bankHeading(page)).toHaveText("You have approved this payment");
  const status = () => query("SELECT status FROM payment_requests WHERE id = $1", [away]);
  await fetchBankStatusUntil({ id: away }, async () => expect(await status()).toEqual([{ status: "completed" }]));
  await expectEnd({ id: away, token: "" }, { status: "completed", events: ["pending", "succeeded"], debits: [2550] });

  await runScripted(page, "Bank rejects the payment");
  await expect(page.getByText("The bank refused the request or did not answer. No payment was started.")).toBeVisible();
  await expect(step(page)).toHaveText("Selecting a bank");
  await expect(page.getByRole("button", { name: "Retry this step" })).toBeEnabled();
});

test("on a phone one of three parts is shown, and all of them are updated", { tag: "@deep" }, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, baseUrl, USERS.developer);
  await runScripted(page);
  const show = (name: string) => page.getByRole("radio", { name, exact: true });
  const screen = page.getByRole("region", { name: "Customer" });
  const visible = async () => [
    await screen.isVisible(),
    await calls(page).isVisible(),
    await webhooks(page).isVisible(),
  ];
  await expect(show("Customer")).toBeChecked();
  expect(await visible()).toEqual([true, false, false]);
  await show("Customer").press("ArrowRight");
  expect(await visible()).toEqual([false, true, false]);
  await show("Webhooks").click();
  expect(await visible()).toEqual([false, false, true]);
  await expect(webhooks(page).locator("summary")).toHaveCount(2);
  await expect(lead(page)).toContainText("Completed");
});

test("on a phone the scenario of a run is above the buttons that use it", { tag: "@deep" }, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, baseUrl, USERS.developer);
  await runScripted(page);
  const top = async (role: "combobox" | "button", name: string) =>
    (await page.locator("header").getByRole(role, { name }).boundingBox())?.y ?? 0;
  expect(await top("combobox", "Scenario")).toBeLessThan(await top("button", "Start again"));
});

test("a role that can't send requests has no link to Try it, and is redirected from its address", {
  tag: "@deep",
}, async ({ page }) => {
  await signIn(page, baseUrl, USERS.viewer);
  await expect(page.getByRole("link", { name: "Try it" })).toHaveCount(0);
  await page.goto(`${baseUrl}/console/try-it`);
  await expect(page).toHaveURL(`${baseUrl}/console`);
});
