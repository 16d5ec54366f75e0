// Payment links: preview, e-mail, list, duplicate, export.
import { expect, type Locator, type Page, test } from "@playwright/test";
import { expectAccessible } from "../support/axe";
import { makeLink, openPage, signIn, USERS } from "../support/console/console";
import { ready } from "../support/ready";
import { approve, baseUrl, continueTo } from "../support/shop";

/** The preview of the link's page in the form. */
function previewOf(page: Page) {
  return page.frameLocator('iframe[title="Page of the link"]').locator("body");
}

test("a link has a preview of page and e-mail in its form, is sent by e-mail, and is paid", { tag: "@deep" }, async ({
  page,
  browser,
}) => {
  test.slow();
  await signIn(page);
  await openPage(page, "Payment links");
  await page.getByRole("button", { name: "New payment link" }).click();
  const form = page.getByRole("dialog", { name: "New payment link" });
  await form.getByRole("textbox", { name: "Amount" }).fill("61.30");
  await form.getByRole("textbox", { name: /^Reference/ }).fill("Preview 61");
  await form.getByRole("combobox", { name: "Language of the page" }).selectOption("de");
  await expect(previewOf(page)).toContainText("61,30");
  await expect(previewOf(page)).toContainText("Preview 61");
  await expect(form.getByRole("img", { name: "Page of the link. Phone." })).toBeVisible();
  await expectAccessible(page, "the form of a link");
  await form.getByRole("radio", { name: "Mail" }).check();
  const mail = form.getByRole("article", { name: "E-mail" });
  await expect(mail.getByRole("heading")).toHaveText(/^Olaria do Norte bittet Sie um Zahlung von 61,30/);
  await expect(mail).toContainText("Verwendungszweck: Preview 61");

  await form.getByRole("combobox", { name: "Language of the page" }).selectOption("en");
  await expect(mail).toContainText("Reference: Preview 61");
  await form.getByText("Send by e-mail").click();
  const recipient = form.getByRole("textbox", { name: "Customer’s e-mail address" });
  await recipient.fill("not an address");
  await form.getByRole("button", { name: "Create link" }).click();
  await expect(form.getByText("Enter an e-mail address, e.g. customer@example.com")).toBeVisible();
  await recipient.fill("preview61@shopper.example");
  await expect(form.getByText("Enter an e-mail address, e.g. customer@example.com")).toHaveCount(0);
  await expect(recipient).toBeFocused();
  await form.getByRole("button", { name: "Create link" }).click();
  const drawer = page.getByRole("dialog", { name: "Payment link" });
  await expect(drawer.getByRole("list", { name: "E-mails" })).toContainText("p•••@shopper.example");
  await expectAccessible(page, "the drawer of a link that was mailed");
  const url = (await drawer.getByRole("link", { name: "Open link" }).getAttribute("href")) ?? "";
  const outbox = await (await page.request.get(`${baseUrl}/outbox`)).text();
  expect(outbox).toContain(url);

  const shopper = await (await browser.newContext()).newPage();
  await shopper.goto(url);
  await continueTo(shopper, "Santander");
  await approve(shopper);
  await expect(shopper.getByRole("heading", { level: 2, name: "Paid" })).toBeVisible();
  await shopper.context().close();
  await drawer.getByRole("button", { name: "Done" }).click();
  // The refused request created nothing: there is one link.
  await page.getByRole("searchbox", { name: "Search payment links" }).fill("Preview 61");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/q=Preview/);
  await expect(page.getByRole("link", { name: /^All 1$/ })).toBeVisible();
  await expect(page.getByRole("row", { name: /Preview 61/ })).toContainText(/Paid.*1 attempt/);
});

