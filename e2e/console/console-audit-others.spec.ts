// Audit logs beyond a merchant's: a partner's, the operator's, and a person's own history.
import { readFileSync } from "node:fs";
import { expect, type Page, test } from "@playwright/test";
import { signInByCode, USERS } from "../support/console/console";
import { startSession } from "../support/console/session";
import { baseUrl } from "../support/shop";

/** What a press of a link saves. */
async function saved(page: Page, name: string): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name, exact: true }).click(),
  ]);
  return readFileSync(await download.path(), "utf8");
}

/** Verifies the log, and expects the action in both exports. */
async function checkedAndTaken(page: Page, action: string): Promise<void> {
  await page.getByRole("button", { name: "Verify log" }).click();
  await expect(page.getByRole("status").filter({ hasText: /entries, intact at/ })).toBeVisible();
  expect(await saved(page, "Export CSV")).toContain(action);
  expect(await saved(page, "Export JSON Lines")).toContain(`"action":"${action}"`);
}

test("a partner's owner reads and exports the partner's audit log", { tag: "@deep" }, async ({ page }) => {
  await startSession(page, USERS.partner);
  await page.goto(`${baseUrl}/acting`);
  await page.getByRole("link", { name: "Audit log", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Audit log");
  await expect(page.getByRole("row", { name: /assigned a role to.*rui@ribeira.example/ }).first()).toBeVisible();
  await checkedAndTaken(page, "user.role_given");
});

test("operators read their audit log, which includes sign-ins; others get 404", { tag: "@deep" }, async ({
  page,
  browser,
}) => {
  await signInByCode(page, baseUrl, USERS.operator);
  await page.goto(`${baseUrl}/operator`);
  await page.getByRole("link", { name: "Audit log", exact: true }).click();
  await expect(page.getByText("Includes everyone’s sign-ins.")).toBeVisible();
  await page.goto(`${baseUrl}/operator/audit?q=${encodeURIComponent(USERS.operator)}`);
  await expect(page.getByRole("row", { name: /signed in/ }).first()).toBeVisible();
  await checkedAndTaken(page, "user.signed_in");

  const context = await browser.newContext();
  const other = await context.newPage();
  await startSession(other, USERS.partner);
  for (const path of ["/operator/audit", "/operator/audit/export.csv", "/operator/audit/export.jsonl"]) {
    const answer = await context.request.get(`${baseUrl}${path}`);
    expect([path, answer.status()]).toEqual([path, 404]);
  }
  await context.close();
});

test("a viewer reads the history of their own sign-ins", { tag: "@deep" }, async ({ page }) => {
  await signInByCode(page, baseUrl, USERS.viewer);
  await page.goto(`${baseUrl}/account`);
  const history = page.getByRole("region", { name: "History" });
  await expect(history.getByRole("listitem").first()).toContainText("You signed in");
});
