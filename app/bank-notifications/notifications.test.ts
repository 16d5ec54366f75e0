import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { notificationKeyOf } from "../../server/payments/attempts/attempt-secrets";
import { forgetOldNotifications } from "../../server/payments/bank-calls/accept-notification";
import { attemptsDue, pollAttempt } from "../../server/payments/bank-calls/poll-attempt";
import { SLOW_AFTER } from "../../server/payments/requests/rules";
import { answer, eventsOf, paymentStories, type Story, workDone } from "../../server/test/banks/payment-stories";
import { answerAtBank, simbankOfThisFile } from "../../server/test/banks/simbank";
import { moveClock, query } from "../../server/test/database";
import { POST } from "./[target]/route";

const addressOf = notificationKeyOf;
const UNKNOWN = "01931f4e-7c1a-7d3e-9a55-5b6f0c9d2a12";
const BATCH = 50;

// The bank is served by the product's origin, as in the demo, and its notifications arrive at our endpoint.
const bank = simbankOfThisFile(async (request) => {
  const { pathname } = new URL(request.url);
  const [, door, target = ""] = pathname.split("/");
  if (door !== "bank-notifications") return new Response(null, { status: 404 });
  const body = await request.clone().text();
  const response = await notify(target, body, Object.fromEntries(request.headers));
  told.push({ path: pathname, body, status: response.status });
  return response;
});
let story: Story;
/** The bank's notifications, and our responses. */
let told: Array<{ path: string; body: string; status: number }>;

beforeAll(async () => {
  story = await paymentStories(bank);
});
beforeEach(() => {
  told = [];
  bank.exchanges.splice(0);
});

function notify(target: string, body: BodyInit, headers: Record<string, string> = {}): Promise<Response> {
  const request = new Request(`${bank.baseUrl}/bank-notifications/${target}`, { method: "POST", body, headers });
  return POST(request, { params: Promise.resolve({ target }) });
}

async function rowsOf<Row extends object>(sql: string, id: string): Promise<Row[]> {
  return (await query<Row>(sql, [id])).rows;
}

const attemptOf = async (requestId: string) => {
  const sql = "SELECT id FROM payment_attempts WHERE payment_request_id = $1";
  const [row] = await rowsOf<{ id: string }>(sql, requestId);
  return row?.id ?? "";
};
const keptOf = (attemptId: string) =>
  rowsOf<{ times: number; verified: boolean }>(
    "SELECT times, verified FROM bank_notifications WHERE attempt_id = $1 ORDER BY id",
    attemptId,
  );
/** How often this payment's status was fetched; other payments may be due too. */
async function questions(attemptId: string): Promise<number> {
  const sql = "SELECT bank_payment_id AS id FROM payment_attempts WHERE id = $1";
  const [row] = await rowsOf<{ id: string }>(sql, attemptId);
  return bank.exchanges.filter(({ method, path }) => method === "GET" && path.endsWith(`/${row?.id}/status`)).length;
}

/** A payment that waits for its customer at the bank, not due for a status fetch soon. */
async function waiting(reference?: string): Promise<{ id: string; attemptId: string; url: string | null }> {
  const { token, id } = await story.newPayment(reference === undefined ? {} : { payment_reference: reference });
  const { data } = await story.press(token);
  bank.exchanges.splice(0);
  return { id, attemptId: await attemptOf(id), url: data.redirect_url };
}

