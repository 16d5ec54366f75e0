import { type ClientRequest, type IncomingMessage, request } from "node:http";
import type { Socket } from "node:net";
import { type Guard, parseTarget } from "./check-url";
import { mayShowAnswer } from "./forbidden-networks";
import { codeOf, detailOf, emptyTrace, safeConnect, type Trace } from "./safe-connect";
import { sendBody } from "./send-body";

const CONNECT_TIMEOUT_MS = 5_000;
const TOTAL_TIMEOUT_MS = 15_000;
const MAX_HEADER_BYTES = 16 * 1024;
/** Answers of class 1xx that are let pass before the one that counts. */
const MAX_INFORMATIONAL = 8;
/** How much of an answer's body is kept. The connection is closed behind it: the rest is never read. */
export const MAX_BODY_BYTES = 8 * 1024;

export type SafeRequest = {
  method: "POST" | "GET" | "HEAD";
  headers: Record<string, string>;
  body?: string;
  /** The body is sent in pieces over this time, as on a bad line; by default at once. */
  bodyOverMs?: number;
  /** The certificate is looked at only when asked for: a delivery has no use for it. */
  wantCertificate?: boolean;
  /** Shorter bounds, for tests. */
  connectTimeoutMs?: number;
  totalTimeoutMs?: number;
};

/**
 * What came of a call, with its trace. `reason` may be shown to a merchant; `detail` may not. `durationMs` is until the
 * answer's head and body (as far as it is kept), or the failure.
 */
export type SafeAnswer = Trace & { durationMs: number } & (
    | Answered
    /** The guard did not let it out: nothing was sent. */
    | { kind: "refused"; reason: string }
    /** No answer: the name, the connection, TLS, the time. It may have been received all the same. */
    | { kind: "failed"; reason: string }
  );

/**
 * `withheld`: the address is reached only because the operator opened its network. What answers there may be no receiver of
 * the merchant's, so of its headers Retry-After alone is here, and nothing of its body.
 */
type Answered = {
  kind: "answered";
  status: number;
  headers: Record<string, string | string[]>;
  body: string;
  withheld: boolean;
};

type Exchanged = Answered | { kind: "failed"; reason: string };

/** Of a call that was never made. */
export const NOTHING_MEASURED: Trace & { durationMs: number } = { ...emptyTrace(), durationMs: 0 };

/**
 * Calls an address that a merchant gave. The name is resolved once, for this connection alone, and the connection goes
 * to an address that was checked (`safeConnect`). Follows no redirect, knows no proxy, decodes nothing, keeps no
 * connection for later (a kept one would outlive its check). Time, heads and body are bounded. Never rejects.
 */
export async function safeFetch(text: string, call: SafeRequest, guard: Guard): Promise<SafeAnswer> {
  const startedAt = performance.now();
  const trace = emptyTrace();
  const outcome = await attempt(text, call, guard, trace);
  return { ...outcome, ...trace, durationMs: Math.round(performance.now() - startedAt) };
}

async function attempt(
  text: string,
  call: SafeRequest,
  guard: Guard,
  trace: Trace,
): Promise<Exchanged | { kind: "refused" | "failed"; reason: string }> {
  const startedAt = performance.now();
  const target = parseTarget(text, guard.allow);
  if (!target.ok) return { kind: "refused", reason: target.reason };
  const totalMs = call.totalTimeoutMs ?? TOTAL_TIMEOUT_MS;
  const bounds = {
    timeoutMs: Math.min(call.connectTimeoutMs ?? CONNECT_TIMEOUT_MS, totalMs),
    wantCertificate: call.wantCertificate ?? false,
  };
  const socket = await safeConnect(target, guard, bounds, trace);
  const shown = isShown(trace.address, target.port, guard);
  if (!shown) trace.certificate = null;
  if ("kind" in socket) return socket;
  const leftMs = Math.max(0, totalMs - (performance.now() - startedAt));
  const outcome = await exchange(socket, target.url, call, leftMs, trace);
  if (outcome?.kind === "answered" && !shown) return withhold(outcome);
  return outcome ?? { kind: "failed", reason: `no answer within ${totalMs / 1000} s` };
}

