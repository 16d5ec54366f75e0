import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { getAccountBalance } from "../balances/get-balances";
import { runJob } from "../jobs/run-job";
import type { Job } from "../lib/job";
import { fictitiousIban } from "../lib/money/iban";
import { settlePayment } from "../payments/settlement/settle-payment";
import { forgetTroubles, grant, newAccount, newPerson } from "../test/banks/account-access";
import { newCorporateBank } from "../test/banks/corporate-bank";
import { json } from "../test/banks/fake-bank";
import { eventsOf, workDone } from "../test/banks/payment-stories";
import {
  approvedPayment,
  attemptOf,
  entriesOf,
  reversalsOf,
  statementFetchOf,
  statementsRead,
} from "../test/banks/statements";
import { approveAtBank, comeBack, ukStoryOfThisFile } from "../test/banks/uk-stories";
import { moveClock, moveToMiddleOf, query } from "../test/database";
import { until } from "../test/until";
import { claimDueStatementFetches, fetchStatement, planDueStatementFetches } from "./fetch-statement";
import { reconciliationJobs } from "./jobs";

// Statements fetched from a simulated bank over HTTP and applied to payments.

const uk = ukStoryOfThisFile();
const { story } = uk;
const SUCCEEDED = ["payment_request.pending", "payment_request.succeeded"];
const asked = () => story.bank.exchanges.filter(({ path }) => /\/transactions$/.test(path)).length;
/** The bank fails at the next statement request. */
const failNext = () =>
  story.bank.faults.push({ method: "GET", path: /\/transactions$/, kind: new Response(null, { status: 503 }) });

/** Makes the statement fetch of this account due, and of no other. */
async function dueAlone(accountId: string): Promise<void> {
  await planDueStatementFetches();
  const due = "CASE WHEN id = $1 THEN app_now() ELSE app_now() + interval '1 day' END";
  await query(`UPDATE statement_fetches SET due_at = ${due}`, [accountId]);
}

const approved = (reference: string) => approvedPayment(story, reference);

beforeAll(async () => {
  // The first call loads the bank's code, which takes longer than the deadlines measured here.
  await approved("Warm");
  await statementsRead();
  await forgetTroubles();
});

// The clock is reset after each test: fetches must not have times in the future, nor balances those of another month.
beforeEach(() => query("TRUNCATE statement_fetches, booked_balances"));

describe("a statement that two workers fetch at once, because the first exceeded its lease", () => {
  it("settles its payment once, and only the second schedules the next fetch and stores the balance", async () => {
    const { id, attempt } = await approved("SIM-ACSP lease");
    await moveClock("1 hour");
    await workDone();
    await planDueStatementFetches();
    const [slow] = (await claimDueStatementFetches(100)).filter((lease) => lease.id === attempt.accountId);
    await moveClock("3 minutes");
    const [quick] = (await claimDueStatementFetches(100)).filter((lease) => lease.id === attempt.accountId);
    if (!slow || !quick) throw new Error("The account was not due twice.");
    await Promise.all([fetchStatement(slow), fetchStatement(quick)]);
    expect((await entriesOf(attempt.accountId)).filter(({ attempt_id }) => attempt_id === attempt.id)).toMatchObject([
      { state: "matched", matched_by: "end_to_end_id" },
    ]);
    expect(await eventsOf(id)).toEqual(SUCCEEDED);
    expect((await statementFetchOf(attempt.accountId))?.tries).toBeLessThanOrEqual(1);
    const balances = await query("SELECT 1 FROM booked_balances WHERE account_id = $1", [attempt.accountId]);
    expect(balances.rowCount).toBe(1);
  });
});

it("a return a minute after the credit is recorded within two minutes of it", async () => {
  const { id, attempt } = await approved("SIM-RETURN soon");
  await moveClock("30 seconds");
  await workDone();
  await statementsRead();
  expect([await story.statusOf(id), await reversalsOf(attempt.id)]).toEqual(["completed", []]);
  for (const pause of ["31 seconds", "61 seconds"]) {
    await moveClock(pause);
    await statementsRead();
  }
  expect(await reversalsOf(attempt.id)).toMatchObject([{ amount: "2550" }]);
});