describe("a bank notification is a hint", () => {
  test("not at the attempt's id alone, which the payer's statement shows: nothing is fetched", async () => {
    const { attemptId } = await waiting();
    const response = await notify(attemptId, "{}");
    expect([response.status, await attemptsDue(BATCH), await keptOf(attemptId)]).toEqual([202, [], []]);
  });

  test("makes the attempt due now, and only the fetched status counts", async () => {
    const { id, attemptId } = await waiting();
    expect(await attemptsDue(BATCH)).toEqual([]);
    const response = await notify(addressOf(attemptId), '{"transactionStatus":"ACCC"}');
    expect([response.status, await response.text()]).toEqual([202, ""]);
    await workDone();
    expect(await questions(attemptId)).toBe(1);
    expect(await story.statusOf(id)).toBe("pending");
    expect(await eventsOf(id)).toEqual(["payment_request.pending"]);
  });

  test("causes one early fetch in five seconds, however many arrive", async () => {
    const { attemptId } = await waiting();
    for (let count = 0; count < 20; count += 1) await notify(addressOf(attemptId), JSON.stringify({ count }));
    // Payments of other tests may be due by now.
    expect((await attemptsDue(BATCH)).filter(({ id }) => id === attemptId)).toHaveLength(1);
    // As just after an early fetch, with the next scheduled one far in the future.
    const asked = `UPDATE payment_attempts SET lease_until = NULL, hinted_at = app_now(), due_at = app_now() + interval '1 hour'
      WHERE id = $1 RETURNING hinted_at::text AS at`;
    const [first] = await rowsOf<{ at: string }>(asked, attemptId);
    // A notification within the pause is not lost: one fetch follows after the pause.
    for (let count = 0; count < 3; count += 1) await notify(addressOf(attemptId), "{}");
    const planned = "SELECT due_at = $2::timestamptz + interval '5 s' AS planned FROM payment_attempts WHERE id = $1";
    const { rows } = await query(planned, [attemptId, first?.at]);
    expect(rows).toEqual([{ planned: true }]);
    await moveClock("6 seconds");
    await workDone();
    expect(await questions(attemptId)).toBe(1);
  });

  test("during a fetch brings the next fetch forward", async () => {
    const { attemptId } = await waiting();
    await notify(addressOf(attemptId), "{}");
    await workDone();
    const soon = "SELECT due_at = hinted_at + interval '5 s' AS soon FROM payment_attempts WHERE id = $1";
    expect(await rowsOf(soon, attemptId)).toEqual([{ soon: true }]);
    await moveClock("6 seconds");
    await workDone();
    expect(await questions(attemptId)).toBe(2);
    // After that the usual schedule applies.
    expect(await rowsOf(soon, attemptId)).toEqual([{ soon: false }]);
  });

  test.each([
    ["answered", null],
    ["not answered", new Response(null, { status: 503 })],
  ])("during a fetch of eight seconds, which is %s, is not lost, and the attempt is not slow", async (_end, other) => {
    const { attemptId } = await waiting();
    await query("UPDATE payment_attempts SET due_at = app_now(), polls = $2 WHERE id = $1", [attemptId, SLOW_AFTER]);
    const during = async () => {
      await notify(addressOf(attemptId), "{}");
      await moveClock("8 seconds");
      return other;
    };
    const lease = (await attemptsDue(BATCH)).find(({ id }) => id === attemptId);
    bank.faults.push({ method: "GET", kind: during });
    if (lease) await pollAttempt(lease);
    expect(bank.faults).toEqual([]);
    const isSlow = "SELECT polls >= $2 AS slow FROM payment_attempts WHERE id = $1";
    expect((await query(isSlow, [attemptId, SLOW_AFTER])).rows).toEqual([{ slow: false }]);
    expect((await attemptsDue(BATCH)).map(({ id }) => id)).toContain(attemptId);
  });

  test("during a call sends nothing: the hint waits for the end of the call", async () => {
    const { attemptId } = await waiting();
    const due = "SELECT due_at::text AS due, hinted_at IS NULL AS unhinted FROM payment_attempts WHERE id = $1";
    for (const state of ["INITIATING", "INIT_UNKNOWN", "AUTHORISED", "SUBMITTING", "SUBMIT_UNKNOWN"]) {
      const set = "UPDATE payment_attempts SET state = $2, hinted_at = NULL WHERE id = $1";
      await query(set, [attemptId, state]);
      const before = await rowsOf<{ due: string }>(due, attemptId);
      await notify(addressOf(attemptId), "{}");
      const after = await rowsOf<{ due: string; unhinted: boolean }>(due, attemptId);
      expect([after[0]?.due, after[0]?.unhinted], state).toEqual([before[0]?.due, false]);
    }
    await query("UPDATE payment_attempts SET state = 'AWAITING_AUTH' WHERE id = $1", [attemptId]);
  });
});

