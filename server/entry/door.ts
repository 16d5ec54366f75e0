import type { IncomingMessage } from "node:http";
import { boundOf, UNLISTED_BODY_BYTES } from "../lib/bounds";

/** A segment `.` or `..`, however it is escaped: Next would resolve it, and answer for another address than the entry saw. */
const DOT_SEGMENT = /(?:[\\/]|%2f|%5c)(?:\.|%2e){1,2}(?=$|[\\/]|%2f|%5c)/i;

/** Where a request goes, or the plain refusal that it gets before anything else looks at it. */
export type Door =
  | { kind: "api" | "page" | "healthz" | "readyz" }
  | { kind: "refused"; status: 400 | 405 | 411 | 413 | 415 | 421; reason: string };

export interface DoorRules {
  /** Host names that are answered; null: every one (a proxy in front decides). */
  hosts: ReadonlySet<string> | null;
  /** `host` or `host:port` under which the simulated banks are served, and nothing else; null: they have none of their own. */
  simbankHost: string | null;
}

type Asked = Pick<IncomingMessage, "url" | "method" | "headers">;

/** Decides by the raw request line and headers alone. What it refuses would be a 500 or worse behind the pages' door. */
export function doorFor(request: Asked, rules: DoorRules): Door {
  const [path = ""] = (request.url ?? "").split(/[?#]/, 1);
  if (rules.simbankHost !== null && request.headers.host?.toLowerCase() === rules.simbankHost) {
    return path.startsWith("/simbank/")
      ? pageDoor(request, path)
      : refused(421, "Only simulated banks answer to that host name.");
  }
  // Whatever begins like the API is answered by the API, in its own words: malformed escapes, odd verbs, and the form of
  // target that a proxy would get, which every server has to read (RFC 9112 §3.2.2).
  if (/^(?:https?:\/\/[^/]*)?(?:\/api\/v1(?:[/%:;\\]|$)|\/openapi\.json$)/.test(path)) return { kind: "api" };
  if (!path.startsWith("/")) return refused(400, "The request target has to be a path.");
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

function pageDoor(request: Asked, path: string): Door {
  if (request.method === "TRACE" || request.method === "TRACK") return refused(405, "This method is not known here.");
  if (!isDecodable(path)) return refused(400, "The address has a malformed percent escape.");
  if (DOT_SEGMENT.test(path)) return refused(400, "The address has a dot segment. Send the path that it leads to.");
  // There are no server actions here; the header only makes Next parse what nobody sent on purpose.
  if (request.headers["next-action"] !== undefined) return refused(400, "There are no server actions here.");
  if (request.headers["transfer-encoding"] !== undefined) return refused(411, "Send a Content-Length.");
  const bound = boundOf(request.method ?? "GET", request.url ?? "/");
  // A POST of one kind of body makes Next look for a server action in it.
  if (bound?.kind !== "upload" && /^\s*multipart\//i.test(request.headers["content-type"] ?? ""))
    return refused(415, "This address accepts no file uploads.");
  const maxBytes = bound?.bodyBytes ?? UNLISTED_BODY_BYTES;
  if (Number(request.headers["content-length"] ?? 0) > maxBytes)
    return refused(413, `The body is too large: at most ${maxBytes} bytes are read here.`);
  return { kind: "page" };
}

function refused(status: 400 | 405 | 411 | 413 | 415 | 421, reason: string): Door {
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
