import { beforeEach, describe, expect, it, vi } from "vitest";
import { now, setClockOffset } from "../lib/clock";
import { log } from "../lib/log";
import { booking, type CorporateBank, newCorporateBank, pageOf } from "../test/banks/corporate-bank";
import { answer, storyOfThisFile, workDone } from "../test/banks/payment-stories";
import { attemptOf, entriesOf, statementFetchOf, statementsRead } from "../test/banks/statements";
import { moveClock, moveToMiddleOf, query } from "../test/database";

// Statements that a bank sends with faults, over HTTP.

const story = storyOfThisFile();

beforeEach(() => query("TRUNCATE statement_fetches"));

/** A payment that waits for its credit on the bank's account. */
async function paymentTo({ account }: CorporateBank) {
  const { id, token } = await story.newPayment({ payment_reference: "SIM-ACSP faults" });
  await answer((await story.press(token)).data.redirect_url, "approve");
  const attempt = await attemptOf(id);
  const sql = "UPDATE payment_attempts SET receiving_account_id = $1 WHERE id = $2";
  await query(sql, [account.accountId, attempt.id]);
  await moveClock("1 hour");
  await workDone();
  return { id, endToEndId: attempt.endToEndId };
}

const DAY_MS = 86_400_000;
const daysAgo = (days: number) => new Date(now().getTime() - days * DAY_MS);
const dayOf = (at: Date) => at.toISOString().slice(0, "2026-01-31".length);

type FetchRow = { read_at: Date; covered_from: Date; problem: string | null };
const rowOf = async (accountId: string) => {
  const sql = "SELECT read_at, covered_from, problem FROM statement_fetches WHERE id = $1";
  return (await query<FetchRow>(sql, [accountId])).rows[0] as FetchRow;
};

/** The bank's account was last fetched so many days ago, and is covered for a year. */
async function lastFetched({ account }: CorporateBank, days: number) {
  const sql = `INSERT INTO statement_fetches (id, created_at, covered_from, read_at, fetched_at)
    VALUES ($1, app_now() - interval '1 year', app_now() - interval '1 year', $2, $2)`;
  await query(sql, [account.accountId, daysAgo(days)]);
}

/** Fetches until the problem is gone; returns the number of fetches. */
async function fetchesUntilRead({ account }: CorporateBank): Promise<number> {
  for (let fetches = 1; fetches <= 12; fetches += 1) {
    await query("UPDATE statement_fetches SET due_at = app_now()");
    await statementsRead();
    if ((await rowOf(account.accountId)).problem === null) return fetches;
  }
  throw new Error("The statement was not read.");
}

