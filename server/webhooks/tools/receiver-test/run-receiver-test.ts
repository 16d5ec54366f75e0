import type { Lease } from "../../../jobs/leased-rows";
import { now } from "../../../lib/clock";
import { db, type Tx } from "../../../lib/db";
import { isAppError } from "../../../lib/errors";
import { log } from "../../../lib/log";
import { systemGuard } from "../../../lib/net/check-url";
import { safeFetch } from "../../../lib/net/safe-fetch";
import { endpointRefusal } from "../../endpoints/endpoint-rules";
import { lockDeliverableEndpoint } from "../deliverable-endpoint";
import { planOf, type Sending } from "./plan";
import {
  beginSending,
  countSendings,
  findEndpointName,
  findSendings,
  type ReceiverTestRow,
  saveEnd,
  saveSending,
} from "./receiver-test-store";
import { answersOf, judgeAll, type ReceiverTestCall, scoreOf } from "./rules";
import { signSending } from "./sign-sending";

/** How often a sending is started. Otherwise a worker that dies each time would keep a test running without end. */
const MAX_TRIES = 3;
const MAX_AGE_MS = 30 * 60_000;
/** Bytes of a response body that are stored. */
const MAX_BODY_KEPT = 1_024;

type Call = { headers: Record<string, string>; body: string };
type Prepared = { receiverTest: ReceiverTestRow; position: number; sending: Sending; calls: Call[] };

/**
 * Makes the next sending of a leased receiver test and stores its calls; then the test is due again for the following
 * one. No transaction is open during the calls. If the worker dies, another repeats that sending with the same bytes.
 */
export async function runReceiverTest(lease: Lease): Promise<void> {
  const prepared = await prepare(lease);
  if (!prepared) return;
  const { receiverTest, position, sending } = prepared;
  const calls = await Promise.all(prepared.calls.map((call) => send(receiverTest, call, sending.bodyOverMs)));
  const isLast = position === planOf(receiverTest).length - 1;
  await db().$transaction(async (tx) => {
    if (!(await saveSending(tx, lease, position, calls))) return;
    const reason = position === 0 ? whyUnreachable(calls) : null;
    if (reason !== null) await saveEnd(tx, receiverTest.id, { state: "unfinished", reason });
    else if (isLast) await finish(tx, receiverTest);
  });
  log().debug({ receiverTest: receiverTest.id, step: sending.step, position }, "receiver test: sending done");
}

/** Reads and signs the next sending in one short transaction. Null: nothing to send; the test may have ended. */
async function prepare(lease: Lease): Promise<Prepared | null> {
  return db().$transaction(async (tx) => {
    const receiverTest = await beginSending(tx, lease);
    if (!receiverTest) return null;
    const position = await countSendings(tx, receiverTest.id);
    const sending = planOf(receiverTest)[position];
    const secret = await secretFor(tx, receiverTest);
    if (!sending || !secret.ok) {
      await saveEnd(tx, receiverTest.id, {
        state: "unfinished",
        reason: secret.ok ? "There was nothing left to send." : secret.reason,
      });
      return null;
    }
    const at = now();
    const calls = sending.events.map((event) => signSending(event, sending.treatment, secret.secret, at));
    return { receiverTest, position, sending, calls };
  });
}

/** The endpoint's secret, under its lock; or why the test cannot continue. */
async function secretFor(
  tx: Tx,
  receiverTest: ReceiverTestRow,
): Promise<{ ok: true; secret: string | null } | { ok: false; reason: string }> {
  const stop = (reason: string) => ({ ok: false, reason }) as const;
  if (receiverTest.tries > MAX_TRIES)
    return stop("The test was interrupted three times at the same step. Start a new test.");
  if (now().getTime() - receiverTest.createdAt.getTime() > MAX_AGE_MS)
    return stop("The test did not finish within 30 minutes. Start a new test.");
  const name = receiverTest.endpointId === null ? null : await findEndpointName(tx, receiverTest.endpointId);
  try {
    const found = await lockDeliverableEndpoint(tx, receiverTest.merchantId, name);
    const refusal = endpointRefusal(found, true);
    if (refusal !== null) return stop(`The endpoint changed during the test: ${refusal}.`);
    if (found.url !== receiverTest.url) return stop("The URL changed during the test. Start a new test.");
    if ((found.secret !== null) !== receiverTest.signed)
      return stop("Signing was switched during the test. Start a new test.");
    return { ok: true, secret: found.secret };
  } catch (error) {
    if (isAppError(error)) return stop(error.message);
    throw error;
  }
}

async function send(
  { url, merchantId }: ReceiverTestRow,
  { headers, body }: Call,
  bodyOverMs: number,
): Promise<ReceiverTestCall> {
  const answer = await safeFetch(url, { method: "POST", headers, body, bodyOverMs }, systemGuard(merchantId));
  // The time that sending the body took is not the receiver's.
  const durationMs = Math.max(0, answer.durationMs - bodyOverMs);
  const request = { headers, body };
  if (answer.kind !== "answered") return { request, answer: { kind: answer.kind, reason: answer.reason }, durationMs };
  const { kind, status, headers: received } = answer;
  if (answer.withheld) return { request, answer: { kind, status, headers: null, body: null }, durationMs };
  const kept = answer.body.slice(0, MAX_BODY_KEPT).toWellFormed();
  return { request, answer: { kind, status, headers: received, body: kept }, durationMs };
}

/** Without a response to the valid event the test ends: every further step would only time out. */
function whyUnreachable(calls: readonly ReceiverTestCall[]): string | null {
  const answer = calls[0]?.answer;
  if (answer === undefined || answer.kind === "answered") return null;
  const fact = answer.kind === "refused" ? `the address ${answer.reason}` : answer.reason;
  return `No response to the valid event: ${fact}. Run the connection test to find the cause.`;
}

async function finish(tx: Tx, receiverTest: ReceiverTestRow): Promise<void> {
  const answers = answersOf(planOf(receiverTest), await findSendings(tx, receiverTest.id));
  const verdicts = judgeAll(answers, { signed: receiverTest.signed, done: true }).map(({ verdict }) => verdict);
  await saveEnd(tx, receiverTest.id, { state: "finished", score: scoreOf(verdicts) });
}
