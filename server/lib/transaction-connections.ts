import { AsyncLocalStorage } from "node:async_hooks";
import { PrismaPg } from "@prisma/adapter-pg";
import type { PoolClient } from "pg";

/** The connection of an open transaction. `ended` from the moment in which COMMIT or ROLLBACK is sent. */
type Held = { client: PoolClient; ended: boolean };

/**
 * Connections of Prisma's open transactions, by the transaction's client, so that a statement on `pg` (statements.ts) can
 * be part of the transaction.
 */
export class TransactionConnections {
  readonly #starting = new AsyncLocalStorage<{ held: Held | null }>();
  readonly #held = new WeakMap<object, Held>();

  /** Runs `start`, which starts a transaction whose adapter is `adapterOf`, and passes its client to `bind`. */
  starting<T>(start: (bind: (tx: object) => void) => T): T {
    const place: { held: Held | null } = { held: null };
    return this.#starting.run(place, () =>
      start((tx) => {
        if (place.held) this.#held.set(tx, place.held);
      }),
    );
  }

  /**
   * The transaction's connection. @throws an error like Prisma's P2028 when it has ended: by then the connection may be
   * another request's, and a statement would be outside of any transaction.
   */
  of(tx: object): PoolClient {
    const held = this.#held.get(tx);
    if (!held || held.ended) throw Object.assign(new Error("The transaction has already ended."), { code: "P2028" });
    return held.client;
  }

  /** Prisma's adapter for the pool; it notes the connection of each transaction. */
  adapterOf(pool: ConstructorParameters<typeof PrismaPg>[0]): PrismaPg {
    const starting = this.#starting;
    return new (class extends PrismaPg {
      override async connect() {
        const adapter = await super.connect();
        const start = adapter.startTransaction.bind(adapter);
        adapter.startTransaction = async (isolationLevel) => {
          const place = starting.getStore();
          const transaction = await start(isolationLevel);
          // Protected in its types; statements.test.ts fails if a version renames it.
          const held = { client: (transaction as unknown as { client: PoolClient }).client, ended: false };
          const execute = transaction.executeRaw.bind(transaction);
          transaction.executeRaw = (query) => {
            if (/^(COMMIT|ROLLBACK)$/i.test(query.sql)) held.ended = true;
            return execute(query);
          };
          if (place) place.held = held;
          return transaction;
        };
        return adapter;
      }
    })(pool);
  }
}