describe("of a notification is stored", () => {
  test("a digest, once for each content; repetitions are counted", async () => {
    const { attemptId } = await waiting();
    for (const body of ["a", "b", "a", "a"]) await notify(addressOf(attemptId), body);
    expect((await keptOf(attemptId)).map(({ times }) => times)).toEqual([3, 1]);
  });

  test("at most a hundred rows for each attempt", async () => {
    const { attemptId } = await waiting();
    for (let count = 0; count < 105; count += 1) await notify(addressOf(attemptId), String(count));
    await notify(addressOf(attemptId), "0");
    const kept = await keptOf(attemptId);
    expect([kept.length, kept[0]?.times]).toEqual([100, 2]);
  });

  test("for ninety days only", async () => {
    const { attemptId } = await waiting();
    await notify(addressOf(attemptId), "{}");
    await moveClock("89 days");
    await forgetOldNotifications();
    expect(await keptOf(attemptId)).toHaveLength(1);
    await moveClock("2 days");
    await forgetOldNotifications();
    expect(await keptOf(attemptId)).toHaveLength(0);
  });

  test("nothing for unknown and malformed targets, which get the same response", async () => {
    const { attemptId } = await waiting();
    const count = async () => (await query("SELECT 1 FROM bank_notifications")).rowCount;
    await notify(addressOf(attemptId), "{}");
    const before = await count();
    for (const target of [
      ...[addressOf(UNKNOWN), "x", "..", "%00", "ob-uk", attemptId.slice(0, -1), addressOf(attemptId).slice(0, -1)],
      ...[`${attemptId}.`, `${addressOf(attemptId)}.`, addressOf(UNKNOWN).replace(UNKNOWN, attemptId)],
    ]) {
      const response = await notify(target, "{}");
      expect([response.status, await response.text()], target).toEqual([202, ""]);
    }
    expect(await count()).toBe(before);
  });

  test("nothing for a body that is too large or not text", async () => {
    const { attemptId } = await waiting();
    expect((await notify(addressOf(attemptId), "x".repeat(65_537))).status).toBe(413);
    expect((await notify(addressOf(attemptId), new Uint8Array([0xff]))).status).toBe(400);
    expect(await keptOf(attemptId)).toEqual([]);
  });
});

describe("banks that send notifications", () => {
  test("SIM-PUSH: the payment completes by an early fetch", async () => {
    const { id, attemptId, url } = await waiting("SIM-PUSH 1");
    await answerAtBank(url ?? "", "approve");
    expect(told[0]).toMatchObject({ path: `/bank-notifications/${addressOf(attemptId)}`, status: 202 });
    // The customer did not return, and no scheduled fetch is due.
    await workDone();
    await moveClock("6 seconds");
    await workDone();
    expect(await story.statusOf(id)).toBe("completed");
  });

  test("SIM-MESSYPUSH: repeated and out of order, with the same result", async () => {
    const { id, url } = await waiting("SIM-MESSYPUSH 1");
    await answer(url, "approve");
    await moveClock("1 minute");
    await workDone();
    await moveClock("1 minute");
    await workDone();
    expect(told.length).toBeGreaterThan(2);
    expect(await eventsOf(id)).toEqual(["payment_request.pending", "payment_request.succeeded"]);
  });

  test("SIM-FORGED: a false notification of a rejected payment changes nothing", async () => {
    const { id, url } = await waiting("SIM-FORGED 1");
    await answer(url, "reject");
    expect(told.map(({ body }) => JSON.parse(body).transactionStatus)).toEqual(["ACCC"]);
    await workDone();
    expect(await story.statusOf(id)).not.toBe("completed");
    expect(await eventsOf(id)).not.toContain("payment_request.succeeded");
  });
});
