import type { CallRow } from "./call-log-store";
import type { RecordedParts } from "./recorded-parts";
import { LEFT_OUT } from "./recorded-parts";

/** The log keeps so much of a path. */
const MAX_PATH = 256;

const HANDS_OUT_TOKENS =
  "It hands out tokens, and those belong in your own program alone. Copy it as curl, and send it with your credential.";
const HAS_NO_TEST =
  "It has no test mode: what it changes, live payments go by as well. Do it under Webhooks, where you confirm that it is you.";

/** Operations that are not sent from the Console, by operationId, and why. All others are sent, in test mode only. */
const NOT_SENT: Readonly<Record<string, string>> = {
  issueToken: HANDS_OUT_TOKENS,
  refreshToken: HANDS_OUT_TOKENS,
  setWebhookUrl: HAS_NO_TEST,
  generateWebhookSecret: HAS_NO_TEST,
  revokeWebhookSecret: HAS_NO_TEST,
};

/** Why an operation is not sent from the Console, in words; null where it is. */
export function whyNotSent(operationId: string): string | null {
  return NOT_SENT[operationId] ?? null;
}

/**
 * Whether a recorded call can be sent again as a test, just as it was. `incomplete`: a part was left out of the log, so
 * that somebody has to fill it in; `never`: it would not be the same call.
 */
export type Repeatable = { kind: "ready" } | { kind: "incomplete"; leftOut: string[] } | { kind: "never"; why: string };

/** The rule of `Repeatable`, out of the recorded call alone. */
export function repeatable(
  call: Pick<CallRow, "endpoint" | "path" | "method" | "test">,
  parts: RecordedParts,
): Repeatable {
  const { endpoint, path, method, test } = call;
  if (endpoint === null) return { kind: "never", why: "There is no operation at this address." };
  const why = whyNotSent(endpoint);
  if (why !== null) return { kind: "never", why };
  if (parts.isCut || path.length >= MAX_PATH) {
    return { kind: "never", why: "It was longer than the log keeps, so that its end is not known." };
  }
  if (method === "GET" && test === false) {
    return { kind: "never", why: "It asked about something live, which a test does not get to see." };
  }
  const leftOut = [...(path.includes(LEFT_OUT) ? ["the path"] : []), ...parts.leftOut];
  return leftOut.length > 0 ? { kind: "incomplete", leftOut } : { kind: "ready" };
}

/** A recorded path as an address again: the log keeps it decoded. */
export function encodedPath(path: string): string {
  return path.split("/").map(encodeURIComponent).join("/");
}

/** A recorded or given query as the search of an address: `?limit=5`, or nothing. Names without a value are left out. */
export function searchOf(query: Readonly<Record<string, unknown>> | null): string {
  const given = Object.entries(query ?? {}).filter(
    ([, value]) => value !== undefined && value !== null && value !== "",
  );
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return text === "" ? "" : `?${text}`;
}
