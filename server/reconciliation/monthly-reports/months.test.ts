import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SEED } from "../../test/rows/seed";
import {
  type Coverage,
  camtProblem,
  closingNameOf,
  type Month,
  type MonthSums,
  monthAfter,
  monthBefore,
  monthOf,
  netOf,
  reportsOf,
  spanOf,
} from "./months";

const at = (text: string) => new Date(text);
const KNOWN: Coverage = {
  coveredFrom: at("2026-08-20T00:00:00Z"),
  readAt: at("2026-11-10T12:00:00Z"),
  closedAt: null,
  balances: [{ at: at("2026-11-05T00:00:00Z"), baseMinor: 1_000n }],
};
const MONTHS = ["2026-08", "2026-09", "2026-10", "2026-11"];
const NOW = at("2026-11-10T12:00:00Z");

const sumsOf = (payments: bigint): MonthSums => ({
  paymentsMinor: payments,
  returnedMinor: 20n,
  otherMinor: -30n,
  transactions: 3,
});
const sums = new Map<Month, MonthSums>([
  ["2026-08", sumsOf(100n)],
  ["2026-09", sumsOf(200n)],
  ["2026-11", sumsOf(400n)],
]);
const reports = (changed: Partial<Coverage> = {}, earlierMinor = 0n) =>
  reportsOf(MONTHS, { coverage: { ...KNOWN, ...changed }, earlierMinor, sums, now: NOW });
const balances = (changed: Partial<Coverage> = {}) =>
  reports(changed).map(({ openingMinor, closingMinor, unknown }) => [openingMinor, closingMinor, unknown]);

describe("a month", () => {
  it("contains its first moment in UTC, and not that of the next", () => {
    expect(spanOf("2026-12")).toEqual({ from: at("2026-12-01T00:00:00Z"), to: at("2027-01-01T00:00:00Z") });
    expect(monthOf(at("2026-12-31T23:59:59.999Z"))).toBe("2026-12");
    expect(monthOf(at("2027-01-01T00:00:00Z"))).toBe("2027-01");
    // A bank that gives only the date of a booking.
    expect(monthOf(new Date("2026-11-01"))).toBe("2026-11");
    expect([monthAfter("2026-12"), monthBefore("2027-01"), monthAfter("2028-02")]).toEqual([
      "2027-01",
      "2026-12",
      "2028-03",
    ]);
  });
});

describe("the balances of monthly reports", () => {
  it("follow from the bank's booked balance; the first month has no opening balance, and the present is not over", () => {
    expect(balances()).toEqual([
      [null, 1_050n, "not-covered"],
      [1_050n, 1_200n, null],
      [1_200n, 1_200n, null],
      [1_200n, 1_550n, null],
    ]);
    expect(reports().map(({ isOver }) => isOver)).toEqual([true, true, true, false]);
    expect(reports({}, 5n)[1]?.openingMinor).toBe(1_055n);
  });

  it("are not known without a booked balance, or without a statement", () => {
    expect(balances({ balances: [] })).toEqual([
      [null, null, "not-covered"],
      ...Array(3).fill([null, null, "no-booked-balance"]),
    ]);
    expect(balances({ coveredFrom: null, readAt: null })).toEqual(Array(4).fill([null, null, "not-covered"]));
  });

  it("are not known after the last statement; the present month needs one of this month", () => {
    expect(balances({ readAt: at("2026-10-15T00:00:00Z") })).toEqual([
      [null, 1_050n, "not-covered"],
      [1_050n, 1_200n, null],
      [1_200n, null, "not-fetched"],
      [null, null, "not-fetched"],
    ]);
  });

  it("are not known after the account was closed, without the promise of a later statement", () => {
    const closed = { readAt: at("2026-09-15T00:00:00Z"), closedAt: at("2026-10-20T00:00:00Z") };
    expect(balances(closed).map(([, , unknown]) => unknown)).toEqual(["not-covered", "closed", "closed", "closed"]);
    const [, september] = reports(closed);
    expect(september && camtProblem(september)).toContain("The account was closed before");
  });

  it("have the name of what they are: so far, provisional until late bookings are in, or closing", () => {
    expect(reports().map(closingNameOf)).toEqual([...Array(3).fill("Closing balance"), "Balance so far"]);
    const late = reports({ readAt: at("2026-11-03T23:59:59Z") }).map(closingNameOf);
    expect(late.slice(1)).toEqual(["Closing balance", "Closing balance (provisional)", "Balance so far"]);
  });

  it("are not known between two booked balances that disagree, and known before and after them", () => {
    const months = (...bases: bigint[]) =>
      balances({
        balances: bases.map((baseMinor, nth) => ({
          at: at(`2026-${9 + nth < 10 ? "0" : ""}${9 + nth}-02T00:00:00Z`),
          baseMinor,
        })),
      });
    const lost = [
      [null, 1_050n, "not-covered"],
      [1_050n, null, "differs"],
      [null, 1_700n, "differs"],
      [1_700n, 2_050n, null],
    ];
    expect(months(1_000n, 1_500n, 1_500n)).toEqual(lost);
    // A wrong balance: only the borders of months next to it are not known.
    expect(months(1_000n, 1_500n, 1_000n)).toEqual([
      [null, 1_050n, "not-covered"],
      [1_050n, null, "differs"],
      [null, null, "differs"],
      [null, 1_550n, "differs"],
    ]);
  });
});

