// The steps of a merchant in the Console.
import { expect, type Locator, type Page } from "@playwright/test";
import { ready } from "../ready";
import type { Credential } from "../rest";
import { baseUrl } from "../shop";
import { startSession, USERS } from "./session";
import { resetSignInLimit } from "./sign-in-limit";

export { USERS };

/** The codes in the outbox, newest first. */
async function codesMailed(page: Page, base: string): Promise<string[]> {
  const html = await (await page.request.get(`${base}/outbox`)).text();
  return [...html.matchAll(/<b[^>]*>([A-Z2-9]{6})<\/b>/g)].map(([, code = ""]) => code);
}

/** Requests a sign-in code at `path` and returns the codes mailed since. A sign-in in another test may add a code. */
export async function requestCode(
  page: Page,
  base = baseUrl,
  email: string = USERS.owner,
  path = "/console",
): Promise<string[]> {
  const before = new Set(await codesMailed(page, base));
  await page.goto(base + path);
  await page.getByRole("textbox", { name: "Work e-mail" }).fill(email);
  if (base === baseUrl) await resetSignInLimit();
  await page.getByRole("button", { name: "Send code" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Enter the code from your e-mail");
  return (await codesMailed(page, base)).filter((code) => !before.has(code));
}

/** Enters a code and waits for the next page; true when that is the Console. */
export async function typeCode(page: Page, code: string): Promise<boolean> {
  // This page has to be loaded first: the load event below must be the next page's.
  await page.waitForLoadState();
  await page.getByRole("textbox", { name: "Code" }).fill(code);
  await Promise.all([page.waitForEvent("load"), page.getByRole("button", { name: "Sign in" }).click()]);
  await ready(page);
  // A partner chooses a merchant first, at /acting.
  return /^\/(?:console|acting)(?:\/|$)/.test(new URL(page.url()).pathname);
}

/** Opens the Console's first page with a new session, without the sign-in pages. */
export async function signIn(page: Page, base = baseUrl, email: string = USERS.owner): Promise<void> {
  await startSession(page, email, base);
  await page.goto(`${base}/console`);
  await ready(page);
}

/** Opens the Console's first page through the sign-in pages. */
export async function signInByCode(page: Page, base: string, email: string = USERS.owner): Promise<void> {
  for (const code of await requestCode(page, base, email)) if (await typeCode(page, code)) return;
  throw new Error("No code from the outbox signed in.");
}

/** Opens a menu and chooses one of its items. */
export async function chooseFrom(page: Page, menu: Locator, item: string): Promise<void> {
  await menu.click();
  await page.getByRole("menuitem", { name: item }).click();
}

/** Signs out in the user's menu at the end of the navigation. */
export async function signOut(page: Page): Promise<void> {
  await chooseFrom(page, page.getByRole("button", { name: /^Account menu of/ }), "Sign out");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sign in to the Console");
  await ready(page);
}

const SECTION_OF: Record<string, string> = {
  ...Object.fromEntries(
    ["Go live", "Try it", "API keys", "Webhooks", "Events", "Requests"].map((name) => [name, "Integration"]),
  ),
  ...Object.fromEntries(["Business", "Checkout", "Team", "Audit log"].map((name) => [name, "Settings"])),
};

/** Opens one of the Console's pages by its link in the navigation. */
export async function openPage(page: Page, name: string): Promise<void> {
  const rail = page.getByRole("navigation", { name: "Console" });
  const section = SECTION_OF[name];
  // The pages of a section are shown while one of them is open; on a phone in a navigation of their own.
  const tabs = page.getByRole("navigation", { name: section ?? "Console", exact: true });
  // With the words of a warning, if there is one.
  const named = (word: string) => new RegExp(`^${word}(, |$)`);
  const link = rail
    .or(tabs)
    .or(page.getByRole("navigation", { name: "Webhooks" }))
    .getByRole("link", { name: named(name) });
  if (section && (await link.count()) === 0) {
    await rail.getByRole("link", { name: named(section) }).click();
    // The events are a tab of Webhooks for those who may open it.
    if (name === "Events")
      await rail
        .or(tabs)
        .getByRole("link", { name: named("(Webhooks|Events)") })
        .click();
    await expect(link).toBeVisible();
  }
  await link.click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await ready(page);
}

/** Creates a credential and returns its id and secret, which the page shows once. */
export async function makeCredential(page: Page, name: string): Promise<Credential> {
  await openPage(page, "API keys");
  await page.getByRole("button", { name: "Create API key" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill(name);
  await page.getByRole("button", { name: "Create key" }).click();
  const values = page.getByRole("alertdialog").locator("dd code");
  await expect(values).toHaveCount(2);
  const [client_id = "", client_secret = ""] = await values.allInnerTexts();
  return { client_id, client_secret };
}

export type LinkInput = { amount: string; currency?: string; reference: string };

/** Creates a payment link and returns its address; the drawer with the link stays open. */
export async function makeLink(page: Page, { amount, currency = "EUR", reference }: LinkInput): Promise<string> {
  await openPage(page, "Payment links");
  await page.getByRole("button", { name: "New payment link" }).click();
  const form = page.getByRole("dialog", { name: "New payment link" });
  await form.getByRole("textbox", { name: "Amount" }).fill(amount);
  await form.getByRole("combobox", { name: "Currency" }).selectOption(currency);
  await form.getByRole("textbox", { name: /^Reference/ }).fill(reference);
  await form.getByRole("button", { name: "Create link" }).click();
  // The address appears a moment after the drawer opens.
  const open = page.getByRole("dialog", { name: "Payment link" }).getByRole("link", { name: "Open link" });
  return (await open.getAttribute("href")) ?? "";
}
