import { ownAddressOf } from "../config/own-origin";
import { type BankConnection, type ClientTls, keep, newConnection, takeKept } from "./bank-connections";

export type { ClientTls } from "./bank-connections";

const MAX_ANSWER_BYTES = 1024 * 1024;

/** Made once: undici would make one for each connection that ends, and Node then writes its stack. */
const ENDED = new Error("The call has ended.");

/** A request to an address that the operator configured. Merchants' addresses use `safe-fetch` instead. */
export type OutgoingRequest = {
  method: "GET" | "POST" | "PUT" | "DELETE";
  url: string;
  headers: Record<string, string>;
  body?: string | undefined;
  /** For the whole exchange, up to the last byte of the response. */
  deadlineMs: number;
  /** Our client certificate, for mutual TLS. */
  tls?: ClientTls | undefined;
  /**
   * The call moves nothing, so that sending it twice is harmless. It may use a kept connection, and is sent once more, on
   * a new one, where the kept one fails. Never for a call that starts or moves a payment, or
   * uses up what it sends: a code, a refresh token, a signed assertion.
   */
  isRepeatable?: boolean;
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
export type HttpResult =
  | { kind: "answered"; answer: HttpAnswer }
  | { kind: "not-sent" | "unknown"; isTooLong?: true; detail: string };

/** One exchange: no redirects, a response of at most 1 MiB. Network errors are returned and not thrown. */
export async function sendRequest(outgoing: OutgoingRequest): Promise<HttpResult> {
  const signal = AbortSignal.timeout(outgoing.deadlineMs);
  try {
    const { tls, isRepeatable = false } = outgoing;
    const { origin } = new URL(outgoing.url);
    const address = ownAddressOf(origin) ?? origin;
    const kept = isRepeatable ? takeKept(address, tls) : null;
    const first = kept && (await exchange(kept, outgoing, signal));
    if (first && (first.kind === "answered" || signal.aborted)) return first;
    // Any other call has a connection of its own: a kept one can break while a payment is written to it, which makes the
    // result unknown instead of a sure failure.
    const result = await exchange(newConnection(address, tls, isRepeatable), outgoing, signal);
    // The first may have arrived: a bank counts unattended reads.
    return first?.kind === "unknown" && result.kind === "not-sent" ? { ...result, kind: "unknown" } : result;
  } catch (error) {
    return { kind: "not-sent", detail: describe(error) };
  }
}

async function exchange(
  connection: BankConnection,
  { method, url, headers, body, isRepeatable }: OutgoingRequest,
  signal: AbortSignal,
): Promise<HttpResult> {
  let isWhole = false;
  try {
    const { origin, host, pathname, search } = new URL(url);
    const sent = ownAddressOf(origin) === null ? headers : { ...headers, Host: host };
    const path = pathname + search;
    const response = await connection.client.request({ method, path, headers: sent, body: body ?? null, signal });
    const text = await readCapped(response.body);
    if (text === null) {
      return { kind: "unknown", isTooLong: true, detail: `The answer is longer than ${MAX_ANSWER_BYTES} bytes.` };
    }
    isWhole = true;
    return {
      kind: "answered",
      answer: { status: response.statusCode, headers: joinHeaders(response.headers), body: text },
    };
  } catch (error) {
    const { wasOpen, refusal } = connection;
    return { kind: wasOpen && !refusal ? "unknown" : "not-sent", detail: describe(refusal ?? error) };
  } finally {
    if (isRepeatable && isWhole) keep(connection);
    else void connection.client.destroy(ENDED);
  }
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