describe("a bank that rejects a completed payment and books its return", () => {
  it.each([
    ["its word first", true],
    ["the statement first", false],
  ])("%s: counted once", async (_order, wordFirst) => {
    const { id, attempt } = await approved(`SIM-RETURN ${wordFirst}`);
    await moveClock("1 minute");
    await workDone();
    expect(await story.statusOf(id)).toBe("completed");
    const word = () =>
      settlePayment(attempt.id, { kind: "reported", isoStatus: "RJCT", reason: "AC04" }, { source: "poll" });
    if (wordFirst) await word();
    await moveClock("2 days");
    await statementsRead();
    if (!wordFirst) await word();
    const back = (await entriesOf(attempt.accountId)).filter(({ attempt_id }) => attempt_id === attempt.id);
    expect(back.map(({ state }) => state)).toEqual(["matched", "matched"]);
    expect(await reversalsOf(attempt.id)).toMatchObject([{ amount: "2550" }]);
    expect(await eventsOf(id)).toEqual([...SUCCEEDED, "payment_request.reversed"]);
  });
});

describe("a statement in pounds", () => {
  it("settles the payment that a credit names", async () => {
    const payment = await uk.newPayment({ payment_reference: "SIM-ACSP 7" });
    await comeBack(await approveAtBank((await uk.press(payment.token)).data.redirect_url));
    await moveClock("1 hour");
    await workDone();
    expect(await story.statusOf(payment.id)).toBe("pending");
    await statementsRead();
    expect(await story.statusOf(payment.id)).toBe("completed");
    expect((await attemptOf(payment.id)).state).toBe("SETTLED");
  });
});

describe("a statement fetch that fails", () => {
  it("backs off, is not brought forward by the payment that waits, and loses no entry", async () => {
    const { id, attempt } = await approved("SIM-ACSP later");
    await moveClock("1 hour");
    await workDone();
    const dueIn: (number | undefined)[] = [];
    for (let failure = 0; failure < 2; failure += 1) {
      failNext();
      await dueAlone(attempt.accountId);
      await statementsRead();
      await planDueStatementFetches();
      const fetched = await statementFetchOf(attempt.accountId);
      expect(fetched?.problem).toBe("unavailable");
      dueIn.push(fetched?.due_in_s);
      await forgetTroubles();
    }
    expect((dueIn[1] ?? 0) >= 2 * (dueIn[0] ?? 0) - 10).toBe(true);
    expect(await story.statusOf(id)).toBe("pending");
    await moveClock("1 hour");
    await statementsRead();
    expect(await story.statusOf(id)).toBe("completed");
    expect(await statementFetchOf(attempt.accountId)).toMatchObject({ problem: null, tries: 0, read: true });
  });

  it("is repeated after six hours where the bank limits unattended reads, also while a payment waits", async () => {
    const person = await newPerson(story.tenant.merchantId);
    const account = await newAccount(person, "bpi", { roles: ["receiving"] });
    await grant(person, account);
    const { accountId } = account;
    await statementsRead();
    expect(await statementFetchOf(accountId)).toMatchObject({ limited: true, problem: null, read: true });
    // A payment to the account changes: still four a day.
    const other = await approved("Limited");
    await query("UPDATE payment_attempts SET receiving_account_id = $1 WHERE id = $2", [accountId, other.attempt.id]);
    await moveClock("1 minute");
    await workDone();
    const before = asked();
    await planDueStatementFetches();
    expect(((await statementFetchOf(accountId))?.due_in_s ?? 0) > 20_000).toBe(true);
    expect((await claimDueStatementFetches(100)).map(({ id }) => id)).not.toContain(accountId);
    expect(asked()).toBe(before);
  });

  it("without a consent is repeated at once after the consent was granted; control: not before", async () => {
    const person = await newPerson();
    const account = await newAccount(person, "bpi", { roles: ["receiving"] });
    const { accountId } = account;
    await statementsRead();
    await planDueStatementFetches();
    const before = await statementFetchOf(accountId);
    expect([before?.problem, (before?.due_in_s ?? 0) > 20_000]).toEqual(["no-consent", true]);
    await grant(person, account);
    await planDueStatementFetches();
    expect(((await statementFetchOf(accountId))?.due_in_s ?? 1) <= 0).toBe(true);
    await statementsRead();
    await planDueStatementFetches();
    const after = await statementFetchOf(accountId);
    expect([after?.problem, after?.read, (after?.due_in_s ?? 0) > 20_000]).toEqual([null, true, true]);
  });

  it("because the account was closed calls no bank, and is due at once when it is opened again", async () => {
    const person = await newPerson();
    const account = await newAccount(person, "bpi", { roles: ["receiving"] });
    await planDueStatementFetches();
    await query("UPDATE managed_accounts SET closed_at = app_now() WHERE id = $1", [account.accountId]);
    const [lease] = (await claimDueStatementFetches(100)).filter(({ id }) => id === account.accountId);
    if (!lease) throw new Error("The account was not due.");
    const before = asked();
    await fetchStatement(lease);
    expect(asked()).toBe(before);
    await planDueStatementFetches();
    const closed = await statementFetchOf(account.accountId);
    expect(closed).toMatchObject({ problem: "closed", read: false });
    expect(closed?.due_in_s).toBeGreaterThan(20_000);
    await query("UPDATE managed_accounts SET closed_at = NULL WHERE id = $1", [account.accountId]);
    await planDueStatementFetches();
    expect((await statementFetchOf(account.accountId))?.due_in_s).toBeLessThanOrEqual(0);
  });
});

