import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, type Page, test } from "@playwright/test";
import { makeCredential, signIn, USERS } from "../support/console/console";
import { execute, openOperation, operation } from "../support/console/reference";
import { program, rows, theCall } from "../support/product/program";
import { query } from "../support/shared";
import { baseUrl } from "../support/shop";

/** Opens an operation, and sends it as a reader without a session does. */
async function tryOut(page: Page, id: string, fill: Record<string, string> = {}) {
  const block = await openOperation(page, id);
  await block.getByRole("button", { name: "Try it out" }).click();
  return execute(page, id, fill);
}

test("the reference is read and tried with credentials, and sends requests to this installation only", {
  tag: "@deep",
}, async ({ page, browser }) => {
  const merchant = await (await browser.newContext()).newPage();
  await signIn(merchant);
  const { client_id, client_secret } = await makeCredential(merchant, "Tried in the reference");
  await merchant.context().close();
  const requested: string[] = [];
  page.on("request", (request) => requested.push(request.url()));
  const complaints: string[] = [];
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));

  await page.goto(`${baseUrl}/`);
  await page.getByRole("link", { name: "API reference" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "API reference" })).toBeVisible();
  const banks = await tryOut(page, "listTopBanks", { country: "PT" });
  expect([banks.status, banks.body.data.banks[0].market]).toEqual([200, "PT"]);
  expect(complaints).toEqual([]);
  const refused = await tryOut(page, "createPaymentLink");
  expect([refused.status, refused.body.error.code]).toEqual([401, "NO_TOKEN"]);
  await operation(page, "createPaymentLink").locator(".opblock-summary-control").click();

  await page.getByRole("textbox", { name: "Client ID" }).fill("olaria");
  await page.getByRole("textbox", { name: "Client secret" }).fill("csec_wrong");
  await page.getByRole("button", { name: "Authorise" }).click();
  const wrongId = "The request is not valid. client_id must be the client ID, a UUID.";
  await expect(page.getByRole("status")).toHaveText(wrongId);
  await page.getByRole("textbox", { name: "Client ID" }).fill(client_id);
  await page.getByRole("textbox", { name: "Client secret" }).fill("csec_wrong");
  await page.getByRole("button", { name: "Authorise" }).click();
  await expect(page.getByRole("status")).toHaveText("The client ID or the client secret is wrong.");
  await page.getByRole("textbox", { name: "Client secret" }).fill(client_secret);
  await page.getByRole("button", { name: "Authorise" }).click();
  await expect(page.getByRole("status")).toContainText("Authorised for 15 minutes");
  const made = await tryOut(page, "createPaymentRequest");
  expect([made.status, made.body.data.payment_token]).toEqual([201, expect.stringMatching(/^ptok_/)]);
  // The command that the page shows of the request is the same request.
  const shown = await operation(page, "createPaymentRequest").locator(".curl-command pre").innerText();
  const { stdout } = await promisify(execFile)("sh", ["-c", shown]);
  expect(JSON.parse(stdout).data.payment_token).toMatch(/^ptok_/);
  // Empty fields are not sent: so a second creation has no idempotency key of the first, and lists are the caller's own.
  const second = await tryOut(page, "createRedirectRequest");
  expect([second.status, second.body.data.redirect_url]).toEqual([201, expect.stringContaining("/checkout?")]);
  for (const id of ["listPaymentLinks", "getBalances"])
    expect([id, (await tryOut(page, id)).status]).toEqual([id, 200]);

  expect([...new Set(requested.map((url) => new URL(url).origin))]).toEqual([baseUrl]);
  expect(await page.content()).not.toContain(client_secret);
  expect(await page.context().cookies()).toEqual([]);
  expect(await page.evaluate(() => localStorage.length + sessionStorage.length)).toBe(0);
});

