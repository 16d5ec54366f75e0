import { isIPv6, type LookupFunction, connect as openTcp, type Socket } from "node:net";
import { connect as openTls, TLSSocket } from "node:tls";
import { type Guard, type ParsedUrl, resolveChecked } from "./check-url";
import { type Certificate, certificateFault, peerCertificate, trustedContext } from "./peer-certificate";
import { withinTime } from "./within-time";

/** The one reason that a merchant sees for every failed connection. */
export const NO_CONNECTION = "no connection";

/** All addresses of a name are checked, but at most this many are tried, which limits the connections of one call. */
const MAX_TRIED = 8;

/** Duration of each part of a call in whole milliseconds; null for a part that was not reached or not needed. */
type Timings = {
  /** DNS resolution. */
  nameMs: number | null;
  /** The TCP connection, after DNS. */
  connectMs: number | null;
  /** The TLS handshake, after TCP. */
  tlsMs: number | null;
  /** From the request to the head of the response. */
  waitMs: number | null;
};

/** The recorded facts of a call, successful or not. */
export type Trace = {
  timings: Timings;
  /** The address connected to. */
  address: string | null;
  /** For operators: error code and addresses. Never shown to merchants, because it reveals open ports. */
  detail: string | null;
  /** Only if requested, and only after the TLS handshake. */
  certificate: Certificate | null;
};

export type NotConnected = {
  kind: "refused" | "failed";
  reason: string;
};

type ConnectBounds = { timeoutMs: number; wantCertificate: boolean };

/** An empty trace. */
export function emptyTrace(): Trace {
  const timings = { nameMs: null, connectMs: null, tlsMs: null, waitMs: null };
  return { timings, address: null, detail: null, certificate: null };
}

/**
 * Connects to a checked address of the target, for one call. The name is resolved once, here, and TCP gets the checked
 * addresses, so that DNS can't change between check and use. Name, TCP and TLS together may take `timeoutMs`. A
 * merchant sees the same reason for every failed connection, because different ones would make webhooks a port scanner;
 * the cause is in the trace. Never rejects.
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
  try {
    const resolved = await withinTime(timeoutMs, resolveChecked(target.url.hostname, target.port, guard));
    if (resolved?.ok === false) {
      trace.detail = resolved.detail;
      return { kind: "refused", reason: resolved.reason };
    }
    if (resolved && resolved.addresses.length > 0) return resolved.addresses.slice(0, MAX_TRIED);
    trace.detail = resolved ? "the name has no address" : "the DNS did not answer in time";
  } catch (error) {
    trace.detail = error instanceof Error ? error.message : String(error);
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
    // The listener stays on the socket, because an error can also occur later.
    socket.on("error", fail);
    socket.once("connect", () => {
      connectedAt = performance.now();
      trace.timings.connectMs = Math.round(connectedAt - startedAt);
      // A peer that has already closed has no address.
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
 * The host name is kept for SNI and the certificate; the look-up returns only the checked addresses. With
 * `wantCertificate` an invalid certificate is read too: TLS completes, and `connect` closes it before a byte is sent.
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

/** Called for names only; parseTarget has checked literals. */
function answering(addresses: string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
  return (_hostname, options, callback) => {
    const [first] = found;
    if (!first) return callback(new Error("no address"), "");
    return options.all ? callback(null, found) : callback(null, first.address, first.family);
  };
}

/** A certificate error is reported, because the merchant can fix it. Any other TLS failure is "no connection". */
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
