import { describe, expect, it } from "vitest";
import {
  endOfSlice,
  groupEntries,
  halfOf,
  identitiesOf,
  identityOf,
  inOrder,
  longerSlice,
  newEntriesOf,
  nextFetchInS,
  type Particulars,
} from "./statement-fetch-rules";

describe("the time of the next statement fetch", () => {
  const next = (facts: Partial<Parameters<typeof nextFetchInS>[0]>) =>
    nextFetchInS({ awaiting: true, limited: false, failed: false, tries: 0, ...facts });

  it("is soon while a payment waits for its credit, with growing intervals", () => {
    expect([0, 1, 2, 4, 5, 900].map((tries) => next({ tries }))).toEqual([30, 60, 120, 480, 900, 900]);
  });

  it("backs off after failures up to the normal interval", () => {
    expect([0, 1, 4, 900].map((tries) => next({ failed: true, tries }))).toEqual([60, 120, 900, 900]);
    expect([0, 1, 900].map((tries) => next({ failed: true, awaiting: false, tries }))).toEqual([60, 120, 21_600]);
  });

  it("is four times a day where the bank limits it", () => {
    const facts = [true, false].flatMap((failed) => [true, false].map((awaiting) => ({ failed, awaiting })));
    expect(facts.map((given) => next({ limited: true, ...given }))).toEqual(Array(4).fill(21_600));
  });

  it("without a payment that waits is soon after a new entry, with intervals that grow to six hours", () => {
    const intervals = [0, 1, 2, 9, 10, 900].map((tries) => next({ awaiting: false, tries }));
    expect(intervals).toEqual([30, 60, 120, 15_360, 21_600, 21_600]);
  });
});

it("orders entries by day, and credits before debits of one day", () => {
  const at = (day: number) => new Date(Date.UTC(2026, 2, day));
  const entries = [
    { name: "later", direction: "credit", bookedAt: at(6) },
    { name: "return", direction: "debit", bookedAt: at(5) },
    { name: "payment", direction: "credit", bookedAt: at(5) },
  ] as const;
  expect(inOrder(entries).map(({ name }) => name)).toEqual(["payment", "return", "later"]);
});

describe("an entry's identity", () => {
  const entry = {
    entryId: "00001",
    direction: "credit",
    money: { amountMinor: 2550n, currency: "EUR" },
    bookedAt: "2026-11-20",
  } as const;

  it("is the same at every fetch, whatever else changes", () => {
    const again = { ...entry, bookedAt: "2026-11-20T09:30:00Z", remittance: "Order 3451" };
    expect(identityOf(again)).toBe(identityOf(entry));
  });

  it("is not the bank's id alone: a bank that restarts its ids hides no entry", () => {
    const others = [
      { ...entry, bookedAt: "2026-11-21" },
      { ...entry, money: { amountMinor: 2551n, currency: "EUR" } },
      { ...entry, direction: "debit" as const },
      { ...entry, endToEndId: "BKS1" },
    ];
    expect(new Set([entry, ...others].map(identityOf)).size).toBe(5);
  });

  it("of texts that are longer than an index entry is short, and not that of another; control: a short one is readable", () => {
    const long = { ...entry, entryId: "x".repeat(100_000), endToEndId: "y".repeat(100_000) };
    const others = [
      { ...long, entryId: `${long.entryId}z` },
      { ...long, endToEndId: `${long.endToEndId}z` },
    ];
    const identities = [long, ...others].map(identityOf);
    expect([new Set(identities).size, identityOf({ ...long })]).toEqual([3, identities[0]]);
    for (const identity of identities) expect(identity).toHaveLength(43);
    expect(identityOf(entry)).toContain('"00001"');
  });
});

describe("a slice of a statement", () => {
  const day = (number: number) => new Date(Date.UTC(2026, 0, 1) + (number - 1) * 86_400_000);

  it("ends after its days, and not where it reaches the present", () => {
    const end = (from: number, days: number | null) => endOfSlice(day(from), day(30), days, false);
    expect([end(1, 10), end(20, 10), end(1, null)]).toEqual([day(11), null, null]);
  });

  it("that is a fetch's last takes up to half a day more to reach the present; control: an earlier one does not", () => {
    const ends = [28.4, 28.6].flatMap((from) =>
      [true, false].map((isLast) => endOfSlice(day(from), day(30), 1, isLast)),
    );
    expect(ends).toEqual([day(29.4), day(29.4), null, day(29.6)]);
  });

  it("is halved down to one day, and doubled until the whole is fetched at once again", () => {
    expect([34, 4, 3, 2].map((to) => halfOf(day(1), day(to)))).toEqual([16, 1, 1, null]);
    expect([1, 44, 45, null].map(longerSlice)).toEqual([2, 88, null, null]);
  });
});

