import { beforeAll, expect, it } from "vitest";
import { sizeOf } from "../../../verification/depth";
import { FILL_TIMEOUT_MS, nodesOf, readIn } from "../../test/code-rules/query-plan";
import { query } from "../../test/database";
import { newTenant } from "../../test/rows/fixtures";
import { BANKS_OF_ROWS, fillPayments } from "../../test/rows/payment-rows";
import { vacuum } from "../../test/rows/vacuum";
import { claimOrderSql } from "./claim-order";

const ROWS = sizeOf("rows in plan tests");
const MERCHANTS = 5;
const [LIMIT, PER_BANK] = [48, 4];
/** Of each merchant at each bank: live and test, slow and not. */
const QUEUES = MERCHANTS * BANKS_OF_ROWS.length * 4;

beforeAll(async () => {
  const merchants: string[] = [];
  for (let index = 0; index < MERCHANTS; index += 1) merchants.push((await newTenant()).merchantId);
  await query(async (client) => {
    await fillPayments(client, merchants, ROWS);
    // Its notices of a transaction are one text, which each row makes longer.
    await client.query("ALTER TABLE payment_attempts DISABLE TRIGGER payment_attempts_checkout_news");
    // Half of all attempts are open, and due as after hours without a worker.
    await client.query(`
      UPDATE payment_attempts a SET final_at = NULL, closed_at = NULL, state = 'AWAITING_AUTH', polls = n % 12,
        due_at = app_now() - n * interval '1 second'
      FROM (SELECT id, row_number() OVER (ORDER BY id) AS n FROM payment_attempts) AS numbered
      WHERE a.id = numbered.id AND n % 2 = 0`);
    await vacuum(client, ["payment_attempts"]);
  });
}, FILL_TIMEOUT_MS);

/** How many attempts a claim reads, in the table or an index. */
async function readBy(before: string[] = []): Promise<number> {
  const nodes = await nodesOf(claimOrderSql({ limit: LIMIT, perBank: PER_BANK }), before);
  return readIn(nodes, /^payment_attempts/).rows;
}

it("a claim reads the first attempts of each queue alone, however long the queues are", async () => {
  expect(await readBy()).toBeLessThanOrEqual(QUEUES * (1 + PER_BANK) + 2 * LIMIT);
});

it("control: without the index of due attempts a claim reads all attempts for each queue, also where few are left", async () => {
  const ofOneBank = `UPDATE payment_attempts SET closed_at = app_now() WHERE bank_id <> '${BANKS_OF_ROWS[7]}'`;
  expect(await readBy([ofOneBank, "DROP INDEX payment_attempts_due"])).toBeGreaterThan(ROWS);
});
