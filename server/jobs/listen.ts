import pg from "pg";
import { env } from "../lib/env";
import { log } from "../lib/log";
import { createBell } from "./bell";

const RECONNECT_MS = 1_000;
const CONNECT_TIMEOUT_MS = 5_000;

/** What else a connection is for: `begin` once it stands, `end` once it is gone, or was given back. */
export type Session = { begin(client: pg.Client): Promise<void>; end(): void };

/** `tried` resolves when it listens, or could not the first time; `hears` says whether it listens at this moment. */
export type Ears = { tried: Promise<void>; hears(): boolean; stop(): Promise<void> };

/**
 * Calls `onNotice` with the payload of every NOTIFY on the channel, over a connection of its own that is made again when
 * it is lost, at once if it had lasted; after each connecting too, without a payload, because what was sent in between was
 * not heard. Never rejects: those who listen poll as well. `name`: what the database's administrator sees.
 */
export function listen(
  channel: string,
  onNotice: (payload?: string) => void,
  { session, name = "bankside worker" }: { session?: Session; name?: string } = {},
): Ears {
  const bell = createBell();
  let stopping = false;
  let client: pg.Client | null = null;
  let hearing = false;
  let haveTried = () => {};
  const tried = new Promise<void>((resolve) => {
    haveTried = resolve;
  });

  const connect = async () => {
    const fresh = new pg.Client({
      connectionString: env().databaseUrl,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      keepAlive: true,
      application_name: name,
    });
    const lost = new Promise<void>((resolve) => {
      fresh.on("error", () => resolve());
      fresh.on("end", () => resolve());
    });
    fresh.on("notification", ({ payload }) => onNotice(payload ?? ""));
    let begun = false;
    try {
      await fresh.connect();
      // Only now: pg never settles the connecting of a client that is ended meanwhile, and to stop would not end either.
      client = fresh;
      await session?.begin(fresh);
      begun = true;
      await fresh.query(`LISTEN ${pg.escapeIdentifier(channel)}`);
      hearing = true;
      onNotice();
      haveTried();
      if (!stopping) await lost;
    } finally {
      client = null;
      hearing = false;
      haveTried();
      if (begun) session?.end();
      await fresh.end().catch(() => undefined);
    }
  };

  const loop = async () => {
    while (!stopping) {
      const startedAt = performance.now();
      await connect().catch((error: unknown) => log().warn({ error, channel }, "cannot listen to the database"));
      if (!stopping && performance.now() - startedAt < RECONNECT_MS) await bell.sleep(RECONNECT_MS);
    }
  };
  const ended = loop();

  return {
    tried,
    hears: () => hearing,
    async stop() {
      stopping = true;
      bell.ring();
      await client?.end().catch(() => undefined);
      await ended;
    },
  };
}
