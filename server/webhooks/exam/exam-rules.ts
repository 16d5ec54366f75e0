import { inWords } from "../probe/probe-rules";
import { type Sending, SIGNATURE_STEPS, STEPS, type StepKey } from "./exam-plan";

/** One call of an exam, as it is kept: what was sent, and what came. `durationMs`: until the answer was there. */
export type ExamCall = {
  request: { headers: Record<string, string>; body: string };
  answer: /** `headers` and `body` null: they are not kept, because the address is in a private network. */
    | { kind: "answered"; status: number; headers: Record<string, string | string[]> | null; body: string | null }
    | { kind: "failed" | "refused"; reason: string };
  durationMs: number;
};

/** `look`: the answer does not tell, or not alone; a person has to see in the receiver's own system. */
export type Verdict = "passed" | "failed" | "look" | "left_out" | "to_come";
export type Judged = { verdict: Verdict; came: string };

/** What came of each step so far; a step that nothing was sent for yet is not among them. */
export type Answers = ReadonlyMap<StepKey, readonly ExamCall[]>;

/** What came, by step: of the plan's sendings, those that are done. */
export function answersOf(
  plan: readonly Sending[],
  sendings: readonly { position: number; calls: readonly ExamCall[] }[],
): Answers {
  const answers = new Map<StepKey, ExamCall[]>();
  for (const { position, calls } of sendings) {
    const step = plan[position]?.step;
    if (step) answers.set(step, [...(answers.get(step) ?? []), ...calls]);
  }
  return answers;
}

export type Score = { passed: number; failed: number; look: number; leftOut: number };

/** Answers that take longer are near the bound on a busy day. */
const SOON_MS = 3_000;
const LATE_MS = 8_000;

const isTaken = ({ answer }: ExamCall) => answer.kind === "answered" && answer.status >= 200 && answer.status < 300;

/** Judges a step by what came. Pure: the same answers give the same verdict, whenever they are read. */
export function judge(step: StepKey, answers: Answers, exam: { signed: boolean; done: boolean }): Judged {
  if (!exam.signed && SIGNATURE_STEPS.includes(step)) {
    return { verdict: "left_out", came: "Left out: nothing is signed for this destination." };
  }
  if (step === "answer_times") return judgeTimes([...answers.values()].flat(), exam.done);
  const calls = answers.get(step) ?? [];
  if (calls.length < (step === "out_of_order" ? 2 : 1)) return { verdict: "to_come", came: "" };
  if (SIGNATURE_STEPS.includes(step)) return judgeRefusal(calls, answers.get("valid") ?? []);
  return judgeTaking(step, calls);
}

/** The answer does not show what was done with these: a person has to look. */
const SEEN_ONLY_INSIDE: readonly StepKey[] = ["duplicate", "out_of_order"];

function judgeTaking(step: StepKey, calls: readonly ExamCall[]): Judged {
  const refused = calls.filter((call) => !isTaken(call));
  if (refused.length > 0) {
    const many = calls.length > 1 ? `${calls.length - refused.length} of ${calls.length} were taken: ` : "";
    return { verdict: "failed", came: capital(`${many}${summary(calls)}.`) };
  }
  const slowest = inWords(Math.max(...calls.map(({ durationMs }) => durationMs)));
  const all = calls.length === 2 ? "Both" : `All ${calls.length}`;
  const came = calls.length > 1 ? `${all} were taken, the slowest in ${slowest}.` : `${summary(calls)}.`;
  return { verdict: SEEN_ONLY_INSIDE.includes(step) ? "look" : "passed", came };
}

