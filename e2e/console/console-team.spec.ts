// Roles: an invitation, role changes during a session, and a partner's member who acts for a merchant.
import { randomUUID } from "node:crypto";
import { expect, type Page, test } from "@playwright/test";
import { chooseFrom, openPage, signIn, typeCode, USERS } from "../support/console/console";
import { appCode } from "../support/console/own-user";
import { startSession } from "../support/console/session";
import { resetSignInLimit } from "../support/console/sign-in-limit";
import { newMerchant } from "../support/product/platform";
import { ready } from "../support/ready";
import { query } from "../support/shared";
import { baseUrl } from "../support/shop";

/** The invitation links mailed to an address, from the outbox, newest first. */
async function invitationsMailed(page: Page, email: string): Promise<string[]> {
  const html = await (await page.request.get(`${baseUrl}/outbox`)).text();
  const mails = html.split(/<li\b/).filter((mail) => mail.includes(email));
  return mails.flatMap((mail) => /\/invitation\/binv_[\w-]{43}/.exec(mail)?.[0] ?? []);
}

/** Signs in from an invitation's page by a mailed code, which leads back to it. */
async function comeIn(page: Page): Promise<void> {
  const codes = async () => {
    const html = await (await page.request.get(`${baseUrl}/outbox`)).text();
    return [...html.matchAll(/<b[^>]*>([A-Z2-9]{6})<\/b>/g)].map(([, code = ""]) => code);
  };
  const before = new Set(await codes());
  await resetSignInLimit();
  await page.getByRole("button", { name: "Send code" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Enter the code from your e-mail");
  for (const code of (await codes()).filter((each) => !before.has(each))) {
    await typeCode(page, code);
    if (new URL(page.url()).pathname.startsWith("/invitation/")) return;
  }
  throw new Error("No code from the outbox led back to the invitation.");
}

const places = (page: Page) => page.getByRole("navigation", { name: "Console" });

test("an invited person joins, gets another role and is removed; each takes effect at once", { tag: "@deep" }, async ({
  page,
  browser,
}) => {
  const email = `rosa.${Date.now()}@olaria.example`;
  await signIn(page);
  await openPage(page, "Team");
  await page.getByRole("button", { name: "Invite member" }).click();
  const form = page.getByRole("dialog", { name: "Invite to Olaria do Norte" });
  await form.getByRole("textbox", { name: "Work e-mail" }).fill(email);
  await form.getByRole("textbox", { name: "Name" }).fill("Rosa Pinto");
  await expect(form.getByRole("radio", { name: /^Viewer/ })).toBeChecked();
  await form.getByRole("button", { name: "Send invitation" }).click();
  await expect(page.getByRole("status").filter({ hasText: email })).toBeVisible();
  await expect(page.getByRole("row", { name: new RegExp(email) })).toContainText("Viewer");

  const [link = ""] = await invitationsMailed(page, email);
  // A user with another address sees whose invitation it is.
  await page.goto(baseUrl + link);
  await expect(page.getByRole("main")).toContainText(`This invitation is for ${email}`);

  const rosa = await (await browser.newContext()).newPage();
  await rosa.goto(baseUrl + link);
  await expect(rosa.getByRole("heading", { level: 1 })).toHaveText("Join Olaria do Norte");
  await comeIn(rosa);
  await rosa.getByRole("textbox", { name: "Your name" }).fill("Rosa Maria Pinto");
  await rosa.getByRole("button", { name: "Join Olaria do Norte" }).click();
  await expect(places(rosa).getByRole("link", { name: "Payments", exact: true })).toBeVisible();
  await expect(places(rosa).getByRole("link", { name: "API keys" })).toHaveCount(0);
  await rosa.goto(baseUrl + link);
  await expect(rosa.getByRole("heading", { level: 1 })).toHaveText("This invitation isn’t valid");

  await page.goto(`${baseUrl}/console/team`);
  const menu = page.getByRole("row", { name: new RegExp(email) }).getByRole("button", { name: /^Change / });
  await chooseFrom(page, menu, "Change role");
  const role = page.getByRole("dialog", { name: "Role of Rosa Maria Pinto" });
  await role.getByRole("radio", { name: /^Developer/ }).check();
  await role.getByRole("button", { name: "Change role" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Rosa Maria Pinto’s role is now developer." })).toBeVisible();
  await rosa.goto(`${baseUrl}/console/api-keys`);
  await expect(rosa.getByRole("button", { name: "Create API key" })).toBeVisible();

  await chooseFrom(page, menu, "Remove");
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Rosa Maria Pinto removed." })).toBeVisible();
  await expect(page.getByRole("row", { name: new RegExp(email) })).toHaveCount(0);
  // A link renders the page alone, in the frame of the merchant that Rosa has left.
  await places(rosa).getByRole("link", { name: "Payments", exact: true }).click();
  await expect(rosa.getByRole("heading", { level: 1 })).toHaveText("No access to a merchant");
  await expect(places(rosa)).toHaveCount(0);
  await rosa.goto(`${baseUrl}/console/payments`);
  await expect(rosa.getByRole("heading", { level: 1 })).toHaveText("No access to a merchant");
  await rosa.context().close();
});

test("an invitation can't be resent at once, and a cancelled one no longer opens", { tag: "@deep" }, async ({
  page,
}) => {
  const email = `nuno.${Date.now()}@olaria.example`;
  await signIn(page, baseUrl, USERS.admin);
  await openPage(page, "Team");
  await page.getByRole("button", { name: "Invite member" }).click();
  const form = page.getByRole("dialog", { name: "Invite to Olaria do Norte" });
  // A member cannot give a role above their own.
  await expect(form.getByRole("radio", { name: /^Owner/ })).toHaveCount(0);
  await form.getByRole("textbox", { name: "Work e-mail" }).fill("not an address");
  await form.getByRole("textbox", { name: "Name" }).fill("Nuno");
  await form.getByRole("button", { name: "Send invitation" }).click();
  await expect(form.getByRole("alert")).toContainText("Enter an e-mail address");
  await form.getByRole("textbox", { name: "Work e-mail" }).fill(email);
  await form.getByRole("button", { name: "Send invitation" }).click();
  const row = page.getByRole("row", { name: new RegExp(email) });
  await expect(row).toBeVisible();
  // A phone shows no heads of columns.
  const window = page.viewportSize() ?? { width: 1280, height: 720 };
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(row).toContainText("Expires ", { useInnerText: true });
  await page.setViewportSize(window);
  await row.getByRole("button", { name: /^Send the invitation/ }).click();
  await expect(page.getByRole("alert").filter({ hasText: "a moment ago" })).toBeVisible();
  const [link = ""] = await invitationsMailed(page, email);
  await row.getByRole("button", { name: /^Cancel/ }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Cancel invitation" }).click();
  await expect(page.getByRole("status").filter({ hasText: "cancelled" })).toBeVisible();
  await expect(row).toHaveCount(0);
  await page.goto(baseUrl + link);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("This invitation isn’t valid");
});

test("a partner's member acts for a merchant under a band and stops; the audit log names them", async ({ page }) => {
  await signIn(page, baseUrl, USERS.partner);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Choose a merchant");
  await expect(page.getByRole("row", { name: /Kestrel Bicycles/ })).toHaveCount(0);
  await page.getByRole("button", { name: "Open Alder & Wren" }).click();
  const band = page.getByRole("complementary", { name: "Acting for a merchant" });
  await expect(band).toContainText("Acting for Alder & Wren as Ribeira Commerce Partners.");
  await openPage(page, "Team");
  await expect(band).toBeVisible();
  await page.getByRole("button", { name: "Merchant: Alder & Wren. Switch merchant" }).click();
  await page.getByRole("button", { name: "Olaria do Norte" }).click();
  await expect(band).toContainText("Acting for Olaria do Norte");
  await openPage(page, "Audit log");
  await expect(page.getByRole("row", { name: /Rui Tavares.*started acting for this merchant/ }).first()).toBeVisible();
  await band.getByRole("button", { name: "Stop acting" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Choose a merchant");
  // The Console asks which merchant to act for.
  await page.goto(`${baseUrl}/console/payments`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Choose a merchant");
  await page.getByRole("link", { name: "Team" }).click();
  await expect(page.getByRole("row", { name: /Rui Tavares/ })).toContainText("sole owner");
});

test("a partner's list of merchants shows their status on a phone too", { tag: "@deep" }, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, baseUrl, USERS.partner);
  await expect(page.getByRole("row", { name: /Alder & Wren/ })).toContainText("Active", { useInnerText: true });
});

const OFFERED: Record<Exclude<keyof typeof USERS, "partner" | "operator">, { links: string[]; none: string[] }> = {
  owner: { links: ["Payments", "Webhooks", "API keys", "Requests", "Team", "Audit log"], none: [] },
  admin: { links: ["Payments", "Webhooks", "API keys", "Requests", "Team", "Audit log"], none: [] },
  developer: { links: ["Payments", "Webhooks", "API keys", "Requests", "Team"], none: [] },
  finance: { links: ["Payments", "Payment links", "Balances", "Team"], none: ["Webhooks", "API keys", "Requests"] },
  viewer: { links: ["Payments", "Payment links", "Balances", "Team"], none: ["Webhooks", "API keys", "Requests"] },
};

for (const [role, { links, none }] of Object.entries(OFFERED)) {
  // Tests of code compare every role with every procedure; here is the weakest.
  const tag = role === "viewer" ? [] : "@deep";
  test(`${role}: sees the pages and buttons of the role and no others`, { tag }, async ({ page }) => {
    await signIn(page, baseUrl, USERS[role as keyof typeof OFFERED]);
    for (const name of links) await openPage(page, name);
    await places(page)
      .getByRole("link", { name: /^Integration(, |$)/ })
      .click();
    await expect(places(page).getByRole("link", { name: "Go live", exact: true })).toBeVisible();
    for (const name of none) await expect(places(page).getByRole("link", { name, exact: true })).toHaveCount(0);
    await openPage(page, "Team");
    const mayInvite = role === "owner" || role === "admin";
    await expect(page.getByRole("button", { name: "Invite member" })).toHaveCount(mayInvite ? 1 : 0);
    await expect(page.getByRole("button", { name: "Change Clara Antunes" })).toHaveCount(mayInvite ? 1 : 0);
    await openPage(page, "Payment links");
    const mayMakeLinks = role !== "viewer";
    await expect(page.getByRole("button", { name: "New payment link" })).toHaveCount(mayMakeLinks ? 1 : 0);
    if (none.length === 0) return;
    // Pages that are not offered are not reachable by their URL either.
    await page.goto(`${baseUrl}/console/api-keys`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Page not found");
    await expect(page.getByRole("button", { name: "Create API key" })).toHaveCount(0);
    await expect(page.getByRole("table")).toHaveCount(0);
  });
}

test("a team that requires two-factor authentication sends members to set it up before any other page", async ({
  page,
}) => {
  const owner = `looms-${randomUUID().slice(0, 8)}@shop.example`;
  const merchantId = await newMerchant("Sligo Looms", owner);
  await startSession(page, owner);
  await page.goto(`${baseUrl}/console/team`);
  await ready(page);
  await expect(page.getByRole("row", { name: new RegExp(owner) })).toContainText("two-factor off");
  await page.getByRole("button", { name: "Require two-factor authentication" }).click();
  const question = page.getByRole("alertdialog", { name: "Require two-factor authentication?" });
  await question.getByRole("button", { name: "Require two-factor" }).click();
  await expect(question).toContainText("set up two-factor authentication for yourself first");
  await question.getByRole("button", { name: "Cancel" }).click();

  // Another owner, who has two factors, requires it.
  await query("INSERT INTO two_factor_policies (id, merchant_id) VALUES ($1, $2)", [randomUUID(), merchantId]);
  await page.goto(`${baseUrl}/console/payments`);
  await ready(page);
  await expect(page).toHaveURL(`${baseUrl}/account`);
  await expect(page.getByText("Two-factor authentication is required.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Console", exact: true })).toHaveCount(0);
  const exported = await page.request.get(`${baseUrl}/console/payments/export.csv`);
  expect(exported.status()).not.toBe(200);

  await page.getByRole("button", { name: "Set up app" }).click();
  const setup = page.getByRole("dialog", { name: "Set up authenticator app" });
  const secret = (await setup.locator("code").innerText()).replaceAll(" ", "");
  await setup.getByRole("textbox", { name: "Code from the app" }).fill(appCode(secret));
  await setup.getByRole("button", { name: "Confirm app" }).click();
  const shown = page.getByRole("alertdialog", { name: "Save these codes now" });
  await shown.getByRole("checkbox").check();
  await shown.getByRole("button", { name: "Done" }).click();
  await page.getByRole("link", { name: "Go to the Console" }).click();
  await openPage(page, "Team");
  await expect(page.getByText(/^Required for members of Sligo Looms since/)).toBeVisible();
});
