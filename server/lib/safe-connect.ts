import { isIPv6, type LookupFunction, connect as openTcp, type Socket } from "node:net";
import { connect as openTls, TLSSocket } from "node:tls";
import { type Guard, type ParsedUrl, resolveChecked } from "./check-url";
import { type Certificate, certificateFault, peerCertificate, trustedContext } from "./peer-certificate";

/** What a merchant hears of every connection that does not stand. */
export const NO_CONNECTION = "no connection";

/** Of a name with very many addresses, all are judged, and so many are tried: a call is no flood of connections. */
const MAX_TRIED = 8;

/** Whole milliseconds of each part of a call; null for a part that was not reached or not needed. */
export type Timings = {
  /** Until the DNS had answered. */
  nameMs: number | null;
  /** From there until the TCP connection stood. */
  connectMs: number | null;
  /** From there until TLS was up. */
  tlsMs: number | null;
  /** From the request until the head of the answer. */
  waitMs: number | null;
};

/** What a call leaves behind, whatever comes of it. */
export type Trace = {
  timings: Timings;
  /** The address connected to. */
  address: string | null;
  /** For operators: code and addresses. It tells what answers where, so a merchant never sees it. */
  detail: string | null;
  /** Only when it was asked for, and only where TLS got that far. */
  certificate: Certificate | null;
};

export type NotConnected = {
  kind: "refused" | "failed";
  reason: string;
};

export type ConnectBounds = { timeoutMs: number; wantCertificate: boolean };

/** A trace of nothing yet. */
export function emptyTrace(): Trace {
  const timings = { nameMs: null, connectMs: null, tlsMs: null, waitMs: null };
  return { timings, address: null, detail: null, certificate: null };
}

/**
 * Connects to a checked address of the target, for one call: the name is asked for once, here, and TCP gets the answers
 * that were judged, so that there is no moment between check and use. Name, TCP and TLS together have `timeoutMs`.
 * What a merchant is told of a connection that does not stand is one word for every cause, or webhooks would be a
 * scanner of ports; the cause goes into the trace. Never rejects.
 */
export async function safeConnect(
  target: ParsedUrl,
  guard: Guard,
  bounds: ConnectBounds,
  trace: Trace,
): Promise<Socket | NotConnected> {
  const startedAt = performance.now();
  const found = await addressesOf(target, guard, bounds.timeoutMs, trace);
  const nameMs = performance.now() - startedAt;
  if (target.literal === null) trace.timings.nameMs = Math.round(nameMs);
  if ("kind" in found) return found;
  return connect(target, found, { ...bounds, timeoutMs: Math.max(0, bounds.timeoutMs - nameMs) }, trace);
}

async function addressesOf(
  target: ParsedUrl,
  guard: Guard,
  timeoutMs: number,
  trace: Trace,
): Promise<string[] | NotConnected> {
  if (target.literal !== null) return [target.literal];
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("the DNS did not answer in time")), timeoutMs);
  });
  try {
    const resolved = await Promise.race([resolveChecked(target.url.hostname, target.port, guard), tooLate]);
    if (!resolved.ok) {
      trace.detail = resolved.detail;
      return { kind: "refused", reason: resolved.reason };
    }
    if (resolved.addresses.length > 0) return resolved.addresses.slice(0, MAX_TRIED);
    trace.detail = "the name has no address";
  } catch (error) {
    trace.detail = error instanceof Error ? error.message : String(error);
  } finally {
    clearTimeout(timer);
  }
  return { kind: "failed", reason: "the name does not resolve" };
}

function connect(
  target: ParsedUrl,
  addresses: string[],
  { timeoutMs, wantCertificate }: ConnectBounds,
  trace: Trace,
): Promise<Socket | NotConnected> {
  return new Promise((resolve) => {
    const startedAt = performance.now();
    let connectedAt: number | null = null;
    const socket = open(target, addresses, wantCertificate);
    const end = (outcome: Socket | NotConnected) => {
      clearTimeout(timer);
      if (outcome !== socket) socket.destroy();
      resolve(outcome);
    };
    const fail = (error: Error) => {
      trace.detail = detailOf(error, trace.address);
      end({ kind: "failed", reason: connectedAt === null ? NO_CONNECTION : secureFault(error) });
    };
    const timer = setTimeout(
      () => fail(new Error(connectedAt === null ? "connect timeout" : "TLS timeout")),
      timeoutMs,
    );
    // Stays on the socket: an error after this part is over has to find a listener, too.
    socket.on("error", fail);
    socket.once("connect", () => {
      connectedAt = performance.now();
      trace.timings.connectMs = Math.round(connectedAt - startedAt);
      // A peer that has closed again already cannot be asked for its address.
      trace.address = socket.remoteAddress ?? (addresses.length === 1 ? (addresses[0] ?? null) : null);
      if (!(socket instanceof TLSSocket)) end(socket);
    });
    if (!(socket instanceof TLSSocket)) return;
    socket.once("secureConnect", () => {
      trace.timings.tlsMs = Math.round(performance.now() - (connectedAt ?? startedAt));
      if (wantCertificate) trace.certificate = peerCertificate(socket);
      if (socket.authorized) return end(socket);
      const code = String(socket.authorizationError);
      fail(Object.assign(new Error(code), { code }));
    });
  });
}

/**
 * The host stays the name, for SNI and the certificate; the look-up has no answers but those that were checked. Whoever
 * wants to see the certificate sees a bad one too: TLS comes up then, and `connect` ends it before a byte is sent.
 */
function open(target: ParsedUrl, addresses: string[], wantCertificate: boolean): Socket {
  const host = target.literal ?? target.url.hostname;
  const tcp = { host, port: target.port, lookup: answering(addresses), autoSelectFamily: true, noDelay: true };
  if (target.url.protocol !== "https:") return openTcp(tcp);
  return openTls({
    ...tcp,
    servername: target.literal === null ? host : "",
    ALPNProtocols: ["http/1.1"],
    secureContext: trustedContext(),
    rejectUnauthorized: !wantCertificate,
  });
}

/** Called for names only, never for literals, which parseTarget has judged. */
function answering(addresses: string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
  return (_hostname, options, callback) => {
    const [first] = found;
    if (!first) return callback(new Error("no address"), "");
    return options.all ? callback(null, found) : callback(null, first.address, first.family);
  };
}

/** A certificate's fault is the merchant's to mend, and told. What else ends TLS early is no connection like any other. */
function secureFault(error: Error): string {
  const code = codeOf(error);
  const fault = certificateFault(code);
  if (fault !== null) return `no secure connection: ${fault}`;
  return /^(EPROTO|ERR_SSL_|ERR_TLS_)/.test(code) ? "no secure connection" : NO_CONNECTION;
}

/** Every cause with its address: several addresses fail as one AggregateError. */
export function detailOf(error: Error, address: string | null): string {
  const causes = error instanceof AggregateError && error.errors.length > 0 ? error.errors : [error];
  return causes
    .map((cause: unknown) => {
      if (!(cause instanceof Error)) return String(cause);
      const at = "address" in cause && typeof cause.address === "string" ? cause.address : address;
      return [codeOf(cause) || cause.message, at].filter((part) => part !== null).join(" ");
    })
    .join(", ");
}

export function codeOf(error: Error): string {
  return "code" in error && typeof error.code === "string" ? error.code : "";
}
