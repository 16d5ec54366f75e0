import { type ClientRequest, type IncomingMessage, request } from "node:http";
import type { Socket } from "node:net";
import { type Guard, parseTarget } from "./check-url";
import { mayShowAnswer } from "./forbidden-networks";
import { type ReceiverArgs, ReceiverConnections } from "./receiver-connections";
import { codeOf, detailOf, emptyTrace, type NotConnected, safeConnect, type Trace } from "./safe-connect";
import { sendBody } from "./send-body";

const CONNECT_TIMEOUT_MS = 5_000;
const TOTAL_TIMEOUT_MS = 15_000;
/** A close later than this after sending is no race with an idle connection's end, and the call is not repeated. */
const REPLACED_WITHIN_MS = 2_000;
const MAX_HEADER_BYTES = 16 * 1024;
/** The most 1xx responses before the final one. */
const MAX_INFORMATIONAL = 8;
/** The most of a response's body that is stored. Then the connection is closed without reading the rest. */
export const MAX_BODY_BYTES = 8 * 1024;

export type SafeRequest = {
  method: "POST" | "GET" | "HEAD";
  headers: Record<string, string>;
  body?: string;
  /** Sends the body in pieces over this time, like a slow connection; by default at once. */
  bodyOverMs?: number;
  /** The merchant for whose next call to this origin the connection is kept for some seconds; by default it is closed. */
  keepFor?: string | undefined;
  /** Only if requested: a delivery does not need the certificate. */
  wantCertificate?: boolean;
  /** Shorter time limits, for tests. */
  connectTimeoutMs?: number;
  totalTimeoutMs?: number;
};

/**
 * The result of a call, with its trace. `reason` may be shown to a merchant; `detail` may not. `durationMs`: until the
 * response's head and the stored part of its body, or the failure.
 */
export type SafeAnswer = Trace & { durationMs: number } & (
    | Answered
    /** The guard refused it: nothing was sent. */
    | { kind: "refused"; reason: string }
    /** No response: DNS, connection, TLS or time-out. The receiver may still have got the request. */
    | { kind: "failed"; reason: string }
  );

/**
 * `withheld`: the address is reachable only because the operator allowed its network. The service there may not be the
 * merchant's receiver, so the result has only Retry-After of its headers and nothing of its body.
 */
type Answered = {
  kind: "answered";
  status: number;
  headers: Record<string, string | string[]>;
  body: string;
  withheld: boolean;
};

type Exchanged = Answered | NotConnected;

/** The trace of a call that was never made. */
export const NOTHING_MEASURED: Trace & { durationMs: number } = { ...emptyTrace(), durationMs: 0 };

const connections = new ReceiverConnections();

/**
 * Calls a merchant's URL. The name is resolved once for each connection, which goes to a checked address
 * (`safeConnect`). No redirects, no proxy, no decoding. Time, headers and body are limited. Never rejects.
 */
export async function safeFetch(text: string, call: SafeRequest, guard: Guard): Promise<SafeAnswer> {
  const startedAt = performance.now();
  const trace = emptyTrace();
  const outcome = await attempt(text, call, guard, trace);
  return { ...outcome, ...trace, durationMs: Math.round(performance.now() - startedAt) };
}

async function attempt(text: string, call: SafeRequest, guard: Guard, trace: Trace): Promise<Exchanged> {
  const target = parseTarget(text, guard.allow);
  if (!target.ok) return { kind: "refused", reason: target.reason };
  const totalMs = call.totalTimeoutMs ?? TOTAL_TIMEOUT_MS;
  const endsAt = performance.now() + totalMs;
  const connect = () => {
    const timeoutMs = Math.min(call.connectTimeoutMs ?? CONNECT_TIMEOUT_MS, endsAt - performance.now());
    return safeConnect(target, guard, { timeoutMs, wantCertificate: call.wantCertificate ?? false }, trace);
  };
  const exchanged = (keepFor: string | undefined) =>
    exchange(target.url, { ...call, keepFor }, { connect, endsAt, trace }).catch((error): NotConnected => {
      trace.detail = String(error);
      return { kind: "failed", reason: "the call could not be made" };
    });
  let outcome = await exchanged(call.keepFor);
  // A receiver may close an idle connection while a request is on its way to it (RFC 9112, section 9.5). As HTTP clients
  // do, the call is made again, on a new connection. A receiver that did read the first knows the event by its id.
  if (outcome === "closed unused") outcome = await exchanged(undefined);
  const shown = isShown(trace.address, target.port, guard);
  if (!shown) trace.certificate = null;
  if (outcome === "too late" || outcome === "closed unused")
    return { kind: "failed", reason: `no answer within ${totalMs / 1000} s` };
  return outcome.kind === "answered" && !shown ? withhold(outcome) : outcome;
}

/** The remote address is shown only for public networks. */
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

type Connecting = {
  connect: () => Promise<Socket | NotConnected>;
  /** The end of the call's time, as `performance.now()`. */
  endsAt: number;
  trace: Trace;
};

