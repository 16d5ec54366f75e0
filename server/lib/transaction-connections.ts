import { AsyncLocalStorage } from "node:async_hooks";
import { PrismaPg } from "@prisma/adapter-pg";
import type { Pool, PoolClient } from "pg";
import { log } from "./log";
import { withoutOwner } from "./request-slot";

/** `channel payload`; without a payload the channel alone. */
type Notice = string;

/** What the triggers of migration 20261130000100 noted in this transaction, one notice a line. */
const NOTED = { name: "bankside notices", text: "SELECT current_setting('bankside.notices', true) AS notices" };

const SEND = {
  name: "bankside notify",
  text: "SELECT pg_notify(split_part(notice, ' ', 1), substr(notice, strpos(notice || ' ', ' ') + 1)) FROM unnest($1::text[]) AS notice",
};

/**
 * Sends notices by NOTIFY, never in the transaction that they are about: NOTIFY takes one lock of the whole server from
 * before a commit until its flush has ended, so that payments would settle one after the other. A transaction of its own,
 * which writes nothing else, flushes nothing. Notices that arrive while one is being sent are sent together, each once. A
 * lost notice is only a delay, because everyone who listens also polls.
 */
function newNotifier(pool: Pick<Pool, "query">): (notices: Iterable<Notice>) => void {
  const waiting = new Set<Notice>();
  let sending = false;
  const sendAll = async () => {
    sending = true;
    try {
      while (waiting.size > 0) {
        const notices = [...waiting];
        waiting.clear();
        await pool.query({ ...SEND, values: [notices] });
      }
    } catch (error) {
      log().debug({ error }, "notifications were not sent");
    }
    sending = false;
  };
  return (notices) => {
    for (const notice of notices) waiting.add(notice);
    if (waiting.size > 0 && !sending) void withoutOwner(sendAll);
  };
}

/** The connection of an open transaction. `ended` from the moment in which COMMIT or ROLLBACK is sent. */
type Held = { client: PoolClient; ended: boolean; notices: Set<Notice>; afterwards: (() => void)[] };

/**
 * Connections of Prisma's open transactions, by the transaction's client, so that a statement on `pg` (statements.ts) can
 * be part of the transaction; and the notices of each, which are sent after its commit.
 */
export class TransactionConnections {
  /** Sends notices now. */
  readonly notify: (notices: Iterable<Notice>) => void;
  readonly #pool: Pool;
  readonly #starting = new AsyncLocalStorage<{ held: Held | null }>();
  readonly #held = new WeakMap<object, Held>();

  constructor(pool: Pool) {
    this.#pool = pool;
    this.notify = newNotifier(pool);
  }

  /** For the end of the pool: Node calls every storage that was used, at every promise. */
  close(): void {
    this.#starting.disable();
  }

  /** Runs `start`, which starts a transaction, and passes its client to `bind`. */
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
    return this.#open(tx).client;
  }

  /** Sends the notice once the transaction has committed. */
  notifyAfter(tx: object, notice: Notice): void {
    this.#open(tx).notices.add(notice);
  }

  /** Runs `work`, which must not throw, once the transaction has committed. */
  runAfter(tx: object, work: () => void): void {
    this.#open(tx).afterwards.push(work);
  }

  #open(tx: object): Held {
    const held = this.#held.get(tx);
    if (!held || held.ended) throw Object.assign(new Error("The transaction has already ended."), { code: "P2028" });
    return held;
  }

  /** Prisma's adapter for the pool; it notes the connection of each transaction, and when it ends. */
  adapter(): PrismaPg {
    const starting = this.#starting;
    const { notify } = this;
    return new (class extends PrismaPg {
      override async connect() {
        const adapter = await super.connect();
        const start = adapter.startTransaction.bind(adapter);
        adapter.startTransaction = async (isolationLevel) => {
          const place = starting.getStore();
          const transaction = await start(isolationLevel);
          // Protected in its types; statements.test.ts fails if a version renames it.
          const { client } = transaction as unknown as { client: PoolClient };
          const held: Held = { client, ended: false, notices: new Set(), afterwards: [] };
          const execute = transaction.executeRaw.bind(transaction);
          transaction.executeRaw = async (query) => {
            if (!/^(COMMIT|ROLLBACK)$/i.test(query.sql)) return execute(query);
            held.ended = true;
            if (/^ROLLBACK$/i.test(query.sql)) return execute(query);
            // Sent together with the COMMIT: no further round trip.
            const noted = client.query<{ notices: string | null }>(NOTED).catch(() => null);
            const count = await execute(query);
            const lines = (await noted)?.rows[0]?.notices?.split("\n").filter((line) => line !== "") ?? [];
            notify([...held.notices, ...lines]);
            for (const work of held.afterwards) work();
            return count;
          };
          if (place) place.held = held;
          return transaction;
        };
        return adapter;
      }
    })(this.#pool);
  }
}
