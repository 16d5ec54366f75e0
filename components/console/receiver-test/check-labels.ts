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
export const FINDING_LABELS: Record<Finding["state"], StatusLabel> = {
  good: { tone: "good", glyph: "done", word: "Passed" },
  warn: { tone: "warn", glyph: "warn", word: "Warning" },
  bad: { tone: "bad", glyph: "fail", word: "Failed" },
  unreached: { tone: "mute", glyph: "late", word: "Not reached" },
};

/** The result of a step of the receiver test. */
export const VERDICT_LABELS: Record<Verdict, StatusLabel> = {
  passed: { tone: "good", glyph: "done", word: "Passed" },
  failed: { tone: "bad", glyph: "fail", word: "Failed" },
  look: { tone: "warn", glyph: "half", word: "Check yourself" },
  left_out: { tone: "mute", glyph: "stop", word: "Skipped" },
  to_come: { tone: "mute", glyph: "open", word: "Pending" },
};

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
