// A user for one spec alone, whose sign-in methods it may change.
import { randomUUID } from "node:crypto";
import { expect, type Page } from "@playwright/test";
import { Secret, TOTP } from "otpauth";
import { newOperator } from "../product/platform";
import { ready } from "../ready";
import { query } from "../shared";
import { baseUrl } from "../shop";
import { requestCode, typeCode } from "./console";
import { startSession } from "./session";

/** A merchant without a partner that no other spec uses. */
const KESTREL = "01931f00-0000-7000-8000-000000000013";

/** Inserts an owner of the merchant; returns the e-mail address. */
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

/** The code mailed last to an address. */
export async function codeMailedTo(email: string): Promise<string> {
  const [mail] = await query<{ text: string }>("SELECT text FROM mails WHERE recipient = $1 ORDER BY id DESC LIMIT 1", [
    email,
  ]);
  return /^[A-Z2-9]{6}$/m.exec(mail?.text ?? "")?.[0] ?? "none";
}

/** The subjects of the mails to an address, in their order. */
export async function subjectsTo(email: string): Promise<string[]> {
  const rows = await query<{ subject: string }>("SELECT subject FROM mails WHERE recipient = $1 ORDER BY id", [email]);
  return rows.map(({ subject }) => subject);
}

/** Enters the address and the mailed code. The next page depends on the user's two-factor settings. */
export async function passFirstStep(page: Page, email: string, to = "/account"): Promise<void> {
  await requestCode(page, baseUrl, email, `/sign-in?to=${encodeURIComponent(to)}`);
  await typeCode(page, await codeMailedTo(email));
}

/** Signs in and opens the page of the user's own sign-in methods. */
export async function openAccount(page: Page, email: string): Promise<void> {
  await passFirstStep(page, email);
  await expect(page.getByRole("heading", { level: 1, name: "Security" })).toBeVisible();
}

/** Makes the user's last proof of identity 11 minutes old: older than step-up accepts. */
export async function expireProof(email: string): Promise<void> {
  await query(
    `UPDATE user_sessions SET verified_at = app_now() - interval '11 minutes'
     WHERE user_id = (SELECT id FROM users WHERE email = $1)`,
    [email],
  );
}

/** The code of an authenticator app, `steps` times 30 s from now. */
export function appCode(secret: string, steps = 0): string {
  const timestamp = Date.now() + steps * 30_000;
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
}

/** Adds a virtual authenticator that stores passkeys and always verifies the user. */
export async function addPasskeyDevice(page: Page): Promise<void> {
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

/** Opens a page as a new owner of the installation, so that a step-up belongs to one test; returns the e-mail address. */
export async function openAsOperator(page: Page, to: string): Promise<string> {
  const email = `ops-${randomUUID().slice(0, 8)}@operator.example`;
  await newOperator(email);
  await startSession(page, email);
  await page.goto(baseUrl + to);
  await ready(page);
  await expect(page).toHaveURL(baseUrl + to);
  return email;
}
