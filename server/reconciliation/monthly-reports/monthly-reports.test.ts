import { describe, expect, it } from "vitest";
import { callerOfRole } from "../../identity/rules";
import { createUser } from "../../identity/users/create-user";
import { now } from "../../lib/clock";
import { createMerchant } from "../../merchants/create-merchant";
import { setPreference } from "../../merchants/notifications/preferences";
import { newAccount, newPerson } from "../../test/banks/account-access";
import { storyOfThisFile, workDone } from "../../test/banks/payment-stories";
import { approvedPayment, moveToNextMonth, newEntry, statementsRead, taken } from "../../test/banks/statements";
import { moveClock, moveToMiddleOf, query } from "../../test/database";
import { ctx } from "../../test/rows/fixtures";
import { bookedBalanceIn } from "./fetch-booked-balance";
import { monthBefore, monthOf, spanOf } from "./months";
import { listMonthlyReports, readMonthlyReports } from "./read-monthly-reports";
import { type ReportCursor, type ReportRow, readReportRows } from "./report-rows";

// Reports of accounts at a simulated bank over HTTP, and of stored transactions.

const story = storyOfThisFile();
const rows = async <Row extends object>(sql: string, given: unknown[] = []) => (await query<Row>(sql, given)).rows;
const HOUR_MS = 3_600_000;

const approved = (reference: string) => approvedPayment(story, reference);

async function merchantOf(accountId: string): Promise<string> {
  const [row] = await rows<{ id: string }>("SELECT merchant_id AS id FROM managed_accounts WHERE id = $1", [accountId]);
  return row?.id ?? "";
}

const figures = async (merchantId: string, accountId: string) => {
  const { reports } = await listMonthlyReports(ctx, { merchantId, accountId });
  return reports.map((one) => [one.openingMinor, one.paymentsMinor, one.returnedMinor, one.closingMinor, one.unknown]);
};

describe("the reports of an account at its bank", () => {
  it("have the bank's booked balance at the end of a month, and it opens the next", async () => {
    // Eight hours follow in the same month.
    await moveToMiddleOf("day");
    const { attempt } = await approved("SIM-ACSP report");
    const { accountId } = attempt;
    await moveClock("1 hour");
    await workDone();
    await statementsRead();
    const merchantId = await merchantOf(accountId);
    const balances = "SELECT balance::text, entries::text FROM booked_balances WHERE account_id = $1 ORDER BY at";
    expect(await rows(balances, [accountId])).toEqual([{ balance: "2550", entries: "2550" }]);
    await moveClock("7 hours");
    await statementsRead();
    expect(await rows(balances, [accountId])).toHaveLength(1);
    await moveToNextMonth("1 day");
    await statementsRead();
    const reports = await figures(merchantId, accountId);
    expect(reports.slice(0, 2)).toEqual([
      [2550n, 0n, 0n, 2550n, null],
      [expect.toBeOneOf([null, 0n]), 2550n, 0n, 2550n, expect.toBeOneOf([null, "not-covered"])],
    ]);
    // The bank's balance of the new month agrees.
    expect(await rows(balances, [accountId])).toEqual(Array(2).fill({ balance: "2550", entries: "2550" }));
  });

  it("take the interim booked balance in the account's currency, and none where the bank reports several or others", () => {
    const one = (type: string, amountMinor: bigint, currency = "EUR") => ({ type, amountMinor, currency, asOf: null });
    expect(bookedBalanceIn([one("interimAvailable", 9n), one("interimBooked", 5n)], "EUR")).toBe(5n);
    expect(bookedBalanceIn([one("ITBD", 5n), one("ITBD", 5n)], "EUR")).toBe(5n);
    expect(bookedBalanceIn([one("InterimBooked", 5n), one("ITBD", 6n)], "EUR")).toBeNull();
    expect(bookedBalanceIn([one("closingBooked", 5n), one("interimBooked", 5n, "USD")], "EUR")).toBeNull();
  });
});

