import type { IncomingMessage } from "node:http";
import { boundOf, UNLISTED_BODY_BYTES } from "../lib/bounds";

const NO_BODY = "This path takes no body. The paths of the API begin with /api/v1.";

/** A segment `.` or `..` in any encoding. Next would resolve it to another path than the entry checked. */
const DOT_SEGMENT = /(?:[\\/]|%2f|%5c)(?:\.|%2e){1,2}(?=$|[\\/]|%2f|%5c)/i;

const API = /^(?:https?:\/\/[^/]*)?(?:\/+api(?:[%:;\\]|$|\/(?!trpc(?:\/|$)))|\/v\d+(?:[/%:;\\]|$)|\/openapi\.json$)/;

/** The handler of a request, or its rejection. */
export type Route =
  | { kind: "api" | "page" | "healthz" | "readyz" }
  | { kind: "refused"; status: 400 | 405 | 411 | 413 | 415 | 421; reason: string; headers?: { Allow: string } };

export interface RouteRules {
  /** Accepted host names; null: all (a proxy decides). */
  hosts: ReadonlySet<string> | null;
  /** `host` or `host:port` that serves only the simulated banks; null: they have no host of their own. */
  simbankHost: string | null;
}

type RequestHead = Pick<IncomingMessage, "url" | "method" | "headers">;

/** Decides by the raw request line and headers. The rejected requests would make Next answer 500. */
export function routeRequest(request: RequestHead, rules: RouteRules): Route {
  const [path = ""] = (request.url ?? "").split(/[?#]/, 1);
  // Under any host name and under none: balancers check processes by their addresses, some by HTTP/1.0 without Host.
  if (path === "/healthz" || path === "/readyz") {
    const readable = request.method === "GET" || request.method === "HEAD";
    return readable ? { kind: path === "/healthz" ? "healthz" : "readyz" } : methodNotAllowed("GET, HEAD");
  }
  if (rules.simbankHost !== null && request.headers.host?.toLowerCase() === rules.simbankHost) {
    return path.startsWith("/simbank/")
      ? routePage(request, path)
      : refused(421, "That host name serves only the simulated banks.");
  }
  // Every path with the API's prefix gets the API's envelope, also with malformed escapes, unknown methods, and in
  // absolute form, which every server must accept (RFC 9112 §3.2.2). So does what is sent there by mistake: another
  // version, a path without a version, or one without /api. /api/trpc is the Console's.
  if (API.test(path)) return { kind: "api" };
  if (!path.startsWith("/")) return refused(400, "The request target must be a path.");
  // Not checked for the API: its responses without a token are public.
  if (rules.hosts && !rules.hosts.has(hostName(request.headers.host))) {
    return refused(421, "This installation does not serve that host name.");
  }
  return routePage(request, path);
}

/** Next (16.4.5, web/adapter.js) copies them in time that grows with the square of their number: 7,800 take 3 s. */
const MAX_QUERY_PARAMETERS = 200;

function routePage(request: RequestHead, path: string): Route {
  if (request.method === "TRACE" || request.method === "TRACK") return methodNotAllowed("GET, HEAD, POST");
  if (!isDecodable(path)) return refused(400, "The address has a malformed percent escape.");
  if (DOT_SEGMENT.test(path)) return refused(400, "The address has a dot segment. Send the resolved path.");
  if ((request.url ?? "").split("&", MAX_QUERY_PARAMETERS + 1).length > MAX_QUERY_PARAMETERS)
    return refused(400, `The address has too many parameters: the maximum is ${MAX_QUERY_PARAMETERS}.`);
  // There are no server actions; the header would only make Next parse the body.
  if (request.headers["next-action"] !== undefined) return refused(400, "Server actions are not supported.");
  if (request.headers["transfer-encoding"] !== undefined) return refused(411, "Send a Content-Length.");
  // Next looks for a server action in every multipart POST.
  if (/^\s*multipart\//i.test(request.headers["content-type"] ?? ""))
    return refused(415, "This address accepts no file uploads.");
  const maxBytes = boundOf(request.method ?? "GET", request.url ?? "/")?.bodyBytes ?? UNLISTED_BODY_BYTES;
  if (Number(request.headers["content-length"] ?? 0) > maxBytes)
    return refused(413, maxBytes === 0 ? NO_BODY : `The body is too large: the maximum is ${maxBytes} bytes.`);
  return { kind: "page" };
}

/** With the header that every 405 has (RFC 9110 §15.5.6). */
function methodNotAllowed(allow: string): Route {
  return { kind: "refused", status: 405, reason: `Method not allowed; use ${allow}.`, headers: { Allow: allow } };
}

function refused(status: 400 | 411 | 413 | 415 | 421, reason: string): Route {
  return { kind: "refused", status, reason };
}

// NUL is a valid escape, but PostgreSQL rejects it in text.
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
