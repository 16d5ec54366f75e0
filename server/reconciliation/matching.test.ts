import { describe, expect, it } from "vitest";
import { listExceptions } from "../payments/exceptions/exceptions";
import { answer, eventsOf, storyOfThisFile, workDone } from "../test/banks/payment-stories";
import { attemptOf, attemptsOf, entriesOf, newEntry, reversalsOf, taken } from "../test/banks/statements";
import { moveClock, query } from "../test/database";
import { applyEntry } from "./apply-entry";

// The effects of a stored statement entry.

const story = storyOfThisFile();
const EVENTS = ["payment_request.pending", "payment_request.succeeded"];

/** A payment that its bank reports as debited, and the text of its entry. */
async function paid(reference = "Order 3451") {
  const { id, token } = await story.newPayment({ payment_reference: reference });
  await answer((await story.press(token)).data.redirect_url, "approve");
  await moveClock("1 minute");
  await workDone();
  return named(await attemptOf(id), id);
}

/** A payment without an approval. */
async function open(reference = "Order 3451") {
  const { id, token } = await story.newPayment({ payment_reference: reference });
  const { data } = await story.press(token);
  return { url: data.redirect_url as string, token, ...named(await attemptOf(id), id) };
}

const named = (attempt: Awaited<ReturnType<typeof attemptOf>>, id: string) => ({
  id,
  attempt,
  entry: newEntry(attempt.accountId, { endToEndId: attempt.endToEndId }),
});

const exceptionsOf = async (id: string) =>
  (await listExceptions({ limit: 100 })).rows.filter((row) => row.paymentRequestId === id).map(({ kind }) => kind);

describe("a credit with our reference", () => {
  it("completes a cancelled payment, late and once", async () => {
    const { id, url, entry } = await open();
    await answer(url, "reject");
    expect(await story.statusOf(id)).toBe("cancelled");
    expect(await taken(entry)).toMatchObject({ state: "matched", matched_by: "end_to_end_id" });
    expect(await story.getStatus(id)).toMatchObject({ status: "completed", late: true });
    expect(await eventsOf(id)).toEqual([EVENTS[0], "payment_request.cancelled", EVENTS[1]]);
  });

  it("in two statements is one entry and one credit", async () => {
    const { id, attempt, entry } = await paid("Read twice");
    expect([await applyEntry(entry), await applyEntry(entry)]).toEqual([true, false]);
    expect(await entriesOf(attempt.accountId, entry.bankEntryId)).toHaveLength(1);
    expect(await eventsOf(id)).toEqual(EVENTS);
  });

  it("that repeats under another id of the bank is unmatched and changes nothing", async () => {
    const { id, attempt, entry } = await paid("Twice");
    await taken(entry);
    const again = await taken({ ...entry, bankEntryId: "again" });
    expect(again).toMatchObject({ state: "differs", problem: "credited_before", attempt_id: attempt.id });
    expect(await eventsOf(id)).toEqual(EVENTS);
  });

  it.each([
    ["another amount", { amountMinor: 2549n }, "amount_differs"],
    ["another currency", { currency: "GBP" }, "currency_differs"],
  ])("and %s settles nothing and is one exception of the payment", async (_what, changed, problem) => {
    const { id, attempt, entry } = await open();
    expect(await taken({ ...entry, ...changed })).toMatchObject({ state: "differs", problem, attempt_id: attempt.id });
    expect(await story.statusOf(id)).toBe("pending");
    expect((await attemptOf(id)).state).toBe("AWAITING_AUTH");
    expect(await exceptionsOf(id)).toEqual(["amount_differs"]);
  });

  it("on another account than the payment's is unmatched and settles nothing", async () => {
    const { id, entry } = await open();
    const sql = `INSERT INTO managed_accounts (id, merchant_id, currency, roles, simulated, bank_slug, bank_name, iban, holder_name)
        SELECT gen_random_uuid(), merchant_id, currency, roles, false, bank_slug, bank_name, iban || '0', holder_name
        FROM managed_accounts WHERE id = $1 RETURNING id`;
    const other = (await query<{ id: string }>(sql, [entry.accountId])).rows[0]?.id ?? "";
    // A test payment is never matched to a real account, not by reference either.
    const there = await taken({ ...entry, accountId: other, amountMinor: 1n });
    expect(there).toMatchObject({ state: "differs", problem: "other_account" });
    expect(await exceptionsOf(id)).toEqual([]);
    const words = await taken(newEntry(other, { remittance: "Order 3451" }));
    expect(words).toMatchObject({ state: "unmatched", problem: "no_payment" });
    expect(await story.statusOf(id)).toBe("pending");
  });
});