describe("a returned payment", () => {
  it("is mailed once to those who chose it, also when the statement is fetched again", async () => {
    // The clock was reset: fetches must not have times in the future.
    await rows("TRUNCATE statement_fetches");
    const { attempt, id } = await approved("SIM-RETURN mail");
    const merchantId = await merchantOf(attempt.accountId);
    const email = "finance-of-returns@olaria.example";
    const { id: userId } = await createUser(ctx, { email, name: "João", role: "finance", merchantId });
    const caller = callerOfRole(userId, { merchantId, partnerId: null, role: "finance" });
    await setPreference({ ...ctx, caller }, { merchantId, kind: "payment_returned", enabled: true });
    await moveClock("2 days");
    await workDone();
    await statementsRead();
    await moveClock("7 hours");
    await statementsRead();
    const mails = await rows<{ subject: string; text: string }>(
      "SELECT subject, text FROM mails WHERE recipient = $1",
      [email],
    );
    expect(mails).toEqual([
      { subject: "Test payment returned: 25.50 EUR", text: expect.stringContaining(`/console/payments/${id}\n`) },
    ]);
  });
});

/** A merchant's account whose statements were fetched since 400 days, with a balance of 100.00 before all of them. */
async function coveredAccount() {
  const person = await newPerson((await createMerchant(ctx, { brandName: "Casa do Barro" })).id);
  const { merchantId, accountId } = await newAccount(person, "bpi", { roles: ["receiving"] });
  await rows(
    `INSERT INTO statement_fetches (id, created_at, covered_from, read_at, due_at)
     VALUES ($1, app_now(), app_now() - interval '400 days', app_now(), app_now() + interval '1 year')`,
    [accountId],
  );
  const balance = `INSERT INTO booked_balances (id, account_id, currency, balance, entries) VALUES (gen_random_uuid(), $1, 'EUR', 10000, 0)`;
  await rows(balance, [accountId]);
  return { merchantId, accountId };
}

async function allRows(merchantId: string, accountId: string, month: string, limit: number): Promise<ReportRow[]> {
  const reports = await readMonthlyReports(ctx, { merchantId, accountId, month });
  const found: ReportRow[] = [];
  let at: ReportCursor | null = null;
  do {
    const batch: Awaited<ReturnType<typeof readReportRows>> = await readReportRows(ctx, reports, at, limit);
    found.push(...batch.rows);
    at = batch.next;
  } while (at !== null);
  return found;
}

