import { afterAll, beforeAll, expect, it } from "vitest";
import { query } from "../test/database";
import { closeDb, db } from "./db";
import { newId } from "./ids";

const DATABASE = "SELECT format('ALTER DATABASE %I SET TimeZone = ''America/New_York''', current_database()) AS sql";

beforeAll(() =>
  query(async (client) => client.query((await client.query<{ sql: string }>(DATABASE)).rows[0]?.sql ?? "")),
);
afterAll(closeDb);

it("times are read and written in UTC in any time zone of the database", async () => {
  const id = newId();
  const dueAt = new Date("2026-11-20T09:41:00.123Z");
  await db().mail.create({ data: { id, recipient: "a@example.com", subject: "s", text: "t", dueAt } });
  const [stored] = await db().$queryRaw<Array<{ same: boolean; dueAt: Date }>>`
    SELECT due_at = '2026-11-20T09:41:00.123Z'::timestamptz AS same, due_at AS "dueAt" FROM mails WHERE id = ${id}::uuid`;
  expect(stored).toEqual({ same: true, dueAt });
});
