import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, describe, expect, it, vi } from "vitest";
import { closeDb, db, Prisma, type Tx } from "./db";
import { newId } from "./ids";
import { countOf, type Executor, inPgTransaction, plannedEachTime, rowsOf, rowsUnderLock } from "./statements";

afterAll(closeDb);

const VALUES = Prisma.sql`SELECT 9007199254740993::int8 AS big, 7::int4 AS small, 1.5::float8 AS half, true AS yes,
  NULL::text AS none, '2026-11-20T09:41:00.123Z'::timestamptz(3) AS at, '2026-11-20'::date AS day,
  '{"a":[1]}'::jsonb AS json, decode('00ff', 'hex') AS bytes, '00000000-0000-7000-8000-000000000001'::uuid AS id,
  ARRAY['a', NULL]::text[] AS texts, ARRAY[1, 2]::int8[] AS bigs, 'name'::name AS name`;

const insertMail = (id: string) =>
  Prisma.sql`INSERT INTO mails (id, recipient, subject, text) VALUES (${id}::uuid, 'a@example.com', 's', 't')`;
const mails = async (id: string) => (await rowsOf(db(), Prisma.sql`SELECT 1 FROM mails WHERE id = ${id}::uuid`)).length;

/** The modules once more, as a second bundle of the process has them. */
async function graph() {
  vi.resetModules();
  const [{ rowsOf, rowsUnderLock }, { db }] = await Promise.all([import("./statements"), import("./db")]);
  return { rowsOf, rowsUnderLock, db };
}

describe("a statement", () => {
  it("returns the values that a raw query of Prisma returns", async () => {
    const [raw] = await db().$queryRaw<Record<string, unknown>[]>(VALUES);
    const [row] = await rowsOf<Record<string, unknown>>(db(), VALUES);
    const plain = (values: Record<string, unknown> = {}) => ({
      ...values,
      bytes: [...(values["bytes"] as Uint8Array)],
    });
    expect(plain(row)).toEqual(plain(raw));
  });

  it("planned each time is not kept by its connection; control: another one is", async () => {
    await db().$transaction(async (tx) => {
      await rowsOf(tx, plannedEachTime(Prisma.sql`SELECT 1 AS kept`));
      await rowsOf(tx, Prisma.sql`SELECT 2 AS kept`);
      const sql = Prisma.sql`SELECT statement FROM pg_prepared_statements WHERE statement LIKE '%AS kept'`;
      expect(await rowsOf(tx, sql)).toEqual([{ statement: "SELECT 2 AS kept" }]);
    });
  });

  it("takes the values that a raw query of Prisma takes", async () => {
    const at = new Date("2026-11-20T09:41:00.123Z");
    const given = Prisma.sql`SELECT ${at}::timestamptz = '2026-11-20T09:41:00.123Z' AS at, ${5n}::int8 AS big, ${["a", "b"]}::text[] AS texts,
      ${Buffer.from([0, 255])}::bytea AS bytes, ${null}::text AS none, ${true}::bool AS yes`;
    const [row] = await rowsOf<Record<string, unknown>>(db(), given);
    expect(row).toEqual({ at: true, big: 5n, texts: ["a", "b"], bytes: Buffer.from([0, 255]), none: null, yes: true });
  });

  it("has the same name in each of the process's module graphs, which share the pool", async () => {
    const { rowsOf: ofFirst, db: firstDb } = await graph();
    const { rowsOf: ofSecond, db: secondDb } = await graph();
    const ten = Array.from({ length: 10 }, (_, number) => number);
    const text = (number: number) => Prisma.raw(`SELECT ${number} AS value`);
    // Each graph begins with another text, so that a count would give one name to two texts.
    for (const number of ten) expect(await ofFirst(firstDb(), text(number))).toEqual([{ value: number }]);
    for (const number of ten.toReversed())
      expect(await ofSecond(secondDb(), text(number))).toEqual([{ value: number }]);
  });

  it("is prepared once by each connection", async () => {
    const text = Prisma.sql`SELECT count(*)::int AS count FROM pg_prepared_statements WHERE statement LIKE '%counted once%' AND ${newId()} <> ''`;
    await db().$transaction(async (tx) => {
      for (let n = 0; n < 3; n++) await rowsOf(tx, text);
      expect(await rowsOf(tx, text)).toEqual([{ count: 1 }]);
    });
  });

  it("in a transaction commits and is undone with it, beside Prisma's queries", async () => {
    const [kept, undone] = [newId(), newId()];
    await db().$transaction(async (tx) => {
      expect(await countOf(tx, insertMail(kept))).toBe(1);
      expect(await tx.mail.count({ where: { id: kept } })).toBe(1);
      expect(await mails(kept)).toBe(0);
    });
    const failing = db().$transaction(async (tx) => {
      await countOf(tx, insertMail(undone));
      throw new Error("undo");
    });
    await expect(failing).rejects.toThrow("undo");
    expect([await mails(kept), await mails(undone)]).toEqual([1, 0]);
  });

  it("in concurrent transactions uses the connection of its own", async () => {
    const backend = Prisma.sql`SELECT pg_backend_pid() AS pid`;
    const both = Array.from({ length: 2 }, () =>
      db().$transaction(async (tx) => {
        await sleep(20);
        const [[own], [prismas]] = [
          await rowsOf<{ pid: number }>(tx, backend),
          await tx.$queryRaw<{ pid: number }[]>(backend),
        ];
        expect(own?.pid).toBe(prismas?.pid);
        return own?.pid;
      }),
    );
    const [first, second] = await Promise.all(both);
    expect(first).not.toBe(second);
  });

  it("after its transaction has ended or timed out is refused, and writes nothing", async () => {
    const id = newId();
    let ended: Tx | undefined;
    await db().$transaction(async (tx) => {
      ended = tx;
    });
    await expect(ended && countOf(ended, insertMail(id))).rejects.toMatchObject({ code: "P2028" });
    const late: { refused?: Promise<unknown> } = {};
    const slow = db().$transaction(
      async (tx) => {
        await sleep(200);
        late.refused = countOf(tx, insertMail(id)).catch((error: unknown) => error);
      },
      { timeout: 50 },
    );
    await expect(slow).rejects.toMatchObject({ code: "P2028" });
    expect(await late.refused).toMatchObject({ code: "P2028" });
    expect(await mails(id)).toBe(0);
  });
});

