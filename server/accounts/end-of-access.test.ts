import { describe, expect, it } from "vitest";
import { getAccountBalance } from "../balances/get-balances";
import {
  type Account,
  accountBanksOfThisFile,
  auditOf,
  consentsOf,
  grant,
  newAccount,
  newGrantedAccount,
  newPerson,
  personOfThisFile,
  settleDue,
  startRenewalAt,
} from "../test/banks/account-access";
import { moveClock, query } from "../test/database";
import { listAccountAccess } from "./list-account-access";
import { removeAccess } from "./remove-access";
import { startRenewal } from "./start-renewal";

const simbank = accountBanksOfThisFile();
const person = personOfThisFile();

const read = (account: Account) => getAccountBalance(person.attended, account);
const TOKEN_EXPIRED = "2 hours";

/** Whether the bank has ended the account's consent. */
async function isEndedAtBank(account: Account): Promise<boolean> {
  const sql = "SELECT terminated_at FROM sim_consents WHERE id = $1";
  const { rows } = await query<{ terminated_at: Date | null }>(sql, [(await consentsOf(account))[0]?.consent_id]);
  return rows.map(({ terminated_at }) => terminated_at !== null)[0] ?? false;
}

describe("an account's consent", () => {
  it("without a return in time expires, and is revoked where it was approved later", async () => {
    const account = await newAccount(person, "bpi");
    const url = await startRenewalAt(person, account);
    await moveClock("31 minutes");
    await settleDue();
    expect((await consentsOf(account))[0]).toMatchObject({ state: "expired", reason: "unanswered" });
    await settleDue();
    const page = await (await fetch(url)).text();
    expect(page).toContain("This access was ended");
  });

  it("that is removed is unused from the commit on, and revoked at the bank with retries", async () => {
    const account = await newGrantedAccount(person, "banco-montepio");
    await removeAccess(person.attended, account);
    const before = simbank.exchanges.length;
    expect(await read(account)).toEqual({ balance: null, reason: "consent-revoked" });
    expect(simbank.exchanges).toHaveLength(before);
    expect((await consentsOf(account))[0]?.grant_sealed).not.toBeNull();
    simbank.faults.push({ method: "DELETE", kind: new Response("busy", { status: 503 }) });
    await settleDue();
    expect((await consentsOf(account))[0]?.due_at).not.toBeNull();
    await moveClock("15 seconds");
    await settleDue();
    expect((await consentsOf(account))[0]).toMatchObject({ state: "revoked", due_at: null, grant_sealed: null });
    expect(simbank.callCount("DELETE", /banco-montepio/)).toBeGreaterThan(0);
    await removeAccess(person.attended, account);
    expect(await auditOf(account.accountId)).toEqual(["account.added", "account_consent.removed"]);
  });

  it("that is removed after its access token has expired is revoked with a refreshed one", async () => {
    const account = await newGrantedAccount(person, "banco-montepio");
    await moveClock(TOKEN_EXPIRED);
    await removeAccess(person.attended, account);
    await settleDue();
    expect(await isEndedAtBank(account)).toBe(true);
    expect((await consentsOf(account))[0]).toMatchObject({ state: "revoked", due_at: null, grant_sealed: null });
  });

  it.each([
    ["with a 401 without a code, also with a refreshed token,", {}, 2],
    ["with TOKEN_EXPIRED, also with a refreshed token,", { tppMessages: [{ code: "TOKEN_EXPIRED" }] }, 2],
    ["with SERVICE_BLOCKED", { tppMessages: [{ code: "SERVICE_BLOCKED" }] }, 1],
  ])("whose deletion the bank refuses %s is revoked by a retry", async (_how, body, times) => {
    const account = await newGrantedAccount(person, "banco-montepio");
    await removeAccess(person.attended, account);
    for (let time = 0; time < times; time++)
      simbank.faults.push({ method: "DELETE", kind: Response.json(body, { status: 401 }) });
    await settleDue();
    expect(simbank.faults).toEqual([]);
    expect((await consentsOf(account))[0]).toMatchObject({
      due_at: expect.any(Date),
      grant_sealed: expect.any(Buffer),
    });
    expect(await isEndedAtBank(account)).toBe(false);
    await moveClock("15 seconds");
    await settleDue();
    expect(await isEndedAtBank(account)).toBe(true);
    expect((await consentsOf(account))[0]).toMatchObject({ due_at: null, grant_sealed: null });
  });

  it("whose tokens the bank has ended is not recorded as revoked: the deletion is retried", async () => {
    const account = await newGrantedAccount(person, "banco-montepio");
    await query("UPDATE sim_oauth_requests SET token_hash = NULL, refresh_hash = NULL");
    await removeAccess(person.attended, account);
    await settleDue();
    expect((await consentsOf(account))[0]).toMatchObject({
      due_at: expect.any(Date),
      grant_sealed: expect.any(Buffer),
    });
    expect(await isEndedAtBank(account)).toBe(false);
  });

  it.each([
    ["because the bank refuses its refresh", "UPDATE sim_oauth_requests SET refresh_hash = NULL"],
    ["with the authorisation", "UPDATE sim_oauth_requests SET token_hash = NULL, refresh_hash = NULL"],
  ])("whose grant is lost %s expires, and is revoked at the bank without it", async (_how, lose) => {
    const account = await newGrantedAccount(person, "banco-montepio");
    await query(lose);
    await moveClock(TOKEN_EXPIRED);
    expect(await read(account)).toEqual({ balance: null, reason: "consent-expired" });
    await settleDue();
    expect(await isEndedAtBank(account)).toBe(true);
    const ended = { state: "expired", reason: "grant", due_at: null, grant_sealed: null };
    expect((await consentsOf(account))[0]).toMatchObject(ended);
  });

  it("that is removed while its code is exchanged keeps the grant until it is revoked at the bank", async () => {
    const account = await newAccount(person, "banco-montepio");
    const remove = () => removeAccess(person.attended, account);
    simbank.faults.push({ method: "POST", path: /\/oauth\/token$/, kind: remove });
    expect(await grant(person, account)).toBe("denied");
    expect((await consentsOf(account))[0]).toMatchObject({ state: "revoked", grant_sealed: expect.any(Buffer) });
    await settleDue();
    expect(await isEndedAtBank(account)).toBe(true);
    expect((await consentsOf(account))[0]).toMatchObject({ due_at: null, grant_sealed: null });
  });

  it("that is removed while its grant is refreshed is revoked with the rotated token", async () => {
    const account = await newGrantedAccount(person, "banco-montepio");
    await moveClock(TOKEN_EXPIRED);
    const remove = () => removeAccess(person.attended, account);
    simbank.faults.push({ method: "POST", path: /\/oauth\/token$/, kind: remove });
    await read(account);
    await settleDue();
    expect(await isEndedAtBank(account)).toBe(true);
    expect((await consentsOf(account))[0]).toMatchObject({ state: "revoked", due_at: null, grant_sealed: null });
  });

  it("that is removed before it was granted is recorded too, once", async () => {
    const account = await newAccount(person, "bpi");
    await startRenewalAt(person, account);
    for (let time = 0; time < 2; time++) await removeAccess(person.attended, account);
    expect((await consentsOf(account))[0]).toMatchObject({ state: "revoked", reason: "removed" });
    expect(await auditOf(account.accountId)).toEqual(["account.added", "account_consent.removed"]);
  });

  it("that is removed while its bank is called is never granted, and revoked at the bank", async () => {
    const account = await newAccount(person, "banco-montepio");
    const before = simbank.callCount("DELETE", /banco-montepio/);
    const remove = () => removeAccess(person.attended, account);
    simbank.faults.push({ method: "POST", path: /consents/, kind: remove });
    await expect(startRenewal(person.attended, account)).rejects.toMatchObject({ code: "NOT_FOUND" });
    await settleDue();
    expect((await consentsOf(account))[0]).toMatchObject({ state: "revoked", reason: "removed", due_at: null });
    expect(simbank.callCount("DELETE", /banco-montepio/)).toBe(before + 1);
  });

  it("past its end has expired by the database's clock, also before the job records it", async () => {
    const account = await newGrantedAccount(person, "bpi");
    await moveClock("174 days");
    const access = async () =>
      (await listAccountAccess(person.attended, account)).find(({ id }) => id === account.accountId);
    expect((await access())?.access).toMatchObject({ kind: "valid", endsSoon: true });
    await moveClock("8 days");
    const before = simbank.exchanges.length;
    expect(await read(account)).toEqual({ balance: null, reason: "consent-expired" });
    expect(simbank.exchanges).toHaveLength(before);
    await settleDue();
    const [consent] = await consentsOf(account);
    expect(consent).toMatchObject({ state: "expired", reason: "time", due_at: null });
    // Recorded 2 days later.
    expect((await access())?.access).toEqual({ kind: "over", state: "expired", endedAt: consent?.valid_until });
  });

  it("of another merchant's account can be neither renewed nor removed", async () => {
    const account = await newAccount(person, "bpi");
    const stranger = await newPerson();
    const foreign = { merchantId: stranger.merchantId, accountId: account.accountId };
    for (const change of [startRenewal, removeAccess]) {
      await expect(change(stranger.attended, foreign)).rejects.toMatchObject({ code: "NOT_FOUND" });
      await expect(change(stranger.attended, account)).rejects.toMatchObject({ code: "MERCHANT_NOT_FOUND" });
    }
  });
});