/** No response: the time is over, or a kept connection was closed soon after sending, before any of the response. */
type NoAnswer = "too late" | "closed unused";

class ConnectError extends Error {
  constructor(readonly outcome: NotConnected) {
    super(outcome.reason);
  }
}

/**
 * One request and its response. Then the connection is closed, or kept if the request was written and the response read
 * to its end. Rejects for an invalid header.
 */
function exchange(url: URL, call: SafeRequest, { connect, endsAt, trace }: Connecting): Promise<Exchanged | NoAnswer> {
  return new Promise((resolve) => {
    let head: { status: number; headers: Record<string, string | string[]> } | null = null;
    const chunks: Buffer[] = [];
    let length = 0;
    let informational = 0;
    let connection = { socket: null as Socket | null, bytesBefore: 0, sentAt: 0 };
    let timer: NodeJS.Timeout | undefined;
    let isOver = false;
    /** After the headers, any end of the call is a response: the status and the received part of the body. */
    const end = (failure: Exchanged | NoAnswer = "too late", isWhole = false) => {
      if (isOver) return;
      isOver = true;
      clearTimeout(timer);
      connection.socket?.off("close", closed);
      // Node keeps or closes a connection only once the request is written. A receiver that answers early and reads no
      // more would leave it open for ever.
      if (!isWhole || call.keepFor === undefined || !outgoing.writableFinished) connection.socket?.destroy();
      resolve(head ? { kind: "answered", ...head, body: textOf(chunks), withheld: false } : failure);
    };
    const fail = (error: Error, reason = faultOf(codeOf(error))) => {
      // Data that arrived before the error, maybe in the same packet, is emitted to the "data" listener afterwards.
      if (head) return void setImmediate(end);
      if (error instanceof ConnectError) return end(error.outcome);
      const { socket, bytesBefore, sentAt } = connection;
      const isUnused = outgoing.reusedSocket && socket?.bytesRead === bytesBefore;
      if (isUnused && performance.now() - sentAt < REPLACED_WITHIN_MS) return end("closed unused");
      trace.detail ??= detailOf(error, trace.address);
      end({ kind: "failed", reason });
    };
    const closed = () => fail(new Error("closed"));
    const takeHead = (answer: IncomingMessage) => {
      trace.timings.waitMs = Math.round(performance.now() - connection.sentAt);
      head = { status: answer.statusCode ?? 0, headers: headersOf(answer.rawHeaders) };
    };
    const outgoing = requestOn(connect, url, call);
    outgoing.on("error", fail);
    outgoing.once("socket", (socket: Socket) => {
      connection = { socket, bytesBefore: socket.bytesRead, sentAt: performance.now() };
      trace.address ??= socket.remoteAddress ?? null;
      timer = setTimeout(end, Math.max(0, endsAt - connection.sentAt));
      socket.once("close", closed);
      sendBody(outgoing, call);
    });
    outgoing.on("information", () => {
      informational += 1;
      if (informational > MAX_INFORMATIONAL) fail(new Error("too many 1xx"), "informational answers, and no other");
    });
    outgoing.on("upgrade", (answer) => {
      takeHead(answer);
      end();
    });
    outgoing.on("response", (answer) => {
      takeHead(answer);
      answer.on("error", fail);
      answer.on("end", () => end(undefined, true));
      answer.on("close", () => end());
      answer.on("data", (chunk: Buffer) => {
        chunks.push(chunk);
        length += chunk.length;
        if (length >= MAX_BODY_BYTES) end();
      });
    });
  });
}

/** Over our own connection, so that no agent of the process can use a proxy. Throws for an invalid header. */
function requestOn(connect: Connecting["connect"], url: URL, call: SafeRequest): ClientRequest {
  const createConnection: ReceiverArgs["createConnection"] = (_, callback) => {
    connect().then((socket) => {
      if ("kind" in socket) callback(new ConnectError(socket), undefined as never);
      else callback(null, socket);
    });
    return undefined;
  };
  const args = {
    createConnection,
    method: call.method,
    path: `${url.pathname}${url.search}`,
    maxHeaderSize: MAX_HEADER_BYTES,
    insecureHTTPParser: false,
  };
  if (call.keepFor === undefined)
    return request({ ...args, headers: { ...call.headers, Host: url.host, Connection: "close" } });
  const kept: ReceiverArgs = { ...args, agent: connections, keptFor: `${call.keepFor} ${url.origin}` };
  return request({ ...kept, headers: { ...call.headers, Host: url.host } });
}

/** The first bytes of a body, as text that PostgreSQL can store. */
function textOf(chunks: Buffer[]): string {
  const kept = Buffer.concat(chunks).subarray(0, MAX_BODY_BYTES);
  return new TextDecoder().decode(kept).replaceAll("\0", "\ufffd");
}

/** Names in lower case; repeated headers have all their values. */
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
