import { createServer } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { setTimeout as sleep } from "node:timers/promises";
import { listenOnAll } from "../../../server/entry/listen";
import type { ServerTls } from "./certificates";
import { simbankListener } from "./listener";

export type StandaloneSimbank = {
  port: number;
  /** Refuses new connections, lets open calls finish, and closes the rest after `timeoutMs`. */
  close(timeoutMs: number): Promise<void>;
};

/**
 * Listens on each host; all but the first are skipped if the machine does not have them.
 * @throws a plain sentence when the port is taken
 */
export async function startStandalone(options: {
  port: number;
  hosts: readonly string[];
  tls: ServerTls | null;
}): Promise<StandaloneSimbank> {
  const { tls } = options;
  const listener = simbankListener(tls !== null);
  const { port, servers } = await listenOnAll({ ...options, portVariable: "SIMBANK_PORT" }, () =>
    tls ? createTlsServer({ ...tls, requestCert: true, rejectUnauthorized: false }, listener) : createServer(listener),
  );
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
