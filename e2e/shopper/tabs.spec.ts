// One payment with Back, and in two tabs. More cases are in way-back.spec.ts.
import { expect, test } from "@playwright/test";
import { expectEnd, newPayment } from "../support/shared";
import { approve, atBank, continueTo, rootOf } from "../support/shop";

const BANK = "novobanco";
const PAID = { status: "completed", events: ["pending", "succeeded"], debits: [2550] };

test("Back from the bank shows that the payment waits, with a link to the bank", async ({ page, request }) => {
  const payment = await newPayment(request);
  await page.goto(`/checkout?payment_token=${payment.token}`);
  await continueTo(page, BANK);
  await atBank(page);
  await page.goBack();
  await expect(rootOf(page)).toHaveAttribute("data-phase", "at_bank");
  await page.getByRole("link", { name: `Open ${BANK} again` }).click();
  await approve(page);
  await expectEnd(payment, PAID);
});

test("of two open tabs one pays, and the other updates", async ({ page, context, request }) => {
  const payment = await newPayment(request);
  const other = await context.newPage();
  for (const tab of [page, other]) {
    await tab.goto(`/checkout?payment_token=${payment.token}`);
    await expect(rootOf(tab)).toHaveAttribute("data-phase", "choosing");
  }
  await page.bringToFront();
  await continueTo(page, BANK);
  await atBank(page);
  await other.bringToFront();
  await expect(rootOf(other)).toHaveAttribute("data-phase", "at_bank");
  await page.bringToFront();
  await approve(page);
  await other.bringToFront();
  await expect(rootOf(other)).toHaveAttribute("data-phase", "paid");
  await expectEnd(payment, PAID);
});
