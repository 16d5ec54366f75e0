import pg from "pg";
import { vi } from "vitest";

/** The texts of the statements that this process sends to PostgreSQL while `work` runs, each a round trip. */
export async function statementsSent(work: () => Promise<unknown>): Promise<string[]> {
  const spied = vi.spyOn(pg.Client.prototype, "query");
  await work();
  const texts = spied.mock.calls.map(([sent]) => {
    const { text } = sent as unknown as { text?: string };
    return text ?? String(sent);
  });
  spied.mockRestore();
  return texts;
}
