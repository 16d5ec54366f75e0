import { createServer, IncomingMessage, ServerResponse } from "node:http";
import { createRequire } from "node:module";
import { Socket } from "node:net";
import compression from "compression";
import type next from "next";
import { peerHeader } from "../http/peer";
import type { RenderedResponse } from "./response-cache";
import { withoutAddedListeners } from "./uncaught-errors";

type Listener = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

// Next removes Content-Encoding from responses of route handlers (16.4.5, send-response.js), so compression is done
// here. Next also leaves their Content-Type as an array of one, which the filter does not recognise.
const compress = compression({
  filter: (request, response) => {
    const type = response.getHeader("Content-Type");
    if (Array.isArray(type)) response.setHeader("Content-Type", type.join());
    return compression.filter(request, response);
  },
});

export interface Pages {
  answer: Listener;
  /** Renders the page at an address for a request without cookies or further headers. */
  make(address: string): Promise<RenderedResponse>;
}

/** Browsers send some 150 characters. */
const MAX_USER_AGENT = 1_024;

/**
 * The headers as the pages get them: with the peer's address, and a short User-Agent. Next (16.4.5, html-bots.js) searches
 * it in time that grows with the square of its length: 15,000 letters take 1.6 s.
 */
export function prepareHeaders(request: IncomingMessage): void {
  const [name, value] = peerHeader(request);
  const { headers } = request;
  headers[name] = value;
  if (headers["user-agent"]) headers["user-agent"] = headers["user-agent"].slice(0, MAX_USER_AGENT);
}

/** Next's request handler, ready to serve the built pages. */
export async function preparePages(options: { projectRoot: string; port: number; host: string }): Promise<Pages> {
  // Node would keep the source maps of every page that is loaded, 50 MB, and nothing would read them: Next replaces
  // `Error.prepareStackTrace` (16.4.5, patch-error-inspect.js). The maps of the server's own bundle stay.
  process.setSourceMapsEnabled(false);
  // Next is CommonJS with `module.exports`; an import would have another shape under a bundler.
  const load = createRequire(import.meta.url)("next") as typeof next;
  const { projectRoot: dir, host: hostname, port } = options;
  // At its first page Next listens for upgrades on the socket's server (16.4.5, server/next.js) and closes them, so
  // clients that offer another protocol, such as Java's by default, would get no response (RFC 9110 §7.8). It gets an
  // unused server.
  const app = load({ dev: false, dir, hostname, port, httpServer: createServer() });
  // Next adds listeners that log uncaught errors as text and continue (16.4.5, router-server.js).
  await withoutAddedListeners(() => withoutChatter(() => app.prepare()));
  const handle = app.getRequestHandler();
  const answer: Listener = (request, response) => {
    prepareHeaders(request);
    return new Promise((resolve, reject) => {
      // Typed for Express, but it only uses what node:http provides.
      compress(request as never, response as never, () => {
        // Next (16.4.5, pipe-readable.js) waits for "finish" after end(). When the caller closes the connection in
        // between, neither comes, and the request would keep its slot for `abandonedMs`.
        const { end } = response;
        response.end = ((...given: Parameters<typeof end>) => {
          resolve();
          return end.apply(response, given);
        }) as typeof end;
        handle(request, response).then(resolve, reject);
      });
    });
  };
  return { answer, make: (address) => renderToMemory(handle, address, `${hostname}:${port}`) };
}

/** Renders the response to a synthetic request into memory. */
async function renderToMemory(handle: Listener, address: string, host: string): Promise<RenderedResponse> {
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

// Next prints the time that reading its configuration took between our own lines.
async function withoutChatter<T>(work: () => Promise<T>): Promise<T> {
  const { log } = console;
  console.log = () => undefined;
  try {
    return await work();
  } finally {
    console.log = log;
  }
}
