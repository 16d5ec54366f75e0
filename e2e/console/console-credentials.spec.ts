// API keys: rotation without downtime, permissions, and restrictions.
import { expect, test } from "@playwright/test";
import { openPage, signIn } from "../support/console/console";
import { accessToken, createPaymentRequest } from "../support/rest";
import { baseUrl } from "../support/shop";

const OLD = "Rotated server";

async function shownOnce(page: import("@playwright/test").Page) {
  const dialog = page.getByRole("alertdialog", { name: "Copy this secret now" });
  await expect(dialog.locator("dd code")).toHaveCount(2);
  const [client_id = "", client_secret = ""] = await dialog.locator("dd code").allTextContents();
  return { dialog, credential: { client_id, client_secret } };
}

test("the rotation guide advances as the new key is used and the old one is disabled", { tag: "@deep" }, async ({
  page,
  request,
}) => {
  test.slow();
  await signIn(page);
  await openPage(page, "API keys");
  await page.getByRole("button", { name: "Create API key" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill(OLD);
  await page.getByRole("checkbox", { name: /^Test only/ }).check();
  await page.getByRole("radio", { name: /^Selected permissions/ }).check();
  await page.getByRole("button", { name: "Create key" }).click();
  await expect(page.getByText("Choose at least one permission.")).toBeVisible();
  await page.getByRole("checkbox", { name: /^payments/ }).check();
  await page.getByRole("button", { name: "Create key" }).click();
  const first = await shownOnce(page);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    first.dialog.getByRole("button", { name: "Download .env" }).click(),
  ]);
  const env = (await (await download.createReadStream()).toArray()).join("");
  expect(env).toBe(
    `BANKSIDE_CLIENT_ID=${first.credential.client_id}\nBANKSIDE_CLIENT_SECRET=${first.credential.client_secret}\n`,
  );
  await first.dialog.getByRole("checkbox").check();
  await first.dialog.getByRole("button", { name: "Done" }).click();
  const row = page.getByRole("row", { name: new RegExp(`^${OLD} `) });
  await expect(row).toContainText("Payments");
  await expect(row).toContainText("Test only");

  const token = await accessToken(request, baseUrl, first.credential);
  expect(await createPaymentRequest(request, baseUrl, { token, amount: 100, reference: "Old secret" })).toMatchObject({
    status: 201,
  });
  const reading = await request.get(`${baseUrl}/api/v1/balances`, { headers: { authorization: `Bearer ${token}` } });
  expect(reading.status()).toBe(403);

  const guide = page.getByRole("region", { name: "Rotate without downtime" });
  await guide.getByRole("combobox", { name: "Old key" }).selectOption(OLD);
  await expect(guide.getByRole("listitem").nth(0)).toHaveAttribute("aria-current", "step");
  await guide.getByRole("button", { name: "Create key" }).click();
  await expect(page.getByRole("textbox", { name: "Name" })).toHaveValue(`${OLD}, next`);
  await expect(page.getByRole("checkbox", { name: /^Test only/ })).toBeChecked();
  await page.getByRole("textbox", { name: "Name" }).fill(OLD.toUpperCase());
  await page.getByRole("button", { name: "Create key" }).click();
  await expect(page.getByText(/Choose another name/)).toBeVisible();
  await page.getByRole("textbox", { name: "Name" }).fill(`${OLD}, next`);
  await page.getByRole("button", { name: "Create key" }).click();
  const second = await shownOnce(page);
  await second.dialog.getByRole("checkbox").check();
  await second.dialog.getByRole("button", { name: "Done" }).click();
  await expect(guide.getByRole("listitem").nth(1)).toHaveAttribute("aria-current", "step");

  await accessToken(request, baseUrl, second.credential);
  await expect(guide.getByRole("listitem").nth(2)).toHaveAttribute("aria-current", "step");
  await expect(guide.getByRole("listitem").nth(2)).toContainText(`${OLD} was last used`);

  await page.getByRole("button", { name: `Disable ${OLD}`, exact: true }).click();
  const question = page.getByRole("alertdialog", { name: `Disable ${OLD}?` });
  await expect(question).toContainText("This key is in use");
  await question.getByRole("button", { name: "Disable key" }).click();
  await expect(row).toContainText("Disabled");
  await expect
    .poll(() => createPaymentRequest(request, baseUrl, { token, amount: 100, reference: "Too late" }))
    .toMatchObject({ status: 401 });
  const next = await accessToken(request, baseUrl, second.credential);
  expect(
    await createPaymentRequest(request, baseUrl, { token: next, amount: 100, reference: "New secret" }),
  ).toMatchObject({ status: 201 });
});

test("a key restricted to an IP address and an expiry rejects requests from other addresses", { tag: "@deep" }, async ({
  page,
  request,
}) => {
  await signIn(page);
  await openPage(page, "API keys");
  await page.getByRole("button", { name: "Create API key" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("Restricted server");
  await page.getByRole("textbox", { name: "Allowed IP addresses" }).fill("203.0.113.0/99");
  await page.getByRole("button", { name: "Create key" }).click();
  await expect(page.getByText(/203\.0\.113\.0\/99 is no address or network/)).toBeVisible();
  await page.getByRole("textbox", { name: "Allowed IP addresses" }).fill("127.0.0.1\n::1");
  await page.getByRole("button", { name: "Create key" }).click();
  const { dialog, credential } = await shownOnce(page);
  await dialog.getByRole("checkbox").check();
  await dialog.getByRole("button", { name: "Done" }).click();
  const row = page.getByRole("row", { name: /^Restricted server / });
  await expect(row).toContainText("from 127.0.0.1, ::1");
  const token = await accessToken(request, baseUrl, credential);

  await row.getByRole("button", { name: "Restrict Restricted server" }).click();
  await page.getByLabel("Expires").fill("2035-01-31T12:00");
  await page.getByRole("textbox", { name: "Allowed IP addresses" }).fill("203.0.113.7");
  await page.getByRole("button", { name: "Save restrictions" }).click();
  await expect(row).toContainText("from 203.0.113.7");
  await expect(row).toContainText("until 31 Jan 2035");
  const guide = page.getByRole("region", { name: "Rotate without downtime" });
  await guide.getByRole("combobox", { name: "Old key" }).selectOption("Restricted server");
  await guide.getByRole("button", { name: "Create key" }).click();
  await expect(page.getByRole("textbox", { name: "Allowed IP addresses" })).toHaveValue("203.0.113.7/32");
  await expect(page.getByLabel("Expires")).toHaveValue("");
  const answer = async () => {
    const reply = await request.get(`${baseUrl}/api/v1/balances`, { headers: { authorization: `Bearer ${token}` } });
    return [reply.status(), (await reply.json()).error?.metadata?.reason];
  };
  await expect.poll(answer).toEqual([403, "address_not_allowed"]);
});
