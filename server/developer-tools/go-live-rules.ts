import type { ReceiverTestReport } from "../webhooks/tools/receiver-test/read-receiver-tests";

/** The evidence of a step: a record that can be opened, or a setting. */
type Proof =
  | { kind: "call"; id: string; at: Date }
  | { kind: "receiver_test"; name: string | null; receiverTest: string; at: Date | null }
  | { kind: "delivery"; id: string; at: Date }
  | { kind: "fact"; words: string };

/** `unneeded`: this merchant does not use what the step is about. */
export type GoLiveStep = {
  key: GoLiveKey;
  state: "proven" | "missing" | "unneeded";
  proof: Proof | null;
  why: string | null;
};

/** In the order of the page: first those checked by test payments, then those that live payments need. */
const GO_LIVE_KEYS = [
  "created",
  "keyed",
  "webhook",
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

/** The last receiver test of one endpoint; null: it had none. */
export type TestedEndpoint = { name: string | null; receiverTest: ReceiverTestReport | null };

export function proven(key: GoLiveKey, proof: Proof): GoLiveStep {
  return { key, state: "proven", proof, why: null };
}

export function missing(key: GoLiveKey, why: string | null = null): GoLiveStep {
  return { key, state: "missing", proof: null, why };
}

const SIGNATURE_STEPS = ["bad_signature", "other_secret", "changed_body", "stale", "no_signature"];

/** Complete if the last receiver test of an endpoint accepted the signed event and rejected all five wrong signatures. */
export function signatureStep(tested: readonly TestedEndpoint[]): GoLiveStep {
  const finished = tested.filter(({ receiverTest }) => receiverTest?.state === "finished");
  for (const { name, receiverTest } of finished) {
    if (receiverTest && provesSignature(receiverTest))
      return proven("signature", receiverTestProof(name, receiverTest));
  }
  const [first] = finished;
  if (!first?.receiverTest) return missing("signature");
  if (!first.receiverTest.signed)
    return missing("signature", "The last receiver test was of an endpoint without signatures.");
  return missing(
    "signature",
    first.receiverTest.steps.find(isFailedSignature)?.came ?? "The last receiver test did not show it.",
  );
}

function provesSignature({ signed, steps }: ReceiverTestReport): boolean {
  const passed = (key: string) => steps.some((step) => step.key === key && step.verdict === "passed");
  return signed && passed("valid") && SIGNATURE_STEPS.every(passed);
}

const isFailedSignature = ({ key, verdict }: ReceiverTestReport["steps"][number]) =>
  ["valid", ...SIGNATURE_STEPS].includes(key) && verdict !== "passed";

/**
 * Complete if the last receiver test of an endpoint accepted the same event twice. Its responses do not show whether it
 * changed the order twice; the step's text says so.
 */
export function duplicateStep(tested: readonly TestedEndpoint[]): GoLiveStep {
  for (const { name, receiverTest } of tested) {
    const step =
      receiverTest?.state === "finished" ? receiverTest.steps.find(({ key }) => key === "duplicate") : undefined;
    if (receiverTest && (step?.verdict === "passed" || step?.verdict === "look")) {
      return proven("duplicate", receiverTestProof(name, receiverTest));
    }
  }
  const came = tested.flatMap(
    ({ receiverTest }) => receiverTest?.steps.find(({ key }) => key === "duplicate")?.came ?? [],
  );
  return missing("duplicate", came[0] || null);
}

function receiverTestProof(name: string | null, receiverTest: ReceiverTestReport): Proof {
  return { kind: "receiver_test", name, receiverTest: receiverTest.id, at: receiverTest.doneAt };
}
