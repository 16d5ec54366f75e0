import { createServer, type Server } from "node:http";

const PATH = "/webhooks";

/**
 * The receiver of a public demo, where the demo's shop would be: it answers every webhook 200 and keeps nothing. On
 * loopback, because nothing but this installation sends to it.
 */
export function startReceiver(port: number): Promise<Server> {
  const server = createServer((request, response) => {
    request.resume();
    const isWebhook = request.method === "POST" && request.url === PATH;
    response.writeHead(isWebhook ? 200 : 404, { "Content-Type": "text/plain" }).end(isWebhook ? "ok" : "not found");
  });
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => resolve(server));
  });
}
