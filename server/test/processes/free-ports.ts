import { randomInt } from "node:crypto";
import { createServer, type Server } from "node:net";

/**
 * Below the ports that systems give by themselves (Linux from 32,768, others from 49,152) to connections and to servers
 * on port 0, of this run and of others: nothing takes the port before its program has started.
 */
const FROM = 20_000;
const BELOW = 32_768;

/** Free ports of 127.0.0.1, all different: all are bound before any is released. */
export async function freePorts(count: number): Promise<number[]> {
  const bound = new Map<number, Server>();
  while (bound.size < count) {
    const port = randomInt(FROM, BELOW);
    const server = await boundTo(port);
    if (server) bound.set(port, server);
  }
  await Promise.all([...bound.values()].map((server) => new Promise((resolve) => server.close(resolve))));
  return [...bound.keys()];
}

function boundTo(port: number): Promise<Server | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(undefined));
    server.listen(port, "127.0.0.1", () => resolve(server));
  });
}
