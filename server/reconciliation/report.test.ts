import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { env } from "../lib/config/env";
import { recordException } from "../payments/exceptions/record-exception";
import { settlePayment } from "../payments/settlement/settle-payment";
import { newAccount, newPerson } from "../test/banks/account-access";
import { answer, storyOfThisFile, workDone } from "../test/banks/payment-stories";
import { attemptOf, newEntry, statementsRead, taken } from "../test/banks/statements";
import { bankside } from "../test/command-line";
import { moveClock, moveToMiddleOf, query } from "../test/database";
import { ctx } from "../test/rows/fixtures";
import { getReport, makeReport } from "./make-report";

const story = storyOfThisFile();

beforeEach(() => moveToMiddleOf("day"));
/** Removes the discrepancies of earlier tests. */
beforeEach(() =>
  query(
    `TRUNCATE reconciliation_reports, statement_entries, statement_fetches, payment_exceptions, mails;
       UPDATE payment_attempts SET closed_at = app_now(), created_at = created_at - interval '90 days'`,
  ),
);

afterEach(() => {
  env().operatorEmail = null;
});

async function begun(reference: string) {
  const { id, token } = await story.newPayment({ payment_reference: reference });
  const { data } = await story.press(token);
  const attempt = await attemptOf(id);
  return { id, attempt, url: data.redirect_url as string };
}

async function findings() {
  await makeReport();
  return (await getReport(ctx, { day: null }))?.findings ?? [];
}

const readAll = () => query("UPDATE statement_fetches SET read_at = app_now(), fetched_at = app_now(), problem = NULL");

describe("the day's report", () => {
  it("is empty when all payments were debited and credited", async () => {
    const { url } = await begun("All well");
    await answer(url, "approve");
    await moveClock("1 minute");
    await workDone();
    await moveClock("1 hour");
    await statementsRead();
    await moveClock("5 days");
    await readAll();
    expect(await findings()).toEqual([]);
  });

  it("names a debit of more than a banking day ago without a credit, once the statement was fetched", async () => {
    const { id, attempt, url } = await begun("Taken");
    await answer(url, "approve");
    await moveClock("1 minute");
    await workDone();
    await query("INSERT INTO statement_fetches (id) VALUES ($1)", [attempt.accountId]);
    const { state } = await attemptOf(id);
    await moveClock("5 days");
    await makeReport();
    const notRead = { kind: "account_not_read", subjectId: attempt.accountId, test: true };
    expect((await getReport(ctx, { day: null }))?.findings).toMatchObject([notRead]);
    await moveClock("1 day");
    await readAll();
    const kind = state === "EXECUTED" ? "debited_without_credit" : "settled_without_credit";
    expect(await findings()).toMatchObject([{ kind, subjectId: id, amount: "2550", currency: "EUR", test: true }]);
  });

  it("names an outcome that is unknown for an hour, and none before", async () => {
    const { id, attempt } = await begun("Unknown");
    const sql = "UPDATE payment_attempts SET state = 'INIT_UNKNOWN', closed_at = NULL WHERE id = $1";
    await query(sql, [attempt.id]);
    expect(await findings()).toEqual([]);
    await moveClock("1 day");
    expect(await findings()).toMatchObject([{ kind: "unknown_outcome", subjectId: id, detail: "INIT_UNKNOWN" }]);
  });

  it("names credits without a payment, and those that differ from theirs", async () => {
    const { id, attempt } = await begun("Differs");
    const { accountId, endToEndId } = attempt;
    const unknown = await taken(newEntry(accountId, { remittance: "Unknown payer" }));
    const differs = await taken(newEntry(accountId, { endToEndId, amountMinor: 1n }));
    await taken(newEntry(accountId, { direction: "debit", remittance: "Rent" }));
    const found = await findings();
    expect(found).toHaveLength(3);
    expect(found).toContainEqual(
      expect.objectContaining({ kind: "entry_without_payment", subjectId: unknown.id, detail: "no_payment" }),
    );
    expect(found).toContainEqual(
      expect.objectContaining({ kind: "entry_differs", subjectId: differs.id, amount: "1", detail: "amount_differs" }),
    );
    expect(found).toContainEqual(expect.objectContaining({ kind: "exception_amount_differs", subjectId: id }));
  });

  it("names a rejected payment with a credit, and a payment's exception", async () => {
    const { id, attempt } = await begun("Refused");
    await settlePayment(attempt.id, { kind: "reported", isoStatus: "RJCT", reason: "AM04" }, { source: "poll" });
    await taken(newEntry(attempt.accountId, { endToEndId: attempt.endToEndId }));
    const exception = { kind: "second_debit", detail: "Paid before." } as const;
    await recordException({ id: attempt.id, paymentRequestId: id }, exception, "poll");
    expect(await findings()).toMatchObject([
      { kind: "bank_contradicts_credit", subjectId: id, detail: "RJCT" },
      { kind: "exception_second_debit", subjectId: id, detail: "Paid before." },
    ]);
  });

  it("names accounts whose statement was not fetched for a day, with the reason", async () => {
    const { accountId } = await newAccount(await newPerson(), "bpi", { roles: ["receiving"] });
    await query("INSERT INTO statement_fetches (id, problem) VALUES ($1, 'no-consent')", [accountId]);
    expect(await findings()).toEqual([]);
    await moveClock("25 hours");
    const detail = "no-consent, payments waiting: 0";
    expect(await findings()).toMatchObject([{ kind: "account_not_read", subjectId: accountId, amount: null, detail }]);
  });
});

