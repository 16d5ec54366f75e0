import type { WriteStream } from "node:tty";
import { isRecord } from "../errors.js";
import type { Output } from "../types.js";
import type { LocalAnswer } from "./forward-event.js";

export type ListedEvent = Output<"listWebhookEvents">["events"][number];

/** A message of a listener. */
export type Report =
  /** `after`: the cursor from which it listens. `reset`: the saved one is of another database. */
  | { kind: "listening"; began: "resumed" | "now" | "start" | "event" | "reset" }
  /** `next`: the next event, the same again after a pause, or the end. */
  | {
      kind: "tried";
      at: Date;
      event: ListedEvent;
      attempt: number;
      answer: LocalAnswer;
      next: "on" | { againInMs: number } | "stop";
    }
  /** The local address is unreachable; reported once. The event waits. */
  | { kind: "waiting"; event: ListedEvent; reason: string | null }
  /** The installation does not answer, or does again. */
  | { kind: "disconnected"; reason: string }
  | { kind: "reconnected" }
  | { kind: "stopped" };

type Tried = Extract<Report, { kind: "tried" }>;
export type Format = {
  to: string;
  baseUrl: string;
  name: string;
  secret: string;
  printBody: boolean;
  colours: ReturnType<typeof colours>;
};

const BEGAN = {
  resumed: "from where it stopped",
  now: "from now on",
  start: "from the first event",
  event: "after that event",
  reset: "from now on, because the saved event is unknown there",
};

/** Colours if the stream is a terminal with colours and NO_COLOR is not set; otherwise plain text. */
export function colours(stream: Partial<WriteStream>): Record<"good" | "bad" | "faint", (text: string) => string> {
  const has = stream.isTTY === true && stream.hasColors?.() === true;
  const painted = (code: number) => (text: string) => (has ? `\u001b[${code}m${text}\u001b[0m` : text);
  return { good: painted(32), bad: painted(31), faint: painted(2) };
}

/** Text for a terminal: one line per attempt, with the response. */
export function asText(report: Report, format: Format): string {
  const { to, baseUrl, name, secret, colours } = format;
  switch (report.kind) {
    case "listening":
      return [
        `Forwarding test events of ${baseUrl} to ${to}`,
        `Listener "${name}", ${BEGAN[report.began]}. Ctrl-C stops it.`,
        `Verify signatures with this secret; it stays the same for this API key and name:\n\n  BANKSIDE_WEBHOOK_SECRET=${secret}\n`,
      ].join("\n");
    case "waiting":
      return colours.bad(`${to} is unreachable: ${report.reason}. Waiting to send ${report.event.id}.`);
    case "disconnected":
      return colours.bad(`${baseUrl} does not answer: ${report.reason}. Retrying.`);
    case "reconnected":
      return colours.good(`${baseUrl} answers again.`);
    case "stopped":
      return "Stopped. The next run resumes here.";
    case "tried":
      return triedAsText(report, format);
  }
}

function triedAsText(report: Tried, { printBody, colours }: Format): string {
  const { at, event, answer } = report;
  const took = `in ${answer.durationMs} ms`;
  const outcome =
    answer.kind === "accepted"
      ? colours.good(`${answer.status} ${took}`)
      : colours.bad(`${answer.reason} ${took}: ${formatNext(report)}`);
  const { faint } = colours;
  const body = bodyOf(event);
  const subject = `${nameOf(body)} (${body["sequence"]})`;
  const line = [faint(at.toLocaleTimeString("en-GB")), event.type, subject, faint(event.id), outcome].join("  ");
  return printBody && report.attempt === 1
    ? `${line}\n${JSON.stringify(body, null, 2).replace(CONTROL_BUT_LINES, "\ufffd")}`
    : line;
}

function formatNext({ next }: Tried): string {
  if (next === "on") return "skipped";
  return next === "stop" ? "stopped" : `retry in ${next.againInMs / 1000} s`;
}

/** Characters that move a terminal's cursor or change its colours: an order's id may have any. */
const CONTROL = /\p{C}/gu;
const CONTROL_BUT_LINES = /(?!\n)\p{C}/gu;

/** The merchant's own id of the order where there is one, else the payment request's or the link's. */
function nameOf(body: Record<string, unknown>): string {
  const object = isRecord(body["data"]) && isRecord(body["data"]["object"]) ? body["data"]["object"] : {};
  const metadata = isRecord(object["metadata"]) ? object["metadata"] : {};
  return String(object["order_id"] || metadata["order_id"] || object["id"] || "-").replace(CONTROL, "\ufffd");
}

function bodyOf(event: ListedEvent): Record<string, unknown> {
  return JSON.parse(event.payload);
}

/** JSON: one object per line. */
export function asJson(report: Report, { to, baseUrl, name, secret, printBody }: Format): object {
  switch (report.kind) {
    case "listening":
      return { kind: "listening", url: baseUrl, to, name, webhook_secret: secret, began: report.began };
    case "waiting":
      return { kind: "waiting", to, event_id: report.event.id, reason: report.reason };
    case "tried": {
      const { at, event, attempt, answer, next } = report;
      return {
        kind: "event",
        at: at.toISOString(),
        type: event.type,
        event_id: event.id,
        sequence: bodyOf(event)["sequence"],
        attempt,
        accepted: answer.kind === "accepted",
        status: answer.status,
        error: answer.reason,
        duration_ms: answer.durationMs,
        next: typeof next === "string" ? next : "again",
        ...(printBody ? { body: event.payload } : {}),
      };
    }
    default:
      return report;
  }
}
