import type { WriteStream } from "node:tty";
import { subjectOf } from "../../webhooks/event-subject";
import type { ListenerInput } from "../../webhooks/listen/run-listener";
import { publicEventId } from "../../webhooks/record-event";

/** What a listener says. */
type Said = Parameters<ListenerInput["tell"]>[0];
type Tried = Extract<Said, { kind: "tried" }>;
type Words = { forward: string; print: boolean; colours: ReturnType<typeof colours> };

const BEGAN = {
  "went-on": "from where it was",
  now: "from now on",
  start: "from the first event on",
  event: "from that event on",
  moved: "from now on, because the database has moved to another server",
};

/** Colours for a terminal that has them, and wants them (NO_COLOR); plain text for everything else. */
export function colours(stream: Partial<WriteStream>): Record<"good" | "bad" | "faint", (text: string) => string> {
  const has = stream.isTTY === true && stream.hasColors?.() === true;
  const painted = (code: number) => (text: string) => (has ? `\u001b[${code}m${text}\u001b[0m` : text);
  return { good: painted(32), bad: painted(31), faint: painted(2) };
}

/** For people: a line an event, with what came of it. */
export function asText(said: Said, words: Words): string {
  const { forward, colours } = words;
  switch (said.kind) {
    case "opened": {
      const { brandName, name, secret, began } = said.listener;
      return [
        `Test payments of ${brandName}, to ${forward}`,
        `Listener "${name}", ${BEGAN[began]}. Ctrl-C ends it.`,
        `Verify with this secret, which stays the same:\n\n  BANKSIDE_WEBHOOK_SECRET=${secret}\n`,
      ].join("\n");
    }
    case "database":
      return colours.bad(said.isBack ? "The database is back." : "The database is not in reach: waiting for it.");
    case "held-back":
      return colours.bad("Events wait for an older transaction of the database, which does not end.");
    case "absent":
      return colours.bad(
        `Nothing answers at ${forward} (${said.answer.reason}): waiting for it, with ${publicEventId(said.event.id)}.`,
      );
    case "tried":
      return triedAsText(said, words);
  }
}

function triedAsText(said: Tried, { print, colours }: Words): string {
  const { at, event, answer } = said;
  const took = `in ${answer.durationMs} ms`;
  const outcome =
    answer.kind === "taken"
      ? colours.good(`${answer.status} ${took}`)
      : colours.bad(`${answer.reason} ${took}: ${nextInWords(said)}`);
  const { faint } = colours;
  const time = faint(at.toLocaleTimeString("en-GB"));
  const line = [time, event.type, `${nameOf(event)} (${event.sequence})`, faint(publicEventId(event.id)), outcome];
  const body = print && said.tries === 1 ? `\n${JSON.stringify(JSON.parse(event.body), null, 2)}` : "";
  return line.join("  ") + body;
}

function nextInWords({ next }: Tried): string {
  if (next === "on") return "passed over";
  return next === "stop" ? "stopped" : `again in ${next.againInMs / 1000} s`;
}

/** The merchant's own id of the order where there is one, else the payment request's or the link's. */
function nameOf(event: Tried["event"]): string {
  const { orderId, id } = subjectOf(event);
  return orderId || id;
}

/** For programs: an object a line. */
export function asJson(said: Said, { forward, print }: Words): object {
  switch (said.kind) {
    case "opened": {
      const { merchantId, name, secret, began } = said.listener;
      return { kind: "listening", merchant_id: merchantId, name, forward, webhook_secret: secret, began };
    }
    case "database":
      return { kind: said.isBack ? "database_back" : "database_lost" };
    case "held-back":
      return { kind: "held_back" };
    case "absent":
      return { kind: "waiting", forward, event_id: publicEventId(said.event.id), reason: said.answer.reason };
    case "tried": {
      const { at, event, tries, answer, next } = said;
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
