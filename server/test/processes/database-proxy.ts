import net from "node:net";

/** The kinds of outage: connections cut and refused, or open without answers. */
export type Outage = "cut" | "silent";

export type DatabaseProxy = {
  /** The database's address through the proxy. */
  url: string;
  fail(outage: Outage): void;
  /** Ends the outage for new connections. */
  heal(): void;
  close(): void;
};

/** A proxy in front of PostgreSQL's TCP port that causes real outages. */
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
