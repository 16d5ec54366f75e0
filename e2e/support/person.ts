// Somebody of a journey's own: what they set up for their sign-in is nobody else's.
import { randomUUID } from "node:crypto";
import { expect, type Page } from "@playwright/test";
import { Secret, TOTP } from "otpauth";
import { ready } from "./ready";
import { query } from "./shared";
import { baseUrl } from "./shop";
import { forgetRequester } from "./sign-in-limit";

/** Owned by no partner, and of no other journey. */
const KESTREL = "01931f00-0000-7000-8000-000000000013";

/** A new owner of a merchant; answers the address. */
export async function newOwner(name: string): Promise<string> {
  const email = `${name.toLowerCase()}-${randomUUID().slice(0, 8)}@kestrel.example`;
  const [user] = await query<{ id: string }>("INSERT INTO users (id, email, name) VALUES ($1, $2, $3) RETURNING id", [
    randomUUID(),
    email,
    `${name} Kestrel`,
  ]);
  const membership = [randomUUID(), user?.id, KESTREL];
  await query("INSERT INTO memberships (id, user_id, merchant_id, role) VALUES ($1, $2, $3, 'owner')", membership);
  return email;
}

/** The code that was mailed last to that address. */
export async function codeMailedTo(email: string): Promise<string> {
  const [mail] = await query<{ text: string }>("SELECT text FROM mails WHERE recipient = $1 ORDER BY id DESC LIMIT 1", [
    email,
  ]);
  return /^[A-Z2-9]{6}$/m.exec(mail?.text ?? "")?.[0] ?? "none";
}

/** The subjects of the mails to that address, in their order. */
export async function subjectsTo(email: string): Promise<string[]> {
  const rows = await query<{ subject: string }>("SELECT subject FROM mails WHERE recipient = $1 ORDER BY id", [email]);
  return rows.map(({ subject }) => subject);
}

/** Types the address and the mailed code; what follows is for the journey to say. */
export async function passFirstStep(page: Page, email: string, to = "/account"): Promise<void> {
  await page.goto(`${baseUrl}/sign-in?to=${encodeURIComponent(to)}`);
  await page.getByRole("textbox", { name: "Work e-mail" }).fill(email);
  await forgetRequester();
  await page.getByRole("button", { name: "Send me a code" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Type the code we mailed");
  await page.waitForLoadState();
  await page.getByRole("textbox", { name: "Code" }).fill(await codeMailedTo(email));
  await Promise.all([page.waitForEvent("load"), page.getByRole("button", { name: "Sign in" }).click()]);
  await ready(page);
}

/** Comes to the page of one's own sign-in. */
export async function openAccount(page: Page, email: string): Promise<void> {
  await passFirstStep(page, email);
  await expect(page.getByRole("heading", { level: 1, name: "Your sign-in" })).toBeVisible();
}

/** A proof of theirs is longer ago than a dangerous act takes. */
export async function forgetProof(email: string): Promise<void> {
  await query(
    `UPDATE user_sessions SET verified_at = app_now() - interval '11 minutes'
     WHERE user_id = (SELECT id FROM users WHERE email = $1)`,
    [email],
  );
}

/** What an authenticator app says, `steps` times thirty seconds from now. */
export function appCode(secret: string, steps = 0): string {
  const timestamp = Date.now() + steps * 30_000;
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
}

/** Gives the browser a device that holds passkeys and is always touched by the right finger. */
export async function withDevice(page: Page): Promise<void> {
  const client = await page.context().newCDPSession(page);
  await client.send("WebAuthn.enable");
  await client.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}
