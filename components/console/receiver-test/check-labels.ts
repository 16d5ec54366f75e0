import type { StatusLabel } from "../../ui/parts";
import type { Outputs } from "../../ui/queries";

type Probe = NonNullable<Outputs["webhooks"]["diagnostics"]["lastProbe"]>;
type Finding = Probe["report"]["findings"][number];
type ReceiverTest = NonNullable<Outputs["webhooks"]["diagnostics"]["listReceiverTests"]["receiverTest"]>;
type Verdict = ReceiverTest["steps"][number]["verdict"];
type Summary = Outputs["webhooks"]["diagnostics"]["listReceiverTests"]["history"][number];

/** The topics of a connection test. */
export const TOPIC_NAMES: Record<Finding["topic"], string> = {
  name: "DNS",
  connection: "Connection",
  encryption: "TLS",
  redirect: "Redirect",
  wall: "Bot protection",
  answer: "Response",
  speed: "Duration",
  clock: "Clock",
};

/** The status of a finding of the connection test. */
export function findingLabel(state: Finding["state"]): StatusLabel {
  switch (state) {
    case "good":
      return { tone: "good", glyph: "done", word: "Passed" };
    case "warn":
      return { tone: "warn", glyph: "warn", word: "Warning" };
    case "bad":
      return { tone: "bad", glyph: "fail", word: "Failed" };
    case "unreached":
      return { tone: "mute", glyph: "late", word: "Not reached" };
  }
}

/** The result of a step of the receiver test. */
export function verdictLabel(verdict: Verdict): StatusLabel {
  switch (verdict) {
    case "passed":
      return { tone: "good", glyph: "done", word: "Passed" };
    case "failed":
      return { tone: "bad", glyph: "fail", word: "Failed" };
    case "look":
      return { tone: "warn", glyph: "half", word: "Check yourself" };
    case "left_out":
      return { tone: "mute", glyph: "stop", word: "Skipped" };
    case "to_come":
      return { tone: "mute", glyph: "open", word: "Pending" };
  }
}

/** The result of a receiver test, for a list. */
export function receiverTestLabel({
  state,
  score,
  reason,
}: Pick<Summary, "state" | "score" | "reason">): StatusLabel & { more: string } {
  if (state === "running") return { tone: "accent", glyph: "half", word: "Running", more: "" };
  if (state === "unfinished" || !score)
    return { tone: "mute", glyph: "stop", word: "Not finished", more: reason ?? "" };
  const { passed, failed, look, leftOut } = score;
  const parts = [`${passed} passed`, look > 0 ? `${look} to check` : "", leftOut > 0 ? `${leftOut} skipped` : ""];
  const more = parts.filter(Boolean).join(", ");
  if (failed > 0) return { tone: "bad", glyph: "fail", word: `${failed} failed`, more };
  return { tone: "good", glyph: "done", word: "None failed", more };
}
