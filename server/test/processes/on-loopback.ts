import http from "node:http";
import https from "node:https";
import type { AddressInfo, Server } from "node:net";

/** A server that listens on a free port of 127.0.0.1. */
export type Loopback = {
  port: number;
  /** `http://127.0.0.1:1234`; https for a server of HTTPS. */
  origin: string;
  /** Ends the open connections of an HTTP server too; those of others are the caller's. */
  close(): Promise<void>;
};

export async function onLoopback(server: Server): Promise<Loopback> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const origin = `${server instanceof https.Server ? "https" : "http"}://127.0.0.1:${port}`;
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      if (server instanceof http.Server || server instanceof https.Server) server.closeAllConnections();
    });
  return { port, origin, close };
}
