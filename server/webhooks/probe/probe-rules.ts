import { answerFinding, wallFinding } from "./answer-rules";
import { wallOf } from "./bot-walls";
import { connectionFinding, encryptionFinding, nameFinding } from "./connection-rules";
import { type Finding, finding, firstAnswer, headerOf, type ProbeFacts } from "./facts";
import { redirectFinding } from "./redirect-rules";

/** What a try of a delivery has in all (contract, "Events and deliveries"). */
const BOUND_MS = 15_000;
/** A receiver that only writes the event down answers sooner. */
const SOON_MS = 3_000;
/** From here on a busy day would be over the bound. */
const LATE_MS = 8_000;
/** Of the five seconds that a connection has. */
const SLOW_CONNECT_MS = 1_500;
/** A clock that is off by more says that nobody sets it. */
const CLOCK_WARNING_S = 30;
/** Receivers believe a signature for five minutes (contract, "Events and deliveries"). */
const SIGNATURE_TOLERANCE_S = 300;

/** Judges what a probe found, topic by topic, in the order in which a call comes by them. */
export function findingsOf(facts: ProbeFacts, at: Date): Finding[] {
  const answer = firstAnswer(facts);
  const wall = answer ? wallOf(answer) : null;
  return [
    nameFinding(facts),
    connectionFinding(facts),
    encryptionFinding(facts, at),
    redirectFinding(facts),
    wallFinding(facts, wall),
    answerFinding(facts, wall),
    wall ? finding("speed", "unreached", "What was timed was not your receiver.") : speedFinding(facts),
    wall ? finding("clock", "unreached", "The clock that was read is not your receiver’s.") : clockFinding(facts),
  ];
}

/** The result in a sentence: the first thing that stands in the way, else what might be better. */
export function newsOf(findings: readonly Finding[]): string {
  const bad = findings.filter(({ state }) => state === "bad");
  const [first] = bad;
  if (first) return bad.length === 1 ? first.found : `${first.found} ${count(bad.length - 1)} more to mend.`;
  const warnings = findings.filter(({ state }) => state === "warn").length;
  return warnings === 0
    ? "Reached, and it took the event."
    : `Reached, and it took the event. ${count(warnings)} to look at.`;
}

const count = (things: number) => (things === 1 ? "One thing" : `${things} things`);

function speedFinding({ calls }: ProbeFacts): Finding {
  const answers = calls.flatMap(({ answer }) => (answer.kind === "answered" ? [answer] : []));
  const waits = answers.flatMap(({ timings }) => (timings.waitMs === null ? [] : [timings.waitMs]));
  if (waits.length === 0) return finding("speed", "unreached", "There was no answer to time.");
  const slowest = Math.max(...waits);
  const { connectMs, tlsMs } = slowestConnection(answers.map(({ timings }) => timings));
  const parts = [
    `Connected in ${inWords(connectMs)}`,
    ...(tlsMs === null ? [] : [`secured in ${inWords(tlsMs)}`]),
    `answered in ${list(waits.map(inWords))}`,
  ];
  const found = `${parts.join(", ")}.`;
  const late = slowest >= LATE_MS;
  if (late || slowest >= SOON_MS) {
    return finding("speed", late ? "bad" : "warn", found, {
      why: `After ${BOUND_MS / 1000} s without an answer an event counts as not taken, and is sent again. ${late ? "On a busy day this receiver is over that." : "This is closer to it than it should be."}`,
      todo: "Write the event down, answer at once, and do the work afterwards.",
    });
  }
  if ((connectMs ?? 0) >= SLOW_CONNECT_MS) {
    return finding("speed", "warn", found, {
      why: "A connection has 5 s. This one needed long before anything was asked.",
      todo: "See whether the receiver, or what stands in front of it, is overloaded or starts anew for each call.",
    });
  }
  return finding("speed", "good", found);
}

function slowestConnection(timings: readonly { connectMs: number | null; tlsMs: number | null }[]) {
  const most = (values: (number | null)[]) => {
    const known = values.filter((value) => value !== null);
    return known.length === 0 ? null : Math.max(...known);
  };
  return { connectMs: most(timings.map(({ connectMs }) => connectMs)), tlsMs: most(timings.map(({ tlsMs }) => tlsMs)) };
}

/** `48 ms`, `1.2 s`. */
export function inWords(ms: number | null): string {
  if (ms === null) return "no time";
  return ms < 1000 ? `${ms} ms` : `${(ms / 1000).toFixed(1)} s`;
}

const list = (texts: string[]) =>
  texts.length < 2 ? texts.join("") : `${texts.slice(0, -1).join(", ")} and ${texts.at(-1)}`;

/** Seconds by which the clock behind an answer is ahead of ours; null where it says none. */
export function clockAheadS({ calls: [first] }: Pick<ProbeFacts, "calls">): number | null {
  if (first?.answer.kind !== "answered") return null;
  const date = Date.parse(headerOf(first.answer.headers, "date") ?? "");
  return Number.isNaN(date) ? null : Math.round((date - first.at.getTime()) / 1000);
}

function clockFinding(facts: ProbeFacts): Finding {
  if (!firstAnswer(facts)) return finding("clock", "unreached", "There was no answer to read a clock from.");
  const aheadS = clockAheadS(facts);
  if (aheadS === null)
    return finding("clock", "unreached", "There is no time of the receiver's own (Date) to compare with ours.");
  const offS = Math.abs(aheadS);
  if (offS <= CLOCK_WARNING_S) return finding("clock", "good", "Its clock and ours agree.");
  const found = `Its clock is ${span(offS)} ${aheadS > 0 ? "ahead of" : "behind"} ours.`;
  const todo = "Let the machine set its clock by NTP. If a server in front says the time, look at both clocks.";
  if (offS > SIGNATURE_TOLERANCE_S) {
    const why = facts.signed
      ? "A receiver that believes signatures for five minutes refuses every one of ours."
      : "Once events are signed, a receiver that believes signatures for five minutes will refuse every one.";
    return finding("clock", "bad", found, { why, todo });
  }
  const why = "Signatures are believed for five minutes. So much of them is lost already.";
  return finding("clock", "warn", found, { why, todo });
}

/** `45 s`, `6 min`, `3 h`. */
function span(seconds: number): string {
  if (seconds < 120) return `${seconds} s`;
  return seconds < 7200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`;
}
