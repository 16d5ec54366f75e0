import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { sizeOf } from "../../../verification/depth";
import { LIMIT_FACTOR } from "../../../verification/limits";
import { storyOfThisFile } from "../../test/banks/payment-stories";
import { call } from "../../test/client";
import { query } from "../../test/database";

/** At least so many rounds; more, until each of the two has been first. */
const ROUNDS = sizeOf("rounds of a race");
const RACE_MS = (30_000 + ROUNDS * 5_000) * LIMIT_FACTOR;
const DELAY_MS = 4;
const NEW_AMOUNT = 3050;

const story = storyOfThisFile();

type Payment = { token: string; id: string };
type Updater = (payment: Payment) => Promise<boolean>;

type Raced = { rounds: number; paid: number; differing: number; updatesFirst: number; updatesTaken: number };

/**
 * The number of payments at the bank; of those with another amount than their request; of those with the new amount; and
 * of accepted updates. The winner of a round starts later in the next one, until both have won.
 */
async function race(prefix: string, change: Updater): Promise<Raced> {
  const raced: Raced = { rounds: 0, paid: 0, differing: 0, updatesFirst: 0, updatesTaken: 0 };
  const hasSeenBoth = () => raced.updatesFirst > 0 && raced.updatesFirst < raced.rounds;
  for (let lag = 1; raced.rounds < ROUNDS || !hasSeenBoth(); raced.rounds += 1) {
    const reference = `${prefix} ${raced.rounds}`;
    const payment = await story.newPayment({ payment_reference: reference });
    const [pressed, changed] = await Promise.all([
      sleep(DELAY_MS / lag).then(() => story.press(payment.token)),
      sleep(DELAY_MS * lag).then(() => change(payment)),
    ]);
    expect(pressed.status).toBe(200);
    const { requested, sent } = await amountsOf(reference);
    const isUpdateFirst = sent === NEW_AMOUNT;
    lag = isUpdateFirst ? lag * 2 : lag / 2;
    if (isUpdateFirst) raced.updatesFirst += 1;
    if (changed) raced.updatesTaken += 1;
    if (sent !== null) raced.paid += 1;
    if (sent !== null && sent !== requested) raced.differing += 1;
  }
  return raced;
}

/** The request's amount, and the amount sent to the bank, if any. */
async function amountsOf(reference: string): Promise<{ requested: number; sent: number | null }> {
  const { rows } = await query<{ requested: number; sent: number | null }>(
    `SELECT r.amount::int AS requested, p.amount::int AS sent FROM payment_requests r
       LEFT JOIN sim_payments p ON p.remittance = r.payment_reference WHERE r.payment_reference = $1`,
    [reference],
  );
  const [row, ...others] = rows;
  if (!row || others.length > 0) throw new Error(`${rows.length} payments of ${reference}.`);
  return row;
}

async function byTheApi({ token: payment_token }: Payment): Promise<boolean> {
  const reply = await call(
    "updatePaymentRequest",
    { payment_token, amount: NEW_AMOUNT },
    { token: story.tenant.token },
  );
  if (reply.status !== 200) expect(reply.error.code).toBe("PAYMENT_ALREADY_INITIATED");
  return reply.status === 200;
}

async function withoutAsking({ id }: Payment): Promise<boolean> {
  await query("UPDATE payment_requests SET amount = $2 WHERE id = $1", [id, NEW_AMOUNT]);
  return true;
}

describe("an update and an initiation at the same time", () => {
  it(
    "never leave a bank with another amount than the request, whichever is first",
    async () => {
      const { rounds, paid, differing, updatesFirst, updatesTaken } = await race("Guarded", byTheApi);
      expect([differing, paid, updatesTaken]).toEqual([0, rounds, updatesFirst]);
    },
    RACE_MS,
  );

  it(
    "control: would, if the update did not check the state",
    async () => {
      expect((await race("Unguarded", withoutAsking)).differing).toBeGreaterThan(0);
    },
    RACE_MS,
  );
});
