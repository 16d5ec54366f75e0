// Forms, drawers, filters and dialogs under axe, of which the commonest run in `npm test`. console-axe.spec.ts tests the pages.
import { expect, test } from "@playwright/test";
import { expectAccessible, expectFitting, violations } from "./support/axe";
import { chooseFrom, makeLink, openPage, requestCode, signIn, USERS } from "./support/console/console";
import { startSession } from "./support/console/session";
import { program, rows, search, theCall } from "./support/product/program";
import { ready } from "./support/ready";
import { approve, atBank, baseUrl, continueTo, frameOf, PAID, placeOrder, rootOf } from "./support/shop";

test("the checkout and the bank's page have no violation, from choosing to paid", async ({ page }) => {
  const orderUrl = await placeOrder(page);
  await expect(rootOf(frameOf(page))).toHaveAttribute("data-phase", "choosing");
  const token = (await page.locator("#checkout").getAttribute("data-payment-token")) ?? "";
  // Without the shop's page, which is not tested here.
  const embed = await page.context().newPage();
  await embed.goto(`${baseUrl}/embed?payment_token=${token}`);
  await expectAccessible(embed, "choosing");
  await continueTo(frameOf(page), "Santander");
  await atBank(page);
  await expectAccessible(page, "approval");
  await embed.reload();
  await expect(rootOf(embed)).toHaveAttribute("data-phase", "at_bank");
  await expectAccessible(embed, "at the bank");
  await approve(page);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(PAID);
  await embed.reload();
  await expect(rootOf(embed)).toHaveAttribute("data-phase", "paid");
  await expectAccessible(embed, "paid");
  expect(page.url().startsWith(orderUrl)).toBe(true);
});

test("the sign-in and the outbox have no violation", { tag: "@deep" }, async ({ page }) => {
  await page.goto(`${baseUrl}/sign-in`);
  await expectAccessible(page, "sign-in");
  await requestCode(page);
  await expectAccessible(page, "code");
  await page.goto(`${baseUrl}/outbox`);
  await expectAccessible(page, "outbox");
});