test("a double press on Create link creates one link, and on Send sends one e-mail", async ({ page }) => {
  // Both before the button can be disabled.
  const pressTwice = (button: Locator) =>
    button.evaluate((pressed: HTMLElement) => {
      pressed.click();
      pressed.click();
    });
  await signIn(page);
  await openPage(page, "Payment links");
  await page.getByRole("button", { name: "New payment link" }).click();
  const form = page.getByRole("dialog", { name: "New payment link" });
  await form.getByRole("textbox", { name: "Amount" }).fill("4.40");
  await form.getByRole("textbox", { name: /^Reference/ }).fill("Pressed twice");
  await pressTwice(form.getByRole("button", { name: "Create link" }));
  const drawer = page.getByRole("dialog", { name: "Payment link" });
  await drawer.getByRole("textbox", { name: "Customer’s e-mail address" }).fill("twice@shopper.example");
  await pressTwice(drawer.getByRole("button", { name: "Send" }));
  await expect(drawer.getByRole("status").filter({ hasText: "queued" })).toHaveCount(1);
  await page.goto(`${baseUrl}/console/payment-links?q=Pressed+twice`);
  await expect(page.getByRole("link", { name: "All 1", exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Details of Pressed twice" }).click();
  await expect(drawer.getByRole("list", { name: "E-mails" }).getByRole("listitem")).toHaveCount(1);
});

test("an order number that an active link has is named in the form of a new link, and no other", {
  tag: "@deep",
}, async ({ page }) => {
  await signIn(page);
  const order = `order-${Date.now()}`;
  await openPage(page, "Payment links");
  const fill = async (number: string) => {
    await page.getByRole("button", { name: "New payment link" }).click();
    const form = page.getByRole("dialog", { name: "New payment link" });
    await form.getByRole("textbox", { name: "Amount" }).fill("12.00");
    await form.getByRole("textbox", { name: /^Order number/ }).fill(number);
    await form.getByRole("textbox", { name: /^Reference/ }).focus();
    return form;
  };
  await (await fill(order)).getByRole("button", { name: "Create link" }).click();
  await page.getByRole("dialog", { name: "Payment link" }).getByRole("button", { name: "Done" }).click();
  const form = await fill(order);
  const hint = form.getByText("An active link for 12.00 EUR already has this order number. Both links could be paid.");
  await expect(hint).toBeVisible();
  await expectAccessible(page, "the form of a second link of an order");
  await form.getByRole("textbox", { name: /^Order number/ }).fill(order.slice(0, -1));
  await form.getByRole("textbox", { name: /^Reference/ }).focus();
  await expect(hint).toBeHidden();
});

test("links are filtered, searched, sorted, duplicated and exported as the list shows them", { tag: "@deep" }, async ({
  page,
}) => {
  test.slow();
  await signIn(page);
  for (const [amount, reference] of [
    ["3.00", "Sorted three"],
    ["1.00", "Sorted =1+1"],
    ["2.00", "Sorted two"],
  ] as const) {
    await makeLink(page, { amount, reference: reference.replace("=", "+") });
    await page.getByRole("dialog", { name: "Payment link" }).getByRole("button", { name: "Done" }).click();
  }
  await page.getByRole("searchbox", { name: "Search payment links" }).fill("sorted");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("link", { name: /^Active 3$/ })).toBeVisible();
  await page.getByRole("columnheader", { name: "Amount" }).getByRole("link").click();
  const references = page.getByRole("button", { name: /^Details of/ });
  await expect(references).toHaveText(["Sorted three", "Sorted two", "Sorted +1+1"]);
  await page.getByRole("columnheader", { name: "Amount" }).getByRole("link").click();
  await expect(references).toHaveText(["Sorted +1+1", "Sorted two", "Sorted three"]);
  await expect(page.getByRole("columnheader", { name: "Amount" })).toHaveAttribute("aria-sort", "ascending");
  await expectAccessible(page, "the list of links");

  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Export CSV" }).click(),
  ]);
  const lines = (await (await download.createReadStream()).toArray()).join("").trim().split("\r\n");
  expect(lines.slice(1).map((line) => line.split(",")[3])).toEqual(["1.00", "2.00", "3.00"]);

  await page.getByRole("button", { name: "Details of Sorted two" }).click();
  await page.getByRole("dialog", { name: "Payment link" }).getByRole("button", { name: "Duplicate" }).click();
  const form = page.getByRole("dialog", { name: "New payment link" });
  await expect(form.getByRole("textbox", { name: "Amount" })).toHaveValue("2.00");
  await expect(form.getByRole("textbox", { name: /^Reference/ })).toHaveValue("Sorted two");
  await form.getByRole("button", { name: "Create link" }).click();
  await page.getByRole("dialog", { name: "Payment link" }).getByRole("button", { name: "Done" }).click();
  await expect(page.getByRole("link", { name: /^Active 4$/ })).toBeVisible();

  await page.goto(`${baseUrl}/console/payment-links?q=sorted&status=cancelled`);
  await expect(page.getByRole("heading", { level: 2, name: "No matching payment links" })).toBeVisible();
  await page.getByRole("link", { name: "Clear status (4)" }).click();
  await expect(references).toHaveCount(4);
});

