import { createHash } from "node:crypto";
import type { Socket } from "node:net";
import { buildConnector, Client } from "undici";

const CONNECT_TIMEOUT_MS = 3_000;
/** Most connections that are kept to one origin under one certificate, while no call uses them. */
const MAX_KEPT = 4;
/** How long a connection is kept without a call. A shorter time that the bank names (`Keep-Alive`) counts. */
const IDLE_MS = 20_000;
/** Its age from which it is not kept any longer, so that a name's new address or a bank's new certificate is seen. */
const MAX_AGE_MS = 300_000;

/** Mutual TLS, in PEM: our certificate with its chain, its key, and the trusted CAs; without `ca`, the system's. */
export type ClientTls = { cert: string; key: string; ca?: string };

/**
 * In TLS 1.3 a client completes its handshake, and may send its request, before the server has checked the client's
 * certificate (RFC 8446 §2). These alerts (§6.2) mean that the server refused the handshake and read no request.
 * Their names have `SSLV3` in Node 20 and `SSL/TLS` from Node 22 on.
 */
const CERTIFICATE_ALERTS =
  /^ERR_SSL_((TLS|SSL)V\d+|SSL[/]TLS)_ALERT_(BAD_CERTIFICATE|UNSUPPORTED_CERTIFICATE|CERTIFICATE_(REVOKED|EXPIRED|UNKNOWN|REQUIRED)|UNKNOWN_CA|ACCESS_DENIED|HANDSHAKE_FAILURE)$/;

/** A connection for one call at a time. */
export type BankConnection = {
  client: Client;
  /** Origin and certificate: no other call may use it. */
  identity: string;
  openedAt: number;
  socket?: Socket;
  /** During the call a connection was open. Only without one, or with a refusal, the request was surely not sent. */
  wasOpen: boolean;
  /** The server's TLS alert, if it refused the handshake. */
  refusal?: Error;
};

/** Connections that no call uses, the newest last, each with the timer that ends it. */
const kept = new Map<BankConnection, NodeJS.Timeout>();

/** A connection to `address` that opens with its first call. `isReused`: it may be kept for further calls. */
export function newConnection(address: string, tls: ClientTls | undefined, isReused: boolean): BankConnection {
  const connect = buildConnector({ timeout: CONNECT_TIMEOUT_MS, ...tls });
  const connection: BankConnection = {
    identity: identityOf(address, tls),
    openedAt: performance.now(),
    wasOpen: false,
    client: new Client(address, {
      pipelining: isReused ? 1 : 0,
      keepAliveTimeout: IDLE_MS,
      keepAliveMaxTimeout: IDLE_MS,
      connect: (options, done) =>
        connect(options, (...result) => {
          const [, socket] = result;
          if (socket) note(connection, socket);
          done(...result);
        }),
    }),
  };
  return connection;
}

function note(connection: BankConnection, socket: Socket): void {
  connection.socket = socket;
  connection.wasOpen = true;
  // After a TLS alert, undici reports only that the socket ended.
  socket.on("error", (error: Error & { code?: string }) => {
    if (CERTIFICATE_ALERTS.test(error.code ?? "")) connection.refusal = error;
  });
}

/** A kept connection of this origin and certificate that is open, or null. */
export function takeKept(address: string, tls: ClientTls | undefined): BankConnection | null {
  const identity = identityOf(address, tls);
  // The newest: the others end by their idle time.
  for (const connection of keptOf(identity).reverse()) {
    clearTimeout(kept.get(connection));
    kept.delete(connection);
    if (isOpen(connection)) return connection;
    void connection.client.destroy();
  }
  return null;
}

function keptOf(identity: string): BankConnection[] {
  return [...kept.keys()].filter((connection) => connection.identity === identity);
}

/** Keeps a connection after a complete response, or ends it. */
export function keep(connection: BankConnection): void {
  const { identity, client, openedAt } = connection;
  const isOld = performance.now() - openedAt > MAX_AGE_MS;
  if (!isOpen(connection) || isOld || keptOf(identity).length >= MAX_KEPT) return void client.destroy();
  const idle = setTimeout(() => {
    kept.delete(connection);
    void client.destroy();
  }, IDLE_MS).unref();
  kept.set(connection, idle);
}

function isOpen({ socket }: BankConnection): boolean {
  return socket !== undefined && !socket.destroyed && socket.readyState === "open";
}

/** A connection with one certificate must not serve another. A hash, so that no key is kept as a name. */
function identityOf(address: string, tls: ClientTls | undefined): string {
  const hash = createHash("sha256");
  for (const part of [address, tls?.cert, tls?.key, tls?.ca]) hash.update(JSON.stringify(part ?? null));
  return hash.digest("base64url");
}
