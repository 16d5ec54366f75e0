import http from "node:http";
import { inject } from "vitest";
import { handleApi } from "../http/handler";
import type { Endpoint } from "../lib/endpoint";
import type { AppError } from "../lib/errors";
import { noteAnswer } from "./answers";
import { type Answered, type Called, endpointOf, violationsOf } from "./document";
import { PEER, productPort, REMOTE_ADDRESS, THROWN, thrown } from "./product";
import { UPSTREAM, VIOLATIONS } from "./validating-proxy";
import { headerOf, headersOf, send, without } from "./wire";

export type Reply<D> = {
  status: number;
  headers: Headers;
  /** The bytes, as text. */
  text: string;
  /** Of a success; throws with the whole answer for a failure. */
  readonly data: D;
  /** Of a failure; throws with the whole answer for a success. */
  readonly error: Pick<AppError, "code" | "message" | "metadata">;
};

type Parts = {
  token?: string;
  headers?: Record<string, string>;
  params?: Record<string, string>;
  query?: Record<string, string>;
};

type Violation = { location: string[]; message: string };

const agent = new http.Agent({ keepAlive: true, maxSockets: 256 });

/**
 * A call of the public API over HTTP, through Prism. Throws when the answer is not what the OpenAPI document says, and
 * when its code is undeclared. A body that is a stream goes by `requestDirectly`: Prism would wait for its end.
 */
export async function request<D = unknown>(
  method: string,
  path: string,
  init: RequestInit = {},
  remoteAddress: string = PEER.remoteAddress,
): Promise<Reply<D>> {
  if (init.body instanceof ReadableStream) return requestDirectly(method, path, init);
  const headers = new Headers(init.headers);
  headers.set(REMOTE_ADDRESS, remoteAddress);
  return requestAt(await productPort(), method, path, { ...init, headers });
}

/** The same to whatever listens on a port of loopback in the product's place: for tests of this client. */
export async function requestAt<D = unknown>(
  port: number,
  method: string,
  path: string,
  init: RequestInit = {},
): Promise<Reply<D>> {
  const given = new Request(`http://bankside.test${path}`, { method, ...init });
  const { pathname, search } = new URL(given.url);
  const body = method === "GET" || method === "HEAD" ? null : Buffer.from(await given.arrayBuffer());
  const length = body ? ["Content-Length", String(body.length)] : [];
  const headers = ["Host", "bankside.test", UPSTREAM, String(port), ...[...given.headers].flat(), ...length];
  const target = { port: inject("proxyPort"), method, path: pathname + search, headers, agent };
  const { status, head, body: bytes } = await send(target, body);
  const threw = headerOf(head, THROWN);
  if (threw !== undefined) throw thrown.get(threw);
  const answered = { status, headers: headersOf(without(head, VIOLATIONS)), text: bytes.toString() };
  const called = { method, pathname };
  const verdict = headerOf(head, VIOLATIONS);
  if (verdict === undefined && method !== "HEAD") throw new Error(answered.text);
  return judged<D>(called, answered, verdict?.includes(UNROUTED) === false ? prismSays(verdict) : null);
}

/** A call of the handler in this process, past HTTP and Prism: the answer is held to the document here. */
export async function requestDirectly<D = unknown>(
  method: string,
  path: string,
  init: RequestInit = {},
): Promise<Reply<D>> {
  const given = new Request(`http://bankside.test${path}`, { method, ...init });
  const called = { method, pathname: new URL(given.url).pathname };
  const response = await handleApi(given, PEER);
  const answered = { status: response.status, headers: response.headers, text: await response.text() };
  return judged<D>(called, answered, null);
}

/** What Prism says when a call is no operation of the document; it then looks at nothing. */
const UNROUTED = "Selected route not found";

/** Of its list, what is about the answer; a list that was too long for a header is shown as it came. */
function prismSays(verdict: string): string[] {
  if (!verdict.startsWith("[")) return [verdict];
  const violations = JSON.parse(verdict) as Violation[];
  return violations.filter(({ location }) => location[0] === "response").map(({ message }) => message);
}

/** Notes an answer, and throws when it violates the document: by Prism's words, or else by our own look at it. */
function judged<D>(called: Called, answered: Answered, byPrism: string[] | null): Reply<D> {
  const { status, headers, text } = answered;
  const violations = byPrism ?? violationsOf(called, answered);
  if (violations.length > 0) {
    const call = `${called.method} ${called.pathname}`;
    throw new Error(`${call} is not answered as documented: ${violations.join("; ")}\n${status} ${text}`);
  }
  const envelope = text.startsWith("{") ? JSON.parse(text) : {};
  noteAnswer(endpointOf(called), status, envelope.error?.code);
  const part = (name: string) => {
    if (!(name in envelope)) throw new Error(`No ${name}: ${status} ${text}`);
    return envelope[name];
  };
  return {
    status,
    headers,
    text,
    get data() {
      return part("data") as D;
    },
    get error() {
      return part("error");
    },
  };
}

/** Calls an endpoint by its value. The body is plain JSON: tests send what is wrong as well. */
export function call<P, Q, B, D>(endpoint: Endpoint<P, Q, B, D>, body?: unknown, parts: Parts = {}): Promise<Reply<D>> {
  const path = Object.entries(parts.params ?? {}).reduce(
    (text, [name, value]) => text.replace(`{${name}}`, value),
    endpoint.path,
  );
  const query = parts.query ? `?${new URLSearchParams(parts.query)}` : "";
  const headers = {
    ...(body === undefined ? {} : { "content-type": "application/json" }),
    ...(parts.token ? { authorization: `Bearer ${parts.token}` } : {}),
    ...parts.headers,
  };
  return request<D>(endpoint.method, path + query, {
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}
