import { createServer, IncomingMessage, ServerResponse } from "node:http";
import { createRequire } from "node:module";
import { Socket } from "node:net";
import compression from "compression";
import type next from "next";
import { peerHeader } from "../http/peer";
import type { MadeAnswer } from "./kept-answers";
import { keepingUncaught } from "./last-resort";

type Listener = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

// Here and not in the pages: Next takes Content-Encoding off whatever a route handler answers (16.4.5, send-response.js). It
// also leaves the type of such an answer as a list of one, in which the filter sees nothing that can be compressed.
const compress = compression({
  filter: (request, response) => {
    const type = response.getHeader("Content-Type");
    if (Array.isArray(type)) response.setHeader("Content-Type", type.join());
    return compression.filter(request, response);
  },
});

export interface Pages {
  answer: Listener;
  /** The page at an address as anybody gets it who sends nothing but the address. */
  make(address: string): Promise<MadeAnswer>;
}

/** Next's request handler, ready to serve the built pages. */
export async function preparePages(options: { projectRoot: string; port: number; host: string }): Promise<Pages> {
  // Next is CommonJS and exports itself as the module: an import of it has another shape under a bundler.
  const load = createRequire(import.meta.url)("next") as typeof next;
  const { projectRoot: dir, host: hostname, port } = options;
  // At its first page Next would listen for upgrades on the server of the socket, ours (16.4.5, server/next.js), and close
  // them: whoever offers another protocol, as Java's client does by default, would get no answer from then on (RFC 9110
  // §7.8). It listens on a server that nobody calls.
  const app = load({ dev: false, dir, hostname, port, httpServer: createServer() });
  // Next would log what nobody caught, as text, and go on (16.4.5, router-server.js).
  await keepingUncaught(() => withoutChatter(() => app.prepare()));
  const handle = app.getRequestHandler();
  const answer: Listener = (request, response) => {
    const [name, value] = peerHeader(request);
    request.headers[name] = value;
    return new Promise((resolve, reject) => {
      // Its types are Express's; of both objects it uses what node:http gives.
      compress(request as never, response as never, () => handle(request, response).then(resolve, reject));
    });
  };
  return { answer, make: (address) => makeAnswer(handle, address, `${hostname}:${port}`) };
}

/** Lets `handle` answer a request of its own making, into memory. */
async function makeAnswer(handle: Listener, address: string, host: string): Promise<MadeAnswer> {
  const request = new IncomingMessage(new Socket());
  Object.assign(request, { method: "GET", url: address, httpVersion: "1.1", headers: { host } });
  request.push(null);
  const response = new ServerResponse(request);
  const parts: Buffer[] = [];
  const collect = (part: unknown) => {
    if (typeof part === "string" || part instanceof Uint8Array) parts.push(Buffer.from(part));
  };
  const doneOf = (given: unknown[]) => given.find((one) => typeof one === "function") as (() => void) | undefined;
  return new Promise((resolve, reject) => {
    response.write = ((part: unknown, ...more: unknown[]) => {
      collect(part);
      doneOf(more)?.();
      return true;
    }) as typeof response.write;
    response.end = ((...given: unknown[]) => {
      collect(given[0]);
      resolve({ status: response.statusCode, headers: response.getHeaders(), body: Buffer.concat(parts) });
      doneOf(given)?.();
      response.emit("finish");
      response.emit("close");
      return response;
    }) as typeof response.end;
    handle(request, response).catch(reject);
  });
}

// Next announces on the console how long reading its configuration took, into the middle of our own lines.
async function withoutChatter<T>(work: () => Promise<T>): Promise<T> {
  const { log } = console;
  console.log = () => undefined;
  try {
    return await work();
  } finally {
    console.log = log;
  }
}
