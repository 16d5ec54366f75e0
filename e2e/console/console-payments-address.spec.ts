// Addresses of the payments list that were written by hand.
import { randomUUID } from "node:crypto";
import { expect, test } from "@playwright/test";
import { OLARIA } from "../support/console/console-pages";
import { startSession } from "../support/console/session";
import { ready } from "../support/ready";
import { newPayment } from "../support/shared";
import { baseUrl } from "../support/shop";

test("an address with more than 8 banks says which are shown, and its export is refused", async ({ page, request }) => {
  await newPayment(request);
  await startSession(page);
  const banks = (count: number) => Array.from({ length: count }, () => `bank=${randomUUID()}`).join("&");
  const note = page.getByText(/This address names \d+ banks/);
  await page.goto(`${baseUrl}/console/payments?${banks(10)}`);
  await ready(page);
  await expect(note).toHaveText(
    "This address names 10 banks. A list can be filtered by at most 8. The payments of the first 8 are shown, counted and exported.",
  );
  await page.goto(`${baseUrl}/console/payments?${banks(8)}`);
  await ready(page);
  await expect(page.getByRole("button", { name: /^Bank/ })).toBeVisible();
  await expect(note).toHaveCount(0);
  const statusOf = async (count: number) => {
    const list = `merchant=${OLARIA}&mode=test&${banks(count)}`;
    return (await page.request.get(`${baseUrl}/console/payments/export.csv?${list}`)).status();
  };
  expect([await statusOf(10), await statusOf(8)]).toEqual([400, 200]);
});
