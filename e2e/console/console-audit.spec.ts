// The audit log with its verification and exports; the command menu and keyboard shortcuts.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { expect, type Page, test } from "@playwright/test";
import { violations } from "../support/axe";
import { makeLink, openPage, signIn, USERS } from "../support/console/console";
import { startSession } from "../support/console/session";
import { ready } from "../support/ready";
import { baseUrl } from "../support/shop";

const WENT_WITHIN_MS = 5_000;

const menu = (page: Page) => page.getByRole("dialog", { name: "Search and commands" });

/** What a press of a link saves. */
async function saved(page: Page, name: string): Promise<{ name: string; text: string }> {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name, exact: true }).click(),
  ]);
  return { name: download.suggestedFilename(), text: readFileSync(await download.path(), "utf8") };
}

test("an act appears in the audit log, which is verified, filtered and exported", { tag: "@deep" }, async ({
  page,
}) => {
  await signIn(page);
  await makeLink(page, { amount: "12.50", reference: `Table ${Date.now()}` });
  await page.goto(`${baseUrl}/console`);
  await openPage(page, "Audit log");

  const created = /^created the payment link/;
  await expect(page.getByRole("row", { name: /created the payment link/ }).first()).toContainText("Inês Carvalho");
  await ready(page);
  await page.getByRole("button", { name: created }).first().click();
  // Other tests create links of this merchant meanwhile, whose entries arrive above this one.
  await expect(page.getByRole("button", { name: created, expanded: true })).toHaveCount(1);
  await expect(page.getByText("previous entry")).toBeVisible();

  await page.getByRole("button", { name: "Verify log" }).click();
  await expect(page.getByRole("status").filter({ hasText: /entries, intact at/ })).toBeVisible();

  const csv = await saved(page, "Export CSV");
  expect(csv.name).toBe("audit-log.csv");
  expect(csv.text).toContain("payment_link.created");

  // The export can be verified without the product: each line's hash is that of its text, which contains the previous hash.
  const lines = (await saved(page, "Export JSON Lines")).text.trim().split("\n");
  const entries = lines.map(
    (line) => JSON.parse(line) as { seq: number; hash: string; prevHash: string; hashed: string },
  );
  const byPlace = new Map(entries.map((entry) => [entry.seq, entry]));
  for (const { seq, hash, prevHash, hashed } of entries) {
    expect(createHash("sha256").update(hashed).digest("hex")).toBe(hash);
    expect(hashed).toContain(prevHash);
    if (seq > 1) expect(byPlace.get(seq - 1)?.hash).toBe(prevHash);
  }

  // The removal is in the log too.
  await page.reload();
  await page.getByRole("button", { name: "+ Action" }).click();
  await page.getByRole("checkbox", { name: "Exports" }).check();
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(page.getByRole("row", { name: /exported the audit log/ }).first()).toBeVisible();
  await expect(page.getByRole("row", { name: /created the payment link/ })).toHaveCount(0);
});

test("an export of a search is audited without its text and customer, and a text that cannot be stored is refused", async ({
  page,
}) => {
  await signIn(page);
  const merchant = "01931f00-0000-7000-8000-000000000011";
  const file = (name: string, query: string) =>
    page.request.get(`${baseUrl}/console/${name}?merchant=${merchant}&mode=test&${query}`);
  for (const query of ["q=%00", "unknown=%00"]) {
    const refused = await file("payments/export.csv", query);
    expect([query, refused.status()]).toEqual([query, 400]);
  }
  expect((await file("payments/export.csv", "q=Marguerite&customer=id:Marguerite-1&status=completed")).status()).toBe(
    200,
  );
  const entries = (await (await file("audit/export.jsonl", "")).text()).trim().split("\n");
  const exported = entries.filter((line) => line.includes("payments.exported"));
  expect(exported.some((line) => line.includes("[redacted]") && line.includes("completed"))).toBe(true);
  expect(exported.join()).not.toContain("Marguerite");
});