describe("a transaction without Prisma", () => {
  const backendOf = async (on: Executor) =>
    (await rowsOf<{ pid: number }>(on, Prisma.sql`SELECT pg_backend_pid() AS pid`))[0]?.pid;

  it("commits its statements together, and returns the result of its work", async () => {
    const id = newId();
    const result = await inPgTransaction(async (on) => {
      expect(await countOf(on, insertMail(id))).toBe(1);
      expect(await mails(id)).toBe(0);
      return "done";
    });
    expect([result, await mails(id)]).toEqual(["done", 1]);
  });

  it("undoes its statements when its work throws, and also when a failed statement was ignored", async () => {
    const [thrown, ignored] = [newId(), newId()];
    const throwing = inPgTransaction(async (on) => {
      await countOf(on, insertMail(thrown));
      throw new Error("undo");
    });
    await expect(throwing).rejects.toThrow("undo");
    const ignoring = inPgTransaction(async (on) => {
      await countOf(on, insertMail(ignored));
      await countOf(on, insertMail(ignored)).catch(() => undefined);
    });
    await expect(ignoring).rejects.toThrow("rolled back");
    expect([await mails(thrown), await mails(ignored)]).toEqual([0, 0]);
  });

  it("gives its connection back after a ROLLBACK, and closes one whose ROLLBACK fails", async () => {
    const failing = async (sql: string) => {
      let pid: number | undefined;
      const failed = inPgTransaction(async (on) => {
        pid = await backendOf(on);
        await countOf(on, Prisma.raw(sql));
      });
      await expect(failed).rejects.toThrow();
      return pid;
    };
    const kept = await failing("SELECT 1 / 0");
    expect(await backendOf(db())).toBe(kept);
    const closed = await failing("SELECT pg_terminate_backend(pg_backend_pid())");
    expect(closed).toBe(kept);
    expect(await backendOf(db())).not.toBe(closed);
  });
});

describe("a query under a lock", () => {
  const LOCK = { key: 7_001, waitMs: 200 };
  type Plan = { runs: number; plannedForValues: number; value: string | null };
  const planOf = (value: string | null) => Prisma.sql`SELECT generic_plans::int AS runs,
    custom_plans::int AS "plannedForValues", ${value}::text AS value
    FROM pg_prepared_statements WHERE statement LIKE '%plannedForValues%'`;

  it("is planned by a connection once in five seconds, for all values and in each module graph", async () => {
    const clock = vi.spyOn(performance, "now").mockReturnValue(1_000);
    const runs: (Plan | undefined)[] = [];
    for (const value of ["it's \\ one", null]) runs.push((await rowsUnderLock<Plan>(LOCK, planOf(value)))[0]);
    runs.push((await (await graph()).rowsUnderLock<Plan>(LOCK, planOf("graph")))[0]);
    clock.mockReturnValue(6_001);
    runs.push((await rowsUnderLock<Plan>(LOCK, planOf("later")))[0]);
    clock.mockRestore();
    expect(runs.map((run) => run?.value)).toEqual(["it's \\ one", null, "graph", "later"]);
    expect(runs.map((run) => run?.runs)).toEqual([1, 2, 3, 1]);
    expect(runs.map((run) => run?.plannedForValues)).toEqual([0, 0, 0, 0]);
  });

  it("runs although a pooler gave it a session without its plan, or one that has it already", async () => {
    const two = Prisma.sql`SELECT ${2}::int AS two`;
    const session = Prisma.sql`SELECT name, pg_backend_pid() AS pid FROM pg_prepared_statements WHERE from_sql AND statement LIKE '%AS two%'`;
    expect(await rowsUnderLock(LOCK, two)).toEqual([{ two: 2 }]);
    const [plan] = await rowsOf<{ name: string; pid: number }>(db(), session);
    await db().$executeRawUnsafe(`DEALLOCATE "${plan?.name}"`);
    expect(await rowsUnderLock(LOCK, two)).toEqual([{ two: 2 }]);
    const { banksidePlans } = globalThis as { banksidePlans?: unknown };
    Object.assign(globalThis, { banksidePlans: undefined });
    expect(await rowsUnderLock(LOCK, two)).toEqual([{ two: 2 }]);
    Object.assign(globalThis, { banksidePlans });
    // The connection was the same throughout.
    expect(await rowsOf(db(), session)).toEqual([plan]);
  });

  it("is refused when the lock is not free in time, and runs once it is", async () => {
    const one = Prisma.sql`SELECT ${1}::int AS one`;
    await db().$transaction(async (tx) => {
      await rowsOf(tx, Prisma.sql`SELECT pg_advisory_xact_lock(${LOCK.key})`);
      await expect(rowsUnderLock(LOCK, one)).rejects.toMatchObject({ code: "55P03" });
      await expect(rowsUnderLock(LOCK, one)).rejects.toMatchObject({ code: "55P03" });
    });
    expect(await rowsUnderLock(LOCK, one)).toEqual([{ one: 1 }]);
  });
});
