import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, type Locator, type Page, test } from "@playwright/test";
import { makeCredential, signIn } from "../support/console/console";
import { baseUrl } from "../support/shop";

const operation = (page: Page, id: string): Locator =>
  page.locator(".opblock").filter({ has: page.getByText(id, { exact: true }) });

/** Opens an operation, fills in its form and sends it; returns status and body of the response. */
async function tryOut(page: Page, id: string, fill: Record<string, string> = {}) {
  const block = operation(page, id);
  await block.locator(".opblock-summary-control").click();
  await block.getByRole("button", { name: "Try it out" }).click();
  for (const [name, value] of Object.entries(fill)) await block.getByRole("textbox", { name, exact: true }).fill(value);
  await block.getByRole("button", { name: "Execute" }).click();
  const answer = block.locator(".live-responses-table");
  await expect(answer.locator("tbody .response-col_status")).toHaveText(/^\d{3}/);
  const status = await answer.locator("tbody .response-col_status").innerText();
  return {
    status: Number.parseInt(status, 10),
    body: JSON.parse(await answer.locator(".highlight-code pre").innerText()),
  };
}

test("the reference is read and tried with credentials, and sends requests to this installation only", async ({
  page,
  browser,
}) => {
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

test("an operation has its own URL and is reached by keyboard", async ({ page }) => {
  await page.goto(`${baseUrl}/docs`);
  const control = operation(page, "getPaymentStatus").locator(".opblock-summary-control");
  await expect(operation(page, "getPaymentStatus").locator(".token")).toHaveCount(1);
  await expect(operation(page, "initiatePayment").locator(".token")).toHaveCount(0);
  await control.focus();
  await page.keyboard.press("Enter");
  await expect(control).toHaveAttribute("aria-expanded", "true");
  await expect(page).toHaveURL(/#\/Payments\/getPaymentStatus$/);
  const address = page.url();
  await page.goto(`${baseUrl}/`);
  await page.goto(address);
  await expect(control).toHaveAttribute("aria-expanded", "true");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to the content" })).toBeFocused();
});

test("nothing is cut off on a phone, nor at 400 % zoom", async ({ page }) => {
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 640 });
    for (const path of ["/docs", "/docs/integrate", "/docs/integrate/webhooks"]) {
      await page.goto(baseUrl + path);
      if (path === "/docs") await operation(page, "createPaymentLink").locator(".opblock-summary-control").click();
      const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(await overflow(), `${path} at ${width}`).toBeLessThanOrEqual(0);
    }
  }
});
