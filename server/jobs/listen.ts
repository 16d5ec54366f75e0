import pg from "pg";
import { env } from "../lib/env";
import { log } from "../lib/log";
import { createBell } from "./bell";

const RECONNECT_MS = 1_000;
const CONNECT_TIMEOUT_MS = 5_000;

/**
 * Calls `onNotice` for every NOTIFY on the channel, over a connection of its own that is made again when it is lost;
 * after each connecting too, because what was sent in between was not heard. Never rejects: those who listen poll as well.
 */
export function listen(channel: string, onNotice: () => void): { stop(): Promise<void> } {
  const bell = createBell();
  let stopping = false;
  let client: pg.Client | null = null;

  const connect = async () => {
    const fresh = new pg.Client({
      connectionString: env().databaseUrl,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      keepAlive: true,
      application_name: "bankside worker",
    });
    client = fresh;
    const lost = new Promise<void>((resolve) => {
      fresh.on("error", () => resolve());
      fresh.on("end", () => resolve());
    });
    fresh.on("notification", onNotice);
    try {
      await fresh.connect();
      await fresh.query(`LISTEN ${pg.escapeIdentifier(channel)}`);
      onNotice();
      if (!stopping) await lost;
    } finally {
      await fresh.end().catch(() => undefined);
    }
  };

  const loop = async () => {
    while (!stopping) {
      await connect().catch((error: unknown) => log().warn({ error, channel }, "cannot listen to the database"));
      if (!stopping) await bell.sleep(RECONNECT_MS);
    }
  };
  const ended = loop();

  return {
    async stop() {
      stopping = true;
      bell.ring();
      await client?.end().catch(() => undefined);
      await ended;
    },
  };
}