describe("a live finding", () => {
  it("is in the report although more findings of test payments are newer than it lists, and all are counted", async () => {
    const [live, tested] = [await begun("Live"), await begun("Test")];
    const sql = `INSERT INTO payment_exceptions (id, kind, payment_request_id, attempt_id, detail, source, at)
        SELECT gen_random_uuid(), 'protocol', $1, $2, 'no ' || n, 'poll', app_now() + n * interval '1 second'
        FROM generate_series(1, $3::int) AS n`;
    await query("UPDATE payment_requests SET test = false WHERE id = $1", [live.id]);
    await query(sql, [live.id, live.attempt.id, 1]);
    await query(sql, [tested.id, tested.attempt.id, 501]);
    env().operatorEmail = "operator@bankside.example";
    const found = await findings();
    expect(found).toHaveLength(500);
    expect(found[0]).toMatchObject({ subjectId: live.id, kind: "exception_protocol", kindTotal: 502 });
    expect((await mails())[0]?.subject).toMatch(/: 502 reconciliation discrepancies$/);
    const { rows } = await query("SELECT total FROM reconciliation_reports");
    expect(rows).toEqual([{ total: 502 }]);
  });

  it("of a kind of test payments is counted although live ones of another kind are more than it lists", async () => {
    const { attempt } = await begun("Differs");
    const { accountId } = await newAccount(await newPerson(), "bpi", { roles: ["receiving"] });
    const sql = `INSERT INTO statement_entries (id, account_id, bank_entry_id, direction, amount, currency, booked_at, state)
        SELECT gen_random_uuid(), $1, 'entry ' || n, 'credit', 1, 'EUR', app_now(), $2 FROM generate_series(1, $3::int) AS n`;
    await query(sql, [accountId, "unmatched", 501]);
    await query(sql, [attempt.accountId, "differs", 2]);
    await query("UPDATE managed_accounts SET simulated = (id = $1)", [attempt.accountId]);
    const found = await findings();
    await query("UPDATE managed_accounts SET simulated = true");
    expect(found).toHaveLength(501);
    expect(found[0]).toMatchObject({ kind: "entry_without_payment", kindTotal: 501, merchantTotal: 501 });
    expect(found.filter(({ test }) => test)).toMatchObject([{ kind: "entry_differs", kindTotal: 2, merchantTotal: 2 }]);
  });

  it("of one merchant is in the report although another has more than it lists", async () => {
    const few = await begun("Few");
    const { accountId } = await newAccount(await newPerson(), "bpi", { roles: ["receiving"] });
    const sql = `INSERT INTO statement_entries (id, account_id, bank_entry_id, direction, amount, currency, booked_at, state, seen_at)
        SELECT gen_random_uuid(), $1, 'many ' || n, 'credit', 1, 'EUR', app_now(), 'unmatched', app_now() + n * interval '1 second'
        FROM generate_series(1, $2::int) AS n`;
    await query("UPDATE managed_accounts SET simulated = true WHERE id = $1", [accountId]);
    await query(sql, [few.attempt.accountId, 1]);
    await query(sql, [accountId, 501]);
    expect((await findings()).filter(({ merchantId }) => merchantId === story.tenant.merchantId)).toHaveLength(1);
  });
});

const mails = async () => (await query("SELECT recipient, subject, text FROM mails ORDER BY id")).rows;

describe("the report", () => {
  it("is made and mailed once for all workers, and printed by the command", async () => {
    const { attempt } = await begun("Mailed");
    const { id } = await taken(newEntry(attempt.accountId, { remittance: "Unknown payer" }));
    env().operatorEmail = "operator@bankside.example";
    await Promise.all([1, 2, 3].map(() => makeReport()));
    await makeReport();
    const [mail, ...more] = await mails();
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ recipient: "operator@bankside.example" });
    expect(mail?.subject).toMatch(/^Bankside, \d{4}-\d\d-\d\d: 1 reconciliation discrepancy$/);
    expect(mail?.text).toContain("Transaction without a payment: 1");
    expect(mail?.text).toContain(`${id}  25.50 EUR`);
    const printed = await bankside("reconciliation report");
    expect(printed.text).toContain(id);
  });

  it("is not mailed without OPERATOR_EMAIL or without discrepancies", async () => {
    const { attempt } = await begun("Not mailed");
    await taken(newEntry(attempt.accountId, { remittance: "Unknown payer" }));
    await makeReport();
    await query("TRUNCATE reconciliation_reports, statement_entries");
    env().operatorEmail = "operator@bankside.example";
    await makeReport();
    expect((await getReport(ctx, { day: null }))?.findings).toEqual([]);
    expect(await mails()).toEqual([]);
  });
});
