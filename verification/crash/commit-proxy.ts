import type net from "node:net";
import { startTcpProxy, type TcpProxy } from "../../server/test/processes/database-proxy";
import type { Reach } from "./kill-switch";
import { commandTagOf, sqlOf, type WireMessage, wireReader } from "./postgres-wire";

/** Held back until their Sync: only the Sync commits a statement outside a transaction. */
const UNTIL_SYNC = /^[PBDEC]$/;
const WRITES = /(?<!FOR |DO )\b(?:INSERT\s+INTO|UPDATE|DELETE\s+FROM)\s+(?:"?public"?\.)?"?([a-z_]+)/gi;
/** Written in batches outside the stories, so not counted. */
const BESIDE = new Set(["api_calls"]);
/** A kill just before a worker's next claim equals a kill after the commit before it. */
const CLAIM = /SET lease_until = app_now\(\)/;
const NO_ROWS = /^(?:INSERT 0|UPDATE|DELETE|SELECT) 0$/;

/** A TCP proxy in front of PostgreSQL that reports every commit (COMMIT or single statement) before and after it. */
export function startCommitProxy(databaseUrl: string, reach: Reach): Promise<TcpProxy> {
  return startTcpProxy(databaseUrl, (client, upstream) => watch(client, upstream, reach));
}

/** One connection. Its client sends a statement only after the previous one has ended. */
function watch(client: net.Socket, upstream: net.Socket, reach: Reach): void {
  const [fromClient, fromServer] = [wireReader(true), wireReader(false)];
  const written = new Set<string>();
  let sql = "";
  let isOpen = false;
  const held: Buffer[] = [];
  let committing: string | null = null;
  let tag = "";
  const cut = () => {
    client.destroy();
    upstream.destroy();
  };

  client.on("data", (chunk: Buffer) => {
    for (const message of fromClient(chunk)) {
      held.push(message.bytes);
      sql = sqlOf(message) || sql;
      if (UNTIL_SYNC.test(message.type)) continue;
      if (message.type === "Q" || message.type === "S") {
        noteTables(written, sql);
        committing = !isOpen || /^\s*COMMIT\b/i.test(sql) ? [...written].join(" + ") || null : null;
        const isNew = committing !== null && !CLAIM.test(sql);
        if (isNew && reach({ kind: "commit", when: "before", what: committing ?? "" })) return cut();
      }
      upstream.write(Buffer.concat(held.splice(0)));
    }
  });
  const isEnd = (message: WireMessage) => {
    if (message.type === "C") tag = commandTagOf(message);
    if (message.type !== "Z") return false;
    isOpen = commandTagOf(message) !== "I";
    if (!isOpen) written.clear();
    return true;
  };
  upstream.on("data", (chunk: Buffer) => {
    const told: Buffer[] = [];
    for (const message of fromServer(chunk)) {
      told.push(message.bytes);
      if (!isEnd(message) || committing === null) continue;
      const what = committing;
      committing = null;
      if (!NO_ROWS.test(tag) && tag !== "ROLLBACK" && reach({ kind: "commit", when: "after", what })) return cut();
    }
    client.write(Buffer.concat(told));
  });
}

function noteTables(written: Set<string>, sql: string): void {
  for (const [, table = ""] of sql.matchAll(WRITES)) if (!BESIDE.has(table)) written.add(table);
}
