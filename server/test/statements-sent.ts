import pg from "pg";
import { vi } from "vitest";
import { env } from "../lib/config/env";

/** No part of the work: the check of a new connection (server/lib/db.ts), and the API's use, which a timer writes. */
const BESIDE = /transaction_read_only|merchant_usage/;

/**
 * The texts of the statements that this process sends to PostgreSQL while `work` runs, each a round trip. Only those to
 * this file's database: the process is kept over its files, and timers of earlier ones still write to theirs.
 */
export async function statementsSent(work: () => Promise<unknown>): Promise<string[]> {
  const database = new URL(env().databaseUrl).pathname.slice(1);
  const spied = vi.spyOn(pg.Client.prototype, "query");
  await work();
  const texts = spied.mock.calls.flatMap(([sent], index) => {
    if ((spied.mock.contexts[index] as pg.Client).database !== database) return [];
    const { text } = sent as unknown as { text?: string };
    return [text ?? String(sent)];
  });
  spied.mockRestore();
  return texts.filter((text) => !BESIDE.test(text));
}
