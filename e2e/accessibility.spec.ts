import { expect, test } from "@playwright/test";
import { expectAccessible, violations } from "./support/axe";
import { openPage, requestCode, signIn } from "./support/console/console";
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

test("the sign-in and the outbox have no violation", async ({ page }) => {
  await page.goto(`${baseUrl}/sign-in`);
  await expectAccessible(page, "sign-in");
  await requestCode(page);
  await expectAccessible(page, "code");
  await page.goto(`${baseUrl}/outbox`);
  await expectAccessible(page, "outbox");
});

test("the pages of webhook endpoints, their forms and confirmations have no violation", async ({ page }) => {
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
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  await expectAccessible(page, "an endpoint's form");
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Create next secret" }).click();
  await page.getByRole("alertdialog").getByRole("checkbox").check();
  await page.getByRole("button", { name: "Done" }).click();
  await expect(page.getByRole("button", { name: "Activate secret" })).toBeVisible();
  await closed();
  await expectAccessible(page, "a next secret");
  await page.getByRole("button", { name: "Disable endpoint" }).click();
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

test("the documentation has no violation, closed, open and tried", async ({ page }) => {
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
