// The steps of a merchant in the Console.
import { expect, type Page } from "@playwright/test";
import { ready } from "./ready";
import type { Credential } from "./rest";
import { startSession, USERS } from "./session";
import { baseUrl } from "./shop";
import { forgetRequester } from "./sign-in-limit";

export { USERS };

/** The codes in the outbox, newest first. */
async function codesMailed(page: Page, base: string): Promise<string[]> {
  const html = await (await page.request.get(`${base}/outbox`)).text();
  return [...html.matchAll(/<b[^>]*>([A-Z2-9]{6})<\/b>/g)].map(([, code = ""]) => code);
}

/** Asks for a code and returns what was mailed since: another sign-in at the same time may have got one too. */
export async function askForCode(page: Page, base = baseUrl, email: string = USERS.owner): Promise<string[]> {
  const before = new Set(await codesMailed(page, base));
  await page.goto(`${base}/console`);
  await page.getByRole("textbox", { name: "Work e-mail" }).fill(email);
  if (base === baseUrl) await forgetRequester();
  await page.getByRole("button", { name: "Send me a code" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Type the code we mailed");
  return (await codesMailed(page, base)).filter((code) => !before.has(code));
}

/** Types a code and waits for the page that it leads to; says whether that is the Console. */
export async function typeCode(page: Page, code: string): Promise<boolean> {
  // The load that is waited for below is not this page's.
  await page.waitForLoadState();
  await page.getByRole("textbox", { name: "Code" }).fill(code);
  await Promise.all([page.waitForEvent("load"), page.getByRole("button", { name: "Sign in" }).click()]);
  await ready(page);
  // Whoever acts for others chooses for whom first.
  return /^\/(?:console|acting)(?:\/|$)/.test(new URL(page.url()).pathname);
}

/** Opens the Console's first page with a session that was made for this browser. */
export async function signIn(page: Page, base = baseUrl, email: string = USERS.owner): Promise<void> {
  await startSession(page, email, base);
  await page.goto(`${base}/console`);
  await ready(page);
}

/** Opens the Console's first page through the pages of the sign-in. */
export async function signInByCode(page: Page, base = baseUrl, email: string = USERS.owner): Promise<void> {
  for (const code of await askForCode(page, base, email)) if (await typeCode(page, code)) return;
  throw new Error("No code from the outbox signed in.");
}

/** By the user's menu at the foot of the rail. */
export async function signOut(page: Page): Promise<void> {
  await page.getByRole("button", { name: /: your menu$/ }).click();
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sign in to the Console");
  await ready(page);
}

/** Opens one of the Console's pages by its link in the rail. */
export async function openPage(page: Page, name: string): Promise<void> {
  await page.getByRole("navigation", { name: "Console" }).getByRole("link", { name, exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await ready(page);
}

/** Makes a credential and answers what is shown once. */
export async function makeCredential(page: Page, name: string): Promise<Credential> {
  await openPage(page, "Credentials");
  await page.getByRole("button", { name: "New credential" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill(name);
  await page.getByRole("button", { name: "Create and show the secret" }).click();
  const values = page.getByRole("alertdialog").locator("dd code");
  await expect(values).toHaveCount(2);
  const [client_id = "", client_secret = ""] = await values.allInnerTexts();
  return { client_id, client_secret };
}

export type LinkWish = { amount: string; currency?: string; reference: string };

/** Makes a payment link and returns its address; the drawer that shows it stays open. */
export async function makeLink(page: Page, { amount, currency = "EUR", reference }: LinkWish): Promise<string> {
  await openPage(page, "Payment links");
  await page.getByRole("button", { name: "New payment link" }).click();
  const form = page.getByRole("dialog", { name: "New payment link" });
  await form.getByRole("textbox", { name: "Amount" }).fill(amount);
  await form.getByRole("combobox", { name: "Currency" }).selectOption(currency);
  await form.getByRole("textbox", { name: /^Reference/ }).fill(reference);
  await form.getByRole("button", { name: "Create the link" }).click();
  // The address comes a moment after the drawer; the way to it stands there from then on.
  const open = page.getByRole("dialog", { name: "The link" }).getByRole("link", { name: "Open it" });
  return (await open.getAttribute("href")) ?? "";
}
