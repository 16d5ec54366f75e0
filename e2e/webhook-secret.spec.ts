import { expect, type Page, test } from "@playwright/test";
import { openPage, signIn } from "./support/console";
import { ownProduct, type Product } from "./support/product";
import { approve, continueTo, expectPaidAndTold, frameOf, PAID, placeOrder, shopLog } from "./support/shop";

const BANK = "Millennium bcp";

let product: Product;
test.beforeAll(async () => {
  product = await ownProduct();
  await product.start();
});
test.afterAll(() => product.remove());

/** The secret that is shown this once, kept and put away. */
async function keptSecret(page: Page): Promise<string> {
  const dialog = page.getByRole("alertdialog", { name: "Keep this secret now" });
  const secret = await dialog.locator("dd code").innerText();
  expect(secret).toMatch(/^whsec_[0-9a-f]{64}$/);
  await dialog.getByRole("checkbox").check();
  await dialog.getByRole("button", { name: "Done" }).click();
  return secret;
}

/** A payment by a shopper, as far as the bank's approval; answers the order's page. */
async function pay(shopper: Page): Promise<string> {
  const orderUrl = await placeOrder(shopper, product.shop);
  await continueTo(frameOf(shopper), BANK);
  await approve(shopper);
  await expect(shopper.getByRole("heading", { level: 1 })).toHaveText(PAID);
  return orderUrl;
}

test("a prepared secret signs nothing until it is activated; then who has the old one refuses", async ({ page }) => {
  test.slow();
  await signIn(page, product.base);
  await openPage(page, "Webhooks");
  await page.getByRole("link", { name: "Default URL" }).click();
  await page.getByRole("button", { name: "Prepare the next secret" }).click();
  const next = await keptSecret(page);
  const prepared = page.getByRole("region", { name: "The next secret" });
  await expect(prepared).toContainText(`whsec_…${next.slice(-4)}`);
  await page.reload();
  await expect(prepared).toBeVisible();
  expect(await page.content()).not.toContain(next);

  // The shop has the present one, which signs on.
  const shopper = await page.context().newPage();
  await expectPaidAndTold(shopper, await pay(shopper));

  await prepared.getByRole("button", { name: "Activate it" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Activate it" }).click();
  await expect(prepared).toBeHidden();
  await expect(page.getByRole("region", { name: "Secret", exact: true })).toBeFocused();
  await expect(page.getByText(`whsec_…${next.slice(-4)}`).first()).toBeVisible();

  // Now it believes no webhook any more, and learns the truth from the status call.
  const orderUrl = await pay(shopper);
  const delivery = page.getByRole("row", { name: /payment_request\.succeeded/ }).first();
  await expect(delivery).toContainText("401");
  await expect(delivery).toContainText("Next at");
  const log = await shopLog(shopper, orderUrl);
  expect(log.filter((line) => line.includes("webhook, signature verified"))).toEqual([]);
  expect(log.filter((line) => line.includes("→ paid: on the status call"))).toHaveLength(1);

  await page.getByRole("button", { name: "Rotate at once" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Rotate it" }).click();
  const rotated = await keptSecret(page);
  expect(rotated).not.toBe(next);
  await page.reload();
  await expect(page.getByText(`whsec_…${rotated.slice(-4)}`).first()).toBeVisible();
  expect(await page.content()).not.toContain(rotated);
});
