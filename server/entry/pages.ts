import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createRequire } from "node:module";
import compression from "compression";
import type next from "next";
import { peerHeader } from "../http/peer";
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

/** Next's request handler, ready to serve the built pages. */
export async function preparePages(options: { projectRoot: string; port: number; host: string }): Promise<Listener> {
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
  return (request, response) => {
    const [name, value] = peerHeader(request);
    request.headers[name] = value;
    return new Promise((resolve, reject) => {
      // Its types are Express's; of both objects it uses what node:http gives.
      compress(request as never, response as never, () => handle(request, response).then(resolve, reject));
    });
  };
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
