import type { Outputs } from "./queries";
import type { StatusWords } from "./status-words";

type Probe = NonNullable<Outputs["webhooks"]["exam"]["lastProbe"]>;
type Finding = Probe["report"]["findings"][number];
type Exam = NonNullable<Outputs["webhooks"]["exam"]["list"]["exam"]>;
type Verdict = Exam["steps"][number]["verdict"];
type Summary = Outputs["webhooks"]["exam"]["list"]["history"][number];

/** What each of a probe's findings is about. */
export const TOPIC_NAMES: Record<Finding["topic"], string> = {
  name: "Name",
  connection: "Connection",
  encryption: "Encryption",
  redirect: "Redirect",
  wall: "Bot wall",
  answer: "Answer",
  speed: "Speed",
  clock: "Clock",
};

/** How a probe's finding stands. */
export function findingWords(state: Finding["state"]): StatusWords {
  switch (state) {
    case "good":
      return { tone: "good", glyph: "done", word: "In order" };
    case "warn":
      return { tone: "warn", glyph: "warn", word: "Look at it" };
    case "bad":
      return { tone: "bad", glyph: "fail", word: "In the way" };
    case "unreached":
      return { tone: "mute", glyph: "late", word: "Not reached" };
  }
}

/** How a step of an exam came out. */
export function verdictWords(verdict: Verdict): StatusWords {
  switch (verdict) {
    case "passed":
      return { tone: "good", glyph: "done", word: "Passed" };
    case "failed":
      return { tone: "bad", glyph: "fail", word: "Failed" };
    case "look":
      return { tone: "warn", glyph: "half", word: "Look yourself" };
    case "left_out":
      return { tone: "mute", glyph: "stop", word: "Left out" };
    case "to_come":
      return { tone: "mute", glyph: "open", word: "To come" };
  }
}

/** How an exam as a whole came out, for a list. */
export function examWords({
  state,
  score,
  reason,
}: Pick<Summary, "state" | "score" | "reason">): StatusWords & { more: string } {
  if (state === "running") return { tone: "accent", glyph: "half", word: "Running", more: "" };
  if (state === "unfinished" || !score)
    return { tone: "mute", glyph: "stop", word: "Not finished", more: reason ?? "" };
  const { passed, failed, look, leftOut } = score;
  const parts = [`${passed} passed`, look > 0 ? `${look} to look at` : "", leftOut > 0 ? `${leftOut} left out` : ""];
  const more = parts.filter(Boolean).join(", ");
  if (failed > 0) return { tone: "bad", glyph: "fail", word: `${failed} failed`, more };
  return { tone: "good", glyph: "done", word: "None failed", more };
}
