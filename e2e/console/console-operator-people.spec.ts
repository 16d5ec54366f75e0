// What the operator does for one person: add and remove a member, disable, enable, and reset a sign-in.
import { randomUUID } from "node:crypto";
import { expect, test } from "@playwright/test";
import { chooseFrom } from "../support/console/console";
import {
  addPasskeyDevice,
  codeMailedTo,
  expireProof,
  newOwner,
  openAccount,
  openAsOperator,
  subjectsTo,
} from "../support/console/own-user";
import { startSession } from "../support/console/session";
import { newMerchant } from "../support/product/platform";
import { query } from "../support/shared";
import { baseUrl } from "../support/shop";

const NEWS = "A sign-in from a new device";
const RESET = "Your sign-in was reset";

test("a person's sign-in is reset after a step-up, and they sign in again by a mailed code", { tag: "@deep" }, async ({
  page,
  browser,
}) => {
  const email = await newOwner("Rita");
  const theirs = await (await browser.newContext()).newPage();
  await addPasskeyDevice(theirs);
  await openAccount(theirs, email);
  await theirs.getByRole("button", { name: "Add passkey" }).click();
  await theirs.getByRole("textbox", { name: "Name" }).fill("Lost phone");
  await theirs.getByRole("button", { name: "Continue" }).click();
  await expect(theirs.getByRole("button", { name: "Rename Lost phone" })).toBeVisible();

  const own = await openAsOperator(page, `/operator/people?q=${encodeURIComponent(email)}`);
  await expireProof(own);
  await chooseFrom(page, page.getByRole("button", { name: /^Change Rita/ }), "Reset sign-in");
  const question = page.getByRole("alertdialog", { name: /^Reset the sign-in of Rita/ });
  await expect(question).toContainText(email);
  await question.getByRole("button", { name: "Reset sign-in" }).click();
  const proof = question.getByRole("region", { name: "Confirm your identity" });
  await proof.getByRole("button", { name: "Send code" }).click();
  const code = proof.getByRole("textbox", { name: "Code from the e-mail" });
  await expect(code).toBeVisible();
  expect(await subjectsTo(email)).not.toContain(RESET);
  await code.fill(await codeMailedTo(own));
  await proof.getByRole("button", { name: "Confirm" }).click();
  await expect(proof).toHaveCount(0);
  await expect.poll(() => subjectsTo(email)).toContain(RESET);
  await expect(question).toHaveCount(0);
  const [left] = await query<{ left: number }>(
    `SELECT count(*)::int AS left FROM passkeys p JOIN users u ON u.id = p.user_id WHERE u.email = $1`,
    [email],
  );
  expect(left).toEqual({ left: 0 });
  const [entry] = await query(
    `SELECT a.action, b.email AS by, a.detail FROM audit_entries a JOIN users u ON u.id::text = a.subject_id::text
     JOIN users b ON b.id::text = a.actor_id::text WHERE u.email = $1 AND a.action = 'user.sign_in_reset'`,
    [email],
  );
  expect(entry).toMatchObject({ by: own, detail: { passkeys: 1, second_step: false, browsers: 1 } });

  await theirs.goto(`${baseUrl}/account`);
  await expect(theirs.getByRole("heading", { level: 1 })).toHaveText("Sign in to the Console");
  await theirs.getByRole("button", { name: "Use passkey" }).click();
  await expect(theirs.getByRole("alert").filter({ hasText: "This passkey was not accepted." })).toBeVisible();
  expect(await subjectsTo(email)).not.toContain(NEWS);
  await openAccount(theirs, email);
  expect((await subjectsTo(email)).filter((subject) => subject === NEWS)).toHaveLength(1);
  await theirs.context().close();
});

