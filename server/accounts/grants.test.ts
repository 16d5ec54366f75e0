import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { getAccountBalance } from "../balances/get-balances";
import {
  type Account,
  accountBanksOfThisFile,
  answerConsent,
  comeBack,
  connectUkBank,
  consentsOf,
  everydayIban,
  grant,
  newAccount,
  newGrantedAccount,
  personOfThisFile,
  settleDue,
  startRenewalAt,
} from "../test/banks/account-access";
import { moveClock, query } from "../test/database";
import { requestWithSlot } from "../test/request-slots";
import { until } from "../test/until";
import { completeRenewal } from "./complete-renewal";
import { sealGrant } from "./grants";

// Grants of simulated banks: sealed in the consent's row, opened for a call, and refreshed at the bank.

const simbank = accountBanksOfThisFile();
const person = personOfThisFile();

const read = (account: Account) => getAccountBalance(person.attended, account);

const READ = { balance: "0.00", reason: null };
const BALANCES = /\/balances$/;
const TOKENS = /\/(oauth\/)?token$/;
const TOKEN_EXPIRED = "2 hours";

/** An account that is read with a grant of a Berlin Group bank. */
const oauthAccount = () => newGrantedAccount(person, "banco-montepio");

/** The bank ends the access token of the account's consent before its time. */
async function endToken(account: Account): Promise<void> {
  const sql = "UPDATE sim_oauth_requests SET refreshed_at = app_now() - interval '2 hours' WHERE consent_id = $1";
  await query(sql, [(await consentsOf(account))[0]?.consent_id]);
}

const unauthorized = (path: RegExp) => ({ method: "GET", path, kind: new Response(null, { status: 401 }) });

describe("a grant of a Berlin Group bank", () => {
  it("that has expired is refreshed with each rotated refresh token, and its consent stays valid", async () => {
    const account = await oauthAccount();
    for (const version of [2, 3]) {
      await moveClock(TOKEN_EXPIRED);
      const before = simbank.callCount("POST", TOKENS);
      expect(await read(account)).toEqual(READ);
      expect(simbank.callCount("POST", TOKENS) - before).toBe(1);
      expect((await consentsOf(account))[0]).toMatchObject({ state: "valid", grant_version: version });
    }
  });

  it("that has expired and has no refresh token ends its consent, and nothing is sent", async () => {
    const account = await oauthAccount();
    const [consent] = await consentsOf(account);
    const sealed = sealGrant({ accessToken: "at", expiresAt: new Date(0).toISOString() }, consent?.id ?? "");
    await query("UPDATE account_consents SET grant_sealed = $2 WHERE id = $1", [consent?.id, sealed]);
    const before = simbank.exchanges.length;
    expect(await read(account)).toEqual({ balance: null, reason: "consent-expired" });
    expect(simbank.exchanges).toHaveLength(before);
    expect((await consentsOf(account))[0]).toMatchObject({ state: "expired", reason: "grant", grant_sealed: null });
  });
});

