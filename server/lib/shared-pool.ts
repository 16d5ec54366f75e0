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
    const owner = currentOwner();
    if (callback) this.#connectWithin(owner, callback);
    else {
      return new Promise((resolve, reject) => {
        this.#connectWithin(owner, (error, client) => (client ? resolve(client) : reject(error)));
      });
    }
    return undefined;
  }

  /** Callbacks all the way, as in the pool itself: this runs for every statement. */
  #connectWithin(owner: string | null, callback: Connected): void {
    if (owner === null) {
      super.connect(callback as Parameters<Pool["connect"]>[0]);
      return;
    }
    this.#enter(owner, (refused, leave) => {
      if (refused) {
        callback(refused, undefined, () => undefined);
        return;
      }
      super.connect((error, client) => {
        if (!client) {
          leave();
          callback(error, undefined, () => undefined);
          return;
        }
        const release = client.release.bind(client);
        // The pool sets `release` again with each connection.
        client.release = (fault) => {
          leave();
          release(fault);
        };
        callback(undefined, client, client.release as (release?: unknown) => void);
      });
    });
  }

  #enter(owner: string, enter: (refused: Error | null, leave: () => void) => void): void {
    const share = this.#shares.get(owner) ?? { held: 0, queue: [] };
    this.#shares.set(owner, share);
    let left = false;
    const leave = () => {
      if (left) return;
      left = true;
      const next = share.queue.shift();
      if (next) {
        next();
        return;
      }
      share.held -= 1;
      if (share.held === 0) this.#shares.delete(owner);
    };
    if (share.held >= this.#share) {
      this.#wait(share, (refused) => enter(refused, leave));
      return;
    }
    share.held += 1;
    enter(null, leave);
  }

  /** Until another query of the same caller passes its connection on. */
  #wait(share: Share, done: (refused: Error | null) => void): void {
    // The pool's own message, which isDatabaseUnavailable recognises.
    const refuse = () => done(new Error("timeout exceeded when trying to connect"));
    if (share.queue.length >= MAX_QUEUED) {
      refuse();
      return;
    }
    const begin = () => {
      clearTimeout(timer);
      done(null);
    };
    const timer = setTimeout(() => {
      share.queue.splice(share.queue.indexOf(begin), 1);
      refuse();
    }, this.#waitMs);
    share.queue.push(begin);
  }
}
