// The guard of the statement that settles without an interactive transaction: it writes only what was decided from the
// rows as they are.
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { db } from "../../lib/db";
import { eventsOf, storyOfThisFile } from "../../test/banks/payment-stories";
import { query } from "../../test/database";
import { readAttempt } from "../attempts/attempt-store";
import { readRequest } from "../requests/store";
import { type Seen, settleAtOnce } from "./settle-at-once";
import { settlePayment } from "./settle-payment";

const story = storyOfThisFile();
const PAID = { kind: "reported", isoStatus: "ACSC" } as const;
const POLLED = { source: "poll" } as const;

/** A payment that awaits approval, with its rows as they were read. */
async function awaiting(): Promise<Seen> {
  const { token, id } = await story.newPayment();
  await story.press(token);
  const request = await readRequest(db(), id);
  return { request, attempt: await readAttempt(db(), request.liveAttemptId ?? "") };
}

const now = async ({ request, attempt }: Seen) => ({
  status: (await readRequest(db(), request.id)).status,
  state: (await readAttempt(db(), attempt.id)).state,
  events: await eventsOf(request.id),
});
const UNTOUCHED = { status: "pending", state: "AWAITING_AUTH", events: ["payment_request.pending"] };
const SETTLED = { status: "completed", events: ["payment_request.pending", "payment_request.succeeded"] };

const CHANGES = {
  request: ({ request }: Seen) => `UPDATE payment_requests SET opened_at = app_now() WHERE id = '${request.id}'`,
  attempt: ({ attempt }: Seen) => `UPDATE payment_attempts SET polls = polls + 1 WHERE id = '${attempt.id}'`,
};

it("writes attempt, request and event when neither row has changed", async () => {
  const seen = await awaiting();
  expect(await settleAtOnce(seen, PAID, POLLED)).not.toBeNull();
  expect(await now(seen)).toMatchObject(SETTLED);
});

it.each(["request", "attempt"] as const)("writes nothing when the %s has changed since it was read", async (row) => {
  const seen = await awaiting();
  await query(CHANGES[row](seen));
  expect(await settleAtOnce(seen, PAID, POLLED)).toBeNull();
  expect(await now(seen)).toEqual(UNTOUCHED);
});

it.each(["request", "attempt"] as const)(
  "waits for a transaction that changes the %s, and writes nothing after its commit",
  async (row) => {
    const seen = await awaiting();
    const settled = await query(async (client) => {
      await client.query("BEGIN");
      await client.query(CHANGES[row](seen));
      const settling = settleAtOnce(seen, PAID, POLLED);
      await untilWaiting();
      await client.query("COMMIT");
      return settling;
    });
    expect(settled).toBeNull();
    expect(await now(seen)).toEqual(UNTOUCHED);
  },
);

it("waits for a transaction that only holds the lock, and writes after it", async () => {
  const seen = await awaiting();
  const settled = await query(async (client) => {
    await client.query("BEGIN");
    await client.query("SELECT 1 FROM payment_requests WHERE id = $1 FOR UPDATE", [seen.request.id]);
    const settling = settleAtOnce(seen, PAID, POLLED);
    await untilWaiting();
    await client.query("COMMIT");
    return settling;
  });
  expect(settled).not.toBeNull();
  expect(await now(seen)).toMatchObject(SETTLED);
});

it("of ten with the same rows exactly one writes, and the others decide under the locks", async () => {
  const seen = await awaiting();
  const settled = await Promise.all(Array.from({ length: 10 }, () => settleAtOnce(seen, PAID, POLLED)));
  expect(settled.filter((decision) => decision !== null)).toHaveLength(1);
  await settlePayment(seen.attempt.id, PAID, POLLED, seen);
  expect((await now(seen)).events).toEqual(SETTLED.events);
});

/** Until a statement of this database waits for a lock. */
async function untilWaiting(): Promise<void> {
  for (;;) {
    const sql = "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
    if ((await query(sql)).rowCount) return;
    await sleep(20);
  }
}
