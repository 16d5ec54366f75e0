import type { LookupFunction } from "node:net";
import { isIPv6 } from "node:net";
import { Agent, request } from "undici";
import { type Guard, parseTarget, resolveChecked, systemGuard } from "./check-url";

const CONNECT_TIMEOUT_MS = 5_000;
const TOTAL_TIMEOUT_MS = 15_000;
const MAX_HEADER_BYTES = 16 * 1024;
/** How much of an answer's body is kept. The connection is closed behind it: the rest is never read. */
export const MAX_BODY_BYTES = 8 * 1024;

export type SafeRequest = {
  method: "POST";
  headers: Record<string, string>;
  body: string;
  /** Shorter bounds, for tests. */
  connectTimeoutMs?: number;
  totalTimeoutMs?: number;
};

/** What came of a call. `durationMs` is until the answer's head and body (as far as it is kept), or the failure. */
export type SafeAnswer = { durationMs: number } & (
  | { kind: "answered"; status: number; headers: Record<string, string | string[]>; body: string }
  /** The guard did not let it out: nothing was sent. */
  | { kind: "refused"; reason: string }
  /** No answer: the name, the connection, TLS, the time. It may have been received all the same. */
  | { kind: "failed"; reason: string }
);

/** Marks the error with which the guard ends a connection that is being made. */
const REFUSED = "BANKSIDE_REFUSED";

/**
 * Calls an address that a merchant gave. The name is resolved once, for this connection alone, and the connection goes
 * to an address that was checked: there is no moment between check and use. Follows no redirect, knows no proxy, decodes
 * nothing, keeps no connection for later (a kept one would outlive its check). Never rejects.
 */
export async function safeFetch(text: string, call: SafeRequest, guard: Guard = systemGuard()): Promise<SafeAnswer> {
  const startedAt = performance.now();
  const done = <T extends object>(outcome: T) => ({
    ...outcome,
    durationMs: Math.round(performance.now() - startedAt),
  });
  const target = parseTarget(text, guard.allow);
  if (!target.ok) return done({ kind: "refused", reason: target.reason });
  const totalTimeoutMs = call.totalTimeoutMs ?? TOTAL_TIMEOUT_MS;
  const connectTimeoutMs = call.connectTimeoutMs ?? CONNECT_TIMEOUT_MS;
  const agent = new Agent({
    connect: { lookup: checkedLookup(target.port, guard), timeout: connectTimeoutMs },
    maxHeaderSize: MAX_HEADER_BYTES,
    pipelining: 0,
  });
  const signal = AbortSignal.timeout(totalTimeoutMs);
  try {
    const answer = await request(target.url, {
      dispatcher: agent,
      method: call.method,
      headers: call.headers,
      body: call.body,
      signal,
    });
    const body = await readStart(answer.body);
    return done({ kind: "answered", status: answer.statusCode, headers: known(answer.headers), body });
  } catch (error) {
    const cause = innermost(error);
    if (cause instanceof Error && codeOf(cause) === REFUSED) return done({ kind: "refused", reason: cause.message });
    return done({ kind: "failed", reason: describe(codeOf(cause), signal.aborted, totalTimeoutMs) });
  } finally {
    await agent.destroy();
  }
}

/** Called for names only (never for literals, which parseTarget has judged), by net.connect and tls.connect. */
function checkedLookup(port: number, guard: Guard): LookupFunction {
  return (hostname, options, callback) => {
    resolveChecked(hostname, port, guard).then(
      (resolved) => {
        if (!resolved.ok) return callback(Object.assign(new Error(resolved.reason), { code: REFUSED }), "");
        const found = resolved.addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
        const [first] = found;
        if (!first) return callback(new Error("no address"), "");
        return options.all ? callback(null, found) : callback(null, first.address, first.family);
      },
      (error: unknown) =>
        callback(Object.assign(new Error("the name does not resolve", { cause: error }), { code: "ENOTFOUND" }), ""),
    );
  };
}

/** The first bytes of a body, as text that PostgreSQL can hold. A body that breaks off ends where it broke: the status stands. */
async function readStart(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of body) {
      chunks.push(chunk);
      length += chunk.length;
      if (length >= MAX_BODY_BYTES) break;
    }
  } catch {
    // Broken off, or out of time: what has come is what is kept.
  }
  const kept = Buffer.concat(chunks).subarray(0, MAX_BODY_BYTES);
  return new TextDecoder().decode(kept).replaceAll("\0", "\ufffd");
}

function known(headers: Record<string, string | string[] | undefined>): Record<string, string | string[]> {
  const present: Record<string, string | string[]> = {};
  for (const [name, value] of Object.entries(headers)) if (value !== undefined) present[name] = value;
  return present;
}

/** Several addresses fail as one AggregateError; a refusal is one error. */
function innermost(error: unknown): unknown {
  if (error instanceof AggregateError && error.errors.length > 0) return innermost(error.errors[0]);
  return error;
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

function describe(code: string, outOfTime: boolean, totalTimeoutMs: number): string {
  if (outOfTime) return `no answer within ${totalTimeoutMs / 1000} s`;
  if (code === "UND_ERR_CONNECT_TIMEOUT") return "no connection in time";
  if (code === "UND_ERR_HEADERS_OVERFLOW") return "the answer's headers are too large";
  if (code === "ECONNREFUSED") return "connection refused";
  if (code === "ENOTFOUND") return "the name does not resolve";
  if (code === "ECONNRESET" || code === "EPIPE" || code === "UND_ERR_SOCKET")
    return "the connection was closed without an answer";
  if (/^(CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|ERR_TLS|EPROTO)/.test(code)) return `no secure connection (${code})`;
  return code === "" ? "the call failed" : `the call failed (${code})`;
}
