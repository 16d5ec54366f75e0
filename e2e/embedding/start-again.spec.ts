// "Start again" in the shop's page: the frame asks the shop for another payment.
import { expect, test } from "@playwright/test";
import { checkoutIn, mountScript, pagesOfThisFile, shopPage } from "../support/pages";
import { newPayment, query } from "../support/shared";
import { rootOf } from "../support/shop";

const pages = pagesOfThisFile();

test("a payment ended in the frame, starts again with the token that the shop hands over", async ({
  page,
  request,
}) => {
  const [first, next] = [
    await newPayment(request, { successUrl: `${pages.shop}/ok` }),
    await newPayment(request, { successUrl: `${pages.shop}/ok` }),
  ];
  const options = `{ onStartAgain: () => { kept.push(["again", null]); checkout.update({ paymentToken: "${next.token}" }); } }`;
  await page.goto(pages.shop + pages.put("/again", shopPage(mountScript(first.token, { options }))));
  const frame = checkoutIn(page);
  await frame.getByRole("button", { name: "Cancel payment" }).click();
  await frame.getByRole("link", { name: "Back to checkout" }).press("Enter");
  await expect(rootOf(frame)).toHaveAttribute("data-phase", "choosing");
  await expect(rootOf(frame)).toHaveAttribute("data-request", next.id);
  await page.keyboard.press("Tab");
  await expect(frame.locator(":focus")).toBeVisible();
  expect(await page.evaluate('callbacks.filter(([name]) => name === "again").length')).toBe(1);
});

for (const options of ["{}", "{ onStartAgain: undefined }"])
  test(`control: in a shop without onStartAgain, ${options}, the same link opens the failure address`, async ({
    page,
    request,
  }) => {
    const { token } = await newPayment(request, { successUrl: `${pages.shop}/ok` });
    await page.goto(pages.shop + pages.put("/no-again", shopPage(mountScript(token, { options }))));
    const frame = checkoutIn(page);
    await frame.getByRole("button", { name: "Cancel payment" }).click();
    await frame.getByRole("link", { name: "Back to checkout" }).click();
    await page.waitForURL(`${pages.shop}/ok?**`);
  });

test("without a failure address, the button is shown while the shop has onStartAgain, also from a later update", async ({
  page,
  request,
}) => {
  const { id, token } = await newPayment(request, { successUrl: `${pages.shop}/ok` });
  await query("UPDATE payment_requests SET failure_url = NULL WHERE id = $1", [id]);
  await page.goto(pages.shop + pages.put("/later", shopPage(mountScript(token))));
  const frame = checkoutIn(page);
  await frame.getByRole("button", { name: "Cancel payment" }).click();
  await expect(frame.getByRole("button", { name: "Copy reference" })).toBeVisible();
  const button = frame.getByRole("button", { name: "Back to checkout" });
  await expect(button).toBeHidden();
  await page.evaluate('checkout.update({ onStartAgain: () => callbacks.push(["again", null]) })');
  await button.click();
  await expect.poll(() => page.evaluate("callbacks.at(-1)")).toEqual(["again", null]);
  await page.evaluate("checkout.update({ onStartAgain: undefined })");
  await expect(button).toBeHidden();
});