describe("two workers with one payment", () => {
  it("and one entry apply it once", async () => {
    const { id, attempt, entry } = await paid("Same entry");
    const answers = await Promise.all([1, 2, 3, 4].map(() => applyEntry(entry)));
    expect(answers.filter(Boolean)).toHaveLength(1);
    expect(await entriesOf(attempt.accountId, entry.bankEntryId)).toMatchObject([{ state: "matched" }]);
    expect(await eventsOf(id)).toEqual(EVENTS);
  });

  it("and two credits match one and leave the other unmatched", async () => {
    const { id, entry } = await paid("Two credits");
    const both = await Promise.all([taken(entry), taken({ ...entry, bankEntryId: "second" })]);
    expect(both.map(({ state }) => state).sort()).toEqual(["differs", "matched"]);
    expect(await eventsOf(id)).toEqual(EVENTS);
  });

  it("and two returns above the amount match one and leave the other unmatched", async () => {
    const { attempt, entry } = await paid("Two returns");
    const half = { ...entry, direction: "debit" as const, amountMinor: 2000n, returnReason: "AC04" };
    const both = await Promise.all([taken(half), taken({ ...half, bankEntryId: "other half" })]);
    expect(both.map(({ state, problem }) => problem ?? state).sort()).toEqual(["matched", "more_than_paid"]);
    expect(await reversalsOf(attempt.id)).toEqual([{ amount: "2000", source: "recon" }]);
  });
});

describe("below the locks", () => {
  const second = "UPDATE statement_entries SET state = 'matched', matched_by = 'person' WHERE bank_entry_id = 'fenced'";

  it("a unique index refuses a second credit of an attempt; without it there would be two", async () => {
    const { entry } = await paid("Fenced");
    await taken(entry);
    expect(await taken({ ...entry, bankEntryId: "fenced" })).toMatchObject({ state: "differs" });
    await query(async (client) => {
      await expect(client.query(second)).rejects.toThrow("statement_entries_one_credit");
      await client.query("BEGIN");
      await client.query("DROP INDEX statement_entries_one_credit");
      expect((await client.query(second)).rowCount).toBe(1);
      await client.query("ROLLBACK");
    });
  });
});

describe("a credit without our reference", () => {
  it("is matched by payment reference and amount when one payment waits", async () => {
    const { id, attempt } = await open("Vase 77");
    const found = await taken(newEntry(attempt.accountId, { remittance: "VASE/77" }));
    expect(found).toMatchObject({ state: "matched", matched_by: "reference", attempt_id: attempt.id });
    expect(await story.statusOf(id)).toBe("completed");
  });

  it("is unmatched when two payments wait, when none does, and when it comes too late", async () => {
    const first = await open("Vase 78");
    await open("Vase 78");
    const { accountId } = first.attempt;
    const words = { remittance: "Vase 78" };
    expect(await taken(newEntry(accountId, words))).toMatchObject({ state: "unmatched", problem: "several_payments" });
    const unknown = await taken(newEntry(accountId, { ...words, amountMinor: 1n }));
    expect(unknown).toMatchObject({ state: "unmatched", problem: "no_payment" });
    const { attempt } = await open("Vase 79");
    const late = { remittance: "Vase 79", bookedAt: new Date(Date.now() + 20 * 86_400_000) };
    expect(await taken(newEntry(attempt.accountId, late))).toMatchObject({ problem: "no_payment" });
    expect(await story.statusOf(first.id)).toBe("pending");
  });

  it("of a customer who went to two banks is matched to the remaining attempt", async () => {
    const { id, token } = await open("Vase 80");
    await story.press(token, story.banks[1]);
    const [left, live] = await attemptsOf(id);
    expect(left?.state).toBe("CANCELLED");
    const found = await taken(newEntry(live?.accountId ?? "", { remittance: "Vase 80" }));
    expect(found).toMatchObject({ state: "matched", attempt_id: live?.id });
  });
});