test("a finance member sees neither the audit log's link nor its export", { tag: "@deep" }, async ({ page }) => {
  await signIn(page, baseUrl, USERS.finance);
  await expect(
    page.getByRole("navigation", { name: "Console" }).getByRole("link", { name: "Payments", exact: true }),
  ).toBeVisible();
  const rail = page.getByRole("navigation", { name: "Console" });
  await rail.getByRole("link", { name: "Settings", exact: true }).click();
  await expect(rail.getByRole("link", { name: "Team", exact: true })).toBeVisible();
  await expect(rail.getByRole("link", { name: "Audit log" })).toHaveCount(0);
  const merchant = "01931f00-0000-7000-8000-000000000011";
  const file = await page.request.get(`${baseUrl}/console/audit/export.csv?merchant=${merchant}`);
  expect(file.status()).toBe(403);
});

test("the command menu finds a link by its reference and opens pages; keyboard shortcuts open pages and can be turned off", {
  tag: "@deep",
}, async ({ page }) => {
  const reference = `Menu ${Date.now()}`;
  await signIn(page);
  await makeLink(page, { amount: "12.50", reference });
  await page.goto(`${baseUrl}/console/payments`);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();

  await ready(page);
  await page.keyboard.press("Control+K");
  await menu(page).getByRole("combobox").fill(reference.toLowerCase());
  await menu(page)
    .getByRole("option", { name: new RegExp(reference) })
    .first()
    .click();
  await expect(page.getByRole("dialog")).toContainText(reference);

  await page.goto(`${baseUrl}/console/payments`);
  await ready(page);
  await page.getByRole("button", { name: "Search payments, customers or IDs" }).click();
  await menu(page).getByRole("combobox").fill("webh");
  await expect(menu(page).getByRole("option", { name: "Webhooks" })).toBeVisible();
  expect(await violations(page, { part: "[role=dialog]" })).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Search payments, customers or IDs" })).toBeFocused();

  // The second key counts only shortly after the first, and a stalled machine may miss it.
  await expect(async () => {
    await page.getByRole("main").focus();
    await page.keyboard.press("g");
    await page.keyboard.press("b");
    await expect(page).toHaveURL(/\/console\/balances$/, { timeout: WENT_WITHIN_MS });
  }).toPass();

  await page.getByRole("main").focus();
  await page.keyboard.press("?");
  const sheet = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(sheet).toBeVisible();
  expect(await violations(page, { part: "[role=dialog]" })).toEqual([]);
  await sheet.getByRole("checkbox", { name: /^Single-key shortcuts/ }).uncheck();
  await sheet.getByRole("button", { name: "Close" }).click();
  await page.getByRole("main").focus();
  await page.keyboard.press("g");
  await page.keyboard.press("p");
  await page.keyboard.press("Control+K");
  await expect(menu(page)).toBeVisible();
  await expect(page).toHaveURL(/\/console\/balances$/);
});

test("on a screen of 320 px the search of the log has room for an e-mail address", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 700 });
  await startSession(page);
  await page.goto(`${baseUrl}/console/audit`);
  const search = await page.getByRole("searchbox", { name: "Search the log" }).boundingBox();
  expect(search?.width).toBeGreaterThan(150);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
});

test.describe("a reader in Tokyo", () => {
  test.use({ timezoneId: "Asia/Tokyo" });

  test("sees local times in the first response of the server, with UTC in each title", async ({ page }) => {
    await startSession(page);
    await page.goto(`${baseUrl}/console/audit`);
    await expect(page.getByText(/^Times in Tokyo \(UTC\+9\)/)).toBeVisible();
    const html = await (await page.request.get(`${baseUrl}/console/audit`)).text();
    expect(html).toMatch(/Times in (?:<!-- -->)?Tokyo/);
    await expect(page.locator("main time").first()).toHaveAttribute("title", /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC$/);
  });
});
