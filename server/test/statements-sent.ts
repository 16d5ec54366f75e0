import pg from "pg";
import { vi } from "vitest";

/** The check of a new connection (server/lib/db.ts), which is no part of the work that opens it. */
const NEW_CONNECTION = "transaction_read_only";

/** The texts of the statements that this process sends to PostgreSQL while `work` runs, each a round trip. */
export async function statementsSent(work: () => Promise<unknown>): Promise<string[]> {
  const spied = vi.spyOn(pg.Client.prototype, "query");
  await work();
  const texts = spied.mock.calls.map(([sent]) => {
    const { text } = sent as unknown as { text?: string };
    return text ?? String(sent);
  });
  spied.mockRestore();
  return texts.filter((text) => !text.includes(NEW_CONNECTION));
}
