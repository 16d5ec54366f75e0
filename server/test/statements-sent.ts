import pg from "pg";
import { vi } from "vitest";

/**
 * No part of the work: the check of a new connection (server/lib/db.ts), and the API's use, which a timer writes
 * (server/merchants/rate-limit.ts), also the timer of an earlier file of this process.
 */
const BESIDE = /transaction_read_only|merchant_usage/;

/** The texts of the statements that this process sends to PostgreSQL while `work` runs, each a round trip. */
export async function statementsSent(work: () => Promise<unknown>): Promise<string[]> {
  const spied = vi.spyOn(pg.Client.prototype, "query");
  await work();
  const texts = spied.mock.calls.map(([sent]) => {
    const { text } = sent as unknown as { text?: string };
    return text ?? String(sent);
  });
  spied.mockRestore();
  return texts.filter((text) => !BESIDE.test(text));
}
