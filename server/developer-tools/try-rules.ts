import type { CallRow } from "./call-log-store";
import type { RecordedParts } from "./recorded-parts";
import { LEFT_OUT } from "./recorded-parts";

/** The most characters of a path in the log. */
const MAX_PATH = 256;

const HANDS_OUT_TOKENS =
  "This operation returns tokens, which belong on your server only. Copy it as curl, and send it with your API key.";
const HAS_NO_TEST =
  "This operation has no test mode: it would change live payments too. Use Webhooks instead, where you confirm that it's you.";

/**
 * Operations that can't be sent from the Console, by operationId, with the reason. All others are sent in test mode.
 */
const NOT_SENT: Readonly<Record<string, string>> = {
  issueToken: HANDS_OUT_TOKENS,
  refreshToken: HANDS_OUT_TOKENS,
  setWebhookUrl: HAS_NO_TEST,
  generateWebhookSecret: HAS_NO_TEST,
  revokeWebhookSecret: HAS_NO_TEST,
};

/** Why an operation can't be sent from the Console; null where it can. */
export function whyNotSent(operationId: string): string | null {
  return NOT_SENT[operationId] ?? null;
}

/**
 * Whether a recorded call can be repeated as a test unchanged. `incomplete`: the log redacted a part that the user must
 * fill in; `never`: the repeated call would differ from the original.
 */
export type Repeatable = { kind: "ready" } | { kind: "incomplete"; leftOut: string[] } | { kind: "never"; why: string };

/** Decides it from the recorded call alone. */
export function repeatable(
  call: Pick<CallRow, "endpoint" | "path" | "method" | "test">,
  parts: RecordedParts,
): Repeatable {
  const { endpoint, path, method, test } = call;
  if (endpoint === null) return { kind: "never", why: "No operation has this path." };
  const why = whyNotSent(endpoint);
  if (why !== null) return { kind: "never", why };
  if (parts.isCut || path.length >= MAX_PATH) {
    return { kind: "never", why: "It is longer than the log keeps, so its end is missing." };
  }
  if (method === "GET" && test === false) {
    return { kind: "never", why: "It reads live data, which is not visible in test mode." };
  }
  const leftOut = [...(path.includes(LEFT_OUT) ? ["the path"] : []), ...parts.leftOut];
  return leftOut.length > 0 ? { kind: "incomplete", leftOut } : { kind: "ready" };
}

/** Escapes a recorded path again: the log stores it decoded. */
export function encodedPath(path: string): string {
  return path.split("/").map(encodeURIComponent).join("/");
}

/** The query string of a recorded or given query: `?limit=5`, or empty. Names without a value are left out. */
export function searchOf(query: Readonly<Record<string, unknown>> | null): string {
  const given = Object.entries(query ?? {}).filter(
    ([, value]) => value !== undefined && value !== null && value !== "",
  );
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return text === "" ? "" : `?${text}`;
}
