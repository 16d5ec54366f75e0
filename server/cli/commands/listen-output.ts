import type { WriteStream } from "node:tty";
import { subjectOf } from "../../webhooks/event-subject";
import type { ListenerInput } from "../../webhooks/listen/run-listener";
import { publicEventId } from "../../webhooks/record-event";

/** A message of a listener. */
type ListenerMessage = Parameters<ListenerInput["onReport"]>[0];
type Tried = Extract<ListenerMessage, { kind: "tried" }>;
type OutputOptions = { forward: string; print: boolean; colours: ReturnType<typeof colours> };

const BEGAN = {
  "went-on": "from where it stopped",
  now: "from now on",
  start: "from the first event",
  event: "from that event",
  moved: "from now on, because the database has moved to another server",
};

/** Colours if the stream is a terminal with colours and NO_COLOR is not set; otherwise plain text. */
export function colours(stream: Partial<WriteStream>): Record<"good" | "bad" | "faint", (text: string) => string> {
  const has = stream.isTTY === true && stream.hasColors?.() === true;
  const painted = (code: number) => (text: string) => (has ? `\u001b[${code}m${text}\u001b[0m` : text);
  return { good: painted(32), bad: painted(31), faint: painted(2) };
}

/** Text for a terminal: one line per event, with the response. */
export function asText(message: ListenerMessage, options: OutputOptions): string {
  const { forward, colours } = options;
  switch (message.kind) {
    case "opened": {
      const { brandName, name, secret, began } = message.listener;
      return [
        `Forwarding test events of ${brandName} to ${forward}`,
        `Listener "${name}", ${BEGAN[began]}. Ctrl-C stops it.`,
        `Verify signatures with this secret; it does not change:\n\n  BANKSIDE_WEBHOOK_SECRET=${secret}\n`,
      ].join("\n");
    }
    case "database":
      return colours.bad(message.isBack ? "The database is back." : "The database is unreachable. Waiting for it.");
    case "held-back":
      return colours.bad("Events are waiting for an older database transaction to end.");
    case "absent":
      return colours.bad(
        `${forward} is unreachable (${message.answer.reason}). Waiting to send ${publicEventId(message.event.id)}.`,
      );
    case "tried":
      return triedAsText(message, options);
  }
}

function triedAsText(message: Tried, { print, colours }: OutputOptions): string {
  const { at, event, answer } = message;
  const took = `in ${answer.durationMs} ms`;
  const outcome =
    answer.kind === "taken"
      ? colours.good(`${answer.status} ${took}`)
      : colours.bad(`${answer.reason} ${took}: ${formatNext(message)}`);
  const { faint } = colours;
  const time = faint(at.toLocaleTimeString("en-GB"));
  const line = [time, event.type, `${nameOf(event)} (${event.sequence})`, faint(publicEventId(event.id)), outcome];
  const body = print && message.tries === 1 ? `\n${JSON.stringify(JSON.parse(event.body), null, 2)}` : "";
  return line.join("  ") + body;
}

function formatNext({ next }: Tried): string {
  if (next === "on") return "skipped";
  return next === "stop" ? "stopped" : `retry in ${next.againInMs / 1000} s`;
}

/** The merchant's own id of the order where there is one, else the payment request's or the link's. */
function nameOf(event: Tried["event"]): string {
  const { orderId, id } = subjectOf(event);
  return orderId || id;
}

/** JSON: one object per line. */
export function asJson(message: ListenerMessage, { forward, print }: OutputOptions): object {
  switch (message.kind) {
    case "opened": {
      const { merchantId, name, secret, began } = message.listener;
      return { kind: "listening", merchant_id: merchantId, name, forward, webhook_secret: secret, began };
    }
    case "database":
      return { kind: message.isBack ? "database_back" : "database_lost" };
    case "held-back":
      return { kind: "held_back" };
    case "absent":
      return { kind: "waiting", forward, event_id: publicEventId(message.event.id), reason: message.answer.reason };
    case "tried": {
      const { at, event, tries, answer, next } = message;
      return {
        kind: "event",
        at: at.toISOString(),
        type: event.type,
        event_id: publicEventId(event.id),
        subject_id: event.subjectId,
        sequence: event.sequence,
        tries,
        taken: answer.kind === "taken",
        status: answer.status,
        error: answer.reason,
        duration_ms: answer.durationMs,
        next: typeof next === "string" ? next : "again",
        ...(print ? { body: event.body } : {}),
      };
    }
  }
}
