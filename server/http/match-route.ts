import { closestName } from "../lib/closest-name";
import type { Endpoint, Method } from "../lib/endpoint";
import { ENDPOINTS } from "./registry";

type Match =
  | { kind: "found"; endpoint: Endpoint; params: Record<string, string> }
  | { kind: "wrong_method"; allow: Method[] }
  | { kind: "none" };

// The registry erases the type parameters of each endpoint; the handler calls `run` only with values that its schemas
// parsed.
const routes = (ENDPOINTS as readonly unknown[] as readonly Endpoint[]).map((endpoint) => ({
  endpoint,
  segments: endpoint.path.split("/"),
}));

/** The endpoint of a method and a raw pathname. A colon may be sent as `%3A`; a malformed escape is left as it is. */
export function match(method: string, pathname: string): Match {
  const given = decodeSegments(pathname);
  const allow: Method[] = [];
  for (const { endpoint, segments } of routes) {
    const params = capture(segments, given);
    // An empty parameter is a path with a slash too many, or a caller's variable without a value.
    if (!params || Object.values(params).includes("")) continue;
    if (endpoint.method === method) return { kind: "found", endpoint, params };
    allow.push(endpoint.method);
  }
  return allow.length > 0 ? { kind: "wrong_method", allow } : { kind: "none" };
}

const PREFIX = /^\/+(?:api\/)?(?:v\d+\/)?/;

const depth = (path: string) => path.split("/").length;

/** Method and path of the endpoint that an unknown path probably means: `POST /api/v1/payment-links`; null: none. */
export function closestPath(method: string, pathname: string): string | null {
  const given = pathname.replace(PREFIX, "").replace(/\/+$/, "");
  // Not a path of which the given one is a part: `payment-links/1/cancel` means no creation.
  const names = routes
    .map(({ endpoint }) => endpoint.path.replace(PREFIX, ""))
    .filter((name) => depth(name) >= depth(given));
  const meant = closestName(given, [...new Set(names)]);
  const [first, ...others] = routes.flatMap(({ endpoint }) =>
    endpoint.path.replace(PREFIX, "") === meant ? [endpoint] : [],
  );
  const withoutValue = routes.find(({ segments }) => capture(segments, pathname.split("/")));
  const found = others.find((endpoint) => endpoint.method === method) ?? first ?? withoutValue?.endpoint;
  return found ? `${found.method} ${found.path}` : null;
}

function capture(segments: readonly string[], given: readonly string[]): Record<string, string> | null {
  if (segments.length !== given.length) return null;
  const isParameter = (segment: string) => segment.startsWith("{");
  for (let at = 0; at < segments.length; at += 1)
    if (segments[at] !== given[at] && !isParameter(segments[at] ?? "")) return null;
  const params: Record<string, string> = {};
  for (const [at, segment] of segments.entries())
    if (isParameter(segment)) params[segment.slice(1, -1)] = given[at] ?? "";
  return params;
}

/** A plain word in a path, as opposed to a value. */
const PLAIN_SEGMENT = /^[\w.:~-]{0,64}$/;

/**
 * A raw pathname without an endpoint for the request log, decoded. In a path of the API, by another method, each parameter
 * is passed to `redactValue`; in another path, each segment that is not a plain word.
 */
export function loggedPath(pathname: string, redactValue: (value: string) => string): string {
  const given = decodeSegments(pathname);
  const route = routes.find(({ segments }) => capture(segments, given) !== null);
  const logged = given.map((value, at) => {
    const isValue = route ? route.segments[at]?.startsWith("{") : !PLAIN_SEGMENT.test(value);
    return isValue ? redactValue(value) : value;
  });
  return logged.join("/");
}

function decodeSegments(pathname: string): string[] {
  return pathname.split("/").map(decodeSegment);
}

function decodeSegment(segment: string): string {
  if (!segment.includes("%")) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
