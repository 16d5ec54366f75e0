import { formatDuration } from "../probe/probe-rules";
import { type Sending, SIGNATURE_STEPS, STEPS, type StepKey } from "./plan";

/** One recorded call of a receiver test. `durationMs`: until the response was complete. */
export type ReceiverTestCall = {
  request: { headers: Record<string, string>; body: string };
  answer: /** `headers` and `body` null: not stored, because the address is on a private network. */
    | { kind: "answered"; status: number; headers: Record<string, string | string[]> | null; body: string | null }
    | { kind: "failed" | "refused"; reason: string };
  durationMs: number;
};

/** `look`: the response doesn't decide it; the user must check the receiver's own system. */
export type Verdict = "passed" | "failed" | "look" | "left_out" | "to_come";
type Judged = { verdict: Verdict; came: string };

/** The calls of each step so far; a step without calls is absent. */
export type Answers = ReadonlyMap<StepKey, readonly ReceiverTestCall[]>;

/** Groups the calls of the finished sendings by step. */
export function answersOf(
  plan: readonly Sending[],
  sendings: readonly { position: number; calls: readonly ReceiverTestCall[] }[],
): Answers {
  const answers = new Map<StepKey, ReceiverTestCall[]>();
  for (const { position, calls } of sendings) {
    const step = plan[position]?.step;
    if (step) answers.set(step, [...(answers.get(step) ?? []), ...calls]);
  }
  return answers;
}

export type Score = { passed: number; failed: number; look: number; leftOut: number };

/** Slower responses are close to the 15 s limit on a busy day. */
const SOON_MS = 3_000;
const LATE_MS = 8_000;

const isAccepted = ({ answer }: ReceiverTestCall) =>
  answer.kind === "answered" && answer.status >= 200 && answer.status < 300;

/** The verdict of a step. Pure: the same responses give the same verdict whenever they are read. */
export function judge(step: StepKey, answers: Answers, receiverTest: { signed: boolean; done: boolean }): Judged {
  if (!receiverTest.signed && SIGNATURE_STEPS.includes(step)) {
    return { verdict: "left_out", came: "Skipped: deliveries to this endpoint aren’t signed." };
  }
  if (step === "answer_times") return judgeTimes([...answers.values()].flat(), receiverTest.done);
  const calls = answers.get(step) ?? [];
  if (calls.length < (step === "out_of_order" ? 2 : 1)) return { verdict: "to_come", came: "" };
  if (SIGNATURE_STEPS.includes(step)) return judgeRefusal(calls, answers.get("valid") ?? []);
  return judgeAcceptance(step, calls);
}

/** The response doesn't show how the receiver handled these: the user must check. */
const SEEN_ONLY_INSIDE: readonly StepKey[] = ["duplicate", "out_of_order"];

function judgeAcceptance(step: StepKey, calls: readonly ReceiverTestCall[]): Judged {
  const refused = calls.filter((call) => !isAccepted(call));
  if (refused.length > 0) {
    const many = calls.length > 1 ? `${calls.length - refused.length} of ${calls.length} were accepted: ` : "";
    return { verdict: "failed", came: capital(`${many}${summary(calls)}.`) };
  }
  const slowest = formatDuration(Math.max(...calls.map(({ durationMs }) => durationMs)));
  const all = calls.length === 2 ? "Both" : `All ${calls.length}`;
  const came = calls.length > 1 ? `${all} were accepted, the slowest in ${slowest}.` : `${summary(calls)}.`;
  return { verdict: SEEN_ONLY_INSIDE.includes(step) ? "look" : "passed", came };
}