test("a signed-in developer sends test payments from the reference, without a key or a token in the browser", {
  tag: "@deep",
}, async ({ page }) => {
  await signIn(page, baseUrl, USERS.developer);
  const requested: { path: string; authorization: string | undefined }[] = [];
  page.on("request", (request) =>
    requested.push({ path: new URL(request.url()).pathname, authorization: request.headers()["authorization"] }),
  );
  // The address of the Console's former reference.
  await page.goto(`${baseUrl}/console/reference?operation=createPaymentRequest`);
  await expect(page).toHaveURL(/\/docs\?operation=createPaymentRequest#\/Payments\/createPaymentRequest$/);
  await expect(page.locator("#signed-in")).toContainText("in test mode and with your session");
  await expect(page.getByRole("textbox", { name: "Client ID" })).toBeHidden();
  const order = `tried-${Date.now()}`;
  const body = JSON.stringify({ order: { amount: 1234, currency: "EUR", order_id: order } });
  const made = await execute(page, "createPaymentRequest", { "Request body": body });
  expect([made.status, made.body.data.payment_token]).toEqual([201, expect.stringMatching(/^ptok_/)]);
  await expect(operation(page, "createPaymentRequest").locator(".curl-command pre")).toContainText("YOUR_ACCESS_TOKEN");
  const sql = "SELECT amount::text, currency, status, test FROM payment_requests WHERE order_id = $1";
  expect(await query(sql, [order])).toEqual([{ amount: "1234", currency: "EUR", status: "pending", test: true }]);
  const wrong = await execute(page, "createPaymentRequest", { "Request body": '{"order":{"amount":"x"}}' });
  expect([wrong.status, wrong.body.error.code]).toEqual([400, "VALIDATION_ERROR"]);

  // An operation without a test mode says why, and its request has neither session nor token.
  await openOperation(page, "revokeWebhookSecret");
  await expect(operation(page, "revokeWebhookSecret")).toContainText("This operation has no test mode");
  const refused = await execute(page, "revokeWebhookSecret");
  expect([refused.status, refused.body.error.code]).toEqual([401, "NO_TOKEN"]);
  expect(requested.filter(({ authorization }) => authorization !== undefined)).toEqual([]);
  expect(requested.filter(({ path }) => path === "/api/trpc/developers.reference.send")).toHaveLength(2);
  expect(requested.filter(({ path }) => path.startsWith("/api/v1/")).map(({ path }) => path)).toEqual([
    "/api/v1/webhooks/secret/revoke",
  ]);
  expect(await page.evaluate(() => localStorage.length + sessionStorage.length)).toBe(0);
});

test("a viewer reads the reference, and has no session to send with", { tag: "@deep" }, async ({ page }) => {
  await signIn(page, baseUrl, USERS.viewer);
  await page.goto(`${baseUrl}/docs`);
  await expect(page.locator("#signed-in")).toContainText("Your role can read the reference");
  const refused = await tryOut(page, "createPaymentLink");
  expect([refused.status, refused.body.error.code]).toEqual([401, "NO_TOKEN"]);
});

test("the session of the reference is given to our own pages only, and contains no token", async ({ page }) => {
  const session = `${baseUrl}/console/docs-session`;
  const own = { "Sec-Fetch-Site": "same-origin" };
  expect((await page.request.get(session, { headers: own })).status()).toBe(204);
  await signIn(page, baseUrl, USERS.developer);
  const given = await page.request.get(session, { headers: own });
  expect(Object.keys(await given.json()).sort()).toEqual(["maySend", "merchant", "merchantId", "notSent", "recorded"]);
  const { value = "no session" } =
    (await page.context().cookies()).find(({ name }) => name.includes("bankside.session")) ?? {};
  expect(await given.text()).not.toContain(value);
  expect(given.headers()).toMatchObject({ "cache-control": "no-store", "cross-origin-resource-policy": "same-origin" });
  expect(given.headers()["access-control-allow-origin"]).toBeUndefined();
  const elsewhere = [
    ...[{}, { "Sec-Fetch-Site": "cross-site" }, { "Sec-Fetch-Site": "same-site" }],
    ...[{ Origin: "https://evil.example" }, { Origin: "null" }, { "Sec-Fetch-Site": "none" }],
  ];
  for (const headers of elsewhere) expect((await page.request.get(session, { headers })).status()).toBe(403);
  const send = `${baseUrl}/api/trpc/developers.reference.send`;
  const { merchantId } = await given.json();
  const data = { merchantId, operation: "listPaymentLinks" };
  const headers = { Origin: "https://evil.example" };
  expect((await page.request.post(send, { data, headers })).status()).toBe(403);
  const { "content-security-policy": policy } = (await page.request.get(`${baseUrl}/docs`)).headers();
  expect(policy).toContain("frame-ancestors 'none'");
  const pages = await Promise.all([
    (await page.request.get(`${baseUrl}/docs`)).text(),
    (await page.request.get(`${baseUrl}/docs`, { headers: { Cookie: "" } })).text(),
  ]);
  expect(pages[0]).toBe(pages[1]);
  // control: the same call from our own page is accepted.
  expect((await page.request.post(send, { data, headers: { Origin: baseUrl } })).status()).toBe(200);
});

test("a redacted request of the log is filled in and sent again from the reference", { tag: "@deep" }, async ({
  page,
}) => {
  await signIn(page, baseUrl, USERS.developer);
  const made = await program(page, `Redacted ${Date.now()}`);
  const order = `redacted-${Date.now()}`;
  const redirect_urls = { success_url: "https://a.example/ok", failure_url: "https://a.example/no" };
  const data = { order: { amount: 2550, currency: "EUR", order_id: order, test_transaction: true }, redirect_urls };
  const headers = { Authorization: `Bearer ${made.token}`, "Idempotency-Key": order };
  expect((await page.request.post(`${baseUrl}/api/v1/payment-links`, { headers, data })).status()).toBe(200);
  // The log is written shortly after the response.
  await expect(async () => {
    await page.goto(`${baseUrl}/console/requests?q=${order}`);
    await expect(rows(page)).toHaveCount(1, { timeout: 2_000 });
  }).toPass();
  await rows(page).getByRole("link").first().click();
  await theCall(page).getByRole("link", { name: "Fill in and resend in test" }).click();
  await expect(page.getByText("Redacted, to fill in: redirect_urls")).toBeVisible();
  const body = operation(page, "createPaymentLink").getByRole("textbox", { name: "Request body" });
  await expect(body).toHaveValue(new RegExp(`"order_id": "${order}"`));
  expect((await execute(page, "createPaymentLink")).status).toBe(200);
  const sql = "SELECT test FROM payment_links WHERE order_id = $1 ORDER BY created_at";
  expect(await query(sql, [order])).toEqual([{ test: true }, { test: true }]);
});

test("the first view of the documentation has little script, and the renderer comes with an operation", {
  tag: "@deep",
}, async ({ page }) => {
  const scripts: string[] = [];
  page.on("request", (request) => request.resourceType() === "script" && scripts.push(new URL(request.url()).pathname));
  await page.goto(`${baseUrl}/docs`);
  await page.waitForLoadState("networkidle");
  expect(scripts).toEqual([expect.stringMatching(/^\/assets\/docs-/)]);
  const { length } = await (await page.request.get(baseUrl + scripts[0])).body();
  expect(length).toBeLessThanOrEqual(100_000);
  await openOperation(page, "listTopBanks");
  expect(scripts.slice(1)).toEqual([expect.stringMatching(/^\/assets\/reference-/)]);
});

test("an operation has its own URL and is reached by keyboard", { tag: "@deep" }, async ({ page }) => {
  await page.goto(`${baseUrl}/docs`);
  const control = operation(page, "getPaymentStatus").locator(".opblock-summary-control");
  await page.getByRole("link", { name: "getPaymentStatus" }).focus();
  await page.keyboard.press("Enter");
  await expect(operation(page, "getPaymentStatus").locator(".token")).toHaveCount(1);
  await expect(operation(page, "initiatePayment").locator(".token")).toHaveCount(0);
  await expect(control).toHaveAttribute("aria-expanded", "true");
  await expect(page).toHaveURL(/#\/Payments\/getPaymentStatus$/);
  const address = page.url();
  await page.goto(`${baseUrl}/`);
  await page.goto(address);
  await expect(control).toHaveAttribute("aria-expanded", "true");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to the content" })).toBeFocused();
});

test("nothing is cut off on a phone, nor at 400 % zoom", { tag: "@deep" }, async ({ page }) => {
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 640 });
    for (const path of ["/docs", "/docs/integrate", "/docs/integrate/webhooks"]) {
      await page.goto(baseUrl + path);
      if (path === "/docs") await openOperation(page, "createPaymentLink");
      const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(await overflow(), `${path} at ${width}`).toBeLessThanOrEqual(0);
    }
  }
});
