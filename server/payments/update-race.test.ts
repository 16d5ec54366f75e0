import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { byId } from "../lib/endpoint";
import { call } from "../test/client";
import { query } from "../test/database";
import { storyOfThisFile } from "../test/payment-stories";
import { paymentEndpoints } from "./endpoints";

const update = byId(paymentEndpoints, "updatePaymentRequest");

/** The update begins a little later in each round, from before the press to after its end. */
const ROUNDS = 30;
const STEP_MS = 2;
const NEW_AMOUNT = 3050;

const story = storyOfThisFile();

type Payment = { token: string; id: string };
type Updater = (payment: Payment) => Promise<boolean>;

/** How many updates were taken, how many payments their bank has, and how many of those with another amount than their request. */
async function race(prefix: string, change: Updater): Promise<{ updated: number; differing: number; paid: number }> {
  let updated = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const payment = await story.newPayment({ payment_reference: `${prefix} ${round}` });
    const late = sleep(round * STEP_MS).then(() => change(payment));
    const [pressed, changed] = await Promise.all([story.press(payment.token), late]);
    expect(pressed.status).toBe(200);
    if (changed) updated += 1;
  }
  const { rows } = await query((client) =>
    client.query<{ requested: string; sent: string }>(
      `SELECT r.amount AS requested, p.amount AS sent FROM payment_requests r
       JOIN sim_payments p ON p.remittance = r.payment_reference WHERE r.payment_reference LIKE $1 || ' %'`,
      [prefix],
    ),
  );
  return { updated, differing: rows.filter(({ requested, sent }) => requested !== sent).length, paid: rows.length };
}

async function byTheApi({ token: payment_token }: Payment): Promise<boolean> {
  const reply = await call(update, { payment_token, amount: NEW_AMOUNT }, { token: story.tenant.token });
  if (reply.status !== 200) expect(reply.error.code).toBe("PAYMENT_ALREADY_INITIATED");
  return reply.status === 200;
}

async function withoutAsking({ id }: Payment): Promise<boolean> {
  await query((client) => client.query("UPDATE payment_requests SET amount = $2 WHERE id = $1", [id, NEW_AMOUNT]));
  return true;
}

describe("an update and an initiation at once", () => {
  it("never leave a bank with another amount than the request has, whichever comes first", async () => {
    const { updated, differing, paid } = await race("Guarded", byTheApi);
    expect([differing, paid]).toEqual([0, ROUNDS]);
    // Both came first in some round, or nothing was raced.
    expect(updated).toBeGreaterThan(0);
    expect(updated).toBeLessThan(ROUNDS);
  });

  it("would, if the update did not ask: the drill bites", async () => {
    expect((await race("Unguarded", withoutAsking)).differing).toBeGreaterThan(0);
  });
});
