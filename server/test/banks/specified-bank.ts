import http from "node:http";
import { SIMULATION_KEY_HEADER, simulationKeys } from "../../lib/config/simulation-key";
import { type Prism, startPrism } from "../documents/prism";
import { onLoopback } from "../processes/on-loopback";
import { type Answer, bytesOf, headerOf, type Message, send, without } from "../wire";

const EXCHANGE = "x-test-exchange";

/** A violation that Prism found in one exchange. */
export type Violation = { location: string[]; message: string };

export type Judged = {
  method: string;
  /** The path in the document. */
  path: string;
  /** Names in lower case. */
  requestHeaders: Record<string, string>;
  status: number;
  violations: Violation[];
};

export type SpecifiedBank = {
  port: number;
  /** Every call of an operation in the document, in order. */
  judged: Judged[];
  /** Changes an answer: a bank's before Prism checks it; the mock's afterwards. */
  spoil: ((answer: Answer) => Answer) | null;
  /** The mock's next answers: values of `Prefer` (RFC 7240). */
  examples: string[];
  close(): Promise<void>;
};

type Options = {
  document: unknown;
  /** Loopback port of the bank. Null: Prism answers by the document's examples. */
  upstream: number | null;
  /** The document's path for an address; null for an address outside the document, which goes to the bank unchecked. */
  pathOf(target: string): string | null;
};

type Exchange = { method: string; target: string; request: Message; answer?: Answer };
type State = Options & { bank: SpecifiedBank; prism: Prism | undefined; open: Map<string, Exchange>; count: number };

/**
 * A proxy between a connector and a bank: Prism checks both sides against the standard's own document. Prism re-serialises
 * JSON, but a signature covers the exact bytes: so Prism gets a copy of the messages.
 *
 *     connector ── 1 ──> proxy ── 2: a copy ──> Prism ── 3 ──> proxy ── 4: the request itself ──> bank
 *
 * The first and the third are one server: a request with an exchange header comes from Prism.
 * @throws Error with the reason why Prism did not start
 */
export async function startSpecifiedBank(options: Options): Promise<SpecifiedBank> {
  const server = http.createServer((request, response) => {
    handle(state, request).then(
      ({ status, head, body }) => response.writeHead(status, head).end(body),
      (error) => response.writeHead(502, { "Content-Type": "text/plain" }).end(`The tests' proxy: ${error.message}`),
    );
  });
  const { port, close: end } = await onLoopback(server);
  const close = async () => {
    state.prism?.close();
    await end();
  };
  const bank: SpecifiedBank = { port, judged: [], spoil: null, examples: [], close };
  const state: State = { ...options, bank, prism: undefined, open: new Map(), count: 0 };
  try {
    const back = options.upstream === null ? null : `http://127.0.0.1:${port}`;
    state.prism = await startPrism(options.document, back, { requests: true });
    return bank;
  } catch (error) {
    await close();
    throw error;
  }
}

/** The violations found by Prism so far, each with its call. */
export function violationsOf(bank: SpecifiedBank, location?: "request" | "response"): string[] {
  return bank.judged.flatMap(({ method, path, status, violations }) =>
    violations
      .filter((violation) => location === undefined || violation.location[0] === location)
      .map((violation) => `${method} ${path} ${status}: ${violation.location.join(".")} ${violation.message}`),
  );
}

async function handle(state: State, message: http.IncomingMessage): Promise<Answer> {
  const { method = "GET", url: target = "/", rawHeaders } = message;
  const known = state.open.get(headerOf(rawHeaders, EXCHANGE) ?? "");
  if (known) return toBank(state, known);
  const exchange: Exchange = { method, target, request: { head: rawHeaders, body: await bytesOf(message) } };
  const path = state.pathOf(target);
  return path === null ? toBank(state, exchange) : throughPrism(state, exchange, path);
}

async function toBank({ upstream, bank }: State, exchange: Exchange): Promise<Answer> {
  const { method, target, request } = exchange;
  if (upstream === null) throw new Error(`there is no bank for ${target}`);
  // A simulated bank identifies its installation by the key, which the connector sends only to that bank's own address.
  const answer = await send(
    {
      port: upstream,
      method,
      path: target,
      headers: [...without(request.head, "connection"), SIMULATION_KEY_HEADER, simulationKeys()],
      agent: false,
    },
    request.body,
  );
  exchange.answer = bank.spoil?.(answer) ?? answer;
  return exchange.answer;
}

async function throughPrism(state: State, exchange: Exchange, path: string): Promise<Answer> {
  const { bank, open, prism, upstream } = state;
  const { method, request } = exchange;
  state.count += 1;
  const id = String(state.count);
  const example = upstream === null ? bank.examples.shift() : undefined;
  const prefer = example === undefined ? [] : ["Prefer", example];
  const headers = [...without(request.head, "connection"), EXCHANGE, id, ...prefer];
  open.set(id, exchange);
  const verdict = await send({ port: prism?.port, method, path, headers, agent: false }, request.body);
  open.delete(id);
  const mocked = upstream === null ? (bank.spoil?.(verdict) ?? verdict) : undefined;
  const answer = mocked ?? exchange.answer ?? (await toBank(state, exchange));
  const { head } = request;
  bank.judged.push({
    method,
    path,
    requestHeaders: Object.fromEntries(
      head.flatMap((name, at) => (at % 2 ? [] : [[name.toLowerCase(), head[at + 1] ?? ""]])),
    ),
    status: answer.status,
    violations: violationsIn(verdict),
  });
  return answer;
}

function violationsIn(verdict: Answer): Violation[] {
  const found = headerOf(verdict.head, "sl-violations");
  if (found !== undefined) return JSON.parse(found) as Violation[];
  // Prism does not forward a call that is not in the document.
  const refused = /NO_(PATH|METHOD)_MATCHED_ERROR|NO_SERVER_MATCHED_ERROR/.exec(verdict.body.toString("utf8"));
  return refused ? [{ location: ["request"], message: refused[0] }] : [];
}
