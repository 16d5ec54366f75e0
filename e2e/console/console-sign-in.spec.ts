import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "../support/axe";
import { openPage } from "../support/console/console";
import {
  addPasskeyDevice,
  appCode,
  codeMailedTo,
  expireProof,
  newOwner,
  openAccount,
  passFirstStep,
  subjectsTo,
} from "../support/console/own-user";
import { ready } from "../support/ready";
import { query } from "../support/shared";
import { baseUrl } from "../support/shop";

async function signOut(page: Page): Promise<void> {
  await page.goto(`${baseUrl}/account`);
  await page.getByRole("button", { name: "Sign out", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sign in to the Console");
  await ready(page);
}

const token = async (page: Page) =>
  (await page.context().cookies(baseUrl)).find(({ name }) => name.endsWith("bankside.session"))?.value;

test("a passkey is added, signs in to this address only, and is removed", async ({ page }) => {
  const email = await newOwner("Pia");
  await addPasskeyDevice(page);
  await openAccount(page, email);
  await expectAccessible(page, "the account");
  await page.getByRole("button", { name: "Add passkey" }).click();
  const form = page.getByRole("dialog", { name: "Add passkey" });
  await form.getByRole("textbox", { name: "Name" }).fill("Desk");
  await expectAccessible(page, "a new passkey");
  await form.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("button", { name: "Rename Desk" })).toBeVisible();
  await signOut(page);
  await page.goto(`${baseUrl}/sign-in?to=${encodeURIComponent("//evil.example/console")}`);
  await ready(page);
  await page.getByRole("button", { name: "Use passkey" }).click();
  await expect(page).toHaveURL(`${baseUrl}/console`);
  await page.goto(`${baseUrl}/account`);
  await expect(page.getByText("You signed in with a passkey")).toBeVisible();
  await expireProof(email);
  await page.getByRole("button", { name: "Remove Desk" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove passkey" }).click();
  // A mailed code would be weaker than the sign-in: without the passkey the way is another sign-in.
  const question = page.getByRole("region", { name: "Confirm your identity" });
  const other = question.getByRole("link", { name: "sign in again with a code" });
  await expect(other).toHaveAttribute("href", "/sign-in?error=again&to=%2Faccount");
  await expect(question.getByRole("button", { name: "Send code" })).toBeHidden();
  await expectAccessible(page, "the question for the passkey");
  await question.getByRole("button", { name: "Use passkey" }).click();
  await expect(page.getByRole("alertdialog")).toBeHidden();
  await expect(page.getByRole("button", { name: "Remove Desk" })).toBeHidden();
  await signOut(page);
  await page.getByRole("button", { name: "Use passkey" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "This passkey was not accepted." })).toBeVisible();
  expect(await subjectsTo(email)).toEqual([
    "Your code for the Bankside Console",
    "A passkey was added",
    "A passkey was removed",
  ]);
});

test("two-factor authentication is set up, required after the code, replaced once by a recovery code, and removed", {
  tag: "@deep",
}, async ({ page }) => {
  const email = await newOwner("Tom");
  await openAccount(page, email);
  await page.getByRole("button", { name: "Set up app" }).click();
  const setup = page.getByRole("dialog", { name: "Set up authenticator app" });
  await expect(setup.getByAltText("The code for your authenticator app")).toBeVisible();
  await expectAccessible(page, "the app to be set up");
  const secret = (await setup.locator("code").innerText()).replaceAll(" ", "");
  await setup.getByRole("textbox", { name: "Code from the app" }).fill(appCode(secret));
  await setup.getByRole("button", { name: "Confirm app" }).click();
  const shown = page.getByRole("alertdialog", { name: "Save these codes now" });
  const keptCode = async () => {
    await expect(shown.locator("code")).toHaveCount(10);
    await expectAccessible(page, "the recovery codes");
    const [first = ""] = await shown.locator("code").allInnerTexts();
    await shown.getByRole("checkbox").check();
    await shown.getByRole("button", { name: "Done" }).click();
    return first;
  };
  const first = await keptCode();
  const renewButton = page.getByRole("button", { name: "New recovery codes" });
  await expect(renewButton).toBeFocused();
  await signOut(page);

  const field = page.getByRole("textbox", { name: /^Code from your app/ });
  const type = async (code: string) => {
    await field.fill(code);
    await page.getByRole("button", { name: "Sign in" }).click();
  };
  await passFirstStep(page, email);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Two-factor authentication");
  await expectAccessible(page, "two-factor authentication");
  await page.goto(`${baseUrl}/console`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sign in to the Console");
  await page.goto(`${baseUrl}/sign-in/two-factor`);
  await type("000000");
  await expect(page.getByText("Wrong or already used code. 9 attempts left.")).toBeVisible();
  await type(appCode(secret, 1));
  await expect(page.getByText("10 recovery codes left")).toBeVisible();
  await signOut(page);

  await passFirstStep(page, email);
  await type(first.toLowerCase());
  await expect(page.getByText("9 recovery codes left")).toBeVisible();
  await renewButton.click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Create 10 codes" }).click();
  const renewed = await keptCode();
  await expect(renewButton).toBeFocused();
  await expect(page.getByText("10 recovery codes left")).toBeVisible();
  await signOut(page);
  await passFirstStep(page, email);
  await type(first);
  await expect(page.getByText("Wrong or already used code.")).toBeVisible();

  await type(renewed);
  await page.getByRole("button", { name: "Remove app" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove app" }).click();
  await expect(page.getByRole("button", { name: "Set up app" })).toBeFocused();
  await signOut(page);
  await openAccount(page, email);
  expect((await subjectsTo(email)).filter((subject) => !subject.startsWith("Your code"))).toEqual([
    "Two-factor authentication was set up",
    "A recovery code was used",
    "New recovery codes",
    "A recovery code was used",
    "Two-factor authentication was removed",
  ]);
});

test("creating an API key requires a step-up, does nothing before it, and continues after it", async ({ page }) => {
  const email = await newOwner("Ada");
  await passFirstStep(page, email, "/console");
  await openPage(page, "API keys");
  await expireProof(email);
  const make = async () => {
    await page.getByRole("button", { name: "Create API key" }).click();
    await page.getByRole("textbox", { name: "Name" }).fill("Server of Ada");
    await page.getByRole("button", { name: "Create key" }).click();
  };
  await make();
  // At the foot of the drawer whose call asks for it, and in no layer of its own.
  const drawer = page.getByRole("dialog", { name: "Create API key" });
  const question = drawer.getByRole("region", { name: "Confirm your identity" });
  await expect(question.getByRole("button", { name: "Send code" })).toBeVisible();
  await expect(question).toBeFocused();
  await expect(page.getByRole("dialog")).toHaveCount(1);
  await expectAccessible(page, "the question for a fresh proof");
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(question).toBeHidden();
  await expect(drawer.getByRole("textbox", { name: "Name" })).toHaveValue("Server of Ada");
  const countOf = () => query("SELECT id FROM credentials WHERE name = 'Server of Ada'");
  expect(await countOf()).toEqual([]);

  const before = await token(page);
  await page.getByRole("button", { name: "Create key" }).click();
  await question.getByRole("button", { name: "Send code" }).click();
  const code = question.getByRole("textbox", { name: "Code from the e-mail" });
  await code.fill("OOOOOO");
  await question.getByRole("button", { name: "Confirm" }).click();
  await expect(question.getByText("The code is wrong or has expired. 4 attempts left.")).toBeVisible();
  await code.fill(await codeMailedTo(email));
  await question.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByRole("alertdialog", { name: "Copy this secret now" })).toBeVisible();
  expect(await countOf()).toHaveLength(1);
  expect(await token(page)).not.toBe(before);
});

test("signing out everywhere ends every session at once", { tag: "@deep" }, async ({ page, browser }) => {
  const email = await newOwner("Leo");
  await openAccount(page, email);
  const elsewhere = await (await browser.newContext()).newPage();
  await openAccount(elsewhere, email);
  expect(await subjectsTo(email)).toContain("A sign-in from a new device");
  const third = await (await browser.newContext()).newPage();
  await openAccount(third, email);

  await page.reload();
  await page.getByRole("button", { name: "Sign out Chrome on Linux" }).first().click();
  await expect(page.getByRole("button", { name: "Sign out Chrome on Linux" })).toHaveCount(1);
  await expect(page.getByRole("region", { name: "Sessions" })).toBeFocused();
  await page.getByRole("button", { name: "Sign out everywhere", exact: true }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Sign out everywhere" }).click();
  await expect(page.getByText("You are signed out everywhere")).toBeVisible();
  for (const other of [page, elsewhere, third]) {
    await other.goto(`${baseUrl}/account`);
    await expect(other.getByRole("heading", { level: 1 })).toHaveText("Sign in to the Console");
    await expect(other.getByText("Your session was ended: you signed out on another device")).toBeVisible();
  }
  const end = (await third.context().cookies(`${baseUrl}/sign-in`)).find(({ name }) => name.endsWith("ends_at"));
  await third
    .context()
    .addCookies([{ name: end?.name ?? "", value: "2026-01-01T00:00:00.000Z", url: `${baseUrl}/sign-in` }]);
  await third.goto(`${baseUrl}/sign-in`);
  await expect(third.getByText("Your session ended because it was 12 hours old.")).toBeVisible();
  await elsewhere.context().close();
  await third.context().close();
});

test("an unknown error in the address of the sign-in and of the visit shows no note, and no failure", async ({
  page,
}) => {
  for (const name of ["unknown", "__proto__", "constructor", "toString"])
    for (const path of ["/sign-in", "/try"]) {
      const answer = await page.request.get(`${baseUrl}${path}?error=${name}`);
      expect([path, name, answer.status()]).toEqual([path, name, 200]);
    }
});