describe("an entry without our reference at a merchant with one price", () => {
  /** Adds so many completed payments of the same amount to the account of a payment with this reference. */
  async function busy(reference: string, count: number) {
    const { id, attempt } = await open(reference);
    await query(
      `WITH ids AS (SELECT n, gen_random_uuid() AS id FROM generate_series(1, $3::int) AS n), requests AS (
           INSERT INTO payment_requests (id, merchant_id, flow, token_hash, token_sealed, amount, currency, payment_reference,
             order_id, locale, test, status, expires_at, paid_attempt_id)
           SELECT ids.id, merchant_id, flow, sha256(ids.id::text::bytea), '', amount, currency, payment_reference || '-' || n,
             ids.id, locale, test, 'completed', expires_at, ids.id
           FROM payment_requests CROSS JOIN ids WHERE payment_requests.id = $1)
         INSERT INTO payment_attempts (id, payment_request_id, bank_id, scheme, state, end_to_end_id, idempotency_key,
           redirect_state_hash, redirect_state, psu_context, due_at, final_at, closed_at, created_at, receiving_account_id)
         SELECT ids.id, ids.id, bank_id, scheme, 'SETTLED', 'BKS' || replace(ids.id::text, '-', ''), ids.id,
           sha256(ids.id::text::bytea), '', psu_context, due_at, app_now(), app_now(), created_at + interval '1 second',
           receiving_account_id
         FROM payment_attempts CROSS JOIN ids WHERE payment_attempts.id = $2`,
      [id, attempt.id, count],
    );
    await query("ANALYZE payment_requests, payment_attempts");
    return attempt;
  }

  it("is matched to its payment among 600 that wait for their credits, and as a return among 600", async () => {
    const attempt = await busy("Poster 1", 600);
    const facts: unknown[] = [];
    for (const n of [1, 300, 600]) {
      const entry = newEntry(attempt.accountId, { remittance: `Poster 1-${n}` });
      const back = { ...entry, bankEntryId: `back ${n}`, direction: "debit", returnReason: "AC04" } as const;
      facts.push(await taken(entry), await taken(back));
    }
    expect(facts).toEqual(Array(6).fill(expect.objectContaining({ state: "matched", matched_by: "reference" })));
    const oldest = await taken(newEntry(attempt.accountId, { remittance: "Poster 1" }));
    expect(oldest).toMatchObject({ state: "matched", attempt_id: attempt.id });
  });

  it("is matched to the oldest payment when the 10,001 newer ones have their credits, and to none while they wait", async () => {
    const attempt = await busy("Poster 2", 10_001);
    const first = await taken(newEntry(attempt.accountId, { remittance: "Poster 2" }));
    expect(first).toMatchObject({ state: "unmatched", problem: "several_payments", attempt_id: null });
    await query(
      `INSERT INTO statement_entries (id, account_id, bank_entry_id, direction, amount, currency, booked_at, state,
           attempt_id, matched_by)
         SELECT gen_random_uuid(), receiving_account_id, id, 'credit', 2550, 'EUR', app_now(), 'matched', id, 'end_to_end_id'
         FROM payment_attempts WHERE receiving_account_id = $1 AND id <> $2 ON CONFLICT DO NOTHING`,
      [attempt.accountId, attempt.id],
    );
    await query("ANALYZE statement_entries");
    const second = await taken(newEntry(attempt.accountId, { remittance: "Poster 2" }));
    expect(second).toMatchObject({ state: "matched", matched_by: "reference", attempt_id: attempt.id });
  });
});

describe("a return", () => {
  const back = (entry: ReturnType<typeof newEntry>, amountMinor: bigint, bankEntryId: string) =>
    taken({ ...entry, direction: "debit", amountMinor, bankEntryId, returnReason: "AC04" });

  it("in parts adds up with an event each, and never exceeds the payment", async () => {
    const { id, entry } = await paid("In parts");
    await taken(entry);
    expect(await back(entry, 1000n, "part 1")).toMatchObject({ state: "matched" });
    expect(await story.getStatus(id)).toMatchObject({ status: "completed", reversed_amount: "1000" });
    expect(await back(entry, 1550n, "part 2")).toMatchObject({ state: "matched" });
    expect(await back(entry, 1n, "part 3")).toMatchObject({ state: "differs", problem: "more_than_paid" });
    expect(await story.getStatus(id)).toMatchObject({ status: "completed", reversed_amount: "2550" });
    expect(await eventsOf(id)).toEqual([...EVENTS, "payment_request.reversed", "payment_request.reversed"]);
  });

  it("of a payment that was never completed is unmatched", async () => {
    const { id, entry } = await open();
    expect(await back(entry, 2550n, "too early")).toMatchObject({ state: "differs", problem: "not_completed" });
    expect(await story.statusOf(id)).toBe("pending");
  });

  it("is not matched for a payment that the merchant sent", async () => {
    const { attempt } = await paid("Own");
    const debit = { direction: "debit", remittance: "Own" } as const;
    expect(await taken(newEntry(attempt.accountId, debit))).toMatchObject({ state: "other" });
  });
});
