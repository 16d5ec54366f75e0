import http from "node:http";
import { inject } from "vitest";
import { DEPTH } from "../../verification/depth";
import { handleApi } from "../http/handler";
import { ENDPOINTS } from "../http/registry";
import { byId, type Endpoint } from "../lib/endpoint";
import type { AppError } from "../lib/errors";
import { shapeOf } from "./documents/answer-shape";
import { noteAnswer } from "./documents/answers";
import { type Answered, type Called, endpointOf, violationsOf } from "./documents/document";
import { ANSWER, UPSTREAM, VIOLATIONS } from "./documents/validating-proxy";
import { processState } from "./processes/process-state";
import { PEER, productPort, REMOTE_ADDRESS, THROWN, thrown } from "./processes/product";
import { type Answer, headerOf, headersOf, send, without } from "./wire";

export type Reply<D> = {
  status: number;
  headers: Headers;
  /** The raw body as text. */
  text: string;
  /** The data of a success; throws with the whole answer for a failure. */
  readonly data: D;
  /** The error of a failure; throws with the whole answer for a success. */
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
 * Calls the public API over HTTP. Throws when the answer violates the OpenAPI document, and when its code is
 * undeclared. Each answer is checked against the document here; Prism checks each shape of answer once per process,
 * because it takes 3 ms for each, and every answer in a deep run. A streamed body goes by `requestDirectly`.
 */
export async function request<D = unknown>(
  method: string,
  path: string,
  init: RequestInit = {},
  remoteAddress: string = PEER.remoteAddress,
): Promise<Reply<D>> {
  if (init.body instanceof ReadableStream) return requestDirectly(method, path, init);
  const { target, head, body } = await messageOf(method, path, init);
  const port = await productPort();
  const headers = [...head, REMOTE_ADDRESS, remoteAddress];
  const answer = await send({ port, method, path: target, headers, agent }, body);
  const threw = headerOf(answer.head, THROWN);
  if (threw !== undefined) throw thrown.get(threw);
  const called = { method, pathname: target.split("?", 1)[0] ?? "" };
  const answered = answeredBy(answer);
  const shape = `${endpointOf(called)} ${method} ${shapeOf(answered)}`;
  const isNew = DEPTH === "full" || !processState.judgedShapes.has(shape);
  processState.judgedShapes.add(shape);
  const isRouted = method !== "HEAD" && !hasEmptySegment(called.pathname);
  const byPrism = isNew && isRouted ? await judgeByPrism(method, target, answer) : [];
  return judged<D>(called, answered, [...byPrism, ...violationsOf(called, answered)]);
}

/** Prism takes an empty segment for the value of a path's parameter; here it is no operation of the document. */
function hasEmptySegment(pathname: string): boolean {
  return /\/(\/|$)/.test(pathname);
}

/** Calls through Prism a server on a loopback port instead of the product: for tests of this client. */
export async function requestAt<D = unknown>(
  port: number,
  method: string,
  path: string,
  init: RequestInit = {},
): Promise<Reply<D>> {
  const { target, head, body } = await messageOf(method, path, init);
  const headers = [...head, UPSTREAM, String(port)];
  const answer = await send({ port: inject("proxyPort"), method, path: target, headers, agent }, body);
  const called = { method, pathname: target.split("?", 1)[0] ?? "" };
  const answered = answeredBy(answer);
  return judged<D>(called, answered, violationsBy(answer, answered) ?? violationsOf(called, answered));
}

async function messageOf(method: string, path: string, init: RequestInit) {
  const given = new Request(`http://bankside.test${path}`, { method, ...init });
  const { pathname, search } = new URL(given.url);
  const body = method === "GET" || method === "HEAD" ? null : Buffer.from(await given.arrayBuffer());
  const length = body ? ["Content-Length", String(body.length)] : [];
  return { target: pathname + search, head: ["Host", "bankside.test", ...[...given.headers].flat(), ...length], body };
}

function answeredBy({ status, head, body }: Answer): Answered {
  return { status, headers: headersOf(without(head, VIOLATIONS)), text: body.toString() };
}

/** Prism's violations for an answer that was already received. */
async function judgeByPrism(method: string, target: string, { status, head, body }: Answer): Promise<string[]> {
  const given = Buffer.from(JSON.stringify({ status, head, body: body.toString("base64") }));
  const headers = ["Host", "bankside.test", ANSWER, "1", "Content-Length", String(given.length)];
  const began = performance.now();
  // Here a GET has a body, which only the tests' proxy reads.
  const verdict = await send({ port: inject("proxyPort"), method, path: target, headers, agent }, given);
  processState.waitedMs.prism += performance.now() - began;
  return violationsBy(verdict, { status, headers: new Headers(), text: verdict.body.toString() }) ?? [];
}

/** The violations that Prism reports; null when the call is no operation of the document. */
function violationsBy({ head }: Answer, { text }: Answered): string[] | null {
  const verdict = headerOf(head, VIOLATIONS);
  if (verdict === undefined) throw new Error(text);
  return verdict.includes(UNROUTED) ? null : prismSays(verdict);
}

/** Calls the handler in this process, without HTTP and Prism: the answer is checked against the document here. */
export async function requestDirectly<D = unknown>(
  method: string,
  path: string,
  init: RequestInit = {},
): Promise<Reply<D>> {
  const given = new Request(`http://bankside.test${path}`, { method, ...init });
  const called = { method, pathname: new URL(given.url).pathname };
  const response = await handleApi(given, PEER);
  const answered = { status: response.status, headers: response.headers, text: await response.text() };
  return judged<D>(called, answered, violationsOf(called, answered));
}

/** Prism's message for a call that is no operation of the document; it then checks nothing. */
const UNROUTED = "Selected route not found";

/** The violations that concern the answer; a list that was too long for a header is returned unparsed. */
function prismSays(verdict: string): string[] {
  if (!verdict.startsWith("[")) return [verdict];
  const violations = JSON.parse(verdict) as Violation[];
  return violations.filter(({ location }) => location[0] === "response").map(({ message }) => message);
}

/** Records an answer, and throws when it violates the document. */
function judged<D>(called: Called, answered: Answered, violations: string[]): Reply<D> {
  const { status, headers, text } = answered;
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

type EndpointId = (typeof ENDPOINTS)[number]["id"];
type DataOf<Id extends EndpointId> = Awaited<ReturnType<Extract<(typeof ENDPOINTS)[number], { id: Id }>["run"]>>;

/** Calls an endpoint by its operation's id or its value. The body is untyped JSON: tests send invalid bodies as well. */
export function call<Id extends EndpointId>(id: Id, body?: unknown, parts?: Parts): Promise<Reply<DataOf<Id>>>;
export function call<P, Q, B, D>(given: Endpoint<P, Q, B, D>, body?: unknown, parts?: Parts): Promise<Reply<D>>;
export function call(given: EndpointId | Pick<Endpoint, "method" | "path">, body?: unknown, parts: Parts = {}) {
  const endpoint = typeof given === "string" ? byId(ENDPOINTS, given) : given;
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
  return request(endpoint.method, path + query, {
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}