function judgeRefusal(calls: readonly ReceiverTestCall[], valid: readonly ReceiverTestCall[]): Judged {
  const [call] = calls;
  if (!call) return { verdict: "to_come", came: "" };
  const came = capital(`${summary(calls)}.`);
  if (isAccepted(call)) return { verdict: "failed", came: `${came} It accepted an event that it must refuse.` };
  if (!valid.every(isAccepted)) {
    return { verdict: "look", came: `${came} It refused the valid event too, so this proves nothing.` };
  }
  if (call.answer.kind !== "answered") {
    return { verdict: "look", came: `${came} It was not accepted. Check that your receiver didn’t hang or crash.` };
  }
  if (call.answer.status >= 500) {
    return { verdict: "look", came: `${came} It was not accepted, but your receiver failed instead of refusing it.` };
  }
  if (call.answer.status < 400) return { verdict: "look", came: `${came} A redirect is not a refusal.` };
  return { verdict: "passed", came };
}

function judgeTimes(calls: readonly ReceiverTestCall[], done: boolean): Judged {
  if (!done || calls.length === 0) return { verdict: "to_come", came: "" };
  const times = calls.flatMap(({ answer, durationMs }) => (answer.kind === "answered" ? [durationMs] : []));
  const silent = calls.length - times.length;
  const spread =
    times.length === 0
      ? "no response"
      : `half within ${formatDuration(median(times))}, all within ${formatDuration(Math.max(...times))}`;
  const came = `${times.length} responses: ${spread}${silent > 0 ? `, and ${silent} without a response` : ""}.`;
  if (silent > 0 || Math.max(...times) >= LATE_MS) return { verdict: "failed", came };
  return { verdict: Math.max(...times) >= SOON_MS ? "look" : "passed", came };
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
}

/** `200 in 48 ms`; of several calls, each result with its count: `200 (9 times), 503`. */
function summary(calls: readonly ReceiverTestCall[]): string {
  const [only] = calls;
  if (calls.length === 1 && only) return `${formatOutcome(only)} in ${formatDuration(only.durationMs)}`;
  const counts = new Map<string, number>();
  for (const call of calls) counts.set(formatOutcome(call), (counts.get(formatOutcome(call)) ?? 0) + 1);
  const slowest = Math.max(...calls.map(({ durationMs }) => durationMs));
  const parts = [...counts].map(([what, times]) => (times === 1 ? what : `${what} (${times} times)`));
  return `${parts.join(", ")}, the slowest in ${formatDuration(slowest)}`;
}

function formatOutcome({ answer }: ReceiverTestCall): string {
  if (answer.kind === "answered") return String(answer.status);
  return answer.kind === "refused" ? `the address ${answer.reason}` : answer.reason;
}

const capital = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);

export function scoreOf(verdicts: readonly Verdict[]): Score {
  const count = (wanted: Verdict) => verdicts.filter((verdict) => verdict === wanted).length;
  return { passed: count("passed"), failed: count("failed"), look: count("look"), leftOut: count("left_out") };
}

/** The verdicts of all steps, in their order. */
export function judgeAll(answers: Answers, receiverTest: { signed: boolean; done: boolean }): Judged[] {
  return STEPS.map((step) => judge(step, answers, receiverTest));
}

const SMALL = ["None", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight"];

/** The result in a sentence or two. `forged`: it accepted an event that was not signed with its secret. */
export function formatScore({ passed, failed, look, leftOut }: Score, forged: boolean): string {
  const of = passed + failed + look;
  const looks =
    look === 0 ? "" : ` ${look === 1 ? "One needs" : `${SMALL[look] ?? look} need`} a check in your own system.`;
  const left = leftOut === 0 ? "" : ` The signature steps were skipped: deliveries to this endpoint aren’t signed.`;
  if (failed === 0) return `Passed ${look === 0 ? `all ${of}` : `${passed} of ${of}, none failed`}.${looks}${left}`;
  const harm = forged ? " Anyone who knows the URL can mark an order as paid." : "";
  return `Failed ${failed} of ${of}.${harm}${looks}${left}`;
}

const FORGED: readonly StepKey[] = ["bad_signature", "other_secret", "no_signature"];

/** Whether it accepted an event that anyone could have sent. */
export function isForged(answers: Answers): boolean {
  return FORGED.some((step) => (answers.get(step) ?? []).some(isAccepted));
}
