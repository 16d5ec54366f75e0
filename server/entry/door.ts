import type { IncomingMessage } from "node:http";

/** Bodies of pages are forms and the Console's calls. The API caps its own, as they stream in. */
const MAX_PAGE_BODY_BYTES = 262_144;

/** Where a request goes, or the plain refusal that it gets before anything else looks at it. */
export type Door =
  | { kind: "api" | "page" | "healthz" | "readyz" }
  | { kind: "refused"; status: 400 | 405 | 411 | 413 | 421; reason: string };

export interface DoorRules {
  /** Host names that are answered; null: every one (a proxy in front decides). */
  hosts: ReadonlySet<string> | null;
}

/** Decides by the raw request line and headers alone. What it refuses would be a 500 or worse behind the pages' door. */
export function doorFor(request: Pick<IncomingMessage, "url" | "method" | "headers">, rules: DoorRules): Door {
  const [path = ""] = (request.url ?? "").split(/[?#]/, 1);
  if (!path.startsWith("/")) return refused(400, "The request target has to be a path.");
  // Whatever begins like the API is answered by the API, in its own words: malformed escapes and odd verbs too.
  if (/^\/api\/v1(?:[/%:;]|$)/.test(path) || path === "/openapi.json") return { kind: "api" };
  // The API needs no such care: what it tells without a token is public.
  if (rules.hosts && !rules.hosts.has(hostName(request.headers.host))) {
    return refused(421, "This installation does not answer to that host name.");
  }
  if (path === "/healthz" || path === "/readyz") {
    const readable = request.method === "GET" || request.method === "HEAD";
    return readable ? { kind: path === "/healthz" ? "healthz" : "readyz" } : refused(405, "GET or HEAD.");
  }
  return pageDoor(request, path);
}

function pageDoor(request: Pick<IncomingMessage, "url" | "method" | "headers">, path: string): Door {
  if (request.method === "TRACE" || request.method === "TRACK") return refused(405, "This method is not known here.");
  if (!isDecodable(path)) return refused(400, "The address has a malformed percent escape.");
  // There are no server actions here; the header only makes Next parse what nobody sent on purpose.
  if (request.headers["next-action"] !== undefined) return refused(400, "There are no server actions here.");
  if (request.headers["transfer-encoding"] !== undefined) return refused(411, "Say the length of the body.");
  if (Number(request.headers["content-length"] ?? 0) > MAX_PAGE_BODY_BYTES)
    return refused(413, "The body is too large.");
  return { kind: "page" };
}

function refused(status: 400 | 405 | 411 | 413 | 421, reason: string): Door {
  return { kind: "refused", status, reason };
}

// NUL is well-formed, but PostgreSQL takes it in no text: an address that holds one cannot name anything.
function isDecodable(path: string): boolean {
  try {
    return !decodeURIComponent(path).includes("\0");
  } catch {
    return false;
  }
}

function hostName(host: string | undefined): string {
  return (host ?? "").toLowerCase().replace(/:\d+$/, "");
}
