import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type Candidate,
  comparable,
  type Entry,
  matchCredit,
  matchReturn,
  newlyReturned,
  ownIdIn,
} from "./matching-rules";

const ACCOUNT = "account";
const ID = "BKS01J3A0B1C2D3E4F5G6H7I8J9KA";
const OTHER_ID = "BKS01J3A0B1C2D3E4F5G6H7I8J9LA";

const payment = (changed: Partial<Candidate> = {}): Candidate => ({
  attemptId: "a1",
  paymentRequestId: "r1",
  endToEndId: ID,
  paymentReference: "Order 3451",
  receivingAccountId: ACCOUNT,
  amountMinor: 2550n,
  currency: "EUR",
  reversedMinor: 0n,
  state: "EXECUTED",
  completed: true,
  credited: false,
  returnedMinor: 0n,
  ...changed,
});
const entry = (changed: Partial<Entry> = {}): Entry => ({
  direction: "credit",
  amountMinor: 2550n,
  currency: "EUR",
  endToEndId: null,
  remittance: null,
  returnReason: null,
  ...changed,
});
const credit = (changed: Partial<Entry>, byId: Candidate | null, others: Candidate[] = []) =>
  matchCredit(entry(changed), ACCOUNT, byId, others);
const goneBack = (changed: Partial<Entry>, byId: Candidate | null, others: Candidate[] = []) =>
  matchReturn(entry({ direction: "debit", ...changed }), ACCOUNT, byId, others);

describe("a credit with our end-to-end id", () => {
  it.each([
    ["as ordered", {}, {}, { state: "matched", attemptId: "a1", by: "end_to_end_id" }],
    ["of a payment that had failed", {}, { state: "FAILED", completed: false }, { state: "matched" }],
    ["of a payment that had been cancelled", {}, { state: "CANCELLED", completed: false }, { state: "matched" }],
    ["of a cent less", { amountMinor: 2549n }, {}, { state: "differs", problem: "amount_differs" }],
    ["of a cent more", { amountMinor: 2551n }, {}, { state: "differs", problem: "amount_differs" }],
    ["in another currency", { currency: "SEK" }, {}, { state: "differs", problem: "currency_differs" }],
    ["on another account", {}, { receivingAccountId: "else" }, { state: "differs", problem: "other_account" }],
    ["on no known account", {}, { receivingAccountId: null }, { state: "differs", problem: "other_account" }],
    ["that came before", {}, { credited: true }, { state: "differs", problem: "credited_before" }],
  ] as const)("%s", (_what, given, known, expected) => {
    expect(credit(given, payment(known))).toMatchObject(expected);
  });

  it("is never matched by its text instead", () => {
    const other = payment({ attemptId: "a2", endToEndId: OTHER_ID });
    const match = credit({ amountMinor: 1n, remittance: "Order 3451" }, payment(), [other]);
    expect(match).toMatchObject({ state: "differs", attemptId: "a1" });
  });
});

