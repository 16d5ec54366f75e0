// The focus in the Console after a layer closes, changes into another one, or shows a failure.
import { expect, type Page, type Route, test } from "@playwright/test";
import { makeLink } from "../support/console/console";
import { openPath } from "../support/console/console-pages";
import { startSession } from "../support/console/session";

const CALLS = "**/api/trpc/**";

test.beforeEach(({ page }) => startSession(page));

/** Presses the question's button while no call reaches the server. */
async function fail(page: Page, action: string): Promise<void> {
  const question = page.getByRole("alertdialog");
  const button = question.getByRole("button", { name: action, exact: true });
  await page.route(CALLS, (route) => (route.request().method() === "POST" ? route.abort() : route.continue()));
  await button.press("Enter");
  await expect(question.getByRole("alert")).toBeVisible();
  await expect(button).toBeFocused();
  await page.unroute(CALLS);
}

test("a failed action keeps the focus on its dialog's button, and closing returns it to the opener", async ({
  page,
}) => {
  await openPath(page, "/console/api-keys");
  const opener = page.getByRole("button", { name: "Disable Demo" });
  await opener.press("Enter");
  await fail(page, "Disable key");
  await page.keyboard.press("Escape");
  await expect(opener).toBeFocused();

  await openPath(page, "/console/payment-links");
  await makeLink(page, { amount: "3.30", reference: `Fails ${Date.now().toString(36)}` });
  const cancel = page.getByRole("dialog").getByRole("button", { name: "Cancel link" });
  await cancel.press("Enter");
  await fail(page, "Cancel link");
  await page.keyboard.press("Escape");
  await expect(cancel).toBeFocused();
});

/** Presses the question's button, tries to close the question while its call is under way, and lets the call fail. */
async function failLater(page: Page, call: string, { action, cancel }: Record<"action" | "cancel", string>) {
  const calls: Route[] = [];
  await page.route(call, (route) => void calls.push(route));
  const question = page.getByRole("alertdialog");
  await question.getByRole("button", { name: action, exact: true }).click();
  await expect(question.getByRole("button", { name: cancel })).toBeDisabled();
  await page.keyboard.press("Escape");
  await expect.poll(() => calls.length).toBe(1);
  await calls[0]?.abort();
  await expect(question.getByRole("alert")).toBeVisible();
  await question.getByRole("button", { name: cancel }).click();
  await expect(question).toHaveCount(0);
}

test("a question whose call is under way can't be closed, and shows the call's failure", async ({ page }) => {
  await openPath(page, "/console/api-keys");
  await page.getByRole("button", { name: "Disable Demo" }).click();
  await failLater(page, "**/credentials.disable*", { action: "Disable key", cancel: "Cancel" });
  await openPath(page, "/console/payment-links");
  await makeLink(page, { amount: "3.40", reference: `Waits ${Date.now().toString(36)}` });
  await page.getByRole("dialog").getByRole("button", { name: "Cancel link" }).click();
  await failLater(page, "**/payments.cancelLink*", { action: "Cancel link", cancel: "Keep link" });
  await expect(page.getByRole("dialog", { name: "Payment link" })).toBeVisible();
});

test("the dialog of a new secret has the focus, and the button that creates has it afterwards", async ({ page }) => {
  await openPath(page, "/console/api-keys");
  await page.keyboard.press("n");
  await expect(page.getByRole("textbox", { name: "Name" })).toBeFocused();
  await page.keyboard.type(`f${Date.now().toString(36)}`);
  await page.keyboard.press("Enter");
  const secret = page.getByRole("alertdialog", { name: "Copy this secret now" });
  await expect(secret).toBeFocused();
  await secret.getByRole("checkbox").press("Space");
  await secret.getByRole("button", { name: "Done" }).press("Enter");
  await expect(page.getByRole("button", { name: "Create API key" })).toBeFocused();
});

test("a form that a reload kept open returns the focus to the button that creates", async ({ page }) => {
  await openPath(page, "/console/team");
  const invite = page.getByRole("button", { name: "Invite member" });
  await invite.press("Enter");
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.reload();
  await expect(page.getByRole("textbox", { name: "Work e-mail" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(invite).toBeFocused();
});

test("a press on another filter opens it, in place of the open one; Esc returns the focus to its button", async ({
  page,
}) => {
  await openPath(page, "/console/balances/transactions");
  const [time, amount] = [
    page.getByRole("button", { name: "+ Booked" }),
    page.getByRole("button", { name: "+ Amount" }),
  ];
  await time.click();
  await expect(page.getByRole("dialog", { name: "Booked" })).toBeVisible();
  await amount.click();
  const opened = page.getByRole("dialog", { name: "Amount" });
  await expect(opened.getByRole("textbox", { name: "Minimum" })).toBeFocused();
  await expect(page.getByRole("dialog")).toHaveCount(1);
  await page.keyboard.press("Escape");
  await expect(amount).toBeFocused();
});
