import { buildConnector, Client } from "undici";

const CONNECT_TIMEOUT_MS = 3_000;
const MAX_ANSWER_BYTES = 1024 * 1024;

/** Mutual TLS, in PEM: our certificate (with its chain), its key, and whom we trust; without `ca`, the usual authorities. */
export type ClientTls = { cert: string; key: string; ca?: string };

/** A request to an address that the operator configured. Merchant-given addresses go through `safe-fetch` instead. */
export type OutgoingRequest = {
  method: "GET" | "POST" | "PUT" | "DELETE";
  url: string;
  headers: Record<string, string>;
  body?: string;
  /** For the whole exchange, the answer's last byte included. */
  deadlineMs: number;
  /** Who we are, where the other side asks for a certificate. */
  tls?: ClientTls;
};

export type HttpAnswer = {
  status: number;
  /** Names in lower case; repeated headers joined by a comma. */
  headers: Record<string, string>;
  body: string;
};

/**
 * `answered` whatever the status; `not-sent` the request was surely not taken (name not found, connection refused, TLS
 * failed on either side); `unknown` it may have arrived: time-out, reset, an answer that broke off or is too long.
 */
export type HttpResult = { kind: "answered"; answer: HttpAnswer } | { kind: "not-sent" | "unknown"; detail: string };

/**
 * By TLS 1.3 a client has finished its handshake, and may have written its request, before the server has looked at its
 * certificate (RFC 8446 §2). These alerts (§6.2) say that the server refused the handshake: it has read nothing behind it.
 */
const CERTIFICATE_ALERTS =
  /^ERR_SSL_(TLS|SSL)V\d+_ALERT_(BAD_CERTIFICATE|UNSUPPORTED_CERTIFICATE|CERTIFICATE_(REVOKED|EXPIRED|UNKNOWN|REQUIRED)|UNKNOWN_CA|ACCESS_DENIED|HANDSHAKE_FAILURE)$/;

/**
 * Whether there was a connection that a request could be written on, and why the other side would take none from it. Without
 * the one, or with the other, and only then, nothing was sent.
 */
type Connection = { isOpen: boolean; refusal?: Error };

/** One exchange: no retries, no redirects followed, an answer of at most 1 MiB. Never throws for what the network does. */
export async function sendRequest(outgoing: OutgoingRequest): Promise<HttpResult> {
  const { method, url, headers, body, deadlineMs, tls } = outgoing;
  const connection: Connection = { isOpen: false };
  let client: Client | undefined;
  try {
    const { origin, pathname, search } = new URL(url);
    // A connection for each call. A kept one can die while a payment is written on it, and a sure failure would become an
    // unknown one; and none that was opened with one certificate can serve another.
    client = new Client(origin, { pipelining: 0, connect: connectNoting(connection, tls) });
    const signal = AbortSignal.timeout(deadlineMs);
    const response = await client.request({ method, path: pathname + search, headers, body: body ?? null, signal });
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
      // What undici tells of a socket that ends after an alert is the end, not the alert.
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

/** Code and words, without addresses' query strings: fit for a log. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = "code" in error && error.code ? `${String(error.code)}: ` : "";
  const inner = error instanceof AggregateError && error.errors.length > 0 ? describe(error.errors[0]) : error.message;
  return code + inner;
}