describe("a credit without our end-to-end id", () => {
  const named = (remittance: string | null, candidates: Candidate[], more: Partial<Entry> = {}) =>
    credit({ remittance, ...more }, null, candidates);

  it.each(["Order 3451", "ORDER 3451", " order\n34 51 ", "Order/3451", "ÖRDER-3451"])("is matched by %j", (text) => {
    expect(named(text, [payment()])).toEqual({ state: "matched", attemptId: "a1", by: "reference" });
  });

  it("is matched by the text that we sent where it differs from the reference: other letters, 18 characters in pounds", () => {
    const long = payment({ currency: "GBP", paymentReference: "Order 3451 for the blue vase" });
    expect(named("ORDER 3451 FOR THE", [long], { currency: "GBP" })).toMatchObject({ state: "matched" });
    expect(named("ORDER 3451 FOR TH", [long], { currency: "GBP" })).toMatchObject({ state: "unmatched" });
    expect(named("ORDER 3451 FOR THE", [{ ...long, currency: "EUR" }])).toMatchObject({ state: "unmatched" });
    const danish = payment({ paymentReference: "Blåbær & smør" });
    expect(named("BLABAER + SMOR", [danish])).toMatchObject({ state: "matched" });
  });

  it("is matched by a reference in the field of the end-to-end id", () => {
    expect(credit({ endToEndId: "order3451" }, null, [payment()])).toMatchObject({ state: "matched" });
  });

  it.each([
    ["nothing fits", "Order 3452", [payment()], "no_payment"],
    ["it says nothing", null, [payment()], "no_payment"],
    ["it says only what no letter is", " -/. ", [payment({ paymentReference: "--" })], "no_payment"],
    ["the one payment has its credit", "Order 3451", [payment({ credited: true })], "no_payment"],
    ["the one payment had failed", "Order 3451", [payment({ state: "FAILED" })], "no_payment"],
    ["the one payment was cancelled", "Order 3451", [payment({ state: "CANCELLED" })], "no_payment"],
    ["two would fit", "Order 3451", [payment(), payment({ attemptId: "a2" })], "several_payments"],
  ] as const)("is a person's where %s", (_why, text, candidates, problem) => {
    expect(named(text, [...candidates])).toEqual({ state: "unmatched", problem });
  });

  it("that the bank marks as a return is a refund that came back, and no payment's credit", () => {
    expect(named("Order 3451", [payment()], { returnReason: "AC04" })).toEqual({
      state: "unmatched",
      problem: "no_payment",
    });
  });

  it("is matched to the remaining payment when the other has its credit", () => {
    const match = named("Order 3451", [payment({ credited: true }), payment({ attemptId: "a2" })]);
    expect(match).toMatchObject({ state: "matched", attemptId: "a2" });
  });
});

describe("a debit", () => {
  it.each([
    ["whole", {}, {}, { state: "matched", attemptId: "a1", by: "end_to_end_id" }],
    ["in part", { amountMinor: 50n }, {}, { state: "matched" }],
    ["the rest", { amountMinor: 50n }, { returnedMinor: 2500n }, { state: "matched" }],
    ["a cent above the rest", { amountMinor: 51n }, { returnedMinor: 2500n }, { problem: "more_than_paid" }],
    ["in another currency", { currency: "SEK" }, {}, { problem: "currency_differs" }],
    ["from another account", {}, { receivingAccountId: "else" }, { problem: "other_account" }],
    ["of what was never completed", {}, { completed: false }, { problem: "not_completed" }],
  ] as const)("with our end-to-end id: %s", (_what, given, known, expected) => {
    expect(goneBack(given, payment(known))).toMatchObject(expected);
  });

  it("that the bank marks as a return is matched by its reference; another debit is `other`", () => {
    const given = { remittance: "Order 3451" };
    expect(goneBack(given, null, [payment()])).toEqual({ state: "other" });
    const returned = { ...given, returnReason: "AC04" };
    expect(goneBack(returned, null, [payment()])).toMatchObject({ state: "matched", by: "reference" });
    expect(goneBack(returned, null, [payment({ completed: false })])).toMatchObject({ problem: "no_payment" });
    const two = [payment(), payment({ attemptId: "a2" })];
    expect(goneBack(returned, null, two)).toMatchObject({ problem: "several_payments" });
  });

  it.each([
    [2550n, 0n, 0n, 2550n],
    [1000n, 0n, 0n, 1000n],
    [1550n, 1000n, 1000n, 1550n],
    // The bank reported the whole reversal before its entries: nothing is new.
    [2550n, 0n, 2550n, 0n],
    [1000n, 0n, 2550n, 0n],
    [1550n, 1000n, 2550n, 0n],
    // It reported a part of it.
    [2000n, 0n, 1500n, 500n],
  ])("of %s after entries of %s, with %s reversed: %s is new", (amountMinor, returnedMinor, reversedMinor, fresh) => {
    expect(newlyReturned(payment({ returnedMinor, reversedMinor }), entry({ amountMinor }))).toBe(fresh);
  });
});

