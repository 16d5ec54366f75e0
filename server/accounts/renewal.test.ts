import { describe, expect, it } from "vitest";
import { getAccountBalance } from "../balances/get-balances";
import {
  type Account,
  accountBanksOfThisFile,
  answerConsent,
  auditOf,
  comeBack,
  connectUkBank,
  consentsOf,
  everydayIban,
  grant,
  newAccount,
  newGrantedAccount,
  newPerson,
  personOfThisFile,
  settleDue,
  startRenewalAt,
} from "../test/banks/account-access";
import { moveClock, query } from "../test/database";
import { completeRenewal } from "./complete-renewal";
import { listAccountAccess } from "./list-account-access";
import { startRenewal } from "./start-renewal";

// Renewals over HTTP at simulated banks of every kind of approval.

const simbank = accountBanksOfThisFile();
const person = personOfThisFile();

const read = (account: Account) => getAccountBalance(person.attended, account);

const endOf = async (subject: string) => {
  const sql = "SELECT action, detail->>'reason' AS reason FROM audit_entries WHERE subject_id = $1 ORDER BY id";
  return (await query<{ action: string; reason: string | null }>(sql, [subject])).rows.slice(1);
};

describe("access to an account", () => {
  it.each([
    ["bpi", "the redirect of the answer"],
    ["activobank", "a redirect that is asked for"],
    ["banco-montepio", "OAuth 2.0"],
  ])("at %s is granted by %s for 180 days, and reads work", async (bank) => {
    const account = await newAccount(person, bank, { iban: everydayIban(bank, "EUR") });
    expect(await read(account)).toEqual({ balance: null, reason: "no-consent" });
    expect(await grant(person, account)).toBe("granted");
    expect(await read(account)).toEqual({ balance: "1240.10", reason: null });
    const [consent] = await consentsOf(account);
    expect(consent).toMatchObject({ state: "valid", state_hash: null, redirect_sealed: null });
    expect(consent?.valid_until).toEqual(consent?.due_at);
    expect(consent?.grant_sealed === null).toBe(bank !== "banco-montepio");
    expect(await auditOf(consent?.id ?? "")).toEqual(["account_consent.requested", "account_consent.granted"]);
    const listed = await listAccountAccess(person.attended, account);
    expect(listed.find(({ id }) => id === account.accountId)?.access).toMatchObject({ kind: "valid", endsSoon: false });
  });

  it.each(["monzo", "tsb"])("at the UK bank %s is granted, and its grant is stored sealed", async (bank) => {
    const connection = await connectUkBank(bank);
    const gbp = { currency: "GBP", iban: everydayIban(bank, "GBP") };
    const account = await newAccount(person, connection, gbp);
    expect(await grant(person, account)).toBe("granted");
    expect(await read(account)).toEqual({ balance: "1240.10", reason: null });
    const [consent] = await consentsOf(account);
    expect(consent).toMatchObject({ state: "valid", valid_until: null });
    expect(consent?.grant_sealed?.toString("utf8")).not.toMatch(/accessToken/);
  });

  it("to another account is revoked immediately", async () => {
    const connection = await connectUkBank("monzo");
    const account = await newAccount(person, connection, { currency: "GBP", iban: everydayIban("starling", "GBP") });
    expect(await grant(person, account, { answer: "approve", only: "Savings" })).toBe("other-account");
    const [consent] = await consentsOf(account);
    expect(consent).toMatchObject({ state: "rejected", reason: "other-account" });
    expect(await endOf(consent?.id ?? "")).toEqual([{ action: "account_consent.failed", reason: "other-account" }]);
    const before = simbank.callCount("DELETE", /account-access-consents/);
    await settleDue();
    expect(simbank.callCount("DELETE", /account-access-consents/)).toBe(before + 1);
    expect((await consentsOf(account))[0]).toMatchObject({ grant_sealed: null, due_at: null });
  });

  it("approved in the bank's app, without a redirect, is polled until it is granted", async () => {
    const account = await newAccount(person, "knab");
    const started = await startRenewal(person.attended, account);
    expect(started).toEqual({ kind: "app", message: expect.stringContaining("/app?code=") });
    await moveClock("11 seconds");
    await settleDue();
    expect((await consentsOf(account))[0]).toMatchObject({ state: "awaiting" });
    const app = `${simbank.baseUrl}/simbank/knab`;
    const [address = ""] = /http\S+/.exec(started.kind === "app" ? (started.message ?? "") : "") ?? [];
    const [, path] = /href="[^"]*(approve\/[^"]+)"/.exec(await (await fetch(address)).text()) ?? [];
    await fetch(`${app}/${path}`, { method: "POST", body: new URLSearchParams({ answer: "approve" }) });
    await moveClock("11 seconds");
    await settleDue();
    expect(await read(account)).toEqual({ balance: "0.00", reason: null });
  });

  it("at a bank whose links name an internal host is granted", async () => {
    const account = await newAccount(person, "bpi");
    const url = await startRenewalAt(person, account);
    const sql = "UPDATE account_consents SET links = links || $2::jsonb WHERE account_id = $1";
    const internal = { self: "http://gateway.internal/c1", status: "http://gateway.internal/c1/status" };
    await query(sql, [account.accountId, JSON.stringify(internal)]);
    const back = await comeBack(await answerConsent(url, { answer: "approve" }));
    if (!back) throw new Error("The state is unknown.");
    expect(await completeRenewal(person.attended, back)).toBe("granted");
    expect((await consentsOf(account))[0]?.valid_until).not.toBeNull();
  });

  it("that is approved, but whose status the bank never returns, ends and is revoked at the bank", async () => {
    const account = await newAccount(person, "bpi");
    const back = await comeBack(await answerConsent(await startRenewalAt(person, account), { answer: "approve" }));
    if (!back) throw new Error("The state is unknown.");
    const fail = () =>
      simbank.faults.push({ method: "GET", path: /\/status$/, kind: new Response("", { status: 503 }) });
    fail();
    expect(await completeRenewal(person.attended, back)).toBe("unfinished");
    const sql = "UPDATE account_consents SET tries = 14, due_at = app_now() WHERE account_id = $1";
    await query(sql, [account.accountId]);
    fail();
    await settleDue();
    expect((await consentsOf(account))[0]).toMatchObject({ state: "rejected", reason: "unanswered" });
    const before = simbank.callCount("DELETE", /consents/);
    await settleDue();
    expect(simbank.callCount("DELETE", /consents/)).toBe(before + 1);
    expect((await consentsOf(account))[0]).toMatchObject({ due_at: null });
  });

  it("that the user denies changes nothing", async () => {
    const account = await newGrantedAccount(person, "bpi");
    const montepio = await newAccount(person, "banco-montepio");
    expect(await grant(person, account, { answer: "reject" })).toBe("denied");
    expect(await grant(person, montepio, { answer: "reject" })).toBe("denied");
    const consents = [...(await consentsOf(account)), ...(await consentsOf(montepio))];
    expect(consents.map(({ state }) => state)).toEqual(["valid", "rejected", "rejected"]);
    for (const [index, reason] of [[1, "bank"] as const, [2, "denied"] as const])
      expect(await endOf(consents[index]?.id ?? "")).toEqual([{ action: "account_consent.denied", reason }]);
    expect(await read(account)).toEqual({ balance: "0.00", reason: null });
    expect(await read(montepio)).toEqual({ balance: null, reason: "no-consent" });
  });

  it("replaces the previous consent, which is revoked at the bank", async () => {
    const account = await newGrantedAccount(person, "bpi");
    await grant(person, account);
    const [first, second] = await consentsOf(account);
    expect([first?.state, first?.reason, second?.state]).toEqual(["revoked", "superseded", "valid"]);
    const gone = new RegExp(`consents/${first?.consent_id}$`);
    await settleDue();
    await settleDue();
    expect(simbank.callCount("DELETE", gone)).toBe(1);
    expect(await read(account)).toEqual({ balance: "0.00", reason: null });
  });

  it("is not created when the bank does not respond, and no renewal stays open", async () => {
    const account = await newAccount(person, "bpi");
    simbank.faults.push({ method: "POST", kind: new Response("<html>", { status: 502 }) });
    await expect(startRenewal(person.attended, account)).rejects.toMatchObject({ code: "BANK_UNAVAILABLE" });
    const [consent] = await consentsOf(account);
    expect(consent).toMatchObject({ state: "rejected", reason: "unknown", state_hash: null });
    expect(await endOf(consent?.id ?? "")).toEqual([{ action: "account_consent.failed", reason: "unknown" }]);
  });
});

describe("a return from the bank", () => {
  it("is accepted from the user who started the renewal only", async () => {
    const account = await newAccount(person, "banco-montepio");
    const back = await comeBack(await answerConsent(await startRenewalAt(person, account), { answer: "approve" }));
    if (!back) throw new Error("The state is unknown.");
    const colleague = await newPerson(person.merchantId);
    const before = simbank.callCount("POST", /\/token/);
    expect(await completeRenewal(colleague.attended, back)).toBe("failed");
    expect(await completeRenewal(person.unattended, back)).toBe("failed");
    expect(simbank.callCount("POST", /\/token/)).toBe(before);
    expect((await consentsOf(account))[0]?.state).toBe("awaiting");
    expect(await completeRenewal(person.attended, back)).toBe("granted");
  });

  it("is accepted once: a second time calls no bank and changes nothing", async () => {
    const account = await newAccount(person, "banco-montepio");
    const params = await answerConsent(await startRenewalAt(person, account), { answer: "approve" });
    const back = await comeBack(params);
    if (!back) throw new Error("The state is unknown.");
    const before = simbank.callCount("POST", /\/token/);
    const both = await Promise.all([completeRenewal(person.attended, back), completeRenewal(person.attended, back)]);
    expect(both.filter((outcome) => outcome === "granted").length).toBeGreaterThan(0);
    expect(await completeRenewal(person.attended, back)).toBe("granted");
    expect(simbank.callCount("POST", /\/token/)).toBe(before + 1);
    expect(await comeBack(params)).toBeNull();
  });

  it("is refused when it is forged, belongs to another renewal, or comes after half an hour", async () => {
    const [account, other] = [await newAccount(person, "bpi"), await newAccount(person, "bpi")];
    const url = await startRenewalAt(person, account);
    const back = await comeBack(await answerConsent(url, { answer: "approve" }));
    const wrong = await comeBack(await answerConsent(await startRenewalAt(person, other), { answer: "approve" }));
    if (!back || !wrong) throw new Error("The state is unknown.");
    expect(await completeRenewal(person.attended, { ...back, answer: wrong.answer })).toBe("failed");
    expect(await completeRenewal(person.attended, { ...back, answer: "AAAA" })).toBe("failed");
    expect(await comeBack({ state: "unknown" })).toBeNull();
    await moveClock("31 minutes");
    expect(await completeRenewal(person.attended, back)).toBe("failed");
    expect((await consentsOf(account))[0]?.state).toBe("awaiting");
  });

  it("whose code exchange has no response ends the consent, which is revoked", async () => {
    const account = await newAccount(person, "banco-montepio");
    const back = await comeBack(await answerConsent(await startRenewalAt(person, account), { answer: "approve" }));
    if (!back) throw new Error("The state is unknown.");
    simbank.faults.push({ method: "POST", kind: "lost" });
    expect(await completeRenewal(person.attended, back)).toBe("unfinished");
    await moveClock("61 seconds");
    await settleDue();
    const [consent] = await consentsOf(account);
    expect(consent).toMatchObject({ state: "rejected", reason: "grant-lost" });
    expect(await endOf(consent?.id ?? "")).toEqual([{ action: "account_consent.failed", reason: "grant-lost" }]);
    const before = simbank.callCount("DELETE", /consents/);
    await settleDue();
    expect(simbank.callCount("DELETE", /consents/)).toBe(before + 1);
  });

  it.each([
    ["limits the rate of the code exchange", "POST", /\/token$/, 429],
    ["is not reached before the code exchange", "GET", /oauth-authorization-server/, 503],
  ])("at a bank that %s is completed again, and the access is granted", async (_what, method, path, status) => {
    const account = await newAccount(person, "banco-montepio");
    const back = await comeBack(await answerConsent(await startRenewalAt(person, account), { answer: "approve" }));
    if (!back) throw new Error("The state is unknown.");
    simbank.faults.push({ method, path, kind: new Response(null, { status }) });
    expect([await completeRenewal(person.attended, back), simbank.faults]).toEqual(["granted", []]);
  });

  it("whose process dies is settled a minute later by the bank's status", async () => {
    const account = await newAccount(person, "bpi");
    await answerConsent(await startRenewalAt(person, account), { answer: "approve" });
    await query(
      "UPDATE account_consents SET state_hash = NULL, returned_at = app_now(), due_at = app_now() + '60 s' WHERE account_id = $1",
      [account.accountId],
    );
    await settleDue();
    expect((await consentsOf(account))[0]?.state).toBe("awaiting");
    await moveClock("61 seconds");
    await settleDue();
    expect((await consentsOf(account))[0]?.state).toBe("valid");
  });
});
