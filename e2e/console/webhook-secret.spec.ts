import { expect, type Page, test } from "@playwright/test";
import { openPage, signIn } from "../support/console/console";
import { ownProduct, type Product } from "../support/product/product";
import { approve, continueTo, expectPaidAndNotified, frameOf, PAID, placeOrder, shopLog } from "../support/shop";

const BANK = "Millennium bcp";

let product: Product;
test.beforeAll(async () => {
  product = await ownProduct();
  await product.start();
});
test.afterAll(() => product.remove());

/** Reads the secret from the dialog and closes it. */
async function keptSecret(page: Page): Promise<string> {
  const dialog = page.getByRole("alertdialog", { name: "Copy this secret now" });
  const secret = await dialog.locator("dd code").innerText();
  expect(secret).toMatch(/^whsec_[0-9a-f]{64}$/);
  await dialog.getByRole("checkbox").check();
  await dialog.getByRole("button", { name: "Done" }).click();
  return secret;
}

/** A customer's payment up to the bank's approval; returns the order's page. */
async function pay(shopper: Page): Promise<string> {
  const orderUrl = await placeOrder(shopper, product.shop);
  await continueTo(frameOf(shopper), BANK);
  await approve(shopper);
  await expect(shopper.getByRole("heading", { level: 1 })).toHaveText(PAID);
  return orderUrl;
}

test("the next secret is not used until it is activated; then a receiver with the old one rejects webhooks", {
  tag: "@deep",
}, async ({ page }) => {
  test.slow();
  await signIn(page, product.base);
  await openPage(page, "Webhooks");
  await page.getByRole("link", { name: "Default URL" }).click();
  await page.getByRole("button", { name: "Create next secret" }).click();
  const next = await keptSecret(page);
  const prepared = page.getByRole("region", { name: "Next secret" });
  await expect(prepared).toContainText(`whsec_…${next.slice(-4)}`);
  await page.reload();
  await expect(prepared).toBeVisible();
  expect(await page.content()).not.toContain(next);

  // The shop has the current secret, which is still used.
  const shopper = await page.context().newPage();
  await expectPaidAndNotified(shopper, await pay(shopper));

  await prepared.getByRole("button", { name: "Activate secret" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Activate secret" }).click();
  await expect(prepared).toBeHidden();
  await expect(page.getByRole("region", { name: "Secret", exact: true })).toBeFocused();
  await expect(page.getByText(`whsec_…${next.slice(-4)}`).first()).toBeVisible();

  // Now the shop rejects webhooks, and gets the result from the status call.
  const orderUrl = await pay(shopper);
  const delivery = page.getByRole("row", { name: /payment_request\.succeeded/ }).first();
  await expect(delivery).toContainText("401");
  await expect(delivery).toContainText("Retrying");
  const log = await shopLog(shopper, orderUrl);
  expect(log.filter((line) => line.includes("webhook, signature verified"))).toEqual([]);
  expect(log.filter((line) => line.includes("→ paid: on the status call"))).toHaveLength(1);

  await page.getByRole("button", { name: "Rotate now" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Rotate now" }).click();
  const rotated = await keptSecret(page);
  expect(rotated).not.toBe(next);
  await page.reload();
  await expect(page.getByText(`whsec_…${rotated.slice(-4)}`).first()).toBeVisible();
  expect(await page.content()).not.toContain(rotated);

  // A next secret that is discarded leaves the current one in use.
  await page.getByRole("button", { name: "Create next secret" }).click();
  await keptSecret(page);
  await prepared.getByRole("button", { name: "Discard secret" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Discard secret" }).click();
  await expect(prepared).toBeHidden();
  await expect(page.getByRole("region", { name: "Secret", exact: true })).toBeFocused();
  await expect(page.getByText(`whsec_…${rotated.slice(-4)}`).first()).toBeVisible();
  await page.reload();
  await expect(page.getByRole("button", { name: "Create next secret" })).toBeVisible();
});
