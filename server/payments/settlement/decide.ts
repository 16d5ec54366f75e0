import type { AttemptInput, Decision, Facts } from "../attempts/attempt-facts";
import { decideApproval } from "./decide-approval";
import { decideCredit, decideReturn } from "./decide-credit";
import { decideReport } from "./decide-report";
import { decideStart } from "./decide-start";
import { decideSubmission } from "./decide-submission";

/**
 * Decides what follows from an event of an attempt. Pure, and the only place where this is decided. The caller holds the
 * locks of link, request and attempt, and writes the whole decision or nothing. Events may come at any time: repeated,
 * late or out of order they change nothing.
 */
export function decide(facts: Facts, input: AttemptInput): Decision {
  switch (input.kind) {
    case "start_accepted":
    case "start_refused":
    case "start_unknown":
      return decideStart(facts, input);
    case "granted":
    case "denied":
    case "authorisation":
    case "stop":
    case "tick":
      return decideApproval(facts, input);
    case "submit_begun":
    case "submit_accepted":
    case "submit_unknown":
    case "submit_refused":
      return decideSubmission(facts, input);
    case "reported":
      return decideReport(facts, input);
    case "credited":
      return decideCredit(facts, input);
    case "returned":
      return decideReturn(facts, input);
  }
}
