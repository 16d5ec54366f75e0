import pg from "pg";
import { env } from "../lib/config/env";
import { SESSION_OPTIONS } from "../lib/db";
import { log } from "../lib/log";
import { createWakeSignal } from "./wake-signal";

const RECONNECT_MS = 1_000;
const CONNECT_TIMEOUT_MS = 5_000;
/** A lost host closes no connection, and a listener that only waits would wait for the two hours of TCP. */
const PING_MS = 5_000;

/** `attempted` resolves after the first attempt to listen, successful or not. */
export type NotifyListener = { attempted: Promise<void>; isListening(): boolean; stop(): Promise<void> };

/**
 * Calls `onNotice` with the payload of every NOTIFY on the channel. Uses its own connection and reconnects when it is
 * lost, or silent for 10 s, at once if it had lasted. After each connecting `onNotice` is called without a payload,
 * because notifications may have been missed. Never rejects: callers also poll. `name`: the connection's
 * application_name.
 */
export function listen(
  channel: string,
  onNotice: (payload?: string) => void,
  { name = "bankside worker", pingMs = PING_MS }: { name?: string; pingMs?: number } = {},
): NotifyListener {
  const wakeSignal = createWakeSignal();
  let stopping = false;
  let client: pg.Client | null = null;
  let listening = false;
  let haveAttempted = () => {};
  const attempted = new Promise<void>((resolve) => {
    haveAttempted = resolve;
  });

  const connect = async () => {
    const fresh = new pg.Client({
      connectionString: env().databaseUrl,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      query_timeout: pingMs,
      application_name: name,
      options: SESSION_OPTIONS,
    });
    const lost = new Promise<void>((resolve) => {
      fresh.on("error", () => resolve());
      fresh.on("end", () => resolve());
    });
    fresh.on("notification", ({ payload }) => onNotice(payload ?? ""));
    let ping: NodeJS.Timeout | undefined;
    try {
      await fresh.connect();
      // Only now: pg never settles `connect` of a client that is ended meanwhile, and `stop` would not end either.
      client = fresh;
      ping = setInterval(() => fresh.query("SELECT 1").catch(() => fresh.connection.stream.destroy()), pingMs);
      await fresh.query(`LISTEN ${pg.escapeIdentifier(channel)}`);
      listening = true;
      onNotice();
      haveAttempted();
      if (!stopping) await lost;
    } finally {
      client = null;
      listening = false;
      haveAttempted();
      await fresh.end().catch(() => undefined);
      clearInterval(ping);
    }
  };

  const loop = async () => {
    while (!stopping) {
      const startedAt = performance.now();
      await connect().catch((error: unknown) =>
        log().warn({ error, channel }, "LISTEN connection to the database failed"),
      );
      if (!stopping && performance.now() - startedAt < RECONNECT_MS) await wakeSignal.sleep(RECONNECT_MS);
    }
  };
  const ended = loop();

  return {
    attempted,
    isListening: () => listening,
    async stop() {
      stopping = true;
      wakeSignal.wake();
      await client?.end().catch(() => undefined);
      await ended;
    },
  };
}