test("the pages of webhook endpoints, their forms and confirmations have no violation", { tag: "@deep" }, async ({
  page,
}) => {
  test.slow();
  const closed = async () => expect(page.getByRole("dialog").or(page.getByRole("alertdialog"))).toHaveCount(0);
  await signIn(page);
  await openPage(page, "Webhooks");
  await page.getByRole("button", { name: "Add endpoint" }).click();
  const form = page.getByRole("dialog", { name: "Add endpoint" });
  await form.getByRole("checkbox", { name: /^All events/ }).uncheck();
  await form.getByRole("button", { name: "Create endpoint" }).click();
  await expect(form.getByRole("alert")).toHaveCount(1);
  await expectAccessible(page, "a new endpoint, refused");
  await form.getByRole("checkbox", { name: /^All events/ }).check();
  await form.getByRole("textbox", { name: "Name" }).fill("looked-at");
  await form.getByRole("textbox", { name: "URL" }).fill("https://hooks.example.com/looked-at");
  await form.getByRole("radio", { name: "Test only" }).check();
  await form.getByRole("button", { name: "Create endpoint" }).click();
  await page.getByRole("alertdialog").getByRole("checkbox").check();
  await page.getByRole("button", { name: "Done" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("looked-at");
  await closed();
  await expectAccessible(page, "an endpoint");
  const menu = page.getByRole("button", { name: "Endpoint actions" });
  await chooseFrom(page, menu, "Edit");
  await expectAccessible(page, "an endpoint's form");
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Create next secret" }).click();
  await page.getByRole("alertdialog").getByRole("checkbox").check();
  await page.getByRole("button", { name: "Done" }).click();
  await expect(page.getByRole("button", { name: "Activate secret" })).toBeVisible();
  await closed();
  // What lies half under the page's head counts as too small a target.
  await page.evaluate(() => window.scrollTo(0, 0));
  await expectAccessible(page, "a next secret");
  await chooseFrom(page, menu, "Disable endpoint");
  await expectAccessible(page, "the confirmation of disabling");
  await page.getByRole("alertdialog").getByRole("button", { name: "Disable endpoint" }).click();
  await expect(page.getByRole("button", { name: "Enable endpoint" })).toBeVisible();
  await closed();
  await expectAccessible(page, "a disabled endpoint");
  await openPage(page, "Webhooks");
  await page.getByRole("link", { name: "Default URL" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Default URL");
  await expectAccessible(page, "the default URL");
});

test("the documentation has no violation, closed, open and tried", { tag: "@deep" }, async ({ page }) => {
  await page.goto(`${baseUrl}/docs`);
  const operation = page.locator(".opblock").filter({ has: page.getByText("listTopBanks", { exact: true }) });
  await expect(page.locator(".operations").first()).toBeVisible();
  await expectAccessible(page, "reference");
  await page.getByRole("link", { name: "listTopBanks" }).click();
  await operation.getByRole("button", { name: "Try it out" }).click();
  await operation.getByRole("textbox", { name: "country", exact: true }).fill("PT");
  await operation.getByRole("button", { name: "Execute" }).click();
  await expect(operation.locator(".live-responses-table")).toBeVisible();
  await operation.getByRole("tab", { name: "Schema" }).first().click();
  await expectAccessible(page, "reference, an operation");
  await page.goto(`${baseUrl}/docs/integrate/errors-and-retries`);
  await expectAccessible(page, "guide");
  await page.keyboard.press("/");
  await page.getByRole("searchbox").fill("idempotency");
  await expect(page.locator("#search-found a").first()).toBeVisible();
  await expectAccessible(page, "search");
  await page.goto(`${baseUrl}/docs/integrate/nothing`);
  await expectAccessible(page, "unknown guide");
});

test("control: injected violations are found", async ({ page }) => {
  await page.goto(`${baseUrl}/sign-in`);
  const injected = '<img src="data:,"><p style="color:#777;background:#888">hard to read</p>';
  await page
    .locator("main")
    .first()
    .evaluate((main, html) => main.insertAdjacentHTML("beforeend", html), injected);
  const found = await violations(page);
  expect(found.map((line) => line.split(":")[0]).sort()).toEqual(["color-contrast", "image-alt"]);
  expect(await violations(page, { rules: "colours" })).toHaveLength(1);
});

test("a link's page, its drawer and an open filter have no violation", { tag: "@deep" }, async ({ page, browser }) => {
  test.slow();
  await signIn(page);
  const url = await makeLink(page, { amount: "3.00", reference: "Looked at" });
  await expectAccessible(page, "a link's address");
  await page.getByRole("button", { name: "Done" }).click();
  const link = await (await browser.newContext()).newPage();
  await link.goto(url);
  await expectAccessible(link, "hosted link page");
  // A payment, so that the pages have content.
  await continueTo(link, "Millennium bcp");
  await approve(link);
  await expect(link.getByRole("heading", { level: 2, name: "Paid" })).toBeVisible();
  await expectAccessible(link, "hosted page, paid");
  await link.context().close();
  await page.goto(`${baseUrl}/console/webhooks/deliveries`);
  await expect(page.getByRole("table", { name: /^Deliveries/ })).toBeVisible();
  await ready(page);
  await page.getByRole("button", { name: "+ Date" }).click();
  await expectAccessible(page, "the delivery log, a filter open");
});

test("the settings of the checkout have no violation, with what is typed and what is refused", {
  tag: "@deep",
}, async ({ page }) => {
  await signIn(page);
  await openPage(page, "Checkout");
  await expect(rootOf(page.frameLocator('iframe[data-preview="shown"]'))).toBeVisible();
  await expectAccessible(page, "the checkout's settings");
  await page.getByRole("textbox", { name: "Colour optional" }).fill("#ffdd00");
  await expect(page.getByText(/^Too pale on white/)).toBeVisible();
  await page.getByRole("textbox", { name: "Add a domain" }).fill("shop.example/cart");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await expect(page.getByText(/did you mean https:\/\/shop\.example\?/)).toBeVisible();
  await page.getByRole("radio", { name: "Dark" }).check();
  await expectAccessible(page, "the checkout's settings, typed in");
  await page
    .getByRole("button", { name: /^Remove http/ })
    .first()
    .click();
  await expectAccessible(page, "a question before an origin is removed");
});

test("the connection test and the receiver test have no violation before, during and after a run", {
  tag: "@deep",
}, async ({ page }) => {
  await startSession(page);
  await page.goto(`${baseUrl}/console/webhooks/default/probe`);
  await expectAccessible(page, "before a connection test");
  await ready(page);
  await page.getByRole("button", { name: /^Test (connection|again)$/ }).click();
  await expect(page.getByRole("heading", { name: "Results" })).toBeVisible();
  await expectAccessible(page, "a connection test");
  await page.goto(`${baseUrl}/console/webhooks/default/receiver-test`);
  await expectAccessible(page, "before a receiver test");
  await ready(page);
  await page.getByRole("button", { name: /^(Run receiver test|Run again)$/ }).click();
  await expect(page.getByText("The test is running.")).toBeVisible();
  // The receiver is the demo's shop, which passes all steps.
  await expect(page.getByText(", none failed.")).toBeVisible();
  await page.getByText("Requests and responses").first().click();
  await expectAccessible(page, "a receiver test");
});

test("an open request and operations of a signed-in reader have no violation, in light and dark", {
  tag: "@deep",
}, async ({ page }) => {
  await signIn(page, baseUrl, USERS.developer);
  const made = await program(page, `Looked at ${Date.now()}`);
  const key = `looked-at-${Date.now()}`;
  await made.send(25.5, key);
  await search(page, "4xx", key);
  await rows(page)
    .getByRole("link", { name: /^400 POST/ })
    .click();
  await expect(theCall(page).getByRole("heading", { level: 2 })).toBeVisible();
  for (const path of [null, "/docs?operation=initiatePayment", "/docs?operation=issueToken"]) {
    if (path !== null) await page.goto(baseUrl + path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
    await page.locator("main details").evaluateAll((all) => {
      for (const one of all) (one as HTMLDetailsElement).open = true;
    });
    await expectFitting(page, path ?? "an open request");
  }
});

test("a simulated payment has no violation, in light and dark", { tag: "@deep" }, async ({ page }) => {
  await signIn(page, baseUrl, USERS.developer);
  await openPage(page, "Try it");
  await expectFitting(page, "before");
  await page.getByRole("button", { name: "Simulate a payment" }).click();
  const calls = page.getByRole("region", { name: "API calls" });
  await expect(calls.locator("pre").first()).toBeVisible();
  await expectFitting(page, "playing");
});
