import { expect, test } from "@playwright/test";
import { chooseFrom, makeLink, openPage, requestCode, signIn, signOut, typeCode } from "../support/console/console";
import { accessToken, createPaymentRequest } from "../support/rest";
import { approve, baseUrl, continueTo } from "../support/shop";

/** No valid code: the alphabet has no O. */
const NEVER_A_CODE = "OOOOOO";

test("a wrong code is refused, the mailed one signs in once, and signing out ends it", async ({ page }) => {
  const codes = await requestCode(page);
  expect(await typeCode(page, NEVER_A_CODE)).toBe(false);
  await expect(page.getByText("Wrong code. 4 attempts left.")).toBeVisible();
  let used = "";
  for (const code of codes) if (!used && (await typeCode(page, code))) used = code;
  await expect(page).toHaveURL(/\/console/);
  await signOut(page);
  await expect(page).toHaveURL(/\/sign-in/);
  await page.goto(`${baseUrl}/console/api-keys`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sign in to the Console");
  await requestCode(page);
  expect(await typeCode(page, used)).toBe(false);
});

test("an API key's secret is shown once, works over REST, and stops when the key is disabled", async ({
  page,
  request,
}) => {
  await signIn(page);
  await openPage(page, "API keys");
  await page.getByRole("button", { name: "Create API key" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("Journey server");
  await page.getByRole("button", { name: "Create key" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Copy this secret now" });
  await expect(dialog.locator("dd code")).toHaveCount(2);
  const [client_id = "", client_secret = ""] = await dialog.locator("dd code").allTextContents();
  await expect(dialog.getByRole("button", { name: "Done" })).toBeDisabled();
  await dialog.getByRole("checkbox").check();
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(dialog).toBeHidden();
  expect(client_secret).toMatch(/^csec_/);
  expect(await page.content()).not.toContain(client_secret);
  await page.reload();
  await expect(page.getByRole("row", { name: /Journey server/ })).toContainText("Active");
  expect(await page.content()).not.toContain(client_secret);

  const token = await accessToken(request, baseUrl, { client_id, client_secret });
  const order = { token, amount: 100, reference: "Journey" };
  expect(await createPaymentRequest(request, baseUrl, order)).toMatchObject({ status: 201 });
  await page.getByRole("button", { name: "Disable Journey server" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Disable key" }).click();
  await expect(page.getByRole("row", { name: /Journey server/ })).toContainText("Disabled");
  const refused = { status: 401, error: { code: "INVALID_TOKEN" } };
  // Each process caches a token for half a second.
  await expect.poll(() => createPaymentRequest(request, baseUrl, order)).toMatchObject(refused);
  const again = await request.post(`${baseUrl}/api/v1/oauth2/token`, { data: { client_id, client_secret } });
  expect(again.status()).toBe(401);
});

test("a payment link is created, copied and paid; payment and balance show it", async ({ page, browser }) => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"], { origin: baseUrl });
  await signIn(page);
  await openPage(page, "Balances");
  await expect(page.getByRole("heading", { level: 1, name: "Balances" })).toBeVisible();
  // Only this test pays in złoty, so concurrent tests do not change its figures.
  await expect(page.getByRole("main")).not.toContainText("PLN");

  const reference = "Kubek 12";
  const url = await makeLink(page, { amount: "123.45", currency: "PLN", reference });
  const drawer = page.getByRole("dialog", { name: "Payment link" });
  await drawer.getByRole("button", { name: "Copy the link" }).click();
  await expect(drawer.getByText("Copied: the link")).toBeAttached();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(url);
  await drawer.getByRole("button", { name: "Done" }).click();
  await expect(page.getByRole("row", { name: new RegExp(reference) })).toContainText("Active");

  const shopper = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage();
  await shopper.goto(url);
  await continueTo(shopper, "mBank");
  await approve(shopper);
  await expect(shopper.getByRole("heading", { level: 2, name: "Paid" })).toBeVisible();
  await shopper.goto(url);
  await expect(shopper.getByRole("heading", { level: 1 })).toHaveText("This link is already paid");
  await shopper.context().close();

  await page.reload();
  await expect(page.getByRole("row", { name: new RegExp(reference) })).toContainText("Paid");
  await openPage(page, "Payments");
  await page.getByRole("link", { name: reference }).click();
  await page.getByRole("region", { name: "Payment", exact: true }).getByRole("link", { name: "Open payment" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("123.45 PLN");
  const timeline = page.getByRole("region", { name: "Timeline" });
  const webhook = timeline.getByRole("listitem").filter({ hasText: "payment_request.succeeded" });
  await expect(webhook.filter({ hasText: "delivered to" })).toContainText("200 in");
  await timeline.getByRole("button", { name: "Expand all" }).click();
  const titles = await timeline.getByRole("heading", { level: 4 }).allTextContents();
  const order = ["Payment created", "Started at mBank", "Awaiting approval at the bank"];
  expect(titles.filter((title) => order.includes(title))).toEqual(order);
  expect(titles.filter((title) => title === "Completed")).toHaveLength(1);

  await openPage(page, "Balances");
  const accounts = page.getByRole("table", { name: "Accounts by role" });
  await expect(accounts.getByRole("row", { name: /PLN/ })).toContainText("123.45");
});

test("a private address is refused as webhook URL with the reason, and nothing changes", { tag: "@deep" }, async ({
  page,
}) => {
  await signIn(page);
  await openPage(page, "Webhooks");
  await page.getByRole("link", { name: "Default URL" }).click();
  const address = page.getByRole("definition").first().locator("code");
  const before = await address.getAttribute("title");
  expect(before).toMatch(/^http:/);
  await chooseFrom(page, page.getByRole("button", { name: "Endpoint actions" }), "Change URL");
  const form = page.getByRole("dialog", { name: "Change default URL" });
  const field = form.getByRole("textbox", { name: "URL" });
  await expect(field).toHaveValue(before ?? "");
  for (const wrong of ["http://10.0.0.7/hooks", "http://169.254.169.254/latest", "http://[::1]:8080/"]) {
    await field.fill(wrong);
    await form.getByRole("button", { name: "Save" }).click();
    await expect(
      form.getByText(/^The address points to a private or reserved network, .* listen --to .*WEBHOOK_ALLOW_CIDRS\.$/),
    ).toBeVisible();
    await expect(field).toHaveAttribute("aria-invalid", "true");
  }
  await page.reload();
  // The page's address still names the form.
  await expect(field).toHaveValue(before ?? "");
  await page.keyboard.press("Escape");
  await expect(address).toHaveAttribute("title", before ?? "");
});

test("each earlier address of a page redirects to the present one, with its parameters", async ({ request }) => {
  const moved = {
    "/console/balances/movements?q=7": "/console/balances/transactions?q=7",
    "/console/credentials": "/console/api-keys",
    "/console/api-log?call=7": "/console/requests?call=7",
    "/console/play?scenario=returned": "/console/try-it?scenario=returned",
    "/console/webhooks/doctor": "/console/webhooks/signature",
    "/console/webhooks/default/exam": "/console/webhooks/default/receiver-test",
    "/console/webhooks/endpoints/erp/exam?exam=7": "/console/webhooks/endpoints/erp/receiver-test?exam=7&test=7",
    "/operator/to-look-at?kind=disputed": "/operator/exceptions?kind=disputed",
  };
  for (const [earlier, present] of Object.entries(moved)) {
    const answer = await request.get(earlier, { maxRedirects: 0 });
    expect([earlier, answer.status(), answer.headers()["location"]]).toEqual([earlier, 308, present]);
  }
});