describe("a statement of 30 days", () => {
  const entries = Array.from({ length: 30 }, (_, day) => booking(daysAgo(day), { transactionId: `t${day}` }));
  /** Pages without an end for more than so many days; else the booked transactions. */
  const pagesFor = (maxDays: number) => (asked: URLSearchParams) => {
    const from = asked.get("dateFrom") ?? "";
    const to = asked.get("dateTo") ?? dayOf(now());
    if (Date.parse(to) - Date.parse(from) > maxDays * DAY_MS) {
      const page = Number(asked.get("page") ?? 1) + 1;
      return { body: pageOf([], `/psd2/v1/accounts/r1/transactions?dateFrom=${from}&dateTo=${to}&page=${page}`) };
    }
    return { body: pageOf(entries.filter(({ bookingDate }) => from <= bookingDate && bookingDate <= to)) };
  };

  it("is read in slices over several fetches where the bank can send three days at once", async () => {
    const bank = await newCorporateBank();
    await lastFetched(bank, 30);
    bank.statement = pagesFor(4);
    expect(await fetchesUntilRead(bank)).toBeGreaterThan(1);
    const { accountId } = bank.account;
    expect(await entriesOf(accountId)).toHaveLength(30);
    const { read_at, covered_from } = await rowOf(accountId);
    expect([dayOf(read_at), covered_from < daysAgo(300)]).toEqual([dayOf(now()), true]);
  });

  it("is read in three fetches where each slice takes a minute, because of the lease; control: else in one", async () => {
    const fetches: number[] = [];
    for (const takenMs of [60_000, 0]) {
      // The harness resets the clock that this test moves.
      await moveClock("1 minute");
      let clockMs = 60_000;
      const bank = await newCorporateBank();
      await lastFetched(bank, 30);
      bank.statement = (asked) => {
        const answer = pagesFor(18)(asked);
        if (answer.body.transactions.booked.length > 0) clockMs += takenMs;
        setClockOffset(clockMs);
        return answer;
      };
      fetches.push(await fetchesUntilRead(bank));
      expect(await entriesOf(bank.account.accountId)).toHaveLength(30);
    }
    expect(fetches).toEqual([3, 1]);
  });

  it("is read to the present each day where the bank sends less than three days at once and allows four reads a day", async () => {
    await moveToMiddleOf("day");
    const bank = await newCorporateBank();
    const { accountId } = bank.account;
    await lastFetched(bank, 0.25);
    bank.statement = pagesFor(3);
    const whole: boolean[] = [];
    for (let days = 0; days < 5; days += 0.25) {
      await query("UPDATE statement_fetches SET due_at = app_now()");
      await statementsRead();
      await query("UPDATE account_consents SET frequency_per_day = 4");
      whole.push((await rowOf(accountId)).problem === null);
      await moveClock("361 minutes");
    }
    expect(whole.slice(4).filter(Boolean)).toHaveLength(4);
  });

  it("continues after the last slice where the bank fails between two", async () => {
    const bank = await newCorporateBank();
    await lastFetched(bank, 30);
    const { accountId } = bank.account;
    let slices = 0;
    bank.statement = (asked) => {
      const answer = pagesFor(18)(asked);
      if (answer.body.transactions.booked.length > 0) slices += 1;
      return slices > 1 ? { status: 503, body: {} } : answer;
    };
    await statementsRead();
    const { problem, read_at } = await rowOf(accountId);
    expect([problem, read_at < daysAgo(1)]).toEqual(["unavailable", true]);
    const before = bank.asked.length;
    bank.statement = pagesFor(18);
    const fetches = await fetchesUntilRead(bank);
    expect([fetches, (await entriesOf(accountId)).length, bank.asked.length - before]).toEqual([1, 30, 2]);
  });
});

describe("a statement that begins before the period that the bank sends", () => {
  it("is read from the oldest day on, and the gap shows as the start of the statements", async () => {
    const bank = await newCorporateBank();
    const { accountId } = bank.account;
    await lastFetched(bank, 200);
    const old = `INSERT INTO booked_balances (id, account_id, currency, balance, entries, at)
      VALUES (gen_random_uuid(), $1, 'EUR', 0, 0, $2)`;
    await query(old, [accountId, daysAgo(201)]);
    bank.statement = (asked) =>
      Date.parse(asked.get("dateFrom") ?? "") < daysAgo(90).getTime()
        ? { status: 400, body: { tppMessages: [{ category: "ERROR", code: "PERIOD_INVALID" }] } }
        : { body: pageOf([booking(daysAgo(80), { transactionId: "t1" })]) };
    expect(await fetchesUntilRead(bank)).toBe(1);
    expect(await entriesOf(accountId)).toHaveLength(1);
    expect(dayOf((await rowOf(accountId)).covered_from)).toBe(dayOf(daysAgo(88)));
    const balances = "SELECT 1 FROM booked_balances WHERE account_id = $1";
    expect((await query(balances, [accountId])).rowCount).toBe(0);
  });
});

describe("two transactions of one batch booking", () => {
  it.each(["transactionId", "remittanceInformationUnstructured"])(
    "of another %s each are stored as two, once, in whatever order and with whatever delay the bank sends them",
    async (distinct) => {
      const bank = await newCorporateBank();
      const [a, b, c] = ["a", "b", "c"].map((id) => booking(now(), { entryReference: "batch", [distinct]: id }));
      const counts: number[] = [];
      for (const list of [[b], [a, b], [b, a], [c, b, a], [a, c, b, a]]) {
        bank.statement = () => ({ body: pageOf(list) });
        await fetchesUntilRead(bank);
        counts.push((await entriesOf(bank.account.accountId)).length);
      }
      expect(counts).toEqual([1, 2, 2, 3, 3]);
    },
  );
});

