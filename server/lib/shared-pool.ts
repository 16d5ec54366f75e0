import { Pool, type PoolClient, type PoolConfig } from "pg";
import { currentOwner } from "./request-slot";

type Connected = (error: Error | undefined, client: PoolClient | undefined, done: (release?: unknown) => void) => void;
type Share = { held: number; queue: (() => void)[] };

/**
 * The most waiting queries of one caller: twice 32 requests with a batch of 20 calls each. Further queries are refused
 * at once.
 */
const MAX_QUEUED = 1_280;

/**
 * A pool of which one caller's requests (server/entry/slots/slots.ts) have at most `share` connections at once. Further
 * queries wait for one of these, so that the rest of the pool is free for other callers and background work.
 */
export class SharedPool extends Pool {
  readonly #share: number;
  readonly #waitMs: number;
  readonly #shares = new Map<string, Share>();

  constructor(config: PoolConfig & { share: number; connectionTimeoutMillis: number }) {
    super(config);
    this.#share = config.share;
    this.#waitMs = config.connectionTimeoutMillis;
  }

  // Pool.query also calls it, with a callback.
  override connect(): Promise<PoolClient>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<PoolClient> | undefined {
    const connected = this.#connectWithin(currentOwner());
    if (!callback) return connected;
    connected.then(
      (client) => callback(undefined, client, client.release.bind(client) as (release?: unknown) => void),
      (error: Error) => callback(error, undefined, () => undefined),
    );
    return undefined;
  }

  async #connectWithin(owner: string | null): Promise<PoolClient> {
    if (owner === null) return super.connect();
    const leave = await this.#enter(owner);
    try {
      const client = await super.connect();
      const release = client.release.bind(client);
      // The pool sets `release` again with each connection.
      client.release = (error) => {
        leave();
        release(error);
      };
      return client;
    } catch (error) {
      leave();
      throw error;
    }
  }

  async #enter(owner: string): Promise<() => void> {
    const share = this.#shares.get(owner) ?? { held: 0, queue: [] };
    this.#shares.set(owner, share);
    if (share.held < this.#share) share.held += 1;
    else await this.#wait(share);
    let left = false;
    return () => {
      if (left) return;
      left = true;
      const next = share.queue.shift();
      if (next) return next();
      share.held -= 1;
      if (share.held === 0) this.#shares.delete(owner);
    };
  }

  /** Until another query of the same caller passes its connection on. */
  #wait(share: Share): Promise<void> {
    return new Promise((resolve, reject) => {
      // The pool's own message, which isDatabaseUnavailable recognises.
      const refuse = () => reject(new Error("timeout exceeded when trying to connect"));
      if (share.queue.length >= MAX_QUEUED) return refuse();
      const begin = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        share.queue.splice(share.queue.indexOf(begin), 1);
        refuse();
      }, this.#waitMs);
      share.queue.push(begin);
    });
  }
}
