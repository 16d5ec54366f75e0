import type { ServerResponse } from "node:http";

/** Two years, as preload lists require. Without includeSubDomains: other hosts of the domain belong to the operator. */
const HSTS = "max-age=63072000";

/** For pages without their own policy: no scripts, no framing. */
const PLAIN_PAGE_POLICY = [
  "default-src 'none'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** Adds the security headers that a response has not set, before its head is sent. */
export function addDefaultHeaders(response: ServerResponse, { isHttps }: { isHttps: boolean }): void {
  const { writeHead } = response;
  response.writeHead = ((...given: Parameters<typeof writeHead>) => {
    response.writeHead = writeHead;
    const own = namesIn(given.at(-1));
    const has = (name: string) => response.hasHeader(name) || own.has(name.toLowerCase());
    const add = (name: string, value: string) => {
      if (!has(name)) response.setHeader(name, value);
    };
    if (isHttps) add("Strict-Transport-Security", HSTS);
    add("X-Content-Type-Options", "nosniff");
    const type = [response.getHeader("Content-Type") ?? own.get("content-type") ?? ""].flat().join();
    if (type.startsWith("text/html") && !has("Content-Security-Policy")) {
      add("Content-Security-Policy", PLAIN_PAGE_POLICY);
      add("X-Frame-Options", "DENY");
      add("Referrer-Policy", "same-origin");
    }
    return writeHead.apply(response, given);
  }) as typeof writeHead;
}

/** The headers passed to writeHead: an object, or names and values in turn. */
function namesIn(given: unknown): Map<string, string> {
  const pairs = Array.isArray(given)
    ? given.flatMap((name, at) => (at % 2 === 0 ? [[name, given[at + 1]]] : []))
    : Object.entries(typeof given === "object" && given !== null ? given : {});
  return new Map(pairs.map(([name, value]) => [String(name).toLowerCase(), String(value)]));
}
