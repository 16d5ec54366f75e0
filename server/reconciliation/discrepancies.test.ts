import { beforeEach, describe, expect, it, vi } from "vitest";
import { now } from "../lib/clock";
import { db } from "../lib/db";
import { log } from "../lib/log";
import { createMerchant } from "../merchants/create-merchant";
import { listExceptions, resolveException } from "../payments/exceptions/exceptions";
import { newPerson } from "../test/banks/account-access";
import { storyOfThisFile } from "../test/banks/payment-stories";
import { attemptOf, newEntry, taken } from "../test/banks/statements";
import { moveClock, query } from "../test/database";
import { ctx } from "../test/rows/fixtures";
import { listDiscrepancies } from "./list-discrepancies";
import { getReport, makeReport } from "./make-report";
import { findNotCredited } from "./report-store";
import { dismissEntry } from "./resolve-entry";

const story = storyOfThisFile();

/** Removes the discrepancies of earlier tests. */
beforeEach(() =>
  query(
    `TRUNCATE reconciliation_reports, statement_entries, statement_fetches, payment_exceptions, mails;
       UPDATE payment_attempts SET closed_at = app_now(), created_at = created_at - interval '90 days'`,
  ),
);

async function begun() {
  const { id, token } = await story.newPayment();
  await story.press(token);
  return { id, attempt: await attemptOf(id) };
}

/** Sets an attempt's state and the time of its last transition. */
async function setState(attemptId: string, state: string, closed: boolean) {
  const sql = "UPDATE payment_attempts SET state = $2, closed_at = CASE WHEN $3 THEN app_now() END WHERE id = $1";
  await query(sql, [attemptId, state, closed]);
}

const readOf = (accountId: string) =>
  query(
    `INSERT INTO statement_fetches (id, read_at, fetched_at) VALUES ($1, app_now(), app_now())
       ON CONFLICT (id) DO UPDATE SET read_at = app_now(), fetched_at = app_now()`,
    [accountId],
  );

/** In this state for a time; its account's statement was fetched then and now. */
async function begunBefore(time: string, state: string) {
  const payment = await begun();
  await setState(payment.attempt.id, state, state === "SETTLED");
  await readOf(payment.attempt.accountId);
  await moveClock(time);
  await readOf(payment.attempt.accountId);
  return payment;
}

async function listed(test = true) {
  const { merchantId } = story.tenant;
  return listDiscrepancies((await newPerson(merchantId)).attended, { merchantId, test });
}

const found = async (test = true) => (await listed(test)).findings.map(({ kind, subjectId }) => [kind, subjectId]);

async function sizes() {
  const { findings, orMore } = await listed();
  return [findings.length, orMore];
}