describe("an access token that the bank refuses before its time", () => {
  it.each([
    ["by a code", endToken],
    ["by a 401 without a code", async () => simbank.faults.push(unauthorized(BALANCES))],
  ])("at a Berlin Group bank %s is refreshed, and the read repeated once", async (_how, refuse) => {
    const account = await oauthAccount();
    await refuse(account);
    const before = simbank.callCount("POST", TOKENS);
    expect(await read(account)).toEqual(READ);
    expect(simbank.callCount("POST", TOKENS) - before).toBe(1);
    expect((await consentsOf(account))[0]).toMatchObject({ state: "valid", grant_version: 2 });
  });

  it("at a UK bank is refreshed, and the read repeated once", async () => {
    const connection = await connectUkBank("monzo");
    const account = await newAccount(person, connection, { currency: "GBP", iban: everydayIban("monzo", "GBP") });
    expect(await grant(person, account)).toBe("granted");
    await query("DELETE FROM sim_tokens WHERE kind = 'access' AND consent_id IS NOT NULL");
    const before = simbank.callCount("GET", BALANCES);
    expect(await read(account)).toEqual({ balance: "1240.10", reason: null });
    expect(simbank.callCount("GET", BALANCES) - before).toBe(2);
    expect((await consentsOf(account))[0]).toMatchObject({ state: "valid", grant_version: 2 });
  });

  it("is refreshed also where the account has to be found first", async () => {
    const account = await oauthAccount();
    await query("UPDATE account_consents SET resource_id = NULL WHERE account_id = $1", [account.accountId]);
    await endToken(account);
    expect(await read(account)).toEqual(READ);
  });

  it("is refreshed once for six concurrent reads, and all succeed", async () => {
    const account = await oauthAccount();
    await endToken(account);
    const before = simbank.callCount("POST", TOKENS);
    expect(await Promise.all(Array.from({ length: 6 }, () => read(account)))).toEqual(Array(6).fill(READ));
    expect(simbank.callCount("POST", TOKENS) - before).toBe(1);
  });

  it("leaves a read that waits for another's refresh without its slot", async () => {
    const account = await oauthAccount();
    await endToken(account);
    const request = await requestWithSlot();
    const waiting: ReturnType<typeof read>[] = [];
    const reads = () => simbank.called.filter((path) => BALANCES.test(path)).length;
    const before = reads();
    const duringRefresh = async () => {
      waiting.push(request.run(() => read(account)));
      await until(() => reads() === before + 2);
      // By then the bank has refused that read too, which gave its slot back meanwhile.
      await pause(300);
      await until(() => request.held() === 0);
    };
    simbank.faults.push({ method: "POST", path: TOKENS, kind: duringRefresh });
    expect(await read(account)).toEqual(READ);
    expect(await Promise.all(waiting)).toEqual([READ]);
    expect(request.held()).toBe(1);
  });

  it("and again after the refresh does not end the consent: the next read succeeds", async () => {
    const account = await oauthAccount();
    const before = simbank.callCount("POST", TOKENS);
    simbank.faults.push(unauthorized(BALANCES), unauthorized(BALANCES), unauthorized(/\/consents\/[^/]+\/status$/));
    expect(await read(account)).toEqual({ balance: null, reason: "consent-refused" });
    expect(simbank.faults).toEqual([]);
    expect(simbank.callCount("POST", TOKENS) - before).toBe(1);
    expect((await consentsOf(account))[0]).toMatchObject({ state: "valid" });
    expect(await read(account)).toEqual(READ);
  });

  it("ends the consent when the bank refuses its refresh too", async () => {
    const account = await oauthAccount();
    await endToken(account);
    await query("UPDATE sim_oauth_requests SET refresh_hash = NULL");
    expect(await read(account)).toEqual({ balance: null, reason: "consent-expired" });
    expect((await consentsOf(account))[0]).toMatchObject({ state: "expired", reason: "grant", grant_sealed: null });
  });

  it("does not stop a bank's code about the consent from ending it", async () => {
    const account = await oauthAccount();
    const body = { tppMessages: [{ category: "ERROR", code: "CONSENT_EXPIRED" }] };
    simbank.faults.push({ method: "GET", path: BALANCES, kind: Response.json(body, { status: 401 }) });
    simbank.faults.push({ method: "GET", path: /\/status$/, kind: Response.json({ consentStatus: "expired" }) });
    const before = simbank.callCount("POST", TOKENS);
    expect(await read(account)).toEqual({ balance: null, reason: "consent-expired" });
    expect(simbank.callCount("POST", TOKENS)).toBe(before);
    expect((await consentsOf(account))[0]).toMatchObject({ state: "expired", reason: "bank" });
  });

  it("while a renewal waits for the bank's status is refreshed, and the access is granted", async () => {
    const account = await newAccount(person, "banco-montepio");
    const back = await comeBack(await answerConsent(await startRenewalAt(person, account), { answer: "approve" }));
    if (!back) throw new Error("The state is unknown.");
    simbank.faults.push({ method: "GET", path: /\/status$/, kind: new Response("busy", { status: 503 }) });
    expect(await completeRenewal(person.attended, back)).toBe("unfinished");
    await moveClock(TOKEN_EXPIRED);
    await settleDue();
    expect(await read(account)).toEqual(READ);
  });
});
