// A test payment that somebody plays in the Console: the shopper's page, the calls and the webhooks side by side.
import { expect, type Page, test } from "@playwright/test";
import { openPage, signIn, USERS } from "./support/console";
import { ready } from "./support/ready";
import { expectEnd, polled, query } from "./support/shared";
import { approve, baseUrl, continueTo, rootOf } from "./support/shop";

const shopper = (page: Page) => page.getByRole("region", { name: "The shopper’s page" }).frameLocator("iframe");
const calls = (page: Page) => page.getByRole("region", { name: "Your server’s calls" });
const told = (page: Page) => page.getByRole("region", { name: "What your server was told" });
const news = (page: Page) => page.locator("header").getByRole("status");

/** Makes one, and comes to where it is played; returns its id. */
async function play(page: Page, outcome?: string): Promise<string> {
  await openPage(page, "Play a payment");
  if (outcome) await page.getByRole("combobox", { name: "What is to happen" }).selectOption({ label: outcome });
  await page.getByRole("button", { name: "Make a test payment of 25.50 EUR" }).click();
  await expect(rootOf(shopper(page))).toHaveAttribute("data-phase", "choosing");
  const href = await page.getByRole("link", { name: "The payment’s page" }).getAttribute("href");
  return href?.split("/").at(-1) ?? "";
}

/** Chooses a bank in the checkout; answers the tab that the bank opened in. */
async function toBank(page: Page): Promise<Page> {
  const opening = page.waitForEvent("popup");
  await continueTo(shopper(page), "Millennium bcp");
  return opening;
}

test("a payment is made, paid and told of, and each call and webhook is seen beside it as it comes", async ({
  page,
}) => {
  await signIn(page, baseUrl, USERS.developer);
  const id = await play(page);
  await expect(news(page)).toContainText("No bank was chosen yet.");
  const rows = calls(page).getByRole("listitem");
  await expect(rows).toHaveCount(1);
  await expect(rows.first()).toContainText("201");
  await expect(rows.first()).toContainText('"payment_reference": "Play"');
  expect(await calls(page).innerHTML()).not.toContain("ptok_");
  await expect(told(page)).toContainText("Nothing yet.");

  await approve(await toBank(page));
  await expect(news(page)).toContainText("Completed");
  await expect(rootOf(shopper(page))).toHaveAttribute("data-phase", "paid");
  await expectEnd({ id, token: "" }, { status: "completed", events: ["pending", "succeeded"], debits: [2550] });
  const deliveries = told(page).locator("summary");
  await expect(deliveries).toHaveText([/^payment_request\.pending/, /^payment_request\.succeeded/]);
  await deliveries.last().click();
  await expect(told(page).getByRole("region", { name: "Request" })).toContainText(id);

  await calls(page).getByRole("button", { name: "Ask how it stands" }).click();
  await expect(rows).toHaveCount(2);
  await rows.last().locator("summary").click();
  await expect(rows.last()).toContainText('"completed"');
  const happened = page.getByRole("region", { name: "Everything that happened" });
  await expect(happened.getByRole("heading", { name: "Came back from Millennium bcp" })).toBeVisible();
});

test("a payment that the bank refuses is played to its end, and another one after it", async ({ page }) => {
  await signIn(page, baseUrl, USERS.developer);
  const id = await play(page, "There is no money for it");
  await approve(await toBank(page));
  await expect(news(page)).toContainText("ended it without paying");
  await expectEnd({ id, token: "" }, { status: "failed", events: ["pending", "failed"], debits: [] });
  await page.getByRole("button", { name: "Play another" }).click();
  await expect(page.getByRole("button", { name: /^Make a test payment/ })).toBeVisible();
});

/** Makes one and has its shopper played; returns its id. */
async function walk(page: Page, outcome?: string): Promise<string> {
  await page.goto(`${baseUrl}/console/play`);
  await ready(page);
  if (outcome) await page.getByRole("combobox", { name: "What is to happen" }).selectOption({ label: outcome });
  await page.getByRole("button", { name: "Walk it through for me" }).click();
  const href = await page.getByRole("link", { name: "The payment’s page" }).getAttribute("href");
  return href?.split("/").at(-1) ?? "";
}

