import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { closeDb, db, Prisma } from "../lib/db";
import { newId } from "../lib/ids";
import { moveClock, query, stopClock } from "../test/database";
import { claimDue, endLease, type Lease } from "./leased-rows";

const open = Prisma.sql`sent_at IS NULL AND failed_at IS NULL`;
const claim = (limit: number) => claimDue(db(), { table: "mails", open, limit, leaseS: 30 });
const end = (lease: Lease | undefined, dueInS?: number) =>
  db().$transaction(async (tx) => (lease ? endLease(tx, "mails", lease, dueInS) : null));

/** A mail due after `dueIn`, a PostgreSQL interval. */
async function insertMail(dueIn: string): Promise<string> {
  const id = newId();
  const sql =
    "INSERT INTO mails (id, recipient, subject, text, due_at) VALUES ($1, '', '', '', app_now() + $2::interval)";
  await query(sql, [id, dueIn]);
  return id;
}

beforeEach(async () => {
  await query("DELETE FROM mails");
});
afterAll(closeDb);

describe("claimDue", () => {
  it("leases open due rows, the longest due first, up to the limit, each once", async () => {
    const third = await insertMail("-1 second");
    const first = await insertMail("-3 seconds");
    const second = await insertMail("-2 seconds");
    await insertMail("1 minute");
    const over = await insertMail("-1 hour");
    await query("UPDATE mails SET sent_at = app_now() WHERE id = $1", [over]);
    expect(new Set((await claim(2)).map((lease) => lease.id))).toEqual(new Set([first, second]));
    expect((await claim(2)).map((lease) => lease.id)).toEqual([third]);
    expect(await claim(2)).toEqual([]);
  });

  it("leases a row again when its lease has ended", async () => {
    await stopClock();
    await insertMail("-1 second");
    await claim(1);
    await moveClock("29 seconds");
    expect(await claim(1)).toHaveLength(0);
    await moveClock("1 second");
    expect(await claim(1)).toHaveLength(1);
  });
});

describe("endLease", () => {
  it("frees the row with the given due time", async () => {
    await insertMail("-1 second");
    const [lease] = await claim(1);
    expect(await end(lease, 60)).toBe(true);
    expect(await claim(1)).toHaveLength(0);
    await moveClock("61 seconds");
    expect(await claim(1)).toHaveLength(1);
  });

  it("keeps the due time if none is given", async () => {
    await insertMail("-1 second");
    const [lease] = await claim(1);
    expect(await end(lease)).toBe(true);
    expect(await claim(1)).toHaveLength(1);
  });

  it("is false and changes nothing after the row was leased by another worker or freed", async () => {
    await insertMail("-1 second");
    const [late] = await claim(1);
    await moveClock("31 seconds");
    const [holder] = await claim(1);
    expect(await end(late, 60)).toBe(false);
    expect(await end(holder)).toBe(true);
    expect(await end(holder)).toBe(false);
  });
});