describe("a camt.053", () => {
  it("is refused with the reason for a month that is not over or whose balance is not known", () => {
    const [first, second, , present] = reports();
    expect(second && camtProblem(second)).toBeNull();
    expect(first && camtProblem(first)).toContain("begin after the start");
    expect(present && camtProblem(present)).toContain("not over");
  });

  it("is refused until a statement was fetched on the fourth day of the next month", () => {
    const problemAt = (readAt: string) => {
      const october = reports({ readAt: at(readAt) })[2];
      return october && camtProblem(october);
    };
    expect(problemAt("2026-11-01T00:05:00Z")).toContain("fourth day");
    expect(problemAt("2026-11-03T23:59:59Z")).toContain("fourth day");
    expect(problemAt("2026-11-04T00:00:00Z")).toBeNull();
  });
});

/** A ledger: the bank's balance before the first transaction, and transactions at any time. */
const ledgers = fc.record({
  start: fc.bigInt(-1_000_000n, 1_000_000n),
  entries: fc.array(
    fc.record({
      at: fc.date({ min: at("2026-06-01T00:00:00Z"), max: at("2026-11-10T11:59:59Z"), noInvalidDate: true }),
      kind: fc.constantFrom("payment", "returned", "other in", "other out"),
      amount: fc.bigInt(1n, 100_000n),
    }),
    { maxLength: 60 },
  ),
});

type Ledger = typeof ledgers extends fc.Arbitrary<infer T> ? T : never;

const signed = ({ kind, amount }: Ledger["entries"][number]) =>
  kind === "returned" || kind === "other out" ? -amount : amount;
const total = (entries: Ledger["entries"]) => entries.reduce((sum, one) => sum + signed(one), 0n);

function sumsOfLedger(entries: Ledger["entries"]): Map<Month, MonthSums> {
  const found = new Map<Month, MonthSums>();
  for (const entry of entries) {
    const month = monthOf(entry.at);
    const of = found.get(month) ?? { paymentsMinor: 0n, returnedMinor: 0n, otherMinor: 0n, transactions: 0 };
    if (entry.kind === "payment") of.paymentsMinor += entry.amount;
    else if (entry.kind === "returned") of.returnedMinor += entry.amount;
    else of.otherMinor += signed(entry);
    found.set(month, { ...of, transactions: of.transactions + 1 });
  }
  return found;
}

/** The faults of the reports of a ledger; `skip`: a fault of the product, which the judge must find. */
function faultsOf({ start, entries }: Ledger, skip = false): string[] {
  const first = spanOf(MONTHS[0] ?? "").from;
  const earlierMinor = total(entries.filter((entry) => entry.at < first));
  // The bank's balance of now, less everything that is stored.
  const coverage = { ...KNOWN, coveredFrom: at("2026-06-01T00:00:00Z"), balances: [{ at: NOW, baseMinor: start }] };
  const found = reportsOf(MONTHS, {
    coverage,
    earlierMinor: skip ? 0n : earlierMinor,
    sums: sumsOfLedger(entries),
    now: NOW,
  });
  return found.flatMap((report, nth) => {
    const { month, openingMinor, closingMinor } = report;
    const { from, to } = spanOf(month);
    const truth = (moment: Date) => start + total(entries.filter((entry) => entry.at < moment));
    const next = found[nth + 1];
    return [
      openingMinor === truth(from) ? [] : [`${month} opening`],
      closingMinor === truth(to) ? [] : [`${month} closing`],
      (openingMinor ?? 0n) + netOf(report) === closingMinor ? [] : [`${month} sum`],
      next === undefined || next.openingMinor === closingMinor ? [] : [`${month} to the next`],
    ].flat();
  });
}

describe("the reports of any ledger", () => {
  it("have its balance at each border: opening and transactions are closing, which is the next opening", () => {
    fc.assert(
      fc.property(ledgers, (ledger) => {
        expect(faultsOf(ledger)).toEqual([]);
      }),
      { seed: SEED, numRuns: 500 },
    );
  });

  it("control: without the transactions before the first month, balances are found wrong", () => {
    const entries = [{ at: at("2026-07-01T00:00:00Z"), kind: "payment", amount: 5n }];
    expect(faultsOf({ start: 0n, entries: entries as Ledger["entries"] }, true)).toContain("2026-08 opening");
  });
});