describe("entries of one identity", () => {
  const entriesOf = (...ids: (string | null)[]) => ids.map((transactionId) => ({ bankEntryId: "e", transactionId }));
  const added = (statement: (string | null)[], stored: [string, string | null][]) =>
    newEntriesOf(groupEntries(entriesOf(...statement)), storedOf(stored)).map(
      ({ bankEntryId, transactionId }) => `${bankEntryId} ${transactionId}`,
    );
  const storedOf = (stored: [string, string | null][]) =>
    new Map(stored.map(([bankEntryId, transactionId]) => [bankEntryId, { transactionId }]));

  it("are new where no stored one has their transaction id, in any order", () => {
    expect(added(["b", "a"], [])).toEqual(["e a", "e#2 b"]);
    expect(added(["a", "b"], [["e", "b"]])).toEqual(["e#2 a"]);
    expect(added(["b", "a"], [["e", "b"]])).toEqual(["e#2 a"]);
    const both: [string, string][] = [
      ["e", "b"],
      ["e#2", "a"],
    ];
    expect(added(["a", "b"], both)).toEqual([]);
    expect(added(["c", "b", "a"], both)).toEqual(["e#3 c"]);
  });

  it("are one where the bank repeats a transaction, or gives no transaction id", () => {
    expect(added(["a", "a"], [])).toEqual(["e a"]);
    expect(added([null, null], [])).toEqual(["e null"]);
  });

  it("without transaction ids are several where their remittance or counterparty differs, and stored once", () => {
    const batch = ["Order 1", "Order 2", "Order 1"].map((remittance) => ({ bankEntryId: "e", remittance }));
    const groups = groupEntries([...batch, { bankEntryId: "e", remittance: "Order 1", counterparty: "Ana" }]);
    const stored = new Map<string, Particulars>();
    const found = newEntriesOf(groups, stored);
    expect(found.map(({ bankEntryId, remittance }) => [bankEntryId, remittance])).toEqual([
      ["e", "Order 1"],
      ["e#2", "Order 2"],
      ["e#3", "Order 1"],
    ]);
    for (const { bankEntryId, ...particulars } of found) stored.set(bankEntryId, particulars);
    expect(newEntriesOf(groups, stored)).toEqual([]);
  });

  it("without transaction ids are new where no stored one has their text; no more than the statement has", () => {
    const added = (statement: string[], stored: string[]) => {
      const groups = groupEntries(statement.map((remittance) => ({ bankEntryId: "e", remittance })));
      const ids = identitiesOf("e", stored.length);
      const known = new Map(stored.map((remittance, at) => [ids[at] ?? "", { transactionId: null, remittance }]));
      return newEntriesOf(groups, known).map(({ bankEntryId, remittance }) => `${bankEntryId} ${remittance}`);
    };
    expect(added(["Order 1", "Order 2"], ["Order 1"])).toEqual(["e#2 Order 2"]);
    expect(added(["Order 2", "Order 1"], ["Order 1"])).toEqual(["e#2 Order 2"]);
    expect(added(["Order 3", "Order 2", "Order 1"], ["Order 1", "Order 2"])).toEqual(["e#3 Order 3"]);
    expect(added(["Order 2", "Order 1"], ["Order 1", "Order 2"])).toEqual([]);
    // The bank has changed the text.
    expect(added(["ORDER 1"], ["Order 1"])).toEqual([]);
    expect(added(["ORDER 1", "ORDER 2"], ["Order 1", "Order 2"])).toEqual([]);
  });

  it("of an earlier version, or with changing transaction ids, are not stored again", () => {
    expect(added(["a"], [["e", null]])).toEqual([]);
    expect(added(["a", "b"], [["e", null]])).toEqual(["e#2 b"]);
    // The bank sends the newest first: the stored one is b.
    expect(added(["b", "a"], [["e", null]])).toEqual(["e#2 a"]);
    expect(added([null, "b"], [["e", null]])).toEqual(["e#2 b"]);
    const changing: [string, string][] = [
      ["e", "x"],
      ["e#2", "y"],
    ];
    expect(added(["a"], [["e", "x"]])).toEqual([]);
    expect(added(["a", "b"], changing)).toEqual([]);
  });
});
