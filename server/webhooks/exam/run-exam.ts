import type { Lease } from "../../jobs/leased-rows";
import { systemGuard } from "../../lib/check-url";
import { now } from "../../lib/clock";
import { db, type Tx } from "../../lib/db";
import { isAppError } from "../../lib/errors";
import { log } from "../../lib/log";
import { safeFetch } from "../../lib/safe-fetch";
import { endpointRefusal } from "../rules";
import { lockSendable } from "../sendable";
import { planOf, type Sending } from "./exam-plan";
import { answersOf, type ExamCall, judgeAll, scoreOf } from "./exam-rules";
import {
  beginSending,
  countSendings,
  type ExamRow,
  findEndpointName,
  findSendings,
  saveEnd,
  saveSending,
} from "./exam-store";
import { signSending } from "./sign-sending";

/** How often a sending is begun. A worker that dies each time would else keep an exam running for ever. */
const MAX_TRIES = 3;
const MAX_AGE_MS = 30 * 60_000;
/** Of an answer's body: enough to see what a receiver had to say. */
const MAX_BODY_KEPT = 1_024;

type Call = { headers: Record<string, string>; body: string };
type Prepared = { exam: ExamRow; position: number; sending: Sending; calls: Call[] };

/**
 * Makes the next sending of an exam in hand, and writes down what came of it; then the exam is due again, for the one
 * after it. No transaction is open during the calls. A worker that dies in between leaves the exam to another, which makes
 * that sending once more, with the same bytes.
 */
export async function runExam(lease: Lease): Promise<void> {
  const prepared = await prepare(lease);
  if (!prepared) return;
  const { exam, position, sending } = prepared;
  const calls = await Promise.all(prepared.calls.map((call) => send(exam, call, sending.bodyOverMs)));
  const isLast = position === planOf(exam).length - 1;
  await db().$transaction(async (tx) => {
    if (!(await saveSending(tx, lease, position, calls))) return;
    const reason = position === 0 ? whyUnreached(calls) : null;
    if (reason !== null) await saveEnd(tx, exam.id, { state: "unfinished", reason });
    else if (isLast) await finish(tx, exam);
  });
  log().debug({ exam: exam.id, step: sending.step, position }, "webhook exam, one sending");
}

/** Reads what is next, and signs it, in one short transaction. Null: there is nothing to send; the exam may have ended. */
async function prepare(lease: Lease): Promise<Prepared | null> {
  return db().$transaction(async (tx) => {
    const exam = await beginSending(tx, lease);
    if (!exam) return null;
    const position = await countSendings(tx, exam.id);
    const sending = planOf(exam)[position];
    const secret = await secretFor(tx, exam);
    if (!sending || !secret.ok) {
      await saveEnd(tx, exam.id, {
        state: "unfinished",
        reason: secret.ok ? "There was nothing left to send." : secret.reason,
      });
      return null;
    }
    const at = now();
    const calls = sending.events.map((event) => signSending(event, sending.treatment, secret.secret, at));
    return { exam, position, sending, calls };
  });
}

/** The destination's secret, under its lock; or why the exam cannot go on, in words. */
async function secretFor(
  tx: Tx,
  exam: ExamRow,
): Promise<{ ok: true; secret: string | null } | { ok: false; reason: string }> {
  const stop = (reason: string) => ({ ok: false, reason }) as const;
  if (exam.tries > MAX_TRIES) return stop("We were interrupted three times at the same step. Begin another exam.");
  if (now().getTime() - exam.createdAt.getTime() > MAX_AGE_MS) return stop("It had not ended after 30 minutes.");
  const name = exam.endpointId === null ? null : await findEndpointName(tx, exam.endpointId);
  try {
    const found = await lockSendable(tx, exam.merchantId, name);
    const refusal = endpointRefusal(found, true);
    if (refusal !== null) return stop(`Meanwhile, ${refusal}.`);
    if (found.url !== exam.url) return stop("The URL was changed while the exam ran.");
    if ((found.secret !== null) !== exam.signed) return stop("Whether it is signed was changed while the exam ran.");
    return { ok: true, secret: found.secret };
  } catch (error) {
    if (isAppError(error)) return stop(error.message);
    throw error;
  }
}

async function send({ url, merchantId }: ExamRow, { headers, body }: Call, bodyOverMs: number): Promise<ExamCall> {
  const answer = await safeFetch(url, { method: "POST", headers, body, bodyOverMs }, systemGuard(merchantId));
  // What we took for sending is not the receiver's time.
  const durationMs = Math.max(0, answer.durationMs - bodyOverMs);
  const request = { headers, body };
  if (answer.kind !== "answered") return { request, answer: { kind: answer.kind, reason: answer.reason }, durationMs };
  const { kind, status, headers: received } = answer;
  if (answer.withheld) return { request, answer: { kind, status, headers: null, body: null }, durationMs };
  const kept = answer.body.slice(0, MAX_BODY_KEPT).toWellFormed();
  return { request, answer: { kind, status, headers: received, body: kept }, durationMs };
}

/** A receiver that does not answer the valid event is not examined: every step would wait in vain. */
function whyUnreached(calls: readonly ExamCall[]): string | null {
  const answer = calls[0]?.answer;
  if (answer === undefined || answer.kind === "answered") return null;
  const fact = answer.kind === "refused" ? `the address ${answer.reason}` : answer.reason;
  return `The valid event got no answer: ${fact}. A probe says what stands in the way.`;
}

async function finish(tx: Tx, exam: ExamRow): Promise<void> {
  const answers = answersOf(planOf(exam), await findSendings(tx, exam.id));
  const verdicts = judgeAll(answers, { signed: exam.signed, done: true }).map(({ verdict }) => verdict);
  await saveEnd(tx, exam.id, { state: "finished", score: scoreOf(verdicts) });
}
