import { createHash } from "node:crypto";
import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { requestIdOf } from "../http/request-id";
import { singleFlight } from "../lib/short-cache";

/** A response before compression. */
export type RenderedResponse = { status: number; headers: OutgoingHttpHeaders; body: Buffer };

type CachedResponse = {
  headers: OutgoingHttpHeaders;
  bodies: Partial<Record<Encoding, Buffer>> & { identity: Buffer };
};
type Encoding = "br" | "gzip" | "identity";

/** Scripts of 2.6 MB take 0.3 s of a core once, and 2.8 s at the highest quality, which makes them 7 % smaller. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };
const COMPRESSIBLE = /^(?:text|application)\/(?!octet-stream)|\+xml/;
/** Files of the build: a name belongs to one content. No escapes, so that a file has one address and one cache entry. */
const BUILT_FILE = /^\/(?:_next\/static|assets)(?:\/[\w.~-]+)+$/;

/**
 * The sign-in page with its possible `error` values; identical for every caller without these cookies: a session is
 * redirected, and the page names why one has ended.
 */
const SIGN_IN = /^\/sign-in(?:\?error=(?:google|stranger|signedout|limit|network|over|unavailable|elsewhere|email))?$/;
const SESSION_COOKIE = /bankside\.(?:session|ends_at)=/;

/** The cache key of a request; null: not cacheable. */
function cacheKey({ method, url = "", headers }: Pick<IncomingMessage, "method" | "url" | "headers">) {
  if (method !== "GET" && method !== "HEAD") return null;
  // These ignore their query.
  const [path] = url.split("?", 1);
  if (path === "/docs" || path === "/docs/search.json" || path === "/openapi.json") return path;
  if (path !== undefined && BUILT_FILE.test(path)) return path;
  // A React Server Component payload of an open page.
  const isPart = headers["rsc"] !== undefined;
  return SIGN_IN.test(url) && !isPart && !SESSION_COOKIE.test(headers.cookie ?? "") ? url : null;
}

/**
 * Serves responses that are identical for every caller from memory. `make` renders them once, without any data of the
 * request; they are compressed once. False: not cacheable or rendering failed, so the request is handled normally.
 */
export function cacheResponses(make: (address: string) => Promise<RenderedResponse>) {
  const cached = new Map<string, CachedResponse>();
  const once = singleFlight<CachedResponse | null>();
  const load = async (address: string) => {
    const made = await make(address);
    if (made.status !== 200) return null;
    const answer = await compressed(made);
    cached.set(address, answer);
    return answer;
  };
  return async (request: IncomingMessage, response: ServerResponse): Promise<boolean> => {
    const address = cacheKey(request);
    if (address === null) return false;
    const answer = cached.get(address) ?? (await once(address, () => load(address)));
    if (!answer) return false;
    send(request, response, answer);
    return true;
  };
}

async function compressed({ headers: made, body }: RenderedResponse): Promise<CachedResponse> {
  // Ranges are answered by the whole.
  const { "accept-ranges": _, ...headers } = made;
  if (!COMPRESSIBLE.test(String(headers["content-type"]))) return { headers, bodies: { identity: body } };
  const [br, gz] = await Promise.all([promisify(brotliCompress)(body, BROTLI), promisify(gzip)(body)]);
  return { headers: withoutNonce(headers, body.toString()), bodies: { br, gzip: gz, identity: body } };
}

/**
 * Replaces the nonce, which must not be shared between responses, by the hashes of the page's inline scripts (CSP Level
 * 3 §6.7.2.4) and 'self'.
 */
function withoutNonce(headers: OutgoingHttpHeaders, html: string): OutgoingHttpHeaders {
  const policy = headers["content-security-policy"];
  if (typeof policy !== "string" || !policy.includes("'nonce-")) return headers;
  const scripts = [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(([, text = ""]) => text);
  const hashes = scripts.map((text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`);
  const sources = ["script-src 'self'", ...new Set(hashes)].join(" ");
  return { ...headers, "content-security-policy": policy.replace(/script-src [^;]*/, sources) };
}

function send(request: IncomingMessage, response: ServerResponse, { headers, bodies }: CachedResponse): void {
  const accepted = encodingFor(request.headers);
  const encoding = bodies[accepted] ? accepted : "identity";
  const body = bodies[encoding] ?? bodies.identity;
  const given = request.headers["x-request-id"];
  const requestId = requestIdOf(new Headers(typeof given === "string" ? { "x-request-id": given } : {}));
  for (const [name, value] of Object.entries(headers)) if (value !== undefined) response.setHeader(name, value);
  if (encoding !== "identity") response.setHeader("Content-Encoding", encoding);
  response.setHeader("Vary", "Accept-Encoding");
  response.setHeader("Content-Length", body.length);
  response.setHeader("X-Request-Id", requestId);
  response.writeHead(200);
  response.end(request.method === "HEAD" ? undefined : body);
}

/** The best encoding that the caller accepts (RFC 9110 §12.5.3). */
function encodingFor({ "accept-encoding": accepted = "" }: IncomingHttpHeaders): Encoding {
  const takes = (coding: string) =>
    [accepted]
      .flat()
      .join()
      .split(",")
      .some((part) => {
        const [name = "", ...parameters] = part.split(";").map((text) => text.trim().toLowerCase());
        return name === coding && !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter));
      });
  if (takes("br")) return "br";
  return takes("gzip") ? "gzip" : "identity";
}