describe("a statement with an unreadable entry", () => {
  it("is read without it a week after it was first seen, with one alert, and the gap shows as the start of the statements", async () => {
    const bank = await newCorporateBank();
    const { accountId } = bank.account;
    bank.statement = () => ({ body: pageOf([{ bookingDate: "none" }]) });
    await lastFetched(bank, 8);
    const facts = async () => {
      await statementsRead();
      const { read_at, covered_from, problem } = await rowOf(accountId);
      return [dayOf(read_at), covered_from < daysAgo(300), problem];
    };
    const logged = vi.spyOn(log(), "error").mockReturnValue(undefined);
    const stuck = [dayOf(daysAgo(8)), true, "entry-unreadable"];
    expect(await facts()).toEqual(stuck);
    await moveClock("6 days");
    expect(await facts()).toEqual(stuck);
    await moveClock("2 days");
    expect(await facts()).toEqual([dayOf(now()), false, "entry-unreadable"]);
    expect(dayOf((await rowOf(accountId)).covered_from)).toBe(dayOf(now()));
    const about = { account_id: accountId, unreadable: 1 };
    const lines = logged.mock.calls.map(([line]) => line as { account_id?: string });
    const own = lines.filter(({ account_id }) => account_id === accountId);
    expect(own).toEqual([{ ...about, alert: true }, about, about]);
    logged.mockRestore();
  });

  it("settles a payment by its credit, and the account has the problem", async () => {
    const bank = await newCorporateBank();
    const { id, endToEndId } = await paymentTo(bank);
    expect(await story.statusOf(id)).toBe("pending");
    const odd = { ...booking(now()), bookingDate: undefined };
    bank.statement = () => ({ body: pageOf([odd, booking(now(), { transactionId: "t1", endToEndId })]) });
    await statementsRead();
    expect(await story.statusOf(id)).toBe("completed");
    const { accountId } = bank.account;
    expect(await entriesOf(accountId)).toMatchObject([{ state: "matched", matched_by: "end_to_end_id" }]);
    expect(await statementFetchOf(accountId)).toMatchObject({ problem: "entry-unreadable", read: false });
  });

  it.each([
    ["entry", pageOf([{ bookingDate: "none" }]), "entry-unreadable"],
    ["list", { transactions: 7 }, "unreadable"],
  ])(
    "leaves the circuit closed after five fetches over two minutes, with an unreadable %s",
    async (_, body, problem) => {
      const bank = await newCorporateBank();
      bank.statement = () => ({ body });
      for (let fetches = 1; fetches <= 6; fetches += 1) {
        await statementsRead();
        expect([bank.asked.length, (await statementFetchOf(bank.account.accountId))?.problem]).toEqual([
          fetches,
          problem,
        ]);
        await query("UPDATE statement_fetches SET due_at = app_now()");
        if (fetches < 5) await moveClock("1 minute");
      }
    },
  );
});

describe("a bank that refuses its consent for balances alone", () => {
  it("is asked for the booked balance once a day, with one consent, and its statement is read", async () => {
    const bank = await newCorporateBank();
    await lastFetched(bank, 1);
    const refusal = { status: 401, body: { tppMessages: [{ category: "ERROR", code: "CONSENT_INVALID" }] } };
    let asked = 0;
    bank.balances = () => {
      asked += 1;
      return refusal;
    };
    const requests: number[] = [];
    for (let hours = 0; hours < 8; hours += 2) {
      expect(await fetchesUntilRead(bank)).toBe(1);
      requests.push(asked);
      await moveClock("2 hours");
    }
    expect([requests, bank.created]).toEqual([Array(4).fill(requests[0]), 1]);
  });
});