const steps = (page: Page) => page.getByRole("list", { name: "What the shopper does" }).getByRole("listitem");

/** Nothing in the bank's page can be pressed, and so it is not found by roles. */
const bankHeading = (page: Page) => page.frameLocator("iframe[title^='The page of']").locator("h1");

test("a payment is walked through, step by step, and each really happens", async ({ page }) => {
  await signIn(page, baseUrl, USERS.developer);
  // The bank's page stands there for a moment only: it is left when it was seen.
  let seen = () => {};
  const wasSeen = new Promise<void>((resolve) => {
    seen = resolve;
  });
  await page.route("**/api/trpc/**walk.answer**", async (route) => {
    await wasSeen;
    await route.continue();
  });
  const id = await walk(page);
  await expect(steps(page)).toHaveCount(3);
  await expect(bankHeading(page)).toHaveText("Approve this payment?");
  seen();
  await expect(steps(page).nth(2)).toHaveText("Pressed “Approve payment”, and came back");
  await expect(page.locator("iframe[title^='The page of']")).toHaveCount(0);
  await expect(news(page)).toContainText("Completed");
  await expect(rootOf(shopper(page))).toHaveAttribute("data-phase", "paid");
  await expectEnd({ id, token: "" }, { status: "completed", events: ["pending", "succeeded"], debits: [2550] });
  await expect(told(page).locator("summary")).toHaveText([/^payment_request\.pending/, /^payment_request\.succeeded/]);
});

test("a shopper who is played cancels, stays away, or is refused, and what fails says so", async ({ page }) => {
  await signIn(page, baseUrl, USERS.developer);
  const cancelled = await walk(page, "The shopper cancels at the bank");
  await expect(steps(page).nth(2)).toHaveText("Pressed “Reject payment”, and came back");
  await expectEnd({ id: cancelled, token: "" }, { status: "cancelled", events: ["pending", "cancelled"], debits: [] });

  const away = await walk(page, "The shopper pays, and never comes back");
  await expect(steps(page).nth(2)).toHaveText("Pressed “Approve payment”, and did not come back");
  await expect(bankHeading(page)).toHaveText("You have approved this payment");
  const status = () => query("SELECT status FROM payment_requests WHERE id = $1", [away]);
  await polled({ id: away }, async () => expect(await status()).toEqual([{ status: "completed" }]));
  await expectEnd({ id: away, token: "" }, { status: "completed", events: ["pending", "succeeded"], debits: [2550] });

  await walk(page, "The bank takes no such payment");
  await expect(page.getByText("The bank refused, or did not answer. Nothing was started.")).toBeVisible();
  await expect(steps(page).first()).toHaveAttribute("aria-current", "step");
  await expect(page.getByRole("button", { name: "Try this step again" })).toBeEnabled();
});

test("on a phone its three parts stand behind one another, and all of them go on", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, baseUrl, USERS.developer);
  await walk(page);
  const show = (name: string) => page.getByRole("radio", { name, exact: true });
  const screen = page.getByRole("region", { name: "The shopper’s page" });
  const visible = async () => [await screen.isVisible(), await calls(page).isVisible(), await told(page).isVisible()];
  await expect(show("Screen")).toBeChecked();
  expect(await visible()).toEqual([true, false, false]);
  await show("Screen").press("ArrowRight");
  expect(await visible()).toEqual([false, true, false]);
  await page.getByRole("group", { name: "Show" }).getByText("Webhooks").click();
  expect(await visible()).toEqual([false, false, true]);
  await expect(told(page).locator("summary")).toHaveCount(2);
  await expect(news(page)).toContainText("Completed");
});

test("who makes no calls is not led here, and is led on from the address", async ({ page }) => {
  await signIn(page, baseUrl, USERS.viewer);
  await expect(page.getByRole("link", { name: "Play a payment" })).toHaveCount(0);
  await page.goto(`${baseUrl}/console/play`);
  await expect(page).toHaveURL(`${baseUrl}/console`);
});
