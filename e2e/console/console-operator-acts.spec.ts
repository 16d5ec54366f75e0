// What the operator does for one merchant or bank: manage accounts, save a connection, approve names.
import { randomUUID } from "node:crypto";
import { expect, test } from "@playwright/test";
import { fictitiousIban, formatIban } from "../../server/lib/money/iban";
import { insertConnection } from "../support/console/console-pages";
import { openAsOperator, subjectsTo } from "../support/console/own-user";
import { startSession, USERS } from "../support/console/session";
import { newMerchant } from "../support/product/platform";
import { ready } from "../support/ready";
import { query } from "../support/shared";
import { baseUrl } from "../support/shop";

test("a merchant's receiving account is added with valid data, given another role, and closed", {
  tag: "@deep",
}, async ({ page }) => {
  const iban = fictitiousIban("EUR", randomUUID());
  const shown = `Looms bank ${iban.slice(-4)}`;
  const id = await newMerchant("Galway Looms", `looms-${randomUUID().slice(0, 8)}@shop.example`);
  const disabled = await insertConnection(query, `a-bank-${id}`, baseUrl);
  await openAsOperator(page, `/operator/merchants/${id}`);
  const listed = page.waitForResponse("**/api/trpc/**connections.list**");
  await page.getByRole("button", { name: "Add account" }).click();
  const form = page.getByRole("dialog", { name: "Add account" });
  await form.getByRole("checkbox", { name: /^Test account/ }).check();
  // A disabled connection accepts no account and is not offered.
  expect(await (await listed).text()).toContain(disabled);
  const connection = form.getByRole("combobox", { name: "Connection" });
  await expect(connection).toHaveValue("riverbank");
  await expect(connection).not.toContainText(disabled);
  await form.getByRole("textbox", { name: "IBAN" }).fill(`${iban.slice(0, -1)}${(Number(iban.at(-1)) + 1) % 10}`);
  await form.getByRole("textbox", { name: "Currency" }).fill("EUR");
  const add = form.getByRole("button", { name: "Add account" });
  await add.click();
  await expect(form.getByRole("textbox", { name: "IBAN" })).toHaveAttribute("aria-invalid", "true");
  const accounts = async () => {
    const sql = `SELECT iban, currency, roles, closed_at IS NOT NULL AS closed FROM managed_accounts WHERE merchant_id = $1
      AND bank_name = 'Looms bank'`;
    return query(sql, [id]);
  };
  expect(await accounts()).toEqual([]);

  await form.getByRole("textbox", { name: "IBAN" }).fill(formatIban(iban));
  await form.getByRole("textbox", { name: /^Bank name in the Console/ }).fill("Looms bank");
  await form.getByRole("textbox", { name: "Currency" }).fill("XXY");
  await add.click();
  await expect(form.getByRole("textbox", { name: "Currency" })).toHaveAttribute("aria-invalid", "true");
  expect(await accounts()).toEqual([]);
  await form.getByRole("textbox", { name: "Currency" }).fill("eur");
  await add.click();
  await expect(form).toHaveCount(0);
  expect(await accounts()).toEqual([{ iban, currency: "EUR", roles: ["receiving"], closed: false }]);
  const row = page.getByRole("row", { name: /Looms bank/ });
  await expect(row).not.toContainText(iban);

  const choose = async (act: string) => {
    await page.getByRole("button", { name: `Change ${shown}` }).click();
    await page.getByRole("menuitem", { name: act }).click();
  };
  await choose("Change roles");
  const roles = page.getByRole("dialog", { name: shown });
  await expect(roles).toBeVisible();
  await page.reload();
  await roles.getByRole("checkbox", { name: /^receiving/ }).uncheck();
  await roles.getByRole("button", { name: "Save roles" }).click();
  await expect(roles.getByRole("alert")).toBeVisible();
  await roles.getByRole("checkbox", { name: /^refund/ }).check();
  await roles.getByRole("button", { name: "Save roles" }).click();
  await expect(row).toContainText("refund");
  expect(await accounts()).toMatchObject([{ roles: ["refund"] }]);

  await choose("Close account");
  await page.getByRole("alertdialog").getByRole("button", { name: "Close account" }).click();
  await expect(row).toContainText("closed");
  expect(await accounts()).toMatchObject([{ closed: true }]);
});

