import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { db } from "../../lib/db";
import { shopper, storyOfThisFile } from "../../test/banks/payment-stories";
import { moveClock, query } from "../../test/database";
import { statementsSent } from "../../test/statements-sent";
import { redirectOf } from "../attempts/attempt-secrets";
import { findLastAttempt } from "../attempts/attempt-store";
import { readRequest, setCancelRequested } from "../requests/store";
import { acceptReturn } from "./accept-return";
import { attemptsDue, pollAttempt } from "./poll-attempt";

const story = storyOfThisFile();

// Short caches stay as they are during a test, however slow the machine is.
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date", "performance"], now: Date.now() }));
afterEach(() => void vi.useRealTimers().restoreAllMocks());

/** In batches beside every call, the use of the API once a second, and notices of several transactions. */
const BESIDE = /api_calls|merchant_usage|requests_per_minute|pg_notify|bankside\.notices/;

/** The product's statements, without those beside every call. */
async function sentDuring(work: () => Promise<unknown>): Promise<string[]> {
  return (await statementsSent(work)).filter((text) => !BESIDE.test(text));
}

/** The bank answers without a database, so that only the product's statements are counted. */
function bankAnswers(method: "GET" | "POST", status: number, body: object): void {
  story.bank.faults.push({
    method,
    kind: Response.json(body, { status, headers: { "ASPSP-SCA-Approach": "REDIRECT" } }),
  });
}

function bankStarts(paymentId: string): void {
  const links = {
    scaRedirect: { href: `${story.bank.baseUrl}/approve` },
    status: { href: `${story.bank.baseUrl}/simbank/status/${paymentId}` },
  };
  bankAnswers("POST", 201, { transactionStatus: "RCVD", paymentId, _links: links });
}

async function pressed(bankId = story.banks[0]): Promise<{ id: string; token: string; sent: string[] }> {
  const { id, token } = await story.newPayment();
  bankStarts(id);
  const sent = await sentDuring(async () => {
    expect((await story.press(token, bankId)).data.redirect_url).toBe(`${story.bank.baseUrl}/approve`);
  });
  return { id, token, sent };
}

const readsRequest = (text: string) => /^SELECT id, .* FROM payment_requests WHERE /s.test(text);
const commitsOf = (sent: readonly string[]) => sent.filter((text) => /^COMMIT$|\b(INSERT INTO|UPDATE) /.test(text));

it("an initiation sends at most 8 statements, two of them commits", async () => {
  await pressed();
  const { sent } = await pressed();
  expect(sent.length, sent.join("\n")).toBeLessThanOrEqual(8);
  expect([commitsOf(sent).length, sent.includes("BEGIN")]).toEqual([2, false]);
  expect(sent.filter(readsRequest)).toHaveLength(1);
});

it("a statement that is sent twice is counted twice", async () => {
  const { id } = await pressed();
  const sent = await sentDuring(async () => {
    await readRequest(db(), id);
    await readRequest(db(), id);
  });
  expect(sent.filter(readsRequest)).toHaveLength(2);
});

it("a return that settles sends at most 7 statements", async () => {
  const { id } = await pressed();
  const state = await stateOf(id);
  bankAnswers("GET", 200, { transactionStatus: "ACSC" });
  const sent = await sentDuring(() => acceptReturn(shopper, { state, params: { state } }));
  expect(await story.statusOf(id)).toBe("completed");
  expect(sent.length, sent.join("\n")).toBeLessThanOrEqual(7);
});

it("a poll that settles sends at most 12 statements, two of them commits", async () => {
  const { id } = await pressed(story.banks[1]);
  await moveClock("2 minutes");
  const leases = await attemptsDue(10);
  const attempt = await findLastAttempt(db(), id);
  const lease = leases.find((each) => each.id === attempt?.id);
  if (!lease) throw new Error("not due");
  bankAnswers("GET", 200, { transactionStatus: "ACSC" });
  const sent = await sentDuring(() => pollAttempt(lease));
  expect(await story.statusOf(id)).toBe("completed");
  expect(sent.length, sent.join("\n")).toBeLessThanOrEqual(12);
  expect(commitsOf(sent).length).toBe(2);
});

it("a request that was changed while its bank was called is settled under the locks, and keeps the change", async () => {
  const { id, token } = await story.newPayment();
  const attempts = () => findLastAttempt(db(), id);
  story.bank.faults.push({ method: "POST", kind: "lost" });
  const changed = (async () => {
    while (!(await attempts())) await new Promise((resolve) => setTimeout(resolve, 1));
    await setCancelRequested(db(), id);
  })();
  await Promise.all([story.press(token), changed]);
  const { cancelRequestedAt, initiatedAt } = await readRequest(db(), id);
  expect([cancelRequestedAt, initiatedAt]).toEqual([expect.any(Date), expect.any(Date)]);
});

async function stateOf(requestId: string): Promise<string> {
  const attempt = await findLastAttempt(db(), requestId);
  if (!attempt) throw new Error("no attempt");
  return redirectOf(attempt).state;
}

it("events of the one statement are numbered and delivered like any other", async () => {
  const { id } = await pressed();
  const state = await stateOf(id);
  bankAnswers("GET", 200, { transactionStatus: "ACSC" });
  await acceptReturn(shopper, { state, params: { state } });
  const { rows } = await query(
    `SELECT e.type, e.sequence, d.status, d.done_at IS NOT NULL AS done FROM webhook_events e
      JOIN webhook_deliveries d ON d.event_id = e.id WHERE subject_id = $1 ORDER BY sequence`,
    [id],
  );
  expect(rows).toEqual([
    { type: "payment_request.pending", sequence: 1, status: "no_destination", done: true },
    { type: "payment_request.succeeded", sequence: 2, status: "no_destination", done: true },
  ]);
});
