import type { ExamReport } from "../webhooks/exam/read-exams";

/** What stands behind a step: a recorded thing that can be opened, or what is set. */
export type Proof =
  | { kind: "call"; id: string; at: Date }
  | { kind: "exam"; name: string | null; exam: string; at: Date | null }
  | { kind: "delivery"; id: string; at: Date }
  | { kind: "fact"; words: string };

/** `unneeded`: nothing that this merchant does asks for it. */
export type GoLiveStep = {
  key: GoLiveKey;
  state: "proven" | "missing" | "unneeded";
  proof: Proof | null;
  why: string | null;
};

/** In the order in which they are done. The first part is proved in test, the second is what live payments need. */
export const GO_LIVE_KEYS = [
  "created",
  "keyed",
  "told",
  "signature",
  "duplicate",
  "cancel",
  "polled",
  "origins",
  "credential",
  "endpoint",
  "account",
  "bank",
] as const;
export type GoLiveKey = (typeof GO_LIVE_KEYS)[number];

/** The exam of one destination, in full; null: it never took one. */
export type Examined = { name: string | null; exam: ExamReport | null };

export function proven(key: GoLiveKey, proof: Proof): GoLiveStep {
  return { key, state: "proven", proof, why: null };
}

export function missing(key: GoLiveKey, why: string | null = null): GoLiveStep {
  return { key, state: "missing", proof: null, why };
}

const SIGNATURE_STEPS = ["bad_signature", "other_secret", "changed_body", "stale", "no_signature"];

/** A receiver that took what was signed right, and refused five times what was not, in the last exam of one destination. */
export function signatureStep(examined: readonly Examined[]): GoLiveStep {
  const finished = examined.filter(({ exam }) => exam?.state === "finished");
  for (const { name, exam } of finished) {
    if (exam && provesSignature(exam)) return proven("signature", examProof(name, exam));
  }
  const [first] = finished;
  if (!first?.exam) return missing("signature");
  if (!first.exam.signed)
    return missing("signature", "The last exam was of a destination for which nothing is signed.");
  return missing("signature", first.exam.steps.find(isFailedSignature)?.came ?? "The last exam did not prove it.");
}

function provesSignature({ signed, steps }: ExamReport): boolean {
  const passed = (key: string) => steps.some((step) => step.key === key && step.verdict === "passed");
  return signed && passed("valid") && SIGNATURE_STEPS.every(passed);
}

const isFailedSignature = ({ key, verdict }: ExamReport["steps"][number]) =>
  ["valid", ...SIGNATURE_STEPS].includes(key) && verdict !== "passed";

/**
 * A receiver that took the very same event twice in the last exam of one destination. Whether it moved an order twice, its
 * answers do not show: that stands with the step.
 */
export function duplicateStep(examined: readonly Examined[]): GoLiveStep {
  for (const { name, exam } of examined) {
    const step = exam?.state === "finished" ? exam.steps.find(({ key }) => key === "duplicate") : undefined;
    if (exam && (step?.verdict === "passed" || step?.verdict === "look")) {
      return proven("duplicate", examProof(name, exam));
    }
  }
  const came = examined.flatMap(({ exam }) => exam?.steps.find(({ key }) => key === "duplicate")?.came ?? []);
  return missing("duplicate", came[0] || null);
}

function examProof(name: string | null, exam: ExamReport): Proof {
  return { kind: "exam", name, exam: exam.id, at: exam.doneAt };
}