test("a saved connection is what its form shows next, and Edit has the focus after the save", {
  tag: "@deep",
}, async ({ page }) => {
  const id = await insertConnection(query, `b-bank-of-a-long-name-${randomUUID().slice(0, 8)}`, baseUrl);
  await openAsOperator(page, "/operator/banks");
  const listed = page.getByRole("row", { name: new RegExp(id) });
  // The id is cut, and its tag stays inside the cell.
  const edges = await listed.evaluate((row) =>
    [row.querySelector("a + span"), row.firstElementChild].map((one) => one?.getBoundingClientRect().right ?? 0),
  );
  expect(edges[0]).toBeLessThanOrEqual(edges[1] ?? 0);
  await listed.getByRole("link").click();
  const edit = page.getByRole("button", { name: "Edit", exact: true });
  await edit.press("Enter");
  const form = page.getByRole("dialog", { name: "Edit connection" });
  const text = form.getByRole("textbox", { name: "Connection as JSON" });
  const written = JSON.parse(await text.inputValue());
  const changed = { ...written, profile: { ...written.profile, cancel: false } };
  await text.fill(JSON.stringify(changed));
  await form.getByRole("button", { name: "Check connection" }).click();
  await form.getByRole("button", { name: "Save changes" }).press("Enter");
  await expect(form).toHaveCount(0);
  await expect(async () => {
    await expect(edit).toBeFocused();
    await page.keyboard.press("Enter");
    const shown = JSON.parse(await text.inputValue());
    await page.keyboard.press("Escape");
    await expect(form).toHaveCount(0);
    expect(shown).toMatchObject({ profile: { id, cancel: false } });
  }).toPass();
});

test("a suspension without a response is offered again as a suspension, also once the merchant is suspended", {
  tag: "@deep",
}, async ({ page }) => {
  const id = await newMerchant("Sligo Looms", `looms-${randomUUID().slice(0, 8)}@shop.example`);
  await openAsOperator(page, `/operator/merchants/${id}`);
  await page.getByRole("button", { name: "Suspend" }).click();
  const drawer = page.getByRole("dialog", { name: "Suspend Sligo Looms" });
  await drawer.getByRole("textbox", { name: "Reason" }).fill("Complaints of customers.");
  await page.route("**/platform.merchants.switch*", async (route) => {
    await route.fetch();
    await route.abort();
  });
  await drawer.getByRole("button", { name: "Suspend merchant" }).click();
  await expect(drawer.getByRole("alert")).toContainText("The server didn’t respond.");
  await expect(page.getByText("Suspended: Complaints of customers.")).toBeVisible();
  await expect(drawer.getByRole("button", { name: "Suspend merchant" })).toBeVisible();
});

test("a suspension that is sent while the server is unreachable keeps its reason, and is sent by the next press", {
  tag: "@deep",
}, async ({ page, context }) => {
  const id = await newMerchant("Cork Looms", `looms-${randomUUID().slice(0, 8)}@shop.example`);
  await openAsOperator(page, `/operator/merchants/${id}`);
  await page.getByRole("button", { name: "Suspend" }).click();
  const drawer = page.getByRole("dialog", { name: "Suspend Cork Looms" });
  const reason = drawer.getByRole("textbox", { name: "Reason" });
  await reason.fill("Complaints of customers.");
  // Of the page itself: Next replaces a page whose request fails by that of the browser.
  const asked: string[] = [];
  page.on("request", (one) => void (new URL(one.url()).pathname.startsWith("/operator") && asked.push(one.url())));
  await context.setOffline(true);
  await drawer.getByRole("button", { name: "Suspend merchant" }).click();
  await expect(drawer.getByRole("alert")).toContainText("The server didn’t respond.");
  await expect(reason).toHaveValue("Complaints of customers.");
  expect(asked).toEqual([]);
  await context.setOffline(false);
  await drawer.getByRole("button", { name: "Suspend merchant" }).click();
  await expect(drawer).toHaveCount(0);
  await expect(page.getByText("Suspended: Complaints of customers.")).toBeVisible();
});

