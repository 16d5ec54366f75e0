// "Start again" in the shop's page: the frame asks the shop for another payment.
import { expect, test } from "@playwright/test";
import { checkoutIn, mountScript, pagesOfThisFile, shopPage } from "../support/pages";
import { newPayment } from "../support/shared";
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
  await frame.getByRole("link", { name: "Back to checkout" }).click();
  await expect(rootOf(frame)).toHaveAttribute("data-phase", "choosing");
  await expect(rootOf(frame)).toHaveAttribute("data-request", next.id);
  expect(await page.evaluate('callbacks.filter(([name]) => name === "again").length')).toBe(1);
});

test("control: in a shop without onStartAgain the same link opens the failure address", async ({ page, request }) => {
  const { token } = await newPayment(request, { successUrl: `${pages.shop}/ok` });
  await page.goto(pages.shop + pages.put("/no-again", shopPage(mountScript(token))));
  const frame = checkoutIn(page);
  await frame.getByRole("button", { name: "Cancel payment" }).click();
  await frame.getByRole("link", { name: "Back to checkout" }).click();
  await page.waitForURL(`${pages.shop}/ok?**`);
});
