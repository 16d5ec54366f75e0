// A tab of the Console after something changed outside of it: another merchant in another tab.
import { expect, test } from "@playwright/test";
import { signIn, USERS } from "../support/console/console";
import { ready } from "../support/ready";
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
  await expect(page.getByRole("heading", heading)).toHaveText("No test payments yet");
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
