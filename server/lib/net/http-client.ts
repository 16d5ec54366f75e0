import { buildConnector, Client } from "undici";
import { ownAddressOf } from "../config/own-origin";

const CONNECT_TIMEOUT_MS = 3_000;
const MAX_ANSWER_BYTES = 1024 * 1024;

/** Mutual TLS, in PEM: our certificate with its chain, its key, and the trusted CAs; without `ca`, the system's. */
export type ClientTls = { cert: string; key: string; ca?: string };

/** A request to an address that the operator configured. Merchants' addresses use `safe-fetch` instead. */
export type OutgoingRequest = {
  method: "GET" | "POST" | "PUT" | "DELETE";
  url: string;
  headers: Record<string, string>;
  body?: string;
  /** For the whole exchange, up to the last byte of the response. */
  deadlineMs: number;
  /** Our client certificate, for mutual TLS. */
  tls?: ClientTls;
};

export type HttpAnswer = {
  status: number;
  /** Names in lower case; repeated headers joined by a comma. */
  headers: Record<string, string>;
  body: string;
};

/**
 * `answered`: any status. `not-sent`: the request surely didn't reach the server (name not found, connection refused,
 * TLS failed on either side). `unknown`: it may have arrived (time-out, reset, a response that was cut off or too
 * long).
 */
export type HttpResult = { kind: "answered"; answer: HttpAnswer } | { kind: "not-sent" | "unknown"; detail: string };

/**
 * In TLS 1.3 a client completes its handshake, and may send its request, before the server has checked the client's
 * certificate (RFC 8446 §2). These alerts (§6.2) mean that the server refused the handshake and read no request.
 */
const CERTIFICATE_ALERTS =
  /^ERR_SSL_(TLS|SSL)V\d+_ALERT_(BAD_CERTIFICATE|UNSUPPORTED_CERTIFICATE|CERTIFICATE_(REVOKED|EXPIRED|UNKNOWN|REQUIRED)|UNKNOWN_CA|ACCESS_DENIED|HANDSHAKE_FAILURE)$/;

/**
 * Whether a connection was opened, and the server's TLS alert if it refused the handshake. Only without a connection,
 * or with a refusal, the request was surely not sent.
 */
type Connection = { isOpen: boolean; refusal?: Error };

/** One exchange: no retries, no redirects, a response of at most 1 MiB. Network errors are returned and not thrown. */
export async function sendRequest(outgoing: OutgoingRequest): Promise<HttpResult> {
  const { method, url, headers, body, deadlineMs, tls } = outgoing;
  const connection: Connection = { isOpen: false };
  let client: Client | undefined;
  try {
    const { origin, host, pathname, search } = new URL(url);
    // Each call opens its own connection. A kept connection can break while a payment is written to it, which makes the
    // result unknown instead of a sure failure; and a connection with one certificate must not serve another.
    const own = ownAddressOf(origin);
    client = new Client(own ?? origin, { pipelining: 0, connect: connectNoting(connection, tls) });
    const signal = AbortSignal.timeout(deadlineMs);
    const sent = own === null ? headers : { ...headers, Host: host };
    const path = pathname + search;
    const response = await client.request({ method, path, headers: sent, body: body ?? null, signal });
    const text = await readCapped(response.body);
    if (text === null) return { kind: "unknown", detail: `The answer is longer than ${MAX_ANSWER_BYTES} bytes.` };
    return {
      kind: "answered",
      answer: { status: response.statusCode, headers: joinHeaders(response.headers), body: text },
    };
  } catch (error) {
    const { isOpen, refusal } = connection;
    return { kind: isOpen && !refusal ? "unknown" : "not-sent", detail: describe(refusal ?? error) };
  } finally {
    await client?.destroy();
  }
}

function connectNoting(connection: Connection, tls: ClientTls | undefined): buildConnector.connector {
  const connect = buildConnector({ timeout: CONNECT_TIMEOUT_MS, ...tls });
  return (options, done) =>
    connect(options, (...result) => {
      const [, socket] = result;
      connection.isOpen = Boolean(socket);
      // After a TLS alert, undici reports only that the socket ended.
      socket?.on("error", (error: Error & { code?: string }) => {
        if (CERTIFICATE_ALERTS.test(error.code ?? "")) connection.refusal = error;
      });
      done(...result);
    });
}

async function readCapped(body: AsyncIterable<Uint8Array> & { destroy(): unknown }): Promise<string | null> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body) {
    size += part.length;
    if (size > MAX_ANSWER_BYTES) {
      body.destroy();
      return null;
    }
    parts.push(part);
  }
  return Buffer.concat(parts).toString("utf8");
}

function joinHeaders(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name.toLowerCase(), Array.isArray(value) ? value.join(", ") : value]],
    ),
  );
}

/** Error code and message, without query strings of addresses, for the log. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = "code" in error && error.code ? `${String(error.code)}: ` : "";
  const inner = error instanceof AggregateError && error.errors.length > 0 ? describe(error.errors[0]) : error.message;
  return code + inner;
}