describe("the report of a month", () => {
  it("has the transactions booked from its first moment to before that of the next, in batches of any size", async () => {
    const { merchantId, accountId } = await coveredAccount();
    const month = monthBefore(monthOf(now()));
    const { from, to } = spanOf(month);
    const book = (bookedAt: Date, amountMinor: bigint, direction: "credit" | "debit" = "credit") =>
      taken(newEntry(accountId, { bookedAt, amountMinor, direction }));
    await book(new Date(from.getTime() - 1), 1n);
    await book(from, 20n);
    await book(new Date(from.getTime() + HOUR_MS), 5n, "debit");
    await book(new Date(to.getTime() - 1), 300n);
    await book(to, 4_000n);
    await taken(newEntry(accountId, { bookedAt: from, amountMinor: 7n, currency: "USD" }));
    const [found] = await readMonthlyReports(ctx, { merchantId, accountId, month });
    expect(found?.report).toMatchObject({
      openingMinor: 10_001n,
      otherMinor: 315n,
      closingMinor: 10_316n,
      transactions: 3,
    });
    for (const limit of [1, 2, 3, 500]) {
      const kinds = (await allRows(merchantId, accountId, month, limit)).map((row) =>
        row.kind === "transaction" ? `${row.entry.direction} ${row.entry.amountMinor}` : row.kind,
      );
      expect([limit, kinds]).toEqual([limit, ["opening", "credit 20", "debit 5", "credit 300", "closing"]]);
    }
  });

  it.each([
    ["a transaction is", ["credit"]],
    ["a credit and a debit of the same amount are", ["credit", "debit"]],
  ] as const)("is aborted when %s booked into the month while it is read", async (_what, directions) => {
    const { merchantId, accountId } = await coveredAccount();
    const month = monthBefore(monthOf(now()));
    const { from } = spanOf(month);
    await taken(newEntry(accountId, { bookedAt: from }));
    const reports = await readMonthlyReports(ctx, { merchantId, accountId, month });
    for (const direction of directions) await taken(newEntry(accountId, { bookedAt: from, direction }));
    await expect(readReportRows(ctx, reports, null, 500)).rejects.toThrow("changed while it was read");
  });

  it("has no balance between two of the bank's that do not agree with the transactions, and has one before and after them", async () => {
    const { merchantId, accountId } = await coveredAccount();
    const atFirst = "date_trunc('month', app_now(), 'UTC') - interval '1 hour'";
    await rows("UPDATE booked_balances SET at = app_now() - interval '1 second' WHERE account_id = $1", [accountId]);
    await rows(
      `INSERT INTO booked_balances (id, account_id, currency, balance, entries, at) VALUES (gen_random_uuid(), $1, 'EUR', 9000, 0, ${atFirst})`,
      [accountId],
    );
    const [present, before] = await figures(merchantId, accountId);
    expect(present).toEqual([null, 0n, 0n, 10_000n, "differs"]);
    expect(before).toEqual([9_000n, 0n, 0n, null, "differs"]);
  });

  it("is of the merchant's accounts alone", async () => {
    const [one, other] = [await coveredAccount(), await coveredAccount()];
    const { accounts } = await listMonthlyReports(ctx, { merchantId: one.merchantId });
    expect(accounts.map(({ id }) => id)).toEqual([one.accountId]);
    const foreign = { merchantId: one.merchantId, accountId: other.accountId };
    const notFound = { code: "NOT_FOUND" };
    await expect(listMonthlyReports(ctx, foreign)).rejects.toMatchObject(notFound);
    await expect(readMonthlyReports(ctx, { ...foreign, month: "2026-10" })).rejects.toMatchObject(notFound);
  });

  it("is of the first account with statements by default, also where a new account is listed before it", async () => {
    const person = await newPerson((await coveredAccount()).merchantId);
    const { accountId } = await newAccount(person, "activobank", { roles: ["receiving"] });
    await rows("INSERT INTO statement_fetches (id) VALUES ($1)", [accountId]);
    const { accounts, reports } = await listMonthlyReports(ctx, person);
    expect([accounts[0]?.id, reports.length]).toEqual([accountId, 12]);
  });

  it("is listed where transactions are stored from before a gap, without balances", async () => {
    const { merchantId, accountId } = await coveredAccount();
    const gapAt = spanOf(monthOf(now())).from;
    const old = new Date(spanOf(monthBefore(monthOf(now()))).from.getTime() - HOUR_MS);
    await taken(newEntry(accountId, { bookedAt: old, amountMinor: 7n }));
    await rows("UPDATE statement_fetches SET covered_from = $2 WHERE id = $1", [accountId, gapAt]);
    const { reports, older } = await listMonthlyReports(ctx, { merchantId });
    const [present, ...before] = reports.map(({ transactions, openingMinor, closingMinor, unknown }) => [
      transactions,
      openingMinor,
      closingMinor,
      unknown,
    ]);
    expect(present).toEqual([0, expect.any(BigInt), expect.any(BigInt), null]);
    expect([before, older]).toEqual([
      [
        [0, null, expect.any(BigInt), "not-covered"],
        [1, null, null, "not-covered"],
      ],
      null,
    ]);
  });

  it("is listed up to the month in which the account was closed, which says so", async () => {
    const { merchantId, accountId } = await coveredAccount();
    const last = monthBefore(monthBefore(monthOf(now())));
    const { from, to } = spanOf(last);
    await rows("UPDATE managed_accounts SET closed_at = $2 WHERE id = $1", [accountId, new Date(to.getTime() - 1)]);
    await rows("UPDATE statement_fetches SET read_at = $2 WHERE id = $1", [accountId, from]);
    for (const until of [undefined, monthOf(now())]) {
      const { reports, newer } = await listMonthlyReports(ctx, { merchantId, until });
      expect([reports[0]?.month, reports[0]?.unknown, reports[1]?.unknown, newer]).toEqual([
        last,
        "closed",
        null,
        null,
      ]);
    }
  });

  it("is listed by twelve, newest first, back to the start of the statements", async () => {
    const { merchantId } = await coveredAccount();
    const first = await listMonthlyReports(ctx, { merchantId });
    expect([first.reports.length, first.reports[0]?.month, first.newer]).toEqual([12, monthOf(now()), null]);
    const second = await listMonthlyReports(ctx, { merchantId, until: first.older ?? "" });
    expect(second.reports[0]?.month).toBe(monthBefore(first.reports[11]?.month ?? ""));
    expect([second.reports.at(-1)?.unknown, second.older, second.newer]).toEqual(["not-covered", null, monthOf(now())]);
  });
});