describe("our end-to-end id", () => {
  it("is found in its field or in the text, whatever the bank changed", () => {
    expect(ownIdIn(entry({ endToEndId: ID }))).toBe(ID);
    expect(ownIdIn(entry({ endToEndId: `${ID.slice(0, 9).toLowerCase()} ${ID.slice(9)}` }))).toBe(ID);
    expect(ownIdIn(entry({ endToEndId: "NOTPROVIDED", remittance: `EREF: ${ID} SVWZ: Order 1` }))).toBe(ID);
    expect(ownIdIn(entry({ endToEndId: "Order 3451" }))).toBeNull();
  });

  it("in the text of a credit does not count where the bank marks the credit as a return; in its field it does", () => {
    const bounced = { remittance: `Refund of ${ID}`, returnReason: "AC04" };
    expect(ownIdIn(entry(bounced))).toBeNull();
    expect(ownIdIn(entry({ ...bounced, endToEndId: ID }))).toBe(ID);
  });

  it("in the text of a debit makes it a return only where the bank marks it as one", () => {
    const words = { direction: "debit", remittance: `Refund of ${ID}` } as const;
    expect(ownIdIn(entry(words))).toBeNull();
    expect(ownIdIn(entry({ ...words, returnReason: "AC04" }))).toBe(ID);
    expect(ownIdIn(entry({ direction: "debit", endToEndId: ID }))).toBe(ID);
  });
});

describe("for generated entries,", () => {
  const some = fc.constantFrom;
  const candidates = fc.array(
    fc.record({
      amountMinor: some(1n, 2n),
      currency: some("EUR", "GBP"),
      paymentReference: some("A", "a ", "B"),
      receivingAccountId: some(ACCOUNT, "else", null),
      state: some("ACCEPTED", "EXECUTED", "SETTLED", "FAILED", "CANCELLED"),
      completed: fc.boolean(),
      credited: fc.boolean(),
      returnedMinor: some(0n, 1n),
    } as const),
    { maxLength: 4 },
  );
  const entries = fc.record({
    direction: some("credit", "debit"),
    amountMinor: some(1n, 2n),
    currency: some("EUR", "GBP"),
    remittance: some("A", "B", null),
    returnReason: some("AC04", null),
  } as const);

  it("a match has the exact amount and account, and is the only candidate", () => {
    fc.assert(
      fc.property(entries, candidates, fc.boolean(), (changes, given, hasId) => {
        const all = given.map((one, index) => payment({ ...one, attemptId: `a${index}` }));
        const byId = hasId ? (all[0] ?? null) : null;
        const one = entry(changes);
        const sameAmount = all.filter((c) => c.amountMinor === one.amountMinor && c.currency === one.currency);
        const near = byId ? [] : sameAmount.filter(({ receivingAccountId }) => receivingAccountId === ACCOUNT);
        const match = (one.direction === "credit" ? matchCredit : matchReturn)(one, ACCOUNT, byId, near);
        if (match.state !== "matched") return;
        const found = all.find(({ attemptId }) => attemptId === match.attemptId);
        expect(found).toMatchObject({ receivingAccountId: ACCOUNT, currency: one.currency });
        if (!found) return;
        if (one.direction === "credit") {
          expect([found.amountMinor, found.credited]).toEqual([one.amountMinor, false]);
          expect(byId !== null || one.returnReason === null).toBe(true);
        } else {
          expect(found.completed).toBe(true);
          expect(found.returnedMinor + one.amountMinor <= found.amountMinor).toBe(true);
        }
        if (byId) expect(found).toBe(byId);
        else expect(comparable(found.paymentReference)).toBe(comparable(one.remittance));
      }),
    );
  });

  it("returns never exceed the payment, in any order of entries and bank statuses", () => {
    const steps = fc.array(fc.oneof(some("bank"), fc.bigInt(1n, 1500n)), { maxLength: 8 });
    fc.assert(
      fc.property(steps, (sequence) => {
        let known = payment();
        for (const step of sequence) {
          if (step === "bank") {
            known = { ...known, reversedMinor: known.amountMinor };
            continue;
          }
          const debit = entry({ direction: "debit", amountMinor: step });
          if (matchReturn(debit, ACCOUNT, known, []).state !== "matched") continue;
          const reversedMinor = known.reversedMinor + newlyReturned(known, debit);
          known = { ...known, reversedMinor, returnedMinor: known.returnedMinor + step };
        }
        const { reversedMinor, returnedMinor, amountMinor } = known;
        expect(returnedMinor <= reversedMinor && reversedMinor <= amountMinor).toBe(true);
      }),
    );
  });
});
