import { beforeEach, describe, expect, it } from "vitest";
import { troubledIban } from "../../simbank/src/troubled-accounts";
import { getAccountBalance } from "../balances/get-balances";
import { obUk } from "../connectors/ob-uk/connector";
import { simulatedUkProfile } from "../connectors/simulated-profile";
import { db } from "../lib/db";
import {
  type Account,
  accountBanksOfThisFile,
  connectUkBank,
  consentsOf,
  controlDeadlinesOfThisFile,
  everydayIban,
  grant,
  newAccount,
  newGrantedAccount,
  newPerson,
  type Person,
} from "../test/banks/account-access";
import { moveClock, moveToMiddleOf, query } from "../test/database";
import { until } from "../test/until";
import { findConsentRow } from "./consent-store";
import { openGrant } from "./grants";

const simbank = accountBanksOfThisFile();
const deadlines = controlDeadlinesOfThisFile();
let person: Person;
beforeEach(async () => {
  person = await newPerson();
  // Each test starts with banks that respond, and without managed accounts.
  await query("UPDATE managed_accounts SET closed_at = app_now()");
});

const attended = (account: Account) => getAccountBalance(person.attended, account);
const unattended = (account: Account) => getAccountBalance(person.unattended, account);
const BALANCES = /\/balances$/;

/** The same past its deadline, which ends when the request has reached the bank. */
async function attendedPastDeadline(account: Account, asked?: RegExp) {
  const before = simbank.called.length;
  const result = attended(account);
  const isAsked = () => asked === undefined || simbank.called.slice(before).some((path) => asked.test(path));
  await until(() => deadlines.ofReading.waiting() === 1 && isAsked());
  deadlines.ofReading.pass();
  return result;
}

describe("unattended reads", () => {
  beforeEach(() => moveToMiddleOf("day"));

  it("are limited to four a day; attended reads are not, and the next day four are allowed again", async () => {
    const account = await newGrantedAccount(person, "bpi");
    const before = simbank.callCount("GET", BALANCES);
    for (let read = 0; read < 4; read += 1)
      expect(await unattended(account)).toEqual({ balance: "0.00", reason: null });
    expect(await unattended(account)).toEqual({ balance: null, reason: "quota" });
    expect(simbank.callCount("GET", BALANCES) - before).toBe(4);
    expect(await attended(account)).toEqual({ balance: "0.00", reason: null });
    await moveClock("1 day");
    expect(await unattended(account)).toEqual({ balance: "0.00", reason: null });
  });

  it("that are concurrent do not exceed four: the others are not sent", async () => {
    const account = await newGrantedAccount(person, "bpi");
    const before = simbank.callCount("GET", BALANCES);
    const reads = await Promise.all(Array.from({ length: 9 }, () => unattended(account)));
    expect(reads.filter(({ reason }) => reason === null)).toHaveLength(4);
    expect(reads.filter(({ reason }) => reason === "quota")).toHaveLength(5);
    expect(simbank.callCount("GET", BALANCES) - before).toBe(4);
  });

  it("control: without the counter nine reads are sent", async () => {
    const account = await newGrantedAccount(person, "bpi");
    const sql = "UPDATE account_consents SET frequency_per_day = NULL WHERE account_id = $1";
    await query(sql, [account.accountId]);
    const before = simbank.callCount("GET", BALANCES);
    const reads = await Promise.all(Array.from({ length: 9 }, () => unattended(account)));
    expect(simbank.callCount("GET", BALANCES) - before).toBe(9);
    expect(reads.filter(({ reason }) => reason === "rate-limited")).toHaveLength(5);
  });

  it("that were not sent, because the bank's circuit is open, are not counted", async () => {
    const account = await newGrantedAccount(person, "bpi");
    for (let read = 0; read < 5; read += 1) {
      if (read === 4) await moveClock("2 minutes");
      simbank.faults.push({ method: "GET", kind: new Response("broken", { status: 500 }) });
      await attended(account);
    }
    const before = simbank.called.length;
    for (let read = 0; read < 5; read += 1)
      expect(await unattended(account)).toEqual({ balance: null, reason: "unavailable" });
    expect(simbank.called).toHaveLength(before);
    await moveClock("1 minute");
    for (let read = 0; read < 4; read += 1)
      expect(await unattended(account)).toEqual({ balance: "0.00", reason: null });
    expect(await unattended(account)).toEqual({ balance: null, reason: "quota" });
  });

  it("that the bank answered with 503 are counted", async () => {
    const account = await newGrantedAccount(person, "bpi");
    for (let read = 0; read < 4; read += 1) {
      simbank.faults.push({ method: "GET", path: BALANCES, kind: new Response("busy", { status: 503 }) });
      expect(await unattended(account)).toEqual({ balance: null, reason: "unavailable" });
    }
    expect(await unattended(account)).toEqual({ balance: null, reason: "quota" });
  });

  it("of a corporate account are unlimited", async () => {
    const account = await newAccount(person, "riverbank");
    for (let read = 0; read < 6; read += 1)
      expect(await unattended(account)).toEqual({ balance: "0.00", reason: null });
  });
});

