import type { StatusWords } from "./status-words";

/** Tries that a delivery has, with the first one. */
export const MAX_TRIES = 10;

/** How a delivery stands; `at`: that moment belongs behind the word. */
export function deliveryState(delivery: {
  status: string;
  tries: number;
  inHand: boolean;
  dueAt: string;
}): StatusWords & { at?: string } {
  switch (delivery.status) {
    case "delivered":
      return { tone: "good", glyph: "done", word: "Delivered" };
    case "failed":
      return { tone: "bad", glyph: "fail", word: "Given up" };
    case "no_destination":
      return { tone: "mute", glyph: "stop", word: "No destination" };
    default:
      if (delivery.inHand) return { tone: "accent", glyph: "half", word: "Being tried" };
      if (delivery.tries === 0) return { tone: "warn", glyph: "half", word: "On its way" };
      return { tone: "warn", glyph: "half", word: "Next at", at: delivery.dueAt };
  }
}

/** The receiver's answer to a try, in a word or its number. */
export function answerWord(one: { status: number | null }): string {
  return one.status === null ? "no answer" : String(one.status);
}

/** In how long a moment comes: `in 4 min 40 s`; one that has come: `now`. */
export function untilWords(at: string, now: number): string {
  const seconds = Math.ceil((Date.parse(at) - now) / 1000);
  if (seconds <= 0) return "now";
  if (seconds < 60) return `in ${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `in ${minutes} min${seconds % 60 ? ` ${seconds % 60} s` : ""}`;
  return `in ${Math.floor(minutes / 60)} h${minutes % 60 ? ` ${minutes % 60} min` : ""}`;
}

type Trouble = { name: string | null; count: number; reason: string };
export type ResendCount = {
  count: number;
  waiting: number;
  orMore: boolean;
  failing: Trouble[];
  paused: Trouble[];
};

/** What a resend would do, before it is done: one sentence for each thing that a person has to know. */
export function resendWords({ count, waiting, orMore, failing, paused }: ResendCount): string[] {
  if (count === 0) return ["Nothing is left to send: what fits was taken, waits, or was sent again already."];
  const done = count - waiting;
  const number = (of: number) => of.toLocaleString("en-GB");
  const isOne = (of: number) => of === 1;
  const goes = ({ name, count }: Trouble) =>
    `${number(count)} of them ${isOne(count) ? "goes" : "go"} to ${name ?? "the default URL"}`;
  return [
    orMore ? `More than ${number(count)} fit. These are the first; press again for the rest.` : null,
    waiting > 0
      ? `${number(waiting)} that still ${isOne(waiting) ? "waits is" : "wait are"} tried now instead of later.`
      : null,
    done > 0
      ? `${number(done)} ${isOne(done) ? "is sent as a new delivery of its event" : "are sent as new deliveries of their events"}: same id, same body, fresh signature. What was tried before stays in the log.`
      : null,
    ...failing.map((trouble) => `${goes(trouble)}, and would fail: ${trouble.reason}.`),
    ...paused.map((trouble) => `${goes(trouble)}, which is paused: they wait until it is let go on.`),
    "What happened since this was counted is left alone.",
  ].filter((sentence) => sentence !== null);
}

/** What the button that sends all of a filter says; null: there is nothing that could be sent. */
export function resendLabel(
  status: string | undefined,
  counts: Record<"waiting" | "delivered" | "failed" | "no_destination", { count: number; orMore: boolean }>,
): string | null {
  const { waiting, delivered, failed, no_destination: nobody } = counts;
  switch (status) {
    case "waiting":
      return resendAll(waiting, "Resend the one that waits", "that wait");
    case "failed":
      return resendAll(failed, "Resend the one given up", "given up");
    case "delivered":
      return resendAll(delivered, "Resend the one delivered", "delivered");
    case "no_destination":
      return resendAll(nobody, "Resend the one told to nobody", "told to nobody");
    default:
      return waiting.count + failed.count + nobody.count > 0 ? "Resend what was not taken" : null;
  }
}

function resendAll({ count, orMore }: { count: number; orMore: boolean }, one: string, many: string): string | null {
  if (count === 0) return null;
  return count === 1 ? one : `Resend the ${count.toLocaleString("en-GB")}${orMore ? "+" : ""} ${many}`;
}
