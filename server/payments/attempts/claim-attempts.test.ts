import { afterEach, describe, expect, it } from "vitest";
import { newId } from "../../lib/ids";
import { storyOfThisFile } from "../../test/banks/payment-stories";
import { query } from "../../test/database";
import { attemptsDue } from "../bank-calls/poll-attempt";

const story = storyOfThisFile();
const SLOTS = 8;
const PER_BANK = 4;

type Due = { forS: number; test?: boolean; merchantId?: string; polls?: number; hinted?: boolean };
/** Fetched more than SLOW_AFTER times without a change. */
const SLOW = { polls: 9 };

/** Attempts at a bank that have been due for so long. */
async function due(bankId: string, count: number, { forS, test = true, polls = 0, ...more }: Due): Promise<string[]> {
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const { token, id } = await story.newPayment();
    await story.press(token);
    const sql = `UPDATE payment_attempts SET bank_id = $2, due_at = app_now() - make_interval(secs => $3), test = $4,
        merchant_id = COALESCE($5, merchant_id), polls = $6, hinted_at = CASE WHEN $7 THEN app_now() END
      WHERE payment_request_id = $1 RETURNING id`;
    const values = [id, bankId, forS, test, more.merchantId ?? null, polls, more.hinted === true];
    const { rows } = await query(sql, values);
    ids.push(rows[0].id);
  }
  return ids;
}
const claimed = async (limit = SLOTS) => (await attemptsDue(limit)).map(({ id }) => id);

afterEach(() => query("UPDATE payment_attempts SET lease_until = NULL, due_at = app_now() + interval '1 year'"));

describe("banks", () => {
  it("a bank's long queue does not delay other banks: each has its turn, and none more than its limit, over all workers", async () => {
    const [dead, alive, other] = [newId(), newId(), newId()];
    const old = await due(dead, 12, { forS: 3600 });
    const fresh = [...(await due(alive, 1, { forS: 1 })), ...(await due(other, 1, { forS: 1 }))];
    const first = await claimed();
    expect(first).toEqual(expect.arrayContaining(fresh));
    expect(first.filter((id) => old.includes(id)).length).toBe(PER_BANK);
    expect(await claimed()).toEqual([]);
    const late = await due(alive, 2, { forS: 0 });
    expect((await claimed()).sort()).toEqual(late.sort());
  });

  it("with one claim left, a bank without leased attempts comes first, however long the other has waited", async () => {
    const [busy, idle] = [newId(), newId()];
    const waiting = await due(busy, 3, { forS: 7200 });
    expect(await claimed(1)).toEqual([expect.toSatisfy((id: string) => waiting.includes(id))]);
    const [next] = await due(idle, 1, { forS: 1 });
    expect(await claimed(1)).toEqual([next]);
  });
});

describe("at one bank", () => {
  it.each([
    ["was just fetched for the first times", { polls: 2 }],
    ["has a notification of the bank", { ...SLOW, hinted: true }],
  ])("an attempt that %s is claimed before a backlog of slow ones", async (_name, waiting) => {
    const bank = newId();
    await due(bank, 5, { ...SLOW, forS: 3600 });
    const [first] = await due(bank, 1, { ...waiting, forS: 0 });
    expect(await claimed(1)).toEqual([first]);
  });

  it("slow attempts leave one slot to those whose customer waits, and have one while many customers wait", async () => {
    const [quiet, busy] = [newId(), newId()];
    await due(quiet, 5, { ...SLOW, forS: 3600 });
    expect((await claimed()).length).toBe(PER_BANK - 1);
    const [late] = await due(quiet, 1, { forS: 0 });
    expect(await claimed()).toEqual([late]);
    const slow = await due(busy, 2, { ...SLOW, forS: 1 });
    await due(busy, 6, { forS: 3600 });
    const taken = await claimed();
    expect([taken.length, taken.filter((id) => slow.includes(id)).length]).toEqual([PER_BANK, 1]);
  });

  it.each([
    ["slow attempts", SLOW],
    ["attempts whose customer waits", {}],
  ])("a merchant's backlog of %s does not delay another merchant's", async (_name, of) => {
    const bank = newId();
    const backlog = await due(bank, 6, { ...of, forS: 3600 });
    const [other] = await due(bank, 1, { ...of, forS: 0, merchantId: newId() });
    const taken = await claimed(2);
    expect(taken).toEqual(expect.arrayContaining([other]));
    expect(taken.filter((id) => backlog.includes(id)).length).toBe(1);
  });

  it("tests have slots of their own, fewer than a worker's in all, and live attempts come first", async () => {
    const bank = newId();
    await due(bank, 5, { forS: 3600 });
    expect((await claimed()).length).toBe(PER_BANK);
    const live = await due(bank, 2, { forS: 0, test: false });
    const tests = await due(newId(), 1, { forS: 3600 });
    expect((await claimed(2)).sort()).toEqual(live.sort());
    expect(await claimed()).toEqual(tests);
    for (let other = 0; other < 6; other += 1) await due(newId(), PER_BANK, { forS: 60 });
    await claimed(100);
    const sql = "SELECT count(*)::int AS n FROM payment_attempts WHERE test AND lease_until > app_now()";
    expect((await query<{ n: number }>(sql)).rows).toEqual([{ n: 24 }]);
  });

  it("control: by due time alone, none of these would be claimed", async () => {
    const bank = newId();
    const backlog = await due(bank, 6, { ...SLOW, forS: 3600 });
    const others = [
      ...(await due(bank, 1, { forS: 0 })),
      ...(await due(bank, 1, { ...SLOW, forS: 0, merchantId: newId() })),
      ...(await due(bank, 1, { ...SLOW, forS: 0, test: false })),
    ];
    const sql = `SELECT id FROM payment_attempts WHERE closed_at IS NULL AND bank_id = $1 AND due_at <= app_now()
      ORDER BY due_at LIMIT $2`;
    const { rows } = await query<{ id: string }>(sql, [bank, PER_BANK]);
    expect(backlog).toEqual(expect.arrayContaining(rows.map(({ id }) => id)));
    expect(await claimed()).toEqual(expect.arrayContaining(others));
  });
});
