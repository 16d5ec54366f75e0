import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { handleApi } from "../../server/http/handler";

/** The public API over HTTP on a port of its own, as the entry serves it. */
export async function startApi() {
  const server = createServer(
    getRequestListener((request) => handleApi(request, { remoteAddress: "203.0.113.7", strict: true })),
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
