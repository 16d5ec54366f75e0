import { Agent, buildConnector, request } from "undici";

const CONNECT_TIMEOUT_MS = 3_000;
const MAX_ANSWER_BYTES = 1024 * 1024;

/** A request to an address that the operator configured. Merchant-given addresses go through `safe-fetch` instead. */
export type OutgoingRequest = {
  method: "GET" | "POST" | "PUT" | "DELETE";
  url: string;
  headers: Record<string, string>;
  body?: string;
  /** For the whole exchange, the answer's last byte included. */
  deadlineMs: number;
};

export type HttpAnswer = {
  status: number;
  /** Names in lower case; repeated headers joined by a comma. */
  headers: Record<string, string>;
  body: string;
};

/**
 * `answered` whatever the status; `not-sent` no byte of the request left (name not found, connection refused, TLS failed);
 * `unknown` the request may have arrived: time-out, reset, an answer that broke off or is too long.
 */
export type HttpResult = { kind: "answered"; answer: HttpAnswer } | { kind: "not-sent" | "unknown"; detail: string };

/** What went wrong before there was a connection: then, and only then, nothing can have been sent. */
const connectFailures = new WeakSet<Error>();
const connect = buildConnector({ timeout: CONNECT_TIMEOUT_MS });

// No keep-alive: a kept connection can die while a payment is written on it, and a sure failure would become an unknown one.
const agent = new Agent({
  pipelining: 0,
  connect: (options, done) =>
    connect(options, (...result) => {
      if (result[0]) connectFailures.add(result[0]);
      done(...result);
    }),
});

/** One exchange: no retries, no redirects followed, an answer of at most 1 MiB. Never throws for what the network does. */
export async function sendRequest({ method, url, headers, body, deadlineMs }: OutgoingRequest): Promise<HttpResult> {
  try {
    const response = await request(url, {
      method,
      headers,
      body: body ?? null,
      dispatcher: agent,
      signal: AbortSignal.timeout(deadlineMs),
    });
    const text = await readCapped(response.body);
    if (text === null) return { kind: "unknown", detail: `The answer is longer than ${MAX_ANSWER_BYTES} bytes.` };
    return {
      kind: "answered",
      answer: { status: response.statusCode, headers: joinHeaders(response.headers), body: text },
    };
  } catch (error) {
    return {
      kind: error instanceof Error && connectFailures.has(error) ? "not-sent" : "unknown",
      detail: describe(error),
    };
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

/** Code and words, without addresses' query strings: fit for a log. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = "code" in error && error.code ? `${String(error.code)}: ` : "";
  const inner = error instanceof AggregateError && error.errors.length > 0 ? describe(error.errors[0]) : error.message;
  return code + inner;
}
