import type { Outputs } from "../console/queries";
import type { StatusWords } from "../console/status-words";
import { downWords } from "./system-words";

type Connection = Outputs["platform"]["connections"]["get"];
type Test = Outputs["platform"]["connections"]["test"];

const STANDARDS: Record<string, string> = {
  "berlin-group": "Berlin Group, NextGenPSD2",
  "ob-uk": "UK Open Banking, Read/Write",
};

/** The standard that a connection speaks, by the name that its field knows it by. */
export function standardWords(connector: string): string {
  return STANDARDS[connector] ?? connector;
}

/** How the bank of a connection has answered lately. */
export function healthOf({ health, faults, certificates }: Connection): StatusWords {
  if (faults.length > 0 || certificates.some(({ state }) => state === "ended"))
    return { tone: "bad", glyph: "fail", word: "Cannot be used" };
  if (health === "paused") return { tone: "warn", glyph: "pause", word: "Left alone" };
  if (health === "failing") return { tone: "warn", glyph: "warn", word: "Failing" };
  return { tone: "good", glyph: "done", word: "Well" };
}

/** Whether something new goes over a connection. */
export function switchWords(enabled: boolean): StatusWords {
  return enabled ? { tone: "good", glyph: "done", word: "Enabled" } : { tone: "mute", glyph: "stop", word: "Disabled" };
}

/** The news of a connection, in a sentence. */
export function connectionNews(connection: Connection): string {
  const { enabled, health, faults, certificates, lastKind, failures } = connection;
  if (faults.length > 0) return "Its PEM files cannot be used: its bank is not called.";
  if (certificates.some(({ state }) => state === "ended")) return "A certificate has ended: its bank is not called.";
  if (!enabled) return "Disabled: nothing new goes over it. What was started is followed to its end.";
  if (health === "paused") return `Left alone for a while: ${downWords(lastKind ?? "unknown")}.`;
  if (health === "failing") return `The last ${failures === 1 ? "call" : `${failures} calls`} brought no answer.`;
  return "Enabled, and its bank answers.";
}

/** What a test call came to. */
export function testWords({ verdict, durationMs }: Test): StatusWords & { say: string } {
  const after = `after ${durationMs.toLocaleString("en-GB")} ms`;
  switch (verdict) {
    case "knows-us":
      return {
        tone: "good",
        glyph: "done",
        word: "It answers, and knows us",
        say: `The bank answered ${after}, as it answers those whom it has let in. The consent that was asked about does not exist, which is what it should say.`,
      };
    case "refuses-us":
      return {
        tone: "bad",
        glyph: "fail",
        word: "It refuses us",
        say: `The bank answered ${after}, and does not accept our certificate, key or client. Nothing would go over this connection.`,
      };
    case "odd":
      return {
        tone: "bad",
        glyph: "fail",
        word: "Something else answered",
        say: `Whatever answered ${after} does not speak this standard. Look at baseUrl.`,
      };
    default:
      return {
        tone: "warn",
        glyph: "warn",
        word: "No answer",
        say: `Nothing answered ${after}. Nothing moved; look at the host, and whether this machine may reach it.`,
      };
  }
}