function judgeRefusal(calls: readonly ExamCall[], valid: readonly ExamCall[]): Judged {
  const [call] = calls;
  if (!call) return { verdict: "to_come", came: "" };
  const came = capital(`${summary(calls)}.`);
  if (isTaken(call)) return { verdict: "failed", came: `${came} It took what it must refuse.` };
  if (!valid.every(isTaken)) {
    return { verdict: "look", came: `${came} But it refused the valid event too, so this proves nothing.` };
  }
  if (call.answer.kind !== "answered") {
    return { verdict: "look", came: `${came} It was not taken; see that nothing hangs or breaks.` };
  }
  if (call.answer.status >= 500) {
    return { verdict: "look", came: `${came} It was not taken, but the receiver broke instead of refusing it.` };
  }
  if (call.answer.status < 400) return { verdict: "look", came: `${came} A redirect refuses nothing by itself.` };
  return { verdict: "passed", came };
}

function judgeTimes(calls: readonly ExamCall[], done: boolean): Judged {
  if (!done || calls.length === 0) return { verdict: "to_come", came: "" };
  const times = calls.flatMap(({ answer, durationMs }) => (answer.kind === "answered" ? [durationMs] : []));
  const silent = calls.length - times.length;
  const spread =
    times.length === 0
      ? "no answer at all"
      : `half within ${inWords(median(times))}, all within ${inWords(Math.max(...times))}`;
  const came = `${times.length} answers: ${spread}${silent > 0 ? `, and ${silent} without an answer` : ""}.`;
  if (silent > 0 || Math.max(...times) >= LATE_MS) return { verdict: "failed", came };
  return { verdict: Math.max(...times) >= SOON_MS ? "look" : "passed", came };
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
}

/** `200 in 48 ms`; of several, what came how often: `200 (9 times), 503`. */
function summary(calls: readonly ExamCall[]): string {
  const [only] = calls;
  if (calls.length === 1 && only) return `${shortly(only)} in ${inWords(only.durationMs)}`;
  const counts = new Map<string, number>();
  for (const call of calls) counts.set(shortly(call), (counts.get(shortly(call)) ?? 0) + 1);
  const slowest = Math.max(...calls.map(({ durationMs }) => durationMs));
  const said = [...counts].map(([what, times]) => (times === 1 ? what : `${what} (${times} times)`));
  return `${said.join(", ")}, the slowest in ${inWords(slowest)}`;
}

function shortly({ answer }: ExamCall): string {
  if (answer.kind === "answered") return String(answer.status);
  return answer.kind === "refused" ? `the address ${answer.reason}` : answer.reason;
}

const capital = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);

export function scoreOf(verdicts: readonly Verdict[]): Score {
  const count = (wanted: Verdict) => verdicts.filter((verdict) => verdict === wanted).length;
  return { passed: count("passed"), failed: count("failed"), look: count("look"), leftOut: count("left_out") };
}

/** What every step came to: its verdicts, in the order of the steps. */
export function judgeAll(answers: Answers, exam: { signed: boolean; done: boolean }): Judged[] {
  return STEPS.map((step) => judge(step, answers, exam));
}

const SMALL = ["None", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight"];

/** The result in a sentence or two. `forged`: it took an event that we did not sign. */
export function newsOfScore({ passed, failed, look, leftOut }: Score, forged: boolean): string {
  const of = passed + failed + look;
  const looks =
    look === 0
      ? ""
      : ` ${look === 1 ? "One is" : `${SMALL[look] ?? look} are`} for you to look at, in your own system.`;
  const left = leftOut === 0 ? "" : ` What asks about signatures was left out: nothing is signed here.`;
  if (failed === 0)
    return `It passed ${look === 0 ? `all ${of}` : `${passed} of ${of}, and failed none`}.${looks}${left}`;
  const harm = forged ? " Whoever knows the address can tell it that an order is paid." : "";
  return `It failed ${failed} of ${of}.${harm}${looks}${left}`;
}

const FORGED: readonly StepKey[] = ["bad_signature", "other_secret", "no_signature"];

/** Whether it took what anybody could have sent. */
export function isForged(answers: Answers): boolean {
  return FORGED.some((step) => (answers.get(step) ?? []).some(isTaken));
}