test("a member is added and removed on the page of a merchant, loses its pages, and the last owner stays", {
  tag: "@deep",
}, async ({ page, browser }) => {
  const mark = randomUUID().slice(0, 8);
  const [owner, member] = [`soaps-${mark}@shop.example`, `nuno-${mark}@shop.example`];
  const id = await newMerchant("Sligo Soaps", owner);
  await openAsOperator(page, `/operator/merchants/${id}`);
  await page.getByRole("button", { name: "Add member" }).click();
  const form = page.getByRole("dialog", { name: "Add a member to Sligo Soaps" });
  const add = form.getByRole("button", { name: "Add member" });
  await add.click();
  await expect(form.getByRole("alert")).toHaveText([
    "Enter an e-mail address.",
    "Enter a name of 1 to 140 characters.",
  ]);
  await form.getByRole("textbox", { name: "E-mail address" }).fill(member);
  await form.getByRole("textbox", { name: "Name" }).fill("Nuno Sligo");
  await form.getByRole("radio", { name: "viewer" }).check();
  await add.click();
  const row = (email: string) => page.getByRole("row", { name: new RegExp(email) });
  await expect(row(member)).toContainText("Viewer");
  const theirs = await (await browser.newContext()).newPage();
  await startSession(theirs, member);
  await theirs.goto(`${baseUrl}/console/payments`);
  await expect(theirs.getByRole("navigation", { name: "Console" })).toContainText("Sligo Soaps");

  const removeFrom = async (name: string) => {
    await chooseFrom(page, page.getByRole("button", { name: `Change ${name}` }), "Remove");
    const question = page.getByRole("alertdialog", { name: `Remove ${name}?` });
    await question.getByRole("button", { name: "Remove" }).click();
    return question;
  };
  await expect(await removeFrom("Nuno Sligo")).toHaveCount(0);
  await expect(row(member)).toHaveCount(0);
  await theirs.reload();
  await expect(theirs.getByRole("heading", { level: 1 })).toHaveText("No access to a merchant");
  await theirs.context().close();
  const question = await removeFrom("Sligo Soaps's owner");
  await expect(question.getByRole("alert")).toHaveText(
    "This role belongs to the last owner: assign it to another person first. Nothing was changed.",
  );
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(row(owner)).toContainText("Owner");
  expect(await query("SELECT action FROM audit_entries WHERE merchant_id = $1 ORDER BY id", [id])).toEqual(
    ["merchant.created", "user.role_given", "user.role_given", "team.removed"].map((action) => ({ action })),
  );
});

test("a disabled person's sign-in is reset without a mail, and they stay disabled until they are enabled", {
  tag: "@deep",
}, async ({ page, browser }) => {
  const email = await newOwner("Dora");
  const theirs = await (await browser.newContext()).newPage();
  await startSession(theirs, email);
  await query(
    `INSERT INTO passkeys (id, user_id, credential_id, public_key, counter, synced, name)
     SELECT $1, id, $2, $2, 0, false, 'Lost phone' FROM users WHERE email = $3`,
    [randomUUID(), Buffer.from(email), email],
  );
  await openAsOperator(page, `/operator/people?q=${encodeURIComponent(email)}`);
  const row = page.getByRole("row", { name: new RegExp(email) });
  const act = async (item: string) => {
    await chooseFrom(page, page.getByRole("button", { name: "Change Dora Kestrel" }), item);
    const question = page.getByRole("alertdialog", { name: "Dora Kestrel" });
    const words = await question.textContent();
    await question.getByRole("button", { name: item }).click();
    await expect(question).toHaveCount(0);
    return words;
  };
  await act("Disable");
  await expect(row).toContainText("Disabled");
  expect(await act("Reset sign-in")).toContain("They stay disabled.");
  const left = `SELECT u.disabled_at IS NOT NULL AS disabled, count(p.id)::int AS passkeys
    FROM users u LEFT JOIN passkeys p ON p.user_id = u.id WHERE u.email = $1 GROUP BY u.id`;
  expect(await query(left, [email])).toEqual([{ disabled: true, passkeys: 0 }]);
  expect(await subjectsTo(email)).not.toContain(RESET);
  await theirs.goto(`${baseUrl}/account`);
  await expect(theirs.getByRole("heading", { level: 1 })).toHaveText("Sign in to the Console");

  await act("Enable");
  await expect(row).toContainText("Active");
  await openAccount(theirs, email);
  await theirs.context().close();
});
