import net from "node:net";

/** How a database can be out of reach: its connections cut and refused, or open and silent. */
export type Outage = "cut" | "silent";

export type DatabaseProxy = {
  /** The database's address by way of the proxy. */
  url: string;
  fail(outage: Outage): void;
  /** Within reach again, by new connections. */
  heal(): void;
  close(): void;
};

/** Stands in front of a PostgreSQL on TCP and takes it out of reach, so that an outage is a real one. */
export async function startDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const target = new URL(databaseUrl);
  const sockets = new Set<net.Socket>();
  let outage: Outage | null = null;
  const cutAll = () => {
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  };
  const server = net.createServer((client) => {
    if (outage === "cut") return void client.destroy();
    const upstream = net.connect(Number(target.port), target.hostname);
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from);
      from.on("data", (bytes) => outage === "silent" || to.write(bytes));
      from.on("error", () => undefined);
      from.on("close", () => to.destroy());
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = new URL(databaseUrl);
  Object.assign(url, { hostname: "127.0.0.1", port: String((server.address() as net.AddressInfo).port) });
  return {
    url: url.toString(),
    fail(kind) {
      outage = kind;
      if (kind === "cut") cutAll();
    },
    heal() {
      outage = null;
      cutAll();
    },
    close() {
      cutAll();
      server.close();
    },
  };
}
