import { answerFinding, wallFinding } from "./answer-rules";
import { wallOf } from "./bot-walls";
import { connectionFinding, encryptionFinding, nameFinding } from "./connection-rules";
import { type Finding, finding, firstAnswer, headerOf, type ProbeFacts } from "./facts";
import { redirectFinding } from "./redirect-rules";

/** The timeout of a delivery attempt (contract, "Events and deliveries"). */
const BOUND_MS = 15_000;
/** A receiver that only stores the event responds sooner. */
const SOON_MS = 3_000;
/** Slower responses risk the timeout on a busy day. */
const LATE_MS = 8_000;
/** The connect timeout is 5 s. */
const SLOW_CONNECT_MS = 1_500;
/** A larger difference means that the clock is not synchronised. */
const CLOCK_WARNING_S = 30;
/** How long a signature is valid (contract, "Events and deliveries"). */
const SIGNATURE_TOLERANCE_S = 300;

/** The findings of a probe, one for each topic, in the order in which a request meets them. */
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
    wall ? finding("speed", "unreached", "The response didn’t come from your receiver.") : speedFinding(facts),
    wall ? finding("clock", "unreached", "The response didn’t come from your receiver.") : clockFinding(facts),
  ];
}

/** The result in a sentence: the first error, otherwise the number of warnings. */
export function summarise(findings: readonly Finding[]): string {
  const bad = findings.filter(({ state }) => state === "bad");
  const [first] = bad;
  if (first)
    return bad.length === 1
      ? first.found
      : `${first.found} ${bad.length === 2 ? "1 more problem." : `${bad.length - 1} more problems.`}`;
  const warnings = findings.filter(({ state }) => state === "warn").length;
  return warnings === 0
    ? "The endpoint accepted the event."
    : `The endpoint accepted the event. ${warnings === 1 ? "1 warning." : `${warnings} warnings.`}`;
}

function speedFinding({ calls }: ProbeFacts): Finding {
  const answers = calls.flatMap(({ answer }) => (answer.kind === "answered" ? [answer] : []));
  const waits = answers.flatMap(({ timings }) => (timings.waitMs === null ? [] : [timings.waitMs]));
  if (waits.length === 0) return finding("speed", "unreached", "No response.");
  const slowest = Math.max(...waits);
  const { connectMs, tlsMs } = slowestConnection(answers.map(({ timings }) => timings));
  const parts = [
    `Connected in ${formatDuration(connectMs)}`,
    ...(tlsMs === null ? [] : [`TLS in ${formatDuration(tlsMs)}`]),
    `response in ${list(waits.map(formatDuration))}`,
  ];
  const found = `${parts.join(", ")}.`;
  const late = slowest >= LATE_MS;
  if (late || slowest >= SOON_MS) {
    return finding("speed", late ? "bad" : "warn", found, {
      why: `An attempt fails after ${BOUND_MS / 1000} s without a response and is retried. ${late ? "This receiver will exceed that on a busy day." : "This receiver is close to that."}`,
      todo: "Store the event, respond, then process it.",
    });
  }
  if ((connectMs ?? 0) >= SLOW_CONNECT_MS) {
    return finding("speed", "warn", found, {
      why: "The connect timeout is 5 s. Connecting took a long time.",
      todo: "Check whether the receiver or a proxy in front of it is overloaded or starts cold on each request.",
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
export function formatDuration(ms: number | null): string {
  if (ms === null) return "no time";
  return ms < 1000 ? `${ms} ms` : `${(ms / 1000).toFixed(1)} s`;
}

const list = (texts: string[]) =>
  texts.length < 2 ? texts.join("") : `${texts.slice(0, -1).join(", ")} and ${texts.at(-1)}`;

/** Seconds by which the receiver's clock is ahead; null: the response has no Date. */
export function clockAheadS({ calls: [first] }: Pick<ProbeFacts, "calls">): number | null {
  if (first?.answer.kind !== "answered") return null;
  const date = Date.parse(headerOf(first.answer.headers, "date") ?? "");
  return Number.isNaN(date) ? null : Math.round((date - first.at.getTime()) / 1000);
}

function clockFinding(facts: ProbeFacts): Finding {
  if (!firstAnswer(facts)) return finding("clock", "unreached", "No response.");
  const aheadS = clockAheadS(facts);
  if (aheadS === null) return finding("clock", "unreached", "The response has no Date header.");
  const offS = Math.abs(aheadS);
  if (offS <= CLOCK_WARNING_S) return finding("clock", "good", "The clocks agree.");
  const found = `The receiver’s clock is ${span(offS)} ${aheadS > 0 ? "ahead" : "behind"}.`;
  const todo = "Synchronise the machine’s clock with NTP. If a proxy sets the Date header, check both clocks.";
  if (offS > SIGNATURE_TOLERANCE_S) {
    const why = facts.signed
      ? "Signatures are valid for five minutes, so a correct receiver refuses every event."
      : "Signatures are valid for five minutes. Once events are signed, a correct receiver will refuse every one.";
    return finding("clock", "bad", found, { why, todo });
  }
  const why = "Signatures are valid for five minutes, and the difference is already part of that.";
  return finding("clock", "warn", found, { why, todo });
}

/** `45 s`, `6 min`, `3 h`. */
function span(seconds: number): string {
  if (seconds < 120) return `${seconds} s`;
  return seconds < 7200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`;
}
