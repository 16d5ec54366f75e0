import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { startError } from "../lib/config/start-error";

export interface ListenOptions {
  /** 0: one that the system picks. */
  port: number;
  /** The setting of the port, for the message when it is in use. Default: PORT. */
  portVariable?: string;
  /** Addresses to listen on. Addresses after the first that the machine lacks are skipped. */
  hosts: readonly string[];
}

/** Starts a server for each address, all on one port. Throws a start error when a port is taken. */
export async function listenOnAll(
  { port, portVariable: variable = "PORT", hosts }: ListenOptions,
  create: () => Server,
): Promise<{ port: number; servers: Server[] }> {
  const servers: Server[] = [];
  try {
    for (const host of hosts) {
      const server = create();
      if (!(await listen(server, { port, host, further: servers.length > 0, variable }))) continue;
      servers.push(server);
      port = (server.address() as AddressInfo).port;
    }
  } catch (error) {
    for (const server of servers) server.close();
    throw error;
  }
  return { port, servers };
}

/** Starts listening on one address; false for a further address that this machine lacks. */
function listen(
  server: Server,
  { port, host, further, variable }: { port: number; host: string; further: boolean; variable: string },
): Promise<boolean> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const { code } = error;
      if (further && (code === "EADDRNOTAVAIL" || code === "EAFNOSUPPORT")) return resolve(false);
      reject(listenError(port, host, error, variable));
    });
    server.listen({ port, host }, () => resolve(true));
  });
}

/** The start error for an address that can't be used. `variable`: the setting of the port. */
export function listenError(port: number, host: string, error: NodeJS.ErrnoException, variable: string): Error {
  if (error.code === "EADDRINUSE") {
    return startError(
      `Port ${port} on ${host} is in use by another program. Stop that program, or set ${variable}.`,
      error,
    );
  }
  if (error.code === "EACCES") {
    return startError(`This user may not use port ${port}. Set ${variable} to a port above 1023.`, error);
  }
  return startError(`Cannot listen on ${host}, port ${port} (${error.code}). Set HOST or ${variable}.`, error);
}
