import { test } from "@playwright/test";
import { expect } from "../support/expect-pushed";
import { callApi, paymentIn, query } from "../support/shared";
import { atBank, baseUrl, continueTo, frameOf, placeOrder, rootOf } from "../support/shop";

const BANK = "Millennium bcp";

test("an amount that the shop changes reaches the open checkout, and only an amount that was shown is paid", async ({
  page,
  request,
}) => {
  await placeOrder(page);
  const { id, token: payment_token } = await paymentIn(page);
  const patch = async (changed: object) => {
    const answer = await callApi(request, "PATCH", "/embedded/payment-requests", { payment_token, ...changed });
    expect(answer.status()).toBe(200);
  };
  const frame = frameOf(page);
  const root = rootOf(frame);
  await frame.locator(".bank-name", { hasText: new RegExp(`^${BANK}$`) }).click();
  await root.evaluate(() => Object.assign(window, { isSamePage: true }));

  await patch({ amount: 6100, rewards: { total_rewards: 61, description: "Weekend bonus" } });
  await expect(root).toHaveAttribute("data-amount", "6100");
  await expect(frame.getByText("The amount has changed.")).toBeVisible();
  await expect(frame.locator(".lines")).toContainText("+61 · Weekend bonus");
  // The page was not reloaded, and the selected bank is kept.
  expect(await root.evaluate(() => "isSamePage" in window)).toBe(true);
  await expect(frame.getByRole("button", { name: `Continue to ${BANK}` })).toBeVisible();

  // The next change is made after the last update and before the press.
  await page.route("**/embed/state**", (route) => route.abort());
  await patch({ amount: 6200 });
  await frame.getByRole("button", { name: `Continue to ${BANK}` }).click();
  await expect(frame.getByRole("heading", { name: "The amount has changed" })).toBeVisible();
  expect(await query("SELECT id FROM payment_attempts WHERE payment_request_id = $1", [id])).toEqual([]);
  await frame.getByRole("button", { name: "Continue with €62.00" }).click();
  await atBank(page);
  await expect(page.getByRole("main")).toContainText("62.00");
  expect((await callApi(request, "PATCH", "/embedded/payment-requests", { payment_token, amount: 1 })).status()).toBe(
    400,
  );
});

test("a bank that the shop has selected is preselected on the hosted page, and another can be chosen", async ({
  page,
  request,
}) => {
  const banks = (await (await request.get(`${baseUrl}/api/v1/banks/top?country=PT`)).json()).data.banks as {
    id: string;
    displayName: string;
  }[];
  const chosen = banks.find(({ displayName }) => displayName === "Novo Banco") ?? banks[1];
  const order = { amount: 2550, currency: "EUR", locale: "en-GB", selected_bank_id: chosen?.id };
  const created = await callApi(request, "POST", "/payment-requests:redirect", order);
  expect(created.status()).toBe(201);
  await page.goto((await created.json()).data.redirect_url);
  await expect(page.getByRole("radio", { checked: true })).toHaveValue(chosen?.id ?? "");
  await expect(page.getByRole("button", { name: `Continue to ${chosen?.displayName}` })).toBeVisible();
  await continueTo(page, BANK);
  await atBank(page);
});

test("an open page of a link that expires says so without a reload", { tag: "@deep" }, async ({ page, request }) => {
  const order = { order: { amount: 2550, currency: "EUR" } };
  const { data } = await (await callApi(request, "POST", "/payment-links", order)).json();
  await page.goto(data.payment_link_url);
  await expect(rootOf(page)).toHaveAttribute("data-phase", "choosing");
  await query("UPDATE payment_links SET expires_at = app_now() WHERE id = $1", [data.link_id]);
  await expect(page.getByRole("heading", { name: "This link has expired" })).toBeVisible();
});