describe("the reason of a failed read", () => {
  it.each([
    ["consent-expired", "consent-refused"],
    ["throttled", "rate-limited"],
    ["slow", "late"],
  ] as const)("of the account `%s` is %s", async (trouble, reason) => {
    const account = await newAccount(person, "bpi", { iban: troubledIban("EUR", trouble) });
    await grant(person, account);
    const result = trouble === "slow" ? attendedPastDeadline(account, BALANCES) : attended(account);
    expect(await result).toEqual({ balance: null, reason });
  });

  it("is the same for these accounts at a UK bank", async () => {
    const connection = await connectUkBank("monzo");
    const account = await newAccount(person, connection, { currency: "GBP", iban: everydayIban("monzo", "GBP") });
    await grant(person, account);
    simbank.faults.push({ method: "GET", kind: new Response(null, { status: 429 }) });
    expect(await attended(account)).toEqual({ balance: null, reason: "rate-limited" });
    simbank.faults.push({
      method: "GET",
      kind: new Response("{}", { headers: { "content-type": "application/json" } }),
    });
    expect(await attended(account)).toEqual({ balance: null, reason: "unreadable" });
    expect(await attended(account)).toEqual({ balance: "1240.10", reason: null });
  });

  it("is stored when the bank says that the consent has ended, and no more reads are sent", async () => {
    const account = await newGrantedAccount(person, "bpi");
    const [consent] = await consentsOf(account);
    const sql = "UPDATE sim_consents SET terminated_at = app_now() WHERE id = $1";
    await query(sql, [consent?.consent_id]);
    expect(await attended(account)).toEqual({ balance: null, reason: "consent-revoked" });
    expect((await consentsOf(account))[0]).toMatchObject({ state: "revoked", reason: "bank", grant_sealed: null });
    const before = simbank.exchanges.length;
    expect(await attended(account)).toEqual({ balance: null, reason: "consent-revoked" });
    expect(simbank.exchanges).toHaveLength(before);
  });

  it("is unavailable while the bank's circuit is open", async () => {
    const account = await newGrantedAccount(person, "bpi");
    const broken = () => new Response("broken", { status: 500 });
    for (let read = 0; read < 5; read += 1) {
      // One merchant's failures open the circuit once they have lasted two minutes.
      if (read === 4) await moveClock("2 minutes");
      simbank.faults.push({ method: "GET", kind: broken() });
      expect(await attended(account)).toEqual({ balance: null, reason: "unreadable" });
    }
    const before = simbank.exchanges.length;
    expect(await attended(account)).toEqual({ balance: null, reason: "unavailable" });
    expect(simbank.exchanges).toHaveLength(before);
  });

  it("is not-connected without a connection", async () => {
    const connection = await connectUkBank("starling");
    const account = await newAccount(person, connection, { currency: "GBP", iban: everydayIban("starling", "GBP") });
    await query("UPDATE bank_profiles SET enabled = false WHERE id = $1", [connection]);
    await until(async () => (await attended(account)).reason === "not-connected");
  });
});

describe("an expired grant", () => {
  const TOKEN_OVER = "2 hours";
  const tokens = () => simbank.callCount("POST", /\/monzo\/token$/);

  async function ukAccount(): Promise<Account> {
    const connection = await connectUkBank("monzo");
    const account = await newAccount(person, connection, { currency: "GBP", iban: everydayIban("monzo", "GBP") });
    expect(await grant(person, account)).toBe("granted");
    // Once before, so that our own token at the bank exists.
    expect(await attended(account)).toEqual({ balance: "1240.10", reason: null });
    return account;
  }

  it("is refreshed once for concurrent reads, and all succeed", async () => {
    const account = await ukAccount();
    await moveClock(TOKEN_OVER);
    const before = tokens();
    const reads = await Promise.all(Array.from({ length: 6 }, () => attended(account)));
    expect(reads).toEqual(Array(6).fill({ balance: "1240.10", reason: null }));
    expect(tokens() - before).toBe(1);
    const [consent] = await consentsOf(account);
    expect(consent).toMatchObject({ state: "valid", grant_version: 2, grant_lease_until: null });
  });

  it("control: without the lease each of six reads refreshes it", async () => {
    const account = await ukAccount();
    await moveClock(TOKEN_OVER);
    const [consent] = await consentsOf(account);
    const row = await findConsentRow(db(), consent?.id ?? "");
    const old = row && openGrant(row);
    if (!old) throw new Error("There is no grant.");
    const profile = simulatedUkProfile({ slug: "monzo", schemes: [] });
    const before = tokens();
    await Promise.all(Array.from({ length: 6 }, () => obUk.refreshGrant(profile, old)));
    expect(tokens() - before).toBe(6);
  });

  it("is refreshed by another process after the lease of a dead one", async () => {
    const account = await ukAccount();
    await moveClock(TOKEN_OVER);
    const sql = "UPDATE account_consents SET grant_lease_until = app_now() + '15 s' WHERE account_id = $1";
    await query(sql, [account.accountId]);
    expect(await attendedPastDeadline(account)).toEqual({ balance: null, reason: "late" });
    await moveClock("16 seconds");
    expect(await attended(account)).toEqual({ balance: "1240.10", reason: null });
  });

  it("without a refresh ends the consent", async () => {
    const account = await ukAccount();
    await moveClock(TOKEN_OVER);
    await query("DELETE FROM sim_tokens");
    await query("UPDATE sim_consents SET terminated_at = app_now()");
    const { balance, reason } = await attended(account);
    expect([balance, reason?.startsWith("consent-")]).toEqual([null, true]);
    expect((await consentsOf(account))[0]).toMatchObject({ grant_sealed: null });
  });
});
