// Drawers, filters and dialogs under axe. console-axe.spec.ts tests the pages, accessibility.spec.ts the commonest forms
// and confirmations.
import { expect, test } from "@playwright/test";
import { expectAccessible, expectFitting } from "./support/axe";
import { makeLink, openPage, signIn, USERS } from "./support/console/console";
import { startSession } from "./support/console/session";
import { program, rows, search, theCall } from "./support/product/program";
import { ready } from "./support/ready";
import { approve, baseUrl, continueTo, rootOf } from "./support/shop";

test("a link's page, its drawer and an open filter have no violation", async ({ page, browser }) => {
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
  await page.getByRole("button", { name: "+ Time" }).click();
  await expectAccessible(page, "the delivery log, a filter open");
});

test("the settings of the checkout have no violation, with what is typed and what is refused", async ({ page }) => {
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

test("the connection test and the receiver test have no violation before, during and after a run", async ({ page }) => {
  await startSession(page);
  await page.goto(`${baseUrl}/console/webhooks/default/probe`);
  await expectAccessible(page, "before a connection test");
  await ready(page);
  await page.getByRole("button", { name: /^Test (connection|again)$/ }).click();
  await expect(page.getByRole("heading", { name: "Results" })).toBeVisible();
  await expectAccessible(page, "a connection test");
  await page.goto(`${baseUrl}/console/webhooks/default/exam`);
  await expectAccessible(page, "before a receiver test");
  await ready(page);
  await page.getByRole("button", { name: /^(Run receiver test|Run again)$/ }).click();
  await expect(page.getByText("The test is running.")).toBeVisible();
  // The receiver is the demo's shop, which passes all steps.
  await expect(page.getByText("and failed none")).toBeVisible();
  await page.getByText("Requests and responses").first().click();
  await expectAccessible(page, "a receiver test");
});

test("an open request and operations of a signed-in reader have no violation, in light and dark", async ({ page }) => {
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

test("a simulated payment has no violation, in light and dark", async ({ page }) => {
  await signIn(page, baseUrl, USERS.developer);
  await openPage(page, "Try it");
  await expectFitting(page, "before");
  await page.getByRole("button", { name: "Simulate a payment" }).click();
  const calls = page.getByRole("region", { name: "API calls" });
  await expect(calls.locator("pre").first()).toBeVisible();
  await expectFitting(page, "playing");
});
