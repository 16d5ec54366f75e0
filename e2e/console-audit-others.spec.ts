// The logs that are no merchant's: a partner's, the platform's, and what happened to one's own sign-in.
import { readFileSync } from "node:fs";
import { expect, type Page, test } from "@playwright/test";
import { signInByCode, USERS } from "./support/console";
import { startSession } from "./support/session";
import { baseUrl } from "./support/shop";

/** What a press of a link saves. */
async function saved(page: Page, name: string): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name, exact: true }).click(),
  ]);
  return readFileSync(await download.path(), "utf8");
}

/** The log is whole, and both of its files hold the act that is looked for. */
async function checkedAndTaken(page: Page, action: string): Promise<void> {
  await page.getByRole("button", { name: "Check the chain" }).click();
  await expect(page.getByRole("status").filter({ hasText: /entries, whole at/ })).toBeVisible();
  expect(await saved(page, "Export CSV")).toContain(action);
  expect(await saved(page, "JSON lines")).toContain(`"action":"${action}"`);
}

test("a partner's owner reads the partner's log, and takes it away", async ({ page }) => {
  await startSession(page, USERS.partner);
  await page.goto(`${baseUrl}/acting`);
  await page.getByRole("link", { name: "Audit log", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Audit log");
  await expect(page.getByRole("row", { name: /gave a role to.*Rui Tavares/ }).first()).toBeVisible();
  await checkedAndTaken(page, "user.role_given");
});

test("people of the platform read its log, in which sign-ins stand; others do not find it", async ({
  page,
  browser,
}) => {
  await signInByCode(page, baseUrl, USERS.operator);
  await page.goto(`${baseUrl}/operator`);
  await page.getByRole("link", { name: "Audit log", exact: true }).click();
  await expect(page.getByText("Everybody's sign-ins stand here too.")).toBeVisible();
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

test("everybody reads what happened to their own sign-in", async ({ page }) => {
  await signInByCode(page, baseUrl, USERS.viewer);
  await page.goto(`${baseUrl}/account`);
  const history = page.getByRole("region", { name: "What happened" });
  await expect(history.getByRole("listitem").first()).toContainText("You signed in");
});