test("a note has space between it and the section that follows", { tag: "@deep" }, async ({ page }) => {
  const space = async (words: string, name: string) => {
    const note = await page.getByText(words).locator("xpath=ancestor-or-self::div[1]").boundingBox();
    const section = await page.getByRole("heading", { name, exact: true }).locator("xpath=..").boundingBox();
    return (section?.y ?? 0) - ((note?.y ?? 0) + (note?.height ?? 0));
  };
  const id = await newMerchant("Trim Looms", `looms-${randomUUID().slice(0, 8)}@shop.example`);
  await query("UPDATE merchants SET suspended_at = app_now() WHERE id = $1", [id]);
  await openAsOperator(page, `/operator/merchants/${id}`);
  expect(await space("New live payments are rejected", "Accounts")).toBeGreaterThanOrEqual(16);
  await startSession(page, USERS.viewer);
  await page.goto(`${baseUrl}/console/checkout`);
  await ready(page);
  expect(await space("Only owners and admins can change these settings.", "Name and colour")).toBeGreaterThanOrEqual(
    16,
  );
});

test("a question stays the one that was asked when the connection is enabled meanwhile", { tag: "@deep" }, async ({
  page,
}) => {
  const id = await insertConnection(query, `c-bank-${randomUUID().slice(0, 8)}`, baseUrl);
  await openAsOperator(page, `/operator/banks/${id}`);
  await page.getByRole("button", { name: "Enable", exact: true }).click();
  const question = page.getByRole("alertdialog", { name: `Enable ${id}?` });
  await expect(question).toBeVisible();
  // As after another operator’s press; enabled in fact, other journeys would pay through it.
  await page.route("**/api/trpc/*connections.get*", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replaceAll('"enabled":false', '"enabled":true') });
  });
  await expect(page.getByText("Disabled: no new payments.")).toHaveCount(0, { timeout: 15_000 });
  await expect(question.getByRole("button", { name: "Enable connection" })).toBeVisible();
});

test("a merchant's new name is shown once it is approved, and its people see the reason of a rejection", {
  tag: "@deep",
}, async ({ page, browser }) => {
  const owner = `names-${randomUUID().slice(0, 8)}@shop.example`;
  const id = await newMerchant("Galway Wool", owner);
  const ask = (name: string) =>
    query(
      "INSERT INTO merchant_name_requests (id, merchant_id, name, previous_name) VALUES ($1, $2, $3, 'Galway Wool')",
      [randomUUID(), id, name],
    );
  const nameOf = async () =>
    (await query<{ brand_name: string }>("SELECT brand_name FROM merchants WHERE id = $1", [id]))[0];
  const refusedName = `Revenue ${id.slice(-6)}`;
  await ask(refusedName);
  await openAsOperator(page, "/operator/names");
  await page.getByRole("button", { name: `Reject ${refusedName}` }).click();
  const drawer = page.getByRole("dialog", { name: `Reject “${refusedName}”` });
  await drawer.getByRole("textbox", { name: "Reason" }).fill("It is an authority's name.");
  await drawer.getByRole("button", { name: "Reject name" }).click();
  await expect(drawer).toHaveCount(0);
  await expect(page.getByRole("row", { name: new RegExp(refusedName) })).toHaveCount(0);

  const theirs = await (await browser.newContext()).newPage();
  await startSession(theirs, owner);
  await theirs.goto(`${baseUrl}/console/checkout`);
  await expect(theirs.getByRole("main")).toContainText(`“${refusedName}” was not approved: It is an authority's name.`);
  expect(await nameOf()).toEqual({ brand_name: "Galway Wool" });

  const approvedName = `Woollens ${id.slice(-6)}`;
  await ask(approvedName);
  await theirs.reload();
  await expect(theirs.getByRole("main")).toContainText(`“${approvedName}” is awaiting approval.`);
  await page.reload();
  await ready(page);
  await page.getByRole("button", { name: `Approve ${approvedName}` }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Approve name" }).click();
  // Content behind an open dialog has no role, so the row is searched after closing it.
  await expect(page.getByRole("alertdialog")).toHaveCount(0);
  await expect(page.getByRole("row", { name: new RegExp(approvedName) })).toHaveCount(0);
  expect(await nameOf()).toEqual({ brand_name: approvedName });
  expect(await subjectsTo(owner)).toEqual(["Your checkout name was not approved", "Your checkout name was approved"]);
  await theirs.context().close();
});
