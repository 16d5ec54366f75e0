import net from "node:net";

/**
 * The kinds of outage: connections cut and refused, open without answers, or, as after a failover, closed at the database
 * alone while new ones succeed.
 */
export type Outage = "cut" | "silent" | "half-open";

export type DatabaseProxy = Pick<TcpProxy, "url" | "close"> & {
  fail(outage: Outage): void;
  /** Ends the outage for new connections. */
  heal(): void;
};

export type TcpProxy = {
  /** The database's address through the proxy. */
  url: string;
  cutAll(): void;
  close(): void;
};

/**
 * A TCP proxy in front of PostgreSQL. `pass` passes the bytes of a connection on. `isRefusing`: the connections of that
 * time are closed at once.
 */
export async function startTcpProxy(
  databaseUrl: string,
  pass: (client: net.Socket, upstream: net.Socket) => void,
  isRefusing = () => false,
): Promise<TcpProxy> {
  const target = new URL(databaseUrl);
  const sockets = new Set<net.Socket>();
  const server = net.createServer((client) => {
    if (isRefusing()) return void client.destroy();
    const upstream = net.connect(Number(target.port), target.hostname);
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.on("error", () => undefined);
      socket.on("close", () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
    pass(client, upstream);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = new URL(databaseUrl);
  Object.assign(url, { hostname: "127.0.0.1", port: String((server.address() as net.AddressInfo).port) });
  const cutAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  const close = () => {
    cutAll();
    server.close();
  };
  return { url: url.toString(), cutAll, close };
}

/** A proxy in front of PostgreSQL that causes real outages. */
export async function startDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  let outage: Outage | null = null;
  const upstreams = new Set<net.Socket>();
  const pass = (client: net.Socket, upstream: net.Socket) => {
    upstreams.add(upstream);
    client.on("data", (bytes) => outage === "silent" || upstream.write(bytes));
    upstream.on("data", (bytes) => outage === "silent" || client.write(bytes));
  };
  const { url, cutAll, close } = await startTcpProxy(databaseUrl, pass, () => outage === "cut");
  return {
    url,
    fail(kind) {
      outage = kind;
      if (kind === "cut") cutAll();
      if (kind === "half-open") for (const upstream of upstreams) upstream.removeAllListeners("close").destroy();
    },
    heal() {
      outage = null;
      cutAll();
    },
    close,
  };
}