test("the drawer of an unknown link says that there is none, and nothing else of it", async ({ page }) => {
  await signIn(page);
  await page.goto(`${baseUrl}/console/payment-links?open=${crypto.randomUUID()}`);
  const drawer = page.getByRole("dialog", { name: "Payment link" });
  await expect(drawer.getByRole("alert")).toContainText("No such payment link");
  await expect(drawer.locator("[aria-busy=true]")).toHaveCount(0);
  await expect(drawer).not.toContainText("These details are not updating.");
  await expect(drawer).not.toContainText("Anyone who has it");
});

test("a viewer can't create a link and gets no button for it", { tag: "@deep" }, async ({ page }) => {
  await signIn(page, baseUrl, USERS.viewer);
  await openPage(page, "Payment links");
  await expect(page.getByRole("button", { name: "New payment link" })).toHaveCount(0);
  const preview = await page.request.get(`${baseUrl}/console/payment-links/preview?merchant=x`);
  expect([403, 404]).toContain(preview.status());
  await page.goto(`${baseUrl}/console/payment-links?new=1`);
  await expect(page.getByRole("heading", { level: 1, name: "Payment links" })).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("links are filtered by amount in the address, and the export has the same rows", { tag: "@deep" }, async ({
  page,
}) => {
  const order = Date.now().toString(36);
  await signIn(page);
  for (const amount of ["7341.17", "7341.19"]) {
    await makeLink(page, { amount, reference: `Narrow ${order}` });
    await page.getByRole("button", { name: "Done" }).click();
  }
  await page.goto(`${baseUrl}/console/payment-links?q=Narrow+${order}`);
  const found = page.getByRole("table", { name: /^Payment links/ }).getByRole("button", { name: /^Details of/ });
  await expect(found).toHaveCount(2);
  await ready(page);
  await page.getByRole("button", { name: "+ Amount" }).click();
  await page.getByRole("textbox", { name: "Minimum" }).fill("7341,18");
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(found).toHaveCount(1);
  expect(new URL(page.url()).searchParams.get("min")).toBe("7341.18");
  await expect(page.getByRole("toolbar", { name: "Filters" })).toContainText("from 7,341.18");
  await expect(page.getByRole("navigation", { name: "Status" }).getByRole("link", { name: "Active 1" })).toBeVisible();
  const file = await page.getByRole("link", { name: "Export CSV" }).getAttribute("href");
  const rows = (await (await page.request.get(`${baseUrl}${file}`)).text()).trim().split("\r\n");
  expect(rows).toHaveLength(2);
  expect(rows[1]).toContain("7341.19");
  await page.getByRole("navigation", { name: "Status" }).getByRole("link", { name: "Expired 0" }).click();
  await expect(page.getByRole("heading", { name: "No matching payment links" })).toBeVisible();
  await page.getByRole("link", { name: "Clear status (1)" }).click();
  await expect(found).toHaveCount(1);
});
