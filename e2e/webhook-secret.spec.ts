import { expect, test } from "@playwright/test";
import { openPage, signIn } from "./support/console";
import { ownProduct, type Product } from "./support/product";
import { approve, continueTo, frameOf, PAID, placeOrder, shopLog } from "./support/shop";

let product: Product;
test.beforeAll(async () => {
  product = await ownProduct();
  await product.start();
});
test.afterAll(() => product.remove());

test("a replaced webhook secret is shown once, and what it signs is refused by who still has the old one", async ({
  page,
}) => {
  await signIn(page, product.base);
  await openPage(page, "Webhooks");
  await page.getByRole("button", { name: "Replace the secret" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Replace it" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Keep this secret now" });
  const secret = await dialog.locator("dd code").innerText();
  expect(secret).toMatch(/^whsec_[0-9a-f]{64}$/);
  await dialog.getByRole("checkbox").check();
  await dialog.getByRole("button", { name: "Done" }).click();
  await page.reload();
  await expect(page.getByRole("button", { name: "Replace the secret" })).toBeVisible();
  expect(await page.content()).not.toContain(secret);

  // The shop has the old one: it believes no webhook any more, and learns the truth from the status call.
  const shopper = await page.context().newPage();
  const orderUrl = await placeOrder(shopper, product.shop);
  await continueTo(frameOf(shopper), "Millennium bcp");
  await approve(shopper);
  await expect(shopper.getByRole("heading", { level: 1 })).toHaveText(PAID, { timeout: 20_000 });
  const delivery = page.getByRole("row", { name: /payment_request\.succeeded/ });
  await expect(delivery).toContainText("401 in");
  await expect(delivery).toContainText("Waiting for try");
  const log = await shopLog(shopper, orderUrl);
  expect(log.filter((line) => line.includes("webhook, signature verified"))).toEqual([]);
  expect(log.filter((line) => line.includes("→ paid: on the status call"))).toHaveLength(1);
});
