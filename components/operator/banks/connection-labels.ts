import type { StatusLabel } from "../../ui/parts";
import type { Outputs } from "../../ui/queries";
import { formatCircuitReason } from "../system/system-labels";

type Connection = Outputs["platform"]["connections"]["get"];
type Test = Outputs["platform"]["connections"]["test"];

const STANDARDS: Record<string, string> = {
  "berlin-group": "Berlin Group, NextGenPSD2",
  "ob-uk": "UK Open Banking, Read/Write",
};

/** The usual name of a connector's standard. */
export function formatStandard(connector: string | null): string {
  return connector === null ? "unreadable" : (STANDARDS[connector] ?? connector);
}

/** The recent health of a connection's bank. */
export function formatHealth({ health, faults, certificates }: Connection): StatusLabel {
  if (faults.length > 0 || certificates.some(({ state }) => state === "ended"))
    return { tone: "bad", glyph: "fail", word: "Unusable" };
  if (health === "circuit-open") return { tone: "warn", glyph: "pause", word: "Circuit open" };
  if (health === "failing") return { tone: "warn", glyph: "warn", word: "Failing" };
  return { tone: "good", glyph: "done", word: "No failures" };
}

/** Whether new payments and consents use a connection. */
export function formatEnabled(enabled: boolean): StatusLabel {
  return enabled ? { tone: "good", glyph: "done", word: "Enabled" } : { tone: "mute", glyph: "stop", word: "Disabled" };
}

/** The state of a connection in a sentence. */
export function formatConnectionStatus(connection: Connection): string {
  const { enabled, health, faults, certificates, lastKind, failures } = connection;
  if (faults.length > 0) return "Its PEM files can’t be used, so its bank is not called.";
  if (certificates.some(({ state }) => state === "ended"))
    return "A certificate has expired, so its bank is not called.";
  if (!enabled) return "Disabled: no new payments. Payments already started are completed.";
  if (health === "circuit-open")
    return `Circuit open: ${formatCircuitReason(lastKind ?? "unknown")}. Retried automatically.`;
  if (health === "failing") return `The last ${failures === 1 ? "call" : `${failures} calls`} failed.`;
  return "Enabled. No call is failing.";
}

/** The result of a test call. */
export function formatTestResult({ verdict, durationMs }: Test): StatusLabel & { text: string } {
  const after = `after ${durationMs.toLocaleString("en-GB")} ms`;
  switch (verdict) {
    case "accepted":
      return {
        tone: "good",
        glyph: "done",
        word: "Connected",
        text: `The bank responded ${after} and accepted our certificate. It reported that the test consent doesn’t exist, as expected.`,
      };
    case "no-account-role":
      return {
        tone: "warn",
        glyph: "warn",
        word: "No role for account information",
        text: `The bank responded ${after}, but our registration has no role for account information. Accounts can’t be read through this connection. Payments don’t need that role.`,
      };
    case "refused":
      return {
        tone: "bad",
        glyph: "fail",
        word: "Rejected",
        text: `The bank responded ${after} and doesn’t accept our certificate, key or client. Payments through this connection would fail.`,
      };
    case "unexpected":
      return {
        tone: "bad",
        glyph: "fail",
        word: "Unexpected response",
        text: `The response ${after} doesn’t follow this standard. Check baseUrl.`,
      };
    case "not-called":
      return {
        tone: "bad",
        glyph: "fail",
        word: "Not called",
        text: "This server couldn’t make the call. The reason is below or in its log.",
      };
    default:
      return {
        tone: "warn",
        glyph: "warn",
        word: "No response",
        text: `No response ${after}. Check the host, and that this server can reach it.`,
      };
  }
}
