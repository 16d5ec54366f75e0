import http from "node:http";
import { onLoopback } from "../processes/on-loopback";
import { type Answer, bytesOf, headerOf, type Message, send, without } from "../wire";
import { startPrism } from "./prism";

/** The loopback port of the product for a call; set by the client. */
export const UPSTREAM = "x-test-upstream";
/** The violations that Prism found in the answer, as a JSON list; set by the proxy on every answer that it checked. */
export const VIOLATIONS = "x-test-violations";
/** Marks a body that contains an earlier answer of the product, as JSON; Prism checks it, and no call is made. */
export const ANSWER = "x-test-answer";
const EXCHANGE = "x-test-exchange";

export type ValidatingProxy = { port: number; close(): Promise<void> };

type Exchange = { method: string; target: string; port: number; request: Message; answer?: Answer };

/**
 * A proxy between the tests' client and the product that validates every response with Prism and the given document.
 * Prism parses and re-serialises JSON in both directions; a test needs the exact bytes. So Prism gets the request line
 * and the product's response, while both messages pass unchanged.
 *
 *     client ── 1 ──> proxy ── 2: request line ──> Prism ── 3 ──> proxy ── 4: the request itself ──> product
 *
 * The first and the third are one server: a request with an exchange header comes from Prism. Prism's own answer is its
 * verdict, which goes to the client in a header. HEAD is not validated: it is not an operation of the document.
 * @throws Error with the reason why Prism did not start
 */
export async function startValidatingProxy(document: unknown): Promise<ValidatingProxy> {
  const exchanges = new Map<string, Exchange>();
  const toProduct = new http.Agent({ keepAlive: true });
  let exchangeCount = 0;
  let prismPort = 0;

  const forward = async (exchange: Exchange): Promise<Answer> => {
    const { method, target: path, port, request } = exchange;
    exchange.answer = await send({ port, method, path, headers: request.head, agent: toProduct }, request.body);
    return exchange.answer;
  };

  const throughPrism = async (exchange: Exchange): Promise<Answer> => {
    exchangeCount += 1;
    const id = String(exchangeCount);
    exchanges.set(id, exchange);
    // One connection per call, despite keep-alive: Prism forwards the Connection header and keeps its own connection
    // for the next call.
    const headers = ["Host", "127.0.0.1", "Connection", "keep-alive", "Content-Length", "0", EXCHANGE, id];
    const { method, target: path } = exchange;
    const verdict = await send({ port: prismPort, method, path, headers, agent: false }, null);
    exchanges.delete(id);
    if (!exchange.answer) throw new Error(`Prism did not pass the call on: ${verdict.status} ${verdict.body}`);
    const { status, head, body } = exchange.answer;
    return { status, head: [...head, VIOLATIONS, headerOf(verdict.head, "sl-violations") ?? "[]"], body };
  };

  const answer = async (request: http.IncomingMessage): Promise<Answer> => {
    const { method = "GET", url: target = "/", rawHeaders } = request;
    const known = exchanges.get(headerOf(rawHeaders, EXCHANGE) ?? "");
    if (known) return forPrism(known.answer ?? (await forward(known)));
    const port = Number(headerOf(rawHeaders, UPSTREAM));
    const message = { head: without(rawHeaders, UPSTREAM), body: await bytesOf(request) };
    const exchange: Exchange = { method, target, port, request: message };
    if (headerOf(rawHeaders, ANSWER)) exchange.answer = answerIn(message.body);
    return method === "HEAD" ? forward(exchange) : throughPrism(exchange);
  };

  const server = http.createServer((request, response) => {
    answer(request).then(
      ({ status, head, body }) => response.writeHead(status, head).end(body),
      (error) => response.writeHead(502, { "Content-Type": "text/plain" }).end(`The tests' proxy: ${error.message}`),
    );
  });
  // The client closes an idle connection; if the server did, it could collide with the client's next request.
  server.keepAliveTimeout = 0;
  const { port, close: end } = await onLoopback(server);
  const close = async () => {
    toProduct.destroy();
    await end();
  };
  try {
    const prism = await startPrism(document, `http://127.0.0.1:${port}`);
    prismPort = prism.port;
    return { port, close: () => Promise.all([prism.close(), close()]).then(() => undefined) };
  } catch (error) {
    await close();
    throw error;
  }
}

function answerIn(body: Buffer): Answer {
  const { status, head, body: bytes } = JSON.parse(body.toString()) as { status: number; head: string[]; body: string };
  return { status, head, body: Buffer.from(bytes, "base64") };
}

/** Prism parses a body wherever there is a media type, and fails on the empty one of a 304. */
function forPrism(answer: Answer): Answer {
  return answer.body.length > 0 ? answer : { ...answer, head: without(answer.head, "content-type") };
}