/** An address that cannot be asked for any more is shown only where nothing private can be reached. */
function isShown(address: string | null, port: number, { allow }: Guard): boolean {
  return address === null ? allow.length === 0 : mayShowAnswer(address, port, allow);
}

function withhold({ headers, ...answer }: Answered): Answered {
  const { "retry-after": retryAfter } = headers;
  return {
    ...answer,
    headers: retryAfter === undefined ? {} : { "retry-after": retryAfter },
    body: "",
    withheld: true,
  };
}

/** One request and its answer on a connection that ends with it. Null: out of time. */
function exchange(
  socket: Socket,
  url: URL,
  call: SafeRequest,
  leftMs: number,
  trace: Trace,
): Promise<Exchanged | null> {
  return new Promise((resolve) => {
    const startedAt = performance.now();
    let head: { status: number; headers: Record<string, string | string[]> } | null = null;
    const chunks: Buffer[] = [];
    let length = 0;
    let informational = 0;
    /** Once there is a head, whatever ends the call leaves an answer: the status stands, and what came of the body. */
    const end = (failure: Exchanged | null) => {
      clearTimeout(timer);
      socket.destroy();
      resolve(head ? { kind: "answered", ...head, body: textOf(chunks), withheld: false } : failure);
    };
    const fail = (error: Error, reason = faultOf(codeOf(error))) => {
      // What came before the fault, maybe in the same packet, is still on its way to the listener of "data".
      if (head) return void setImmediate(end, null);
      trace.detail ??= detailOf(error, trace.address);
      end({ kind: "failed", reason });
    };
    const timer = setTimeout(() => end(null), leftMs);
    const takeHead = (answer: IncomingMessage) => {
      trace.timings.waitMs = Math.round(performance.now() - startedAt);
      head = { status: answer.statusCode ?? 0, headers: headersOf(answer.rawHeaders) };
    };
    socket.once("close", () => fail(new Error("closed")));
    const outgoing = requestOn(socket, url, call);
    if (outgoing instanceof Error) return fail(outgoing, "the call could not be made");
    outgoing.on("error", fail);
    outgoing.on("information", () => {
      informational += 1;
      if (informational > MAX_INFORMATIONAL) fail(new Error("too many 1xx"), "informational answers, and no other");
    });
    outgoing.on("upgrade", (answer) => {
      takeHead(answer);
      end(null);
    });
    outgoing.on("response", (answer) => {
      takeHead(answer);
      answer.on("error", fail);
      answer.on("close", () => end(null));
      answer.on("data", (chunk: Buffer) => {
        chunks.push(chunk);
        length += chunk.length;
        if (length >= MAX_BODY_BYTES) end(null);
      });
    });
    sendBody(outgoing, call);
  });
}

/** No agent, which could know of a proxy or of an older connection. An error: a header that cannot be one. */
function requestOn(socket: Socket, url: URL, call: SafeRequest): ClientRequest | Error {
  try {
    return request({
      createConnection: () => socket,
      method: call.method,
      path: `${url.pathname}${url.search}`,
      headers: { ...call.headers, Host: url.host, Connection: "close" },
      maxHeaderSize: MAX_HEADER_BYTES,
      insecureHTTPParser: false,
    });
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** The first bytes of a body, as text that PostgreSQL can hold. */
function textOf(chunks: Buffer[]): string {
  const kept = Buffer.concat(chunks).subarray(0, MAX_BODY_BYTES);
  return new TextDecoder().decode(kept).replaceAll("\0", "\ufffd");
}

/** Names in lower case; of a name that comes more than once, all values. */
function headersOf(raw: string[]): Record<string, string | string[]> {
  const all = new Map<string, string[]>();
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const name = (raw[index] ?? "").toLowerCase();
    const value = raw[index + 1] ?? "";
    const values = all.get(name);
    if (values) values.push(value);
    else all.set(name, [value]);
  }
  return Object.fromEntries([...all].map(([name, values]) => [name, values.length === 1 ? (values[0] ?? "") : values]));
}

function faultOf(code: string): string {
  if (code === "HPE_HEADER_OVERFLOW") return "the answer's headers are too large";
  if (code.startsWith("HPE_")) return "the answer is not HTTP";
  return "the connection was closed without an answer";
}
