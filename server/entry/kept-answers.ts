import { createHash } from "node:crypto";
import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import { requestIdOf } from "../http/request-id";
import { singleFlight } from "../lib/short-cache";

/** An answer as it is made, before it is compressed. */
export type MadeAnswer = { status: number; headers: OutgoingHttpHeaders; body: Buffer };

type KeptAnswer = { headers: OutgoingHttpHeaders; bodies: Record<Encoding, Buffer> };
type Encoding = "br" | "gzip" | "identity";

/** The notes that the sign-in page shows, by its `error`; the page is the same for everybody who is not signed in. */
const SIGN_IN = /^\/sign-in(?:\?error=(?:google|stranger|signedout|limit|over|unavailable|elsewhere|email))?$/;
const SESSION_COOKIE = /bankside\.session=/;

/** The address under which an answer is kept; null where the answer is for this request alone. */
function keptAddress({ method, url = "", headers }: Pick<IncomingMessage, "method" | "url" | "headers">) {
  if (method !== "GET" && method !== "HEAD") return null;
  // These read nothing of their query: whatever it says, the answer is the one that is kept.
  const [path] = url.split("?", 1);
  if (path === "/docs" || path === "/openapi.json") return path;
  // A part of a page, for a page that is open already.
  const isPart = headers["rsc"] !== undefined;
  return SIGN_IN.test(url) && !isPart && !SESSION_COOKIE.test(headers.cookie ?? "") ? url : null;
}

/**
 * Answers from memory what is the same for everybody: made once, by `make`, without anything of the caller's request in it,
 * and compressed once. False: not one of these, or it could not be made; then the request is answered as any other.
 */
export function keepAnswers(make: (address: string) => Promise<MadeAnswer>) {
  const kept = new Map<string, KeptAnswer>();
  const once = singleFlight<KeptAnswer | null>();
  const load = async (address: string) => {
    const made = await make(address);
    if (made.status !== 200) return null;
    const answer = await compressed(made);
    kept.set(address, answer);
    return answer;
  };
  return async (request: IncomingMessage, response: ServerResponse): Promise<boolean> => {
    const address = keptAddress(request);
    if (address === null) return false;
    const answer = kept.get(address) ?? (await once(address, () => load(address)));
    if (!answer) return false;
    send(request, response, answer);
    return true;
  };
}

async function compressed({ headers, body }: MadeAnswer): Promise<KeptAnswer> {
  const [br, gz] = await Promise.all([promisify(brotliCompress)(body), promisify(gzip)(body)]);
  return { headers: withoutNonce(headers, body.toString()), bodies: { br, gzip: gz, identity: body } };
}

/**
 * A policy by nonce is for one answer: who has read the page knows the value. In its place, the hashes of the page's own
 * scripts (CSP Level 3 §6.7.2.4), and scripts from our own origin.
 */
function withoutNonce(headers: OutgoingHttpHeaders, html: string): OutgoingHttpHeaders {
  const policy = headers["content-security-policy"];
  if (typeof policy !== "string" || !policy.includes("'nonce-")) return headers;
  const scripts = [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(([, text = ""]) => text);
  const hashes = scripts.map((text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`);
  const sources = ["script-src 'self'", ...new Set(hashes)].join(" ");
  return { ...headers, "content-security-policy": policy.replace(/script-src [^;]*/, sources) };
}

function send(request: IncomingMessage, response: ServerResponse, { headers, bodies }: KeptAnswer): void {
  const encoding = encodingFor(request.headers);
  const body = bodies[encoding];
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

/** The smallest body that the caller takes (RFC 9110 §12.5.3). */
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
