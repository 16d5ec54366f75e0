import type { StatusWords } from "./status-words";

/** What the words follow from; `by` says whose pause it is. Disabled stands before every health: only a person sets it. */
export type HealthState = {
  state: "healthy" | "failing" | "paused";
  by: "breaker" | "person" | null;
  disabled?: boolean;
};

/** How a destination takes what it is told, in the Console's words. */
export function healthWords({ state, by, disabled = false }: HealthState): StatusWords {
  if (disabled) return { tone: "mute", glyph: "stop", word: "Disabled" };
  if (state === "paused") return { tone: by === "person" ? "mute" : "warn", glyph: "pause", word: "Paused" };
  if (state === "failing") return { tone: "warn", glyph: "warn", word: "Failing" };
  return { tone: "good", glyph: "done", word: "Healthy" };
}

/** A count that stops at its bound: `more than 10,000`. */
export function boundedCount({ count, more }: { count: number; more: boolean }): string {
  return more ? `more than ${groups(count)}` : groups(count);
}

/** How many deliveries wait, as the beginning of a sentence. */
export function waitingWords(waiting: { count: number; more: boolean }): string {
  if (waiting.count === 0) return "No delivery waits";
  if (waiting.count === 1 && !waiting.more) return "1 delivery waits";
  const words = boundedCount(waiting);
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)} deliveries wait`;
}

/** A share of tries: `97.4 %`. Null: there was none. */
export function takenShare({ ok, failed }: { ok: number; failed: number }): string | null {
  const all = ok + failed;
  if (all === 0) return null;
  // Neither 0 nor 100 unless it is: one failure in a million is one.
  const share = ok === 0 || failed === 0 ? (100 * ok) / all : Math.min(99.9, Math.max(0.1, (100 * ok) / all));
  return `${share === 0 || share === 100 ? share : share.toFixed(1)} %`;
}

/** What is wrong with how many destinations, in a sentence for the sign in the rail; null: nothing. */
export function troubleWords(troubles: readonly { name: string | null; state: "failing" | "paused" }[]): string | null {
  const [first] = troubles;
  if (!first) return null;
  if (troubles.length === 1) return `${first.name === null ? "The default URL" : "One endpoint"} is ${first.state}`;
  const failing = troubles.filter(({ state }) => state === "failing").length;
  const paused = troubles.length - failing;
  if (failing === 0) return `${paused} endpoints are paused`;
  const news = `${failing === 1 ? "One endpoint is" : `${failing} endpoints are`} failing`;
  if (paused === 0) return news;
  return `${news}, ${paused === 1 ? "one is" : `${paused} are`} paused`;
}

/** A time that a try took: `188 ms`, `4.1 s`. */
export function durationWords(ms: number): string {
  return ms < 1000 ? `${ms} ms` : `${(ms / 1000).toFixed(1)} s`;
}

function groups(count: number): string {
  return count.toLocaleString("en-GB");
}
