import { Agent, type ClientRequest, type ClientRequestArgs } from "node:http";
import type { Duplex } from "node:stream";

/** Shorter than the 5 s after which Node and Apache close an idle connection. A `Keep-Alive` header can shorten it. */
const IDLE_MS = 4_000;
/** Then the next call resolves the name again and checks its addresses again. */
const MAX_AGE_MS = 30_000;
/** Of all receivers together: 2,000 calls a second to as many hosts would keep 8,000 connections for 4 s. */
const MAX_IDLE = 256;

/** A request's options for `ReceiverConnections`. */
export type ReceiverArgs = ClientRequestArgs & {
  /** Who shares the connection: a merchant and an origin. Another merchant may be permitted other networks. */
  keptFor: string;
};

/**
 * Connections that are kept for the next call of the same merchant to the same origin, for seconds. Each was checked
 * when it was opened. What a receiver sends without a request closes the connection, since it would be taken for the
 * response of the next call.
 */
export class ReceiverConnections extends Agent {
  readonly #maxIdle: number;
  readonly #openedAt = new WeakMap<Duplex, number>();
  #idle = 0;

  constructor({ maxIdle = MAX_IDLE } = {}) {
    super({ keepAlive: true, timeout: IDLE_MS });
    this.#maxIdle = maxIdle;
  }

  override getName(options?: ClientRequestArgs): string {
    return (options as ReceiverArgs).keptFor;
  }

  override createConnection(
    options: ClientRequestArgs,
    callback: (error: Error | null, socket: Duplex) => void,
  ): undefined {
    options.createConnection?.(options, (error, socket) => {
      const sockets = this.sockets as NodeJS.Dict<Duplex[]>;
      const name = this.getName(options);
      if (!error) this.#openedAt.set(socket, performance.now());
      // Node (20.20, _http_agent.js) adds the name before it connects, and removes it only with a socket.
      else if (sockets[name]?.length === 0) delete sockets[name];
      callback(error, socket);
    });
  }

  override keepSocketAlive(socket: Duplex): boolean {
    const ageMs = performance.now() - (this.#openedAt.get(socket) ?? 0);
    if (ageMs > MAX_AGE_MS || this.#idle >= this.#maxIdle) return false;
    // The types say void. Node returns false for a `Keep-Alive: timeout` that is too short.
    if ((super.keepSocketAlive(socket) as unknown) === false) return false;
    this.#idle += 1;
    socket.once("close", this.#takeOut);
    socket.once("data", close);
    return true;
  }

  override reuseSocket(socket: Duplex, request: ClientRequest): void {
    socket.off("close", this.#takeOut);
    socket.off("data", close);
    this.#takeOut();
    super.reuseSocket(socket, request);
  }

  readonly #takeOut = () => {
    this.#idle -= 1;
  };
}

function close(this: Duplex): void {
  this.destroy();
}
