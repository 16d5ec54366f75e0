import { describe, expect, it } from "vitest";
import { newId } from "../lib/ids";
import { storyOfThisFile } from "../test/banks/payment-stories";
import { attemptOf, newEntry, taken } from "../test/banks/statements";
import { bankside } from "../test/command-line";
import { query } from "../test/database";

const story = storyOfThisFile();
const list = async () => (await bankside("reconciliation list")).text;
const match = (entry: string, payment: string, more = "--reason Asked") =>
  bankside(`reconciliation match --entry ${entry} --payment ${payment} ${more}`);

/** A pending payment and a credit that no rule matched. */
async function waiting(changed: object = {}) {
  const { id, token } = await story.newPayment();
  await story.press(token);
  const attempt = await attemptOf(id);
  const entry = await taken(newEntry(attempt.accountId, { remittance: "Unreadable", ...changed }));
  return { id, attempt, entry };
}

describe("an unmatched transaction", () => {
  it("is listed until it is matched by the payment's id, with actor and reason in the audit log", async () => {
    const { id, entry, attempt } = await waiting();
    expect(await list()).toContain(`${entry.id}  `);
    expect(await list()).toContain("25.50 EUR  no payment  Unreadable");
    await match(entry.id, id);
    expect(await list()).not.toContain(entry.id);
    expect(await story.statusOf(id)).toBe("completed");
    const sql = "SELECT action, detail FROM audit_entries WHERE subject_id = $1";
    const { rows } = await query(sql, [entry.id]);
    expect(rows).toEqual([{ action: "statement_entry.matched", detail: { attempt_id: attempt.id, reason: "Asked" } }]);
  });

  it("is matched by the end-to-end id, ignoring case", async () => {
    const { id, entry, attempt } = await waiting();
    await match(entry.id, attempt.endToEndId.toLowerCase());
    expect(await story.statusOf(id)).toBe("completed");
  });

  it("is dismissed without a change to the payment", async () => {
    const { id, entry } = await waiting();
    await bankside(`reconciliation dismiss --entry ${entry.id} --reason Deposit`);
    expect(await list()).not.toContain(entry.id);
    expect(await story.statusOf(id)).toBe("pending");
    await expect(match(entry.id, id)).rejects.toMatchObject({ metadata: { errors: [{ field: "entry" }] } });
    const sql = "SELECT action FROM audit_entries WHERE subject_id = $1";
    const { rows } = await query(sql, [entry.id]);
    expect(rows).toEqual([{ action: "statement_entry.dismissed" }]);
  });

  it("is listed with 499 others, and the list says that there are more", async () => {
    const { entry } = await waiting();
    await query(
      `INSERT INTO statement_entries (id, account_id, bank_entry_id, direction, amount, currency, booked_at, state)
       SELECT gen_random_uuid(), account_id, 'copy ' || n, direction, amount, currency, booked_at, state
       FROM statement_entries, generate_series(1, 500) n WHERE id = $1`,
      [entry.id],
    );
    const { json, text } = await bankside("reconciliation list");
    expect(json).toMatchObject({ entries: { length: 500 }, more: true });
    expect(text.split("\n").at(-1)).toBe("There are more than these 500. Match or dismiss some to see the others.");
    await query("DELETE FROM statement_entries WHERE bank_entry_id LIKE 'copy %'");
    expect((await bankside("reconciliation list")).json).toMatchObject({ more: false });
  });

  it("is matched once if two people match two entries to one payment at once", async () => {
    const { id, entry, attempt } = await waiting();
    const second = await taken(newEntry(attempt.accountId, { remittance: "Unreadable too" }));
    const ends = await Promise.allSettled([match(entry.id, id), match(second.id, id)]);
    expect(ends.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await story.statusOf(id)).toBe("completed");
  });
});

describe("reconciliation match is refused and changes nothing for", () => {
  it.each([
    ["another amount", { amountMinor: 2549n }, "This payment does not fit: amount differs."],
    ["another currency", { currency: "SEK" }, "This payment does not fit: currency differs."],
    [
      "a debit of what was never completed",
      { direction: "debit", returnReason: "AC04" },
      "This payment does not fit: not completed.",
    ],
  ])("%s", async (_what, changed, message) => {
    const { id, entry } = await waiting(changed);
    await expect(match(entry.id, id)).rejects.toMatchObject({ metadata: { errors: [{ field: "payment", message }] } });
    expect(await story.statusOf(id)).toBe("pending");
    expect(await list()).toContain(entry.id);
  });

  it("an unknown entry, an unknown payment, an overlong reason, and a caller with a token", async () => {
    const { id, entry } = await waiting();
    await expect(match(newId(), id)).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(match("7", id)).rejects.toMatchObject({ code: "NOT_FOUND" });
    for (const payment of [newId(), "BKS", "Order"]) {
      await expect(match(entry.id, payment)).rejects.toMatchObject({ metadata: { errors: [{ field: "payment" }] } });
    }
    const noReason = match(entry.id, id, `--reason ${"x".repeat(501)}`);
    await expect(noReason).rejects.toMatchObject({ metadata: { errors: [{ field: "reason" }] } });
    const admin = { kind: "admin", actor: { kind: "credential", id: null }, scopes: [], testOnly: false } as const;
    await expect(bankside("reconciliation list", admin)).rejects.toMatchObject({ code: "FORBIDDEN_VIEW" });
    await expect(bankside("reconciliation report", admin)).rejects.toMatchObject({ code: "FORBIDDEN_VIEW" });
    const byToken = bankside(`reconciliation dismiss --entry ${entry.id} --reason x`, admin);
    await expect(byToken).rejects.toMatchObject({ code: "FORBIDDEN" });
    expect(await list()).toContain(entry.id);
  });

  it("a report of a date that does not exist", async () => {
    for (const day of ["2026-02-30", "yesterday"]) {
      const asking = bankside(`reconciliation report --date ${day}`);
      await expect(asking).rejects.toMatchObject({ metadata: { errors: [{ field: "date" }] } });
    }
    expect((await bankside("reconciliation report --date 2020-01-31")).text).toBe("There is no report for that day.");
  });
});