describe("a merchant's discrepancies", () => {
  it("are empty without discrepancies, with and without a report", async () => {
    await begun();
    expect(await found()).toEqual([]);
    await makeReport();
    expect(await found()).toEqual([]);
  });

  it("include a debit of more than a banking day ago without a credit, until it arrives", async () => {
    const { id, attempt } = await begunBefore("0 days", "EXECUTED");
    expect(await found()).toEqual([]);
    await moveClock("6 days");
    await readOf(attempt.accountId);
    expect(await found()).toEqual([["debited_without_credit", id]]);
    expect(await found(false)).toEqual([]);
    await taken(newEntry(attempt.accountId, { endToEndId: attempt.endToEndId }));
    expect(await found()).toEqual([]);
  });

  it("include a payment that counts as paid once accepted, and stay as they are when its polling ends", async () => {
    const { id, attempt } = await begunBefore("6 days", "ACCEPTED");
    expect(await found()).toEqual([]);
    await query("UPDATE payment_attempts SET paid_at = app_now() - interval '5 days' WHERE id = $1", [attempt.id]);
    expect(await found()).toEqual([["debited_without_credit", id]]);
    await query("UPDATE payment_attempts SET paid_at = NULL, state = 'EXECUTED' WHERE id = $1", [attempt.id]);
    await query(
      `INSERT INTO attempt_transitions (id, attempt_id, number, from_state, to_state, source, at)
         SELECT gen_random_uuid(), $1, max(number) + 1, 'EXECUTED', 'EXECUTED', 'poll', app_now()
         FROM attempt_transitions WHERE attempt_id = $1`,
      [attempt.id],
    );
    expect(await found()).toEqual([["debited_without_credit", id]]);
  });

  it("are counted up to 100 of a kind, and say that there are more", async () => {
    const { id, attempt } = await begun();
    const add = (count: number) =>
      query(
        `INSERT INTO payment_exceptions (id, kind, payment_request_id, attempt_id, detail, source)
           SELECT gen_random_uuid(), 'protocol', $1, $2, gen_random_uuid()::text, 'test' FROM generate_series(1, $3::int)`,
        [id, attempt.id, count],
      );
    await add(100);
    expect(await sizes()).toEqual([100, false]);
    await add(1);
    expect(await sizes()).toEqual([100, true]);
  });

  it("may be more where the report lists fewer of the merchant than were found", async () => {
    const { merchantId } = story.tenant;
    const payment = { subjectId: merchantId, merchantId, test: true, amount: "1", currency: "EUR", detail: null };
    const finding = { kind: "bank_contradicts_credit", ...payment };
    const reported = (merchantTotal: number) =>
      query(
        `INSERT INTO reconciliation_reports (day, findings, total) VALUES (current_date, $1, $2)
           ON CONFLICT (day) DO UPDATE SET findings = EXCLUDED.findings`,
        [JSON.stringify([{ ...finding, kindTotal: 700, merchantTotal }]), merchantTotal],
      );
    await reported(1);
    expect(await sizes()).toEqual([1, false]);
    await reported(501);
    expect(await sizes()).toEqual([1, true]);
    // The total of all merchants is not the merchant's to know.
    expect((await listed()).findings).toEqual([finding]);
  });

  it("include an outcome that is unknown for an hour, without a report", async () => {
    const { id, attempt } = await begun();
    await setState(attempt.id, "SUBMIT_UNKNOWN", false);
    expect(await found()).toEqual([]);
    await moveClock("61 minutes");
    expect(await found()).toEqual([["unknown_outcome", id]]);
  });

  it("include a payment's exception, and an account whose statement was not fetched for a day", async () => {
    const { id, attempt } = await begun();
    await query("INSERT INTO statement_fetches (id) VALUES ($1)", [attempt.accountId]);
    await query(
      `INSERT INTO payment_exceptions (id, kind, payment_request_id, attempt_id, detail, source)
         VALUES (gen_random_uuid(), 'second_debit', $1, $2, '', 'test')`,
      [id, attempt.id],
    );
    expect(await found()).toEqual([["exception_second_debit", id]]);
    await moveClock("25 hours");
    expect(await found()).toEqual([
      ["exception_second_debit", id],
      ["account_not_read", attempt.accountId],
    ]);
  });

  it("include a settled payment without a credit from the day's report, until the credit arrives", async () => {
    const { id, attempt } = await begunBefore("6 days", "SETTLED");
    expect(await found()).toEqual([]);
    await makeReport();
    expect(await found()).toEqual([["settled_without_credit", id]]);
    await taken(newEntry(attempt.accountId, { endToEndId: attempt.endToEndId }));
    expect(await found()).toEqual([]);
  });

  it.each(["EXECUTED", "SETTLED"])(
    "include a payment that is %s and not credited as an exception after a month, until a person resolves it",
    async (state) => {
      const { id, attempt } = await begunBefore("31 days", state);
      await makeReport();
      expect(await found()).toEqual([["exception_not_credited", id]]);
      expect((await getReport(ctx, { day: null }))?.findings).toMatchObject([
        { kind: "exception_not_credited", subjectId: id },
      ]);
      const { rows } = await listExceptions({ limit: 10 });
      for (const exception of rows) await resolveException(ctx, { id: exception.id, note: "Written off." });
      await moveClock("1 day");
      await readOf(attempt.accountId);
      await makeReport();
      expect([rows.length, await found()]).toEqual([1, []]);
    },
  );

  it.each(["EXECUTED", "SETTLED"])(
    "include a payment that is %s with a credit of another amount as an exception only, until a person resolves it",
    async (state) => {
      const { id, attempt } = await begunBefore("6 days", state);
      await makeReport();
      expect(await found()).toEqual([[expect.stringContaining("_without_credit"), id]]);
      const entry = await taken(newEntry(attempt.accountId, { endToEndId: attempt.endToEndId, amountMinor: 2500n }));
      expect(await found()).toEqual([["exception_amount_differs", id]]);
      await query("UPDATE payment_exceptions SET resolved_at = app_now(), resolved_note = 'Paid the rest'");
      await dismissEntry(ctx, { id: entry.id, note: "Too little" });
      expect(await found()).toEqual([]);
      await moveClock("1 day");
      await readOf(attempt.accountId);
      await makeReport();
      expect((await getReport(ctx, { day: null }))?.findings).toEqual([]);
    },
  );

  it("have no exception of a settled payment of more than 32 days ago, or with a credit that differs", async () => {
    const [old, differs, debited] = [await begun(), await begun(), await begun()];
    for (const { attempt } of [old, differs]) await setState(attempt.id, "SETTLED", true);
    await setState(debited.attempt.id, "EXECUTED", true);
    const { accountId, endToEndId } = differs.attempt;
    await taken(newEntry(accountId, { endToEndId, amountMinor: 1n }));
    await readOf(accountId);
    await moveClock("31 days");
    await readOf(accountId);
    const age = "UPDATE payment_attempts SET created_at = app_now() - interval '33 days' WHERE id = $1";
    for (const { attempt } of [old, debited]) await query(age, [attempt.id]);
    await makeReport();
    // Of a debited one: its account may have been unreadable for weeks.
    expect(await found()).toEqual([
      ["exception_not_credited", debited.id],
      ["exception_amount_differs", differs.id],
    ]);
  });

  it("have an exception of each of two uncredited payments, live first, with one alert for both", async () => {
    const [tested, live] = [await begun(), await begun()];
    for (const { attempt } of [tested, live]) await setState(attempt.id, "SETTLED", true);
    await query("UPDATE payment_requests SET test = false WHERE id = $1", [live.id]);
    await readOf(live.attempt.accountId);
    await moveClock("31 days");
    await readOf(live.attempt.accountId);
    expect(await findNotCredited(db(), now(), 1)).toMatchObject([{ paymentRequestId: live.id }]);
    const logged = vi.spyOn(log(), "error").mockReturnValue(undefined);
    await makeReport();
    const about = expect.objectContaining({ kind: "not_credited", live: 1, test: 1, alert: true });
    expect(logged.mock.calls).toEqual([[about, expect.any(String)]]);
    logged.mockRestore();
    expect([await found(true), await found(false)]).toEqual(
      [tested, live].map(({ id }) => [["exception_not_credited", id]]),
    );
  });

  it("exclude other merchants'", async () => {
    const { attempt } = await begun();
    await setState(attempt.id, "SUBMIT_UNKNOWN", false);
    await moveClock("2 hours");
    const other = await newPerson((await createMerchant(ctx, { brandName: "Another" })).id);
    const { findings } = await listDiscrepancies(other.attended, { merchantId: other.merchantId, test: true });
    expect(findings).toEqual([]);
    const foreign = listDiscrepancies(other.attended, { merchantId: story.tenant.merchantId, test: true });
    await expect(foreign).rejects.toMatchObject({ code: "MERCHANT_NOT_FOUND" });
  });
});
