// Whoever runs the installation: a merchant from nothing to its first payment, over a bank that was added on the way.
import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "./support/accessible";
import { makeLink, signInByCode, USERS } from "./support/console";
import { newMerchant as newMerchantBy } from "./support/platform";
import { ready } from "./support/ready";
import { startSession } from "./support/session";
import { query } from "./support/shared";
import { approve, atBank, baseUrl, continueTo, rootOf } from "./support/shop";

const BANK = "PTSB";
const CONNECTION = "ptsb-sandbox";

/** What the bank's documents would say of its sandbox: here it is the simulated bank. */
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
  const text = drawer.getByRole("textbox", { name: "The connection, as JSON" });
  const check = drawer.getByRole("button", { name: "Check it" });

  await text.fill(JSON.stringify({ banks: ["IE/nobank"], profile: { ...profile, hosts: ["elsewhere.example"] } }));
  await check.click();
  await expect(drawer.getByRole("alert")).toContainText("2 things are wrong.");
  await expect(drawer.getByRole("alert")).toContainText("IE/nobank is not in the catalogue");
  await expectAccessible(page, "what is wrong with a connection");

  await text.fill(JSON.stringify({ banks: ["IE/ptsb"], profile }, null, 2));
  await expect(drawer.getByRole("alert")).toHaveCount(0);
  await check.click();
  await expect(drawer.getByText("It will be new, and disabled until somebody enables it.")).toBeVisible();
  await drawer.getByRole("button", { name: "Keep it, disabled" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(CONNECTION);
  await expect(page.getByText(/^Disabled: nothing new goes over it/)).toBeVisible();

  await page.getByRole("button", { name: "Ask the bank" }).click();
  await expect(page.getByText("It answers, and knows us")).toBeVisible();
  await page.getByRole("button", { name: "Enable", exact: true }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Enable it" }).click();
  await expect(page.getByText("Enabled, and its bank answers.")).toBeVisible();
  await expectAccessible(page, "a connection");
}

/** Makes a merchant in Ireland and its owner; answers the owner's address. */
async function newMerchant(page: Page, name: string): Promise<string> {
  const owner = `owner@${name.toLowerCase().replaceAll(/[^a-z]/g, "")}.example`;
  await openOperator(page, "Merchants");
  await page.getByRole("button", { name: "New merchant" }).click();
  const form = page.getByRole("dialog", { name: "New merchant" });
  await form.getByRole("button", { name: "Create the merchant" }).click();
  await expect(form.getByRole("alert")).toContainText("1 to 70 characters");
  await form.getByRole("textbox", { name: "Name" }).fill(name);
  await form.getByRole("textbox", { name: "Country" }).fill("ie");
  await form.getByRole("button", { name: "Create the merchant" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
  await page.getByRole("button", { name: "Give access" }).click();
  const access = page.getByRole("dialog", { name: `Give access to ${name}` });
  await access.getByRole("textbox", { name: "E-mail address" }).fill(owner);
  await access.getByRole("textbox", { name: "Name" }).fill("Aoife Byrne");
  await access.getByRole("button", { name: "Give access" }).click();
  await expect(page.getByRole("row", { name: /Aoife Byrne/ })).toContainText("owner");
  return owner;
}

test("an operator makes a merchant and adds a bank, and the merchant is paid by it", async ({ page, browser }) => {
  const name = "Dublin Pottery";
  await startSession(page, USERS.operator);
  await page.goto("/operator");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/[.]$/);
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
    await page.getByRole("alertdialog").getByRole("button", { name: "Disable it" }).click();
    await expect(page.getByText(/^Disabled: nothing new goes over it/)).toBeVisible();
  }
  const audited = await query("SELECT action FROM audit_entries WHERE subject_id = $1 ORDER BY id", [CONNECTION]);
  const actions = ["connection.created", "connection.tested", "connection.enabled", "connection.disabled"];
  expect(audited.map(({ action }) => action)).toEqual(actions);
});

test("a merchant is suspended with a reason, looked at, and let take money again", async ({ page }) => {
  test.slow();
  await startSession(page, USERS.operator);
  await page.goto("/operator/merchants");
  await newMerchant(page, "Cork Weavers");
  await ready(page);
  await page.getByRole("button", { name: "Suspend" }).click();
  const drawer = page.getByRole("dialog", { name: "Suspend Cork Weavers" });
  await drawer.getByRole("button", { name: "Suspend it" }).click();
  await expect(drawer.getByRole("alert")).toContainText("characters that say why");
  await drawer.getByRole("textbox", { name: "Why" }).fill("Complaints of shoppers.");
  await drawer.getByRole("button", { name: "Suspend it" }).click();
  await expect(page.getByText("Takes no live payment just now.")).toBeVisible();
  await expect(page.getByText("Suspended: Complaints of shoppers.")).toBeVisible();
  await expectAccessible(page, "a suspended merchant");

  await page.goto("/operator/merchants?state=suspended");
  await expect(page.getByRole("row", { name: /Cork Weavers/ })).toContainText("Suspended");
  await page.getByRole("link", { name: "Cork Weavers" }).click();
  await ready(page);
  await page.getByRole("button", { name: "Let it take money again" }).click();
  await page.getByRole("textbox", { name: "Why" }).fill("Settled.");
  await page.getByRole("button", { name: "Let it take money", exact: true }).click();
  await expect(page.getByText("Suspended: ")).toHaveCount(0);

  await page.getByRole("button", { name: "Open its Console" }).click();
  await expect(page).toHaveURL(/\/console/);
  await expect(page.getByRole("navigation", { name: "Console" })).toContainText("Cork Weavers");
});

test("a merchant's API limit is set beside what it used, and taken away", async ({ page }) => {
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
  await drawer.getByRole("spinbutton", { name: "Requests a minute" }).fill("600");
  await drawer.getByRole("button", { name: "Save the limit" }).click();
  await expect(row.getByRole("button", { name: `Set the limit of ${name}: 600` })).toBeVisible();
  await expectAccessible(page, "the use of the API");
  await row.getByRole("button", { name: `Set the limit of ${name}: 600` }).click();
  await drawer.getByRole("spinbutton", { name: "Requests a minute" }).fill("");
  await drawer.getByRole("button", { name: "Save the limit" }).click();
  await expect(row.getByRole("button", { name: `Set the limit of ${name}: None` })).toBeVisible();
});

test("the operator's section is there for the platform's people alone", async ({ page, request }) => {
  const nobody = await request.get("/operator/merchants", { maxRedirects: 0 });
  expect(nobody.headers()["location"]).toBe("/sign-in?to=%2Foperator%2Fmerchants");
  await startSession(page, USERS.owner);
  for (const path of ["", "/merchants", "/usage", "/people", "/banks", "/to-look-at", "/partners", "/mails"]) {
    const answer = await page.goto(`/operator${path}`);
    expect([path, answer?.status()]).toEqual([path, 404]);
  }
});
