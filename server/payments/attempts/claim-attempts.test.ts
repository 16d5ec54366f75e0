import { expect, it } from "vitest";
import { newId } from "../../lib/ids";
import { storyOfThisFile } from "../../test/banks/payment-stories";
import { query } from "../../test/database";
import { attemptsDue } from "../bank-calls/poll-attempt";

const story = storyOfThisFile();
const PLACES = 8;
const PER_BANK = 4;

/** Attempts at a bank that have been due for so long. */
async function due(bankId: string, count: number, forS: number): Promise<string[]> {
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const { token, id } = await story.newPayment();
    await story.press(token);
    const sql = `UPDATE payment_attempts SET bank_id = $2, due_at = app_now() - make_interval(secs => $3)
      WHERE payment_request_id = $1 RETURNING id`;
    const { rows } = await query(sql, [id, bankId, forS]);
    ids.push(rows[0].id);
  }
  return ids;
}
const claimed = async (limit = PLACES) => (await attemptsDue(limit)).map(({ id }) => id);

it("a bank's long queue does not delay other banks: each has its turn, and none more than its limit, over all workers", async () => {
  const [dead, alive, other] = [newId(), newId(), newId()];
  const old = await due(dead, 12, 3600);
  const fresh = [...(await due(alive, 1, 1)), ...(await due(other, 1, 1))];
  const first = await claimed();
  expect(first).toEqual(expect.arrayContaining(fresh));
  expect(first.filter((id) => old.includes(id)).length).toBe(PER_BANK);
  expect(await claimed()).toEqual([]);
  const late = await due(alive, 2, 0);
  expect((await claimed()).sort()).toEqual(late.sort());
});

it("with one claim left, a bank without leased attempts comes first, however long the other has waited", async () => {
  const [busy, idle] = [newId(), newId()];
  const waiting = await due(busy, 3, 7200);
  expect(await claimed(1)).toEqual([expect.toSatisfy((id: string) => waiting.includes(id))]);
  const [next] = await due(idle, 1, 1);
  expect(await claimed(1)).toEqual([next]);
});
