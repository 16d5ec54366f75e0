// Signs a browser in by a session's row and cookie, without the sign-in pages, which have specs of their own.
import { createHash, randomBytes, randomUUID } from "node:crypto";
import { expect, type Page } from "@playwright/test";
import { databaseAt } from "../product/product";
import { baseUrl } from "../shop";
import { step } from "../step";

/** Users of the demo, by role. */
export const USERS = {
  owner: "ines@olaria.example",
  admin: "tiago@olaria.example",
  developer: "marta@olaria.example",
  finance: "joao@olaria.example",
  viewer: "clara@olaria.example",
  partner: "rui@ribeira.example",
  operator: "helena@operator.example",
} as const;

const INSERT = `
  INSERT INTO user_sessions (id, token_hash, user_id, way, expires_at)
  SELECT $1, $2, id, 'code', app_now() + interval '12 hours' FROM users WHERE email = $3 AND disabled_at IS NULL
  RETURNING id`;

/** Inserts a session like that of a sign-in by mailed code; returns its token. */
export async function newSession(email: string, base = baseUrl): Promise<string> {
  const token = `bses_${randomBytes(32).toString("base64url")}`;
  const hash = createHash("sha256").update(token).digest();
  expect(await databaseAt(base).query(INSERT, [randomUUID(), hash, email])).toHaveLength(1);
  return token;
}

/** Adds the cookie of a new session to the browser. Opens no page. */
export async function startSession(page: Page, email: string = USERS.owner, base = baseUrl): Promise<void> {
  await step("sign in", async () => {
    const value = await newSession(email, base);
    const cookie = { name: "bankside.session", value, url: base, httpOnly: true, sameSite: "Lax" } as const;
    await page.context().addCookies([cookie]);
  });
}
