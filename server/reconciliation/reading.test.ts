import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { settlePayment } from "../payments/settle-payment";
import { forgetTroubles, grant, newAccount, newPerson } from "../test/account-access";
import { moveClock, query } from "../test/database";
import { answer, eventsOf, workDone } from "../test/payment-stories";
import { attemptOf, entriesOf, readingOf, reversalsOf, statementsRead } from "../test/statements";
import { approveAtBank, comeBack, ukStoryOfThisFile } from "../test/uk-stories";
import { planDueReadings, readingsDue, readStatement } from "./read-statement";

// From the bank's statement to the payment, over HTTP.

const uk = ukStoryOfThisFile();
const { story } = uk;
const SUCCEEDED = ["payment_request.pending", "payment_request.succeeded"];
const asked = () => story.bank.exchanges.filter(({ path }) => /\/transactions$/.test(path)).length;
/** The bank fails at the next question for a statement. */
const failNext = () =>
  story.bank.faults.push({ method: "GET", path: /\/transactions$/, kind: new Response(null, { status: 503 }) });

/** This account is to be read now, and no other. */
async function dueAlone(accountId: string): Promise<void> {
  await planDueReadings();
  const due = "CASE WHEN id = $1 THEN app_now() ELSE app_now() + interval '1 day' END";
  await query((client) => client.query(`UPDATE account_readings SET due_at = ${due}`, [accountId]));
}

async function approved(reference: string) {
  const payment = await story.newPayment({ payment_reference: reference });
  await answer((await story.press(payment.token)).data.redirect_url, "approve");
  return { ...payment, attempt: await attemptOf(payment.id) };
}

beforeAll(async () => {
  // The first call of a file loads the bank's code: apart from what is measured.
  await approved("Warm");
  await statementsRead();
  await forgetTroubles();
});

// The clock goes back after each test: nothing was read in what is the future now.
beforeEach(() => query((client) => client.query("TRUNCATE account_readings")));

describe("a statement that two workers read at once, because the first was too slow for its lease", () => {
  it("settles its payment once, and only the second plans the next reading", async () => {
    const { id, attempt } = await approved("SIM-ACSP lease");
    await moveClock("1 hour");
    await workDone();
    await planDueReadings();
    const [slow] = (await readingsDue(100)).filter((lease) => lease.id === attempt.accountId);
    await moveClock("3 minutes");
    const [quick] = (await readingsDue(100)).filter((lease) => lease.id === attempt.accountId);
    if (!slow || !quick) throw new Error("The account was not due twice.");
    await Promise.all([readStatement(slow), readStatement(quick)]);
    expect((await entriesOf(attempt.accountId)).filter(({ attempt_id }) => attempt_id === attempt.id)).toMatchObject([
      { state: "matched", matched_by: "end_to_end_id" },
    ]);
    expect(await eventsOf(id)).toEqual(SUCCEEDED);
    expect((await readingOf(attempt.accountId))?.tries).toBeLessThanOrEqual(1);
  });
});

describe("a bank that says no after the payment was completed, and books the return as well", () => {
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
  it("settles the payment that it names", async () => {
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

describe("a reading that fails", () => {
  it("backs off, is not brought forward by the payment that it failed for, and loses nothing", async () => {
    const { id, attempt } = await approved("SIM-ACSP later");
    await moveClock("1 hour");
    await workDone();
    const dueIn: (number | undefined)[] = [];
    for (let failure = 0; failure < 2; failure += 1) {
      failNext();
      await dueAlone(attempt.accountId);
      await statementsRead();
      await planDueReadings();
      const reading = await readingOf(attempt.accountId);
      expect(reading?.problem).toBe("unavailable");
      dueIn.push(reading?.due_in_s);
      await forgetTroubles();
    }
    expect((dueIn[1] ?? 0) >= 2 * (dueIn[0] ?? 0) - 10).toBe(true);
    expect(await story.statusOf(id)).toBe("pending");
    await moveClock("1 hour");
    await statementsRead();
    expect(await story.statusOf(id)).toBe("completed");
    expect(await readingOf(attempt.accountId)).toMatchObject({ problem: null, tries: 0, read: true });
  });

  it("because the bank answers four times a day only is six hours apart, whatever payments do", async () => {
    const person = await newPerson(story.tenant.merchantId);
    const account = await newAccount(person, "bpi", { roles: ["receiving"] });
    await grant(person, account);
    const { accountId } = account;
    await statementsRead();
    expect(await readingOf(accountId)).toMatchObject({ limited: true, problem: null, read: true });
    // A payment to it moves on: still four a day.
    const other = await approved("Limited");
    await query((client) =>
      client.query("UPDATE payment_attempts SET receiving_account_id = $1 WHERE id = $2", [
        accountId,
        other.attempt.id,
      ]),
    );
    await moveClock("1 minute");
    await workDone();
    const before = asked();
    await planDueReadings();
    expect(((await readingOf(accountId))?.due_in_s ?? 0) > 20_000).toBe(true);
    expect((await readingsDue(100)).map(({ id }) => id)).not.toContain(accountId);
    expect(asked()).toBe(before);
  });

  it("because the account was closed asks no bank", async () => {
    const person = await newPerson();
    const account = await newAccount(person, "bpi", { roles: ["receiving"] });
    await planDueReadings();
    await query((client) =>
      client.query("UPDATE managed_accounts SET closed_at = app_now() WHERE id = $1", [account.accountId]),
    );
    const [lease] = (await readingsDue(100)).filter(({ id }) => id === account.accountId);
    if (!lease) throw new Error("The account was not due.");
    const before = asked();
    await readStatement(lease);
    expect(asked()).toBe(before);
    expect(await readingOf(account.accountId)).toMatchObject({ problem: "closed", read: false });
  });
});
