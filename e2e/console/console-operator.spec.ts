// The operator's section: create a merchant, connect a bank, receive a payment; suspend a merchant; set an API limit.
import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "../support/axe";
import { makeLink, signInByCode, USERS } from "../support/console/console";
import { startSession } from "../support/console/session";
import { newMerchant as newMerchantBy } from "../support/product/platform";
import { ready } from "../support/ready";
import { query } from "../support/shared";
import { approve, atBank, baseUrl, continueTo, rootOf } from "../support/shop";

const BANK = "PTSB";
const CONNECTION = "ptsb-sandbox";

/** The connection of a bank's sandbox; here the simulated bank answers. */
const profile = {
  id: CONNECTION,
  connector: "berlin-group",
  version: "1.3",
  environment: "test",
  baseUrl: `${baseUrl}/simbank/ptsb/xs2a`,
  hosts: [new URL(baseUrl).host],
  products: { SEPA_CREDIT_TRANSFER: "sepa-credit-transfers" },
  idempotency: "x-request-id",
  cancel: true,
  push: true,
  finality: "ACSC",
  clientId: "bankside-simulation",
};

async function openOperator(page: Page, place: string): Promise<void> {
  await page.getByRole("navigation", { name: "Operator" }).getByRole("link", { name: place, exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(place);
}

async function connectBank(page: Page): Promise<void> {
  await openOperator(page, "Banks");
  await page.getByRole("button", { name: "Connect a bank" }).click();
  const drawer = page.getByRole("dialog", { name: "Connect a bank" });
  const text = drawer.getByRole("textbox", { name: "Connection as JSON" });
  const check = drawer.getByRole("button", { name: "Check connection" });

  await text.fill(JSON.stringify({ banks: ["IE/nobank"], profile: { ...profile, hosts: ["elsewhere.example"] } }));
  await check.click();
  await expect(drawer.getByRole("alert")).toContainText("2 errors.");
  await expect(drawer.getByRole("alert")).toContainText("IE/nobank is not in the catalogue");
  await expectAccessible(page, "the errors of a connection");

  await text.fill(JSON.stringify({ banks: ["IE/ptsb"], profile }, null, 2));
  await expect(drawer.getByRole("alert")).toHaveCount(0);
  await check.click();
  await expect(drawer.getByText("A new connection, disabled until you enable it.")).toBeVisible();
  await drawer.getByRole("button", { name: "Save, disabled" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(CONNECTION);
  await expect(page.getByText(/^Disabled: no new payments/)).toBeVisible();

  await page.getByRole("button", { name: "Test connection" }).click();
  await expect(page.getByText("Connected", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Enable", exact: true }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Enable connection" }).click();
  await expect(page.getByText("Enabled. No call is failing.")).toBeVisible();
  await expectAccessible(page, "a connection");
}

/** Creates a merchant in Ireland with its owner; returns the owner's address. */
async function newMerchant(page: Page, name: string): Promise<string> {
  const owner = `owner@${name.toLowerCase().replaceAll(/[^a-z]/g, "")}.example`;
  await openOperator(page, "Merchants");
  await page.getByRole("button", { name: "New merchant" }).click();
  const form = page.getByRole("dialog", { name: "New merchant" });
  await form.getByRole("button", { name: "Create merchant" }).click();
  await expect(form.getByRole("alert")).toContainText("Enter a name of 1 to 70 characters.");
  await form.getByRole("textbox", { name: "Name" }).fill(name);
  await form.getByRole("textbox", { name: "Country" }).fill("ie");
  await form.getByRole("button", { name: "Create merchant" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
  await page.getByRole("button", { name: "Add member" }).click();
  const access = page.getByRole("dialog", { name: `Add a member to ${name}` });
  await access.getByRole("textbox", { name: "E-mail address" }).fill(owner);
  await access.getByRole("textbox", { name: "Name" }).fill("Aoife Byrne");
  await access.getByRole("button", { name: "Add member" }).click();
  await expect(page.getByRole("row", { name: /Aoife Byrne/ })).toContainText("Owner");
  return owner;
}

test("a new merchant is paid over a newly connected bank", async ({ page, browser }) => {
  const name = "Dublin Pottery";
  await startSession(page, USERS.operator);
  await page.goto("/operator");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("System");
  const owner = await newMerchant(page, name);
  await connectBank(page);
  try {
    const merchant = await (await browser.newContext()).newPage();
    await signInByCode(merchant, baseUrl, owner);
    const link = await makeLink(merchant, { amount: "31.70", reference: "First bowl" });

    const shopper = await (await browser.newContext()).newPage();
    await shopper.goto(link);
    await continueTo(shopper, BANK);
    await atBank(shopper);
    await approve(shopper);
    await expect(rootOf(shopper)).toHaveAttribute("data-phase", "paid");
    const attempts = await query(
      `SELECT a.bank_profile_id, r.status FROM payment_attempts a JOIN payment_requests r ON r.id = a.payment_request_id
       JOIN merchants m ON m.id = r.merchant_id WHERE m.brand_name = $1`,
      [name],
    );
    expect(attempts).toEqual([{ bank_profile_id: CONNECTION, status: "completed" }]);
  } finally {
    await page.getByRole("button", { name: "Disable", exact: true }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Disable connection" }).click();
    await expect(page.getByText(/^Disabled: no new payments/)).toBeVisible();
  }
  const audited = await query("SELECT action FROM audit_entries WHERE subject_id = $1 ORDER BY id", [CONNECTION]);
  const actions = ["connection.created", "connection.tested", "connection.enabled", "connection.disabled"];
  expect(audited.map(({ action }) => action)).toEqual(actions);
});

test("a merchant is suspended with a reason, listed as suspended, and reinstated", { tag: "@deep" }, async ({
  page,
}) => {
  test.slow();
  await startSession(page, USERS.operator);
  await page.goto("/operator/merchants");
  await newMerchant(page, "Cork Weavers");
  await ready(page);
  await page.getByRole("button", { name: "Suspend" }).click();
  const drawer = page.getByRole("dialog", { name: "Suspend Cork Weavers" });
  await drawer.getByRole("button", { name: "Suspend merchant" }).click();
  await expect(drawer.getByRole("alert")).toContainText("Enter a reason of 1 to");
  await drawer.getByRole("textbox", { name: "Reason" }).fill("Complaints of customers.");
  await drawer.getByRole("button", { name: "Suspend merchant" }).click();
  await expect(page.getByText("No live payments while suspended.")).toBeVisible();
  await expect(page.getByText("Suspended: Complaints of customers.")).toBeVisible();
  await expectAccessible(page, "a suspended merchant");
  await page.getByRole("button", { name: "Open Console" }).click();
  const band = page.getByRole("complementary", { name: "Suspended merchant" });
  await expect(band).toContainText("New live payments are rejected.");
  await expectAccessible(page, "the Console of a suspended merchant");

  await page.goto("/operator/merchants?state=suspended");
  await expect(page.getByRole("row", { name: /Cork Weavers/ })).toContainText(
    /^Cork Weavers IE\s*Suspended.*[0-9a-f]{8}$/,
  );
  await page.getByRole("link", { name: "Cork Weavers" }).click();
  await ready(page);
  await page.getByRole("button", { name: "Reinstate" }).click();
  await page.getByRole("textbox", { name: "Reason" }).fill("Settled.");
  await page.getByRole("button", { name: "Reinstate merchant" }).click();
  await expect(page.getByText("Suspended: ")).toHaveCount(0);

  await page.getByRole("button", { name: "Open Console" }).click();
  await expect(page).toHaveURL(/\/console/);
  await expect(page.getByRole("navigation", { name: "Console" })).toContainText("Cork Weavers");
  await expect(band).toHaveCount(0);
});

test("a merchant's API limit is set and removed on the usage page", { tag: "@deep" }, async ({ page }) => {
  await startSession(page, USERS.operator);
  const name = `Limited ${Date.now()}`;
  const id = await newMerchantBy(name, `limited-${Date.now()}@shop.example`);
  await query(
    `INSERT INTO merchant_usage (merchant_id, minute, requests, refused, peak_in_flight)
     VALUES ($1, date_trunc('minute', app_now()), 42, 0, 3)`,
    [id],
  );
  await page.goto("/operator/usage");
  await ready(page);
  const row = page.getByRole("row", { name: new RegExp(name) });
  await row.getByRole("button", { name: `Set the limit of ${name}: None` }).click();
  const drawer = page.getByRole("dialog", { name: `API limit of ${name}` });
  const perMinute = drawer.getByRole("textbox", { name: "Requests per minute" });
  await perMinute.fill("600");
  await drawer.getByRole("button", { name: "Save limit" }).click();
  await expect(row.getByRole("button", { name: `Set the limit of ${name}: 600` })).toBeVisible();
  await expectAccessible(page, "API usage");
  await row.getByRole("button", { name: `Set the limit of ${name}: 600` }).click();
  // What is no number does not remove the limit.
  await perMinute.fill("1,000");
  await drawer.getByRole("button", { name: "Save limit" }).click();
  await expect(drawer.getByText("Enter a whole number from 1 to 1,000,000")).toBeVisible();
  await perMinute.fill("");
  await drawer.getByRole("button", { name: "Save limit" }).click();
  await expect(row.getByRole("button", { name: `Set the limit of ${name}: None` })).toBeVisible();
});

test("the operator's section answers 404 to a merchant's owner and sends a visitor to the sign-in", {
  tag: "@deep",
}, async ({ page, request }) => {
  const nobody = await request.get("/operator/merchants", { maxRedirects: 0 });
  expect(nobody.headers()["location"]).toBe("/sign-in?to=%2Foperator%2Fmerchants");
  await startSession(page, USERS.owner);
  for (const path of ["", "/merchants", "/usage", "/people", "/banks", "/exceptions", "/partners", "/mails"]) {
    const answer = await page.goto(`/operator${path}`);
    expect([path, answer?.status()]).toEqual([path, 404]);
  }
});