describe("a bank that does not answer", () => {
  it("is called for two of its ten accounts at once, and delays no account at another bank", async () => {
    const slow = await newCorporateBank();
    const { id } = slow.bank.profile;
    const ibans = [id, ..."123456789"].map((seed) => fictitiousIban("EUR", seed));
    for (const iban of ibans.slice(1)) await newAccount(slow.person, id, { iban, roles: ["receiving"] });
    const accounts = ibans.map((iban, number) => ({ resourceId: `r${number}`, iban, currency: "EUR" }));
    const { accountId } = (await newCorporateBank()).account;
    const held: (() => void)[] = [];
    const { answer } = slow.bank;
    slow.bank.answer = (request, response, body) => {
      const { pathname } = new URL(request.url ?? "", "http://bank.invalid");
      if (pathname.endsWith("/transactions")) held.push(() => answer(request, response, body));
      else if (pathname.endsWith("/accounts")) json(response, 200, { accounts });
      else answer(request, response, body);
    };
    await planDueStatementFetches();
    await query("UPDATE statement_fetches SET due_at = app_now() - interval '1 minute' WHERE id <> $1", [accountId]);
    const running = runJob(reconciliationJobs.find(({ name }) => name === "reconciliation.fetch_statements") as Job);
    await until(async () => held.length === 2 && (await statementFetchOf(accountId))?.read === true);
    const leased = `SELECT 1 FROM statement_fetches f JOIN managed_accounts a ON a.id = f.id
      WHERE a.bank_slug = $1 AND f.lease_until > app_now()`;
    expect((await query(leased, [id])).rowCount).toBe(2);
    const stopped = running.stop();
    for (const answerNow of held) answerNow();
    await stopped;
  });
});

describe("the booked balance of an account whose unattended reads are used up", () => {
  it("is recorded by the first fetch of the next day", async () => {
    await moveToMiddleOf("day");
    const person = await newPerson();
    const account = await newAccount(person, "bpi", { roles: ["receiving"] });
    await grant(person, account);
    for (let reads = 0; reads < 4; reads += 1) await getAccountBalance(person.unattended, account);
    const balances = async () => {
      const sql = "SELECT 1 FROM booked_balances WHERE account_id = $1";
      return (await query(sql, [account.accountId])).rowCount;
    };
    await statementsRead();
    expect([await balances(), (await statementFetchOf(account.accountId))?.read]).toEqual([0, true]);
    await moveClock("13 hours");
    await statementsRead();
    expect(await balances()).toBe(1);
  });
});
