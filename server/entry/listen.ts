import type { Server } from "node:http";
import { startError } from "../lib/config/start-error";

/** Starts listening on one address; false for a further address that this machine lacks. */
export function listen(
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
