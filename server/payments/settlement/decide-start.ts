import type { AttemptInput, Decision, Facts } from "../attempts/attempt-facts";
import { bankEventOf } from "../attempts/attempt-states";
import { endUnpaid, misconfigured, moveTo, NOTHING, stateAfter } from "./decision-parts";

type Input = Extract<AttemptInput, { kind: "start_accepted" | "start_refused" | "start_unknown" }>;

/**
 * Decides about the result of an initiation. Certainly not started: the request is as before. Unknown: the same where the
 * customer would have to visit the bank, because there is no address to visit; where the bank may ask in its own app, the
 * request counts as initiated and polling continues (contract §5).
 */
export function decideStart(facts: Facts, input: Input): Decision {
  const { attempt } = facts;
  const beforeStart = attempt.state === "INITIATING";
  if (input.kind === "start_accepted") {
    const said = bankEventOf(input.isoStatus, undefined);
    if (said === "bank_rejected" || said === "bank_cancelled") {
      return decideStart(facts, { kind: "start_refused", code: input.isoStatus, ours: false });
    }
    const to = stateAfter(attempt, "start_accepted");
    if (to === null) return NOTHING;
    const change = moveTo(to, { rawStatus: input.isoStatus, handedOver: true });
    return { ...NOTHING, attempt: change, initiated: true, keep: true };
  }
  const to = stateAfter(attempt, input.kind);
  if (to === null) return NOTHING;
  if (to === "INIT_UNKNOWN") return { ...NOTHING, attempt: moveTo(to, { reason: input.code }), initiated: true };
  const ended = endUnpaid(facts, { to, reason: input.code, beforeStart });
  return input.kind === "start_refused" ? { ...ended, exceptions: misconfigured(input.ours, input.code) } : ended;
}
