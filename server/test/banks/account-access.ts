import { afterEach, beforeAll, beforeEach } from "vitest";
import { acceptConsentReturn } from "../../accounts/accept-consent-return";
import { addAccount, type NewManagedAccount } from "../../accounts/add-account";
import { completeRenewal, type RenewalOutcome } from "../../accounts/complete-renewal";
import { getManagedAccount } from "../../accounts/managed-accounts";
import { type AccountRequest, readAccount } from "../../accounts/read-account";
import { claimDueConsents, settleConsent } from "../../accounts/settle-consent";
import { type StartedRenewal, startRenewal } from "../../accounts/start-renewal";
import type { BankProfile } from "../../connectors/profile-schema";
import { simulatedUkProfile } from "../../connectors/simulated-profile";
import type { Ctx } from "../../lib/context";
import { newId } from "../../lib/ids";
import { fictitiousIban } from "../../lib/money/iban";
import { createMerchant } from "../../merchants/create-merchant";
import { query } from "../database";
import { ctx as operator } from "../rows/fixtures";
import { controlDeadlines, controlTimers } from "../waits";
import { simbankOfThisFile, type TestSimbank } from "./simbank";

// An account at a simulated bank, and a user who permits the product to read it.

const PSU_IP = "203.0.113.9";
const WARM_UP_MS = 60_000;

export type Account = { merchantId: string; accountId: string };
export type Person = { merchantId: string; userId: string; attended: Ctx; unattended: Ctx };

/** A new merchant with a Console user, and an API client for it. */
export async function newPerson(merchantId?: string): Promise<Person> {
  const id = merchantId ?? (await createMerchant(operator, { brandName: "Olaria do Norte" })).id;
  const userId = newId();
  const caller = { kind: "merchant", merchantId: id, scopes: [], testOnly: false } as const;
  const user = { kind: "user", id: userId, attended: true } as const;
  const program = { kind: "credential", id: null } as const;
  return {
    merchantId: id,
    userId,
    attended: { ...operator, ip: PSU_IP, caller: { ...caller, actor: user } },
    unattended: { ...operator, ip: PSU_IP, caller: { ...caller, actor: program } },
  };
}

/** The person of all tests of a file. Registers hooks: call it at the top of the file. */
export function personOfThisFile(): Person {
  const person = {} as Person;
  beforeAll(async () => void Object.assign(person, await newPerson()));
  return person;
}

/** The funded account of a simulated bank's shopper. */
export function everydayIban(bank: string, currency: string): string {
  return fictitiousIban(currency, `${bank} everyday`);
}

let made = 0;

/** An account of the merchant at a simulated Berlin Group bank; with a new IBAN unless one is given. */
export async function newAccount(
  { merchantId }: Person,
  connectionId: string,
  changed: Partial<NewManagedAccount> = {},
): Promise<Account> {
  made += 1;
  const account = { merchantId, connectionId, currency: "EUR", roles: ["settlement"], simulated: true };
  const iban = fictitiousIban("EUR", `${connectionId} ${merchantId} ${made}`);
  const { id } = await addAccount(operator, { ...account, iban, ...changed });
  return { merchantId, accountId: id };
}

/** An enabled test connection of the operator. */
export async function connectBank(profile: BankProfile): Promise<string> {
  await query(
    `INSERT INTO bank_profiles (id, environment, profile, enabled, first_enabled_at)
       VALUES ($1, 'test', $2, true, app_now()) ON CONFLICT DO NOTHING`,
    [profile.id, JSON.stringify(profile)],
  );
  return profile.id;
}

/** A test connection to a simulated UK bank. */
export function connectUkBank(slug: string): Promise<string> {
  return connectBank({ ...simulatedUkProfile({ slug, schemes: ["FASTER_PAYMENTS"] }), id: `${slug}-accounts` });
}

export type Press = { answer: "approve" | "reject"; only?: string };

/** Answers at the bank without a browser; returns the parameters of the redirect. `only`: that account alone. */
export async function answerConsent(url: string, press: Press): Promise<Record<string, string>> {
  const page = await fetch(url);
  const html = await page.text();
  const form = new URLSearchParams({ answer: press.answer });
  const accounts = [...html.matchAll(/name="account"[^>]*value="([^"]+)"[^>]*\/><span[^>]*><b>([^<]+)</g)];
  for (const [, id = "", label] of accounts) if (!press.only || press.only === label) form.append("account", id);
  const answer = await fetch(page.url, { method: "POST", body: form, redirect: "manual" });
  const back = new URL(answer.headers.get("location") ?? `error:${answer.status} ${await answer.text()}`);
  return Object.fromEntries([...back.searchParams, ...new URLSearchParams(back.hash.slice(1))]);
}

