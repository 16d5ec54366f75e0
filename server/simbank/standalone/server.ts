import { createServer, type Server } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { listenError } from "../../entry/entry-server";
import type { ServerTls } from "./certificates";
import { simbankListener } from "./listener";

export type StandaloneSimbank = {
  port: number;
  /** Takes no more calls, lets those that are open finish, and ends after `timeoutMs` at the latest. */
  close(timeoutMs: number): Promise<void>;
};

/**
 * Listens on each of the hosts; those after the first are left out where the machine does not have them.
 * @throws a plain sentence when the port is taken
 */
export async function startStandalone(options: {
  port: number;
  hosts: readonly string[];
  tls: ServerTls | null;
}): Promise<StandaloneSimbank> {
  const { hosts, tls } = options;
  const listener = simbankListener(tls !== null);
  const servers: Server[] = [];
  let { port } = options;
  for (const host of hosts) {
    const server = tls
      ? createTlsServer({ ...tls, requestCert: true, rejectUnauthorized: false }, listener)
      : createServer(listener);
    if (!(await listen(server, port, host, servers.length > 0))) continue;
    servers.push(server);
    // Port 0 is for the system to choose, once.
    port = (server.address() as AddressInfo).port;
  }
  return {
    port,
    close: async (timeoutMs) => {
      const closed = Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
      for (const server of servers) server.closeIdleConnections();
      await Promise.race([closed, sleep(timeoutMs, undefined, { ref: false })]);
      for (const server of servers) server.closeAllConnections();
    },
  };
}

/** Whether it listens; false for a further address that this machine does not have. */
function listen(server: Server, port: number, host: string, isFurther: boolean): Promise<boolean> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      if (isFurther && (error.code === "EADDRNOTAVAIL" || error.code === "EAFNOSUPPORT")) return resolve(false);
      reject(listenError(port, host, error, "SIMBANK_PORT"));
    });
    server.listen({ port, host }, () => resolve(true));
  });
}
