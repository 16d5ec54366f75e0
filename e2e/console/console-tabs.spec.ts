// A tab of the Console after something changed outside of it: another merchant in another tab or by a mail's link, the end
// of the session.
import { expect, test } from "@playwright/test";
import { signIn, USERS } from "../support/console/console";
import { newOwner, passFirstStep } from "../support/console/own-user";
import { startSession } from "../support/console/session";
import { newMerchant } from "../support/product/platform";
import { ready } from "../support/ready";
import { query } from "../support/shared";
import { baseUrl } from "../support/shop";

const heading = { level: 1 } as const;

test("after a switch of the merchant in another tab, a link asks which of the two to show", async ({ page }) => {
  await signIn(page, baseUrl, USERS.partner);
  await page.getByRole("button", { name: "Open Alder & Wren" }).click();
  await expect(page.getByRole("heading", heading)).toHaveText("Set up Alder & Wren");
  await page.goto(`${baseUrl}/console/payments`);
  await ready(page);
  const other = await page.context().newPage();
  await other.goto(`${baseUrl}/console/payments`);
  await ready(other);
  await other.getByRole("button", { name: "Merchant: Alder & Wren. Switch merchant" }).click();
  await other.getByRole("button", { name: "Olaria do Norte" }).click();
  await expect(other.getByRole("button", { name: /^Merchant: Olaria do Norte/ })).toBeVisible();

  const places = page.getByRole("navigation", { name: "Console" });
  await places.getByRole("link", { name: "Payment links", exact: true }).click();
  const main = page.getByRole("main");
  await expect(page.getByRole("heading", heading)).toHaveText("You switched to Olaria do Norte");
  await expect(main).toContainText("This tab still shows Alder & Wren.");
  await expect(main.getByRole("table")).toHaveCount(0);
  await page.goBack();
  await expect(page.getByRole("heading", heading)).toHaveText("Payments");
  await page.goForward();
  await main.getByRole("button", { name: "Return to Alder & Wren" }).click();
  await expect(page.getByRole("heading", heading)).not.toHaveText(/^You switched/);
  await expect(page).toHaveURL(/[/]payment-links$/);
  await expect(page.getByRole("button", { name: /^Merchant: Alder & Wren/ })).toBeVisible();

  await ready(other);
  await other
    .getByRole("navigation", { name: "Console" })
    .getByRole("link", { name: "Payment links", exact: true })
    .click();
  await other.getByRole("button", { name: "Continue with Alder & Wren" }).click();
  await expect(other.getByRole("button", { name: /^Merchant: Alder & Wren/ })).toBeVisible();
});

test("a mail's link leads through the sign-in to the page of its merchant, which one press opens if another is shown", async ({
  page,
}) => {
  const email = await newOwner("Dalia");
  const name = "MoinhoAzul".repeat(7);
  const link = `/open/${await newMerchant(name, email)}?to=/console/webhooks/default`;
  await passFirstStep(page, email, link);
  await expect(page.getByRole("heading", heading)).toHaveText(`Open ${name}`);
  const widthNow = () => page.evaluate(() => document.documentElement.scrollWidth);
  const size = page.viewportSize();
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await widthNow()).toBe(390);
  if (size) await page.setViewportSize(size);
  await expect(page.getByRole("main")).toContainText("The Console now shows Kestrel Bicycles.");
  await page.getByRole("button", { name: "Open this merchant" }).click();
  await expect(page).toHaveURL(`${baseUrl}/console/webhooks/default`);
  await expect(page.getByRole("button", { name: /^Merchant: MoinhoAzul/ })).toBeVisible();
  await page.goto(baseUrl + link);
  await expect(page).toHaveURL(`${baseUrl}/console/webhooks/default`);
});

test("a refresh without a session keeps a secret that is shown once, a call without a session keeps its form, and both say so", async ({
  page,
}) => {
  const email = await newOwner("Berta");
  await startSession(page, email);
  await page.goto(`${baseUrl}/console/api-keys?from=mail`);
  await ready(page);
  await page.getByRole("button", { name: "Create API key" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("Berta’s key");
  await page.getByRole("button", { name: "Create key" }).click();
  const once = page.getByRole("alertdialog");
  await expect(once.locator("dd code")).toHaveCount(2);
  const signOut = () =>
    query("DELETE FROM user_sessions WHERE user_id = (SELECT id FROM users WHERE email = $1)", [email]);
  // What the return to a tab triggers, as the clock does every 10 s.
  const refresh = () => page.evaluate(() => window.dispatchEvent(new Event("visibilitychange")));
  const link = page.getByRole("link", { name: "Sign in in a new tab" });

  await signOut();
  await refresh();
  await expect(page.getByText("You’re signed out. This page stays as it is.", { exact: true })).toBeVisible();
  await expect(once.locator("dd code")).toHaveCount(2);
  const [signIn] = await Promise.all([page.waitForEvent("popup"), link.click()]);
  await expect(signIn).toHaveURL(/[?]to=%2Fconsole%2Fapi-keys%3F/);
  await expect(once.locator("dd code")).toHaveCount(2);
  await startSession(page, email);
  await refresh();
  await expect(link).toHaveCount(0);
  await once.getByRole("checkbox").check();
  await once.getByRole("button", { name: "Done" }).click();
  await expect(page.getByRole("row", { name: /Berta’s key/ })).toBeVisible();

  await page.getByRole("button", { name: "Create API key" }).click();
  const name = page.getByRole("textbox", { name: "Name" });
  await name.fill("Berta’s second key");
  await signOut();
  await page.getByRole("button", { name: "Create key" }).click();
  await expect(link).toBeVisible();
  await expect(page.getByRole("dialog").getByRole("alert")).toContainText("Nothing was created.");
  await expect(name).toHaveValue("Berta’s second key");
  await startSession(page, email);
  await page.getByRole("button", { name: "Create key" }).click();
  await expect(once.locator("dd code")).toHaveCount(2);
  await expect(link).toHaveCount(0);
});