/** Starts the renewal of a consent at the bank. */
export async function startRenewalAt(person: Person, account: Account): Promise<string> {
  const started: StartedRenewal = await startRenewal(person.attended, account);
  if (started.kind !== "redirect") throw new Error(`The bank sent nobody anywhere: ${started.kind}.`);
  return started.url;
}

/** Handles the redirect as the Console's page does; null for an unknown state. */
export async function comeBack(params: Record<string, string>): Promise<{ consentId: string; answer: string } | null> {
  const known = await acceptConsentReturn({ state: params["state"] ?? stateIn(params), params });
  if (!known) return null;
  const { searchParams } = new URL(known.redirectTo, "http://console.invalid");
  return { consentId: searchParams.get("consent") ?? "", answer: searchParams.get("answer") ?? "" };
}

/** The state in the payload of a response object (JARM). */
function stateIn({ response = ".e30" }: Record<string, string>): string {
  const payload = Buffer.from(response.split(".")[1] ?? "", "base64url").toString();
  return String((JSON.parse(payload || "{}") as { state?: unknown }).state ?? "");
}

/** The whole flow: start, approval at the bank, redirect. */
export async function grant(
  person: Person,
  account: Account,
  press: Press = { answer: "approve" },
): Promise<RenewalOutcome> {
  const back = await comeBack(await answerConsent(await startRenewalAt(person, account), press));
  return back ? completeRenewal(person.attended, back) : "failed";
}

/** A new account at a bank, with access granted. */
export async function newGrantedAccount(person: Person, bank: string): Promise<Account> {
  const account = await newAccount(person, bank);
  const outcome = await grant(person, account);
  if (outcome !== "granted") throw new Error(`The access was not granted: ${outcome}.`);
  return account;
}

/**
 * Runs the whole flow once before any assertion: the first call of a file loads the bank's code, and on a busy machine
 * this takes longer than the time limit of a balance.
 */
export async function warmUp(): Promise<void> {
  const person = await newPerson();
  const account = await newAccount(person, "bpi");
  await grant(person, account);
  const managed = await getManagedAccount(person.attended, account);
  const send: AccountRequest<unknown>["send"] = (connector, profile, call) => connector.balances(profile, call);
  await readAccount(person.attended, managed, { service: "balances", deadlineMs: WARM_UP_MS, send });
  await forgetTroubles();
}

/**
 * The simulated banks of all tests of a file, warm, and before each test without faults and troubles. Registers hooks: call
 * it once, at the top of a file.
 */
export function accountBanksOfThisFile(): TestSimbank {
  const simbank = simbankOfThisFile();
  beforeAll(warmUp);
  beforeEach(async () => {
    simbank.faults.length = 0;
    await forgetTroubles();
  });
  return simbank;
}

/** Resets the back-off, so that failed banks are called again. */
export async function forgetTroubles(): Promise<void> {
  await query("DELETE FROM bank_health");
}

/** Runs the due jobs of consents, once. */
export async function settleDue(): Promise<void> {
  for (const lease of await claimDueConsents(100)) await settleConsent(lease);
}

export type ConsentFacts = {
  id: string;
  state: string;
  reason: string | null;
  consent_id: string | null;
  valid_until: Date | null;
  grant_sealed: Buffer | null;
  redirect_sealed: Buffer | null;
  state_hash: Buffer | null;
  grant_version: number;
  grant_lease_until: Date | null;
  due_at: Date | null;
};

/** The stored consents of an account, oldest first. */
export async function consentsOf({ accountId }: { accountId: string }): Promise<ConsentFacts[]> {
  const sql = "SELECT * FROM account_consents WHERE account_id = $1 ORDER BY id";
  return (await query<ConsentFacts>(sql, [accountId])).rows;
}

/** The actions in the audit log about an account or a consent, oldest first. */
export async function auditOf(subjectId: string): Promise<string[]> {
  const sql = "SELECT action FROM audit_entries WHERE subject_id = $1 ORDER BY id";
  return (await query<{ action: string }>(sql, [subjectId])).rows.map(({ action }) => action);
}

/** The deadline of one balance. */
export const BALANCE_DEADLINE_MS = 3_000;

/** The deadlines of one balance and of its calls pass when a test of this file says so: the bank shares busy cores with it. */
export function controlDeadlinesOfThisFile() {
  const controls = {} as { ofReading: ReturnType<typeof controlTimers>; ofCall: ReturnType<typeof controlDeadlines> };
  beforeEach(() => {
    controls.ofReading = controlTimers((ms) => ms === BALANCE_DEADLINE_MS);
    controls.ofCall = controlDeadlines();
  });
  afterEach(() => {
    controls.ofReading.restore();
    controls.ofCall.restore();
  });
  return controls;
}
