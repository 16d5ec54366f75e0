import type { Attempt, Call, World } from "./world";

// Mirrors payments/bank-calls/record-call.ts and bank-call-store.ts.

const GRACE_S = 10;

/** Mirrors recordCall: committed before the call is made. */
export function recordCall(
  world: World,
  attempt: Attempt,
  { operation, key, timeoutS }: { operation: string; key: string; timeoutS: number },
): Call {
  const startedAtS = world.nowS;
  const deadlineS = world.nowS + timeoutS + GRACE_S;
  const known = attempt.calls.find((noted) => noted.operation === operation && noted.key === key);
  if (known) return Object.assign(known, { tries: known.tries + 1, outcome: null, lost: false, startedAtS, deadlineS });
  const noted: Call = { operation, key, tries: 1, outcome: null, lost: false, startedAtS, deadlineS };
  attempt.calls.push(noted);
  return noted;
}

/** A call ends for its caller, whatever was decided in the meantime. */
export function endCall(call: Call, outcome: Call["outcome"]): void {
  call.outcome = outcome;
  call.lost = false;
}
