import { log } from "../lib/log";
import type { Outcome } from "./port";

/** Logs a failed call, without bodies, and returns its outcome. */
export function noteFailure<T>(about: Record<string, string>, outcome: Outcome<T>): Outcome<T> {
  if (outcome.ok) return outcome;
  const { kind, code, detail } = outcome;
  log().warn({ ...about, kind, bank_code: code, detail }, "bank call failed");
  return outcome;
}
