import { afterEach, describe, expect, it } from "vitest";
import { until } from "../../test/until";
import { db } from "../db";
import { type RequestSlot, runWithSlot } from "../request-slot";
import { SharedPool } from "../shared-pool";
import { env } from "./env";

const slotOf = (owner: string): RequestSlot => ({ owner, release: () => undefined, pause: () => null });
const pools: SharedPool[] = [];

afterEach(async () => {
  for (const pool of pools.splice(0)) await pool.end();
});

/** The default time-out is long enough to connect on a busy machine: a test of refusals waits for it once. */
function newPool(share: number, connectionTimeoutMillis = 3_000): SharedPool {
  const pool = new SharedPool({ connectionString: env().databaseUrl, max: 4, share, connectionTimeoutMillis });
  pools.push(pool);
  return pool;
}

const heldBy = (pool: SharedPool, owner: string, count: number) =>
  Promise.allSettled(Array.from({ length: count }, () => runWithSlot(slotOf(owner), () => pool.connect())));

async function release(results: Awaited<ReturnType<typeof heldBy>>): Promise<void> {
  for (const result of results) if (result.status === "fulfilled") result.value.release();
}

describe("a pool of 4 connections with a share of 3", () => {
  it("gives one caller 3, so that another caller and background work are served", async () => {
    const pool = newPool(3);
    const taken = await heldBy(pool, "merchant:a", 6);
    expect(taken.map(({ status }) => status).toSorted()).toEqual([
      ...Array(3).fill("fulfilled"),
      ...Array(3).fill("rejected"),
    ]);
    const other = await runWithSlot(slotOf("merchant:b"), () => pool.query("SELECT 1 AS one"));
    expect(other.rows).toEqual([{ one: 1 }]);
    expect((await pool.query("SELECT 2 AS two")).rows).toEqual([{ two: 2 }]);
    await release(taken);
  });

  it("hands a released connection to the caller's next request, and counts a release once", async () => {
    const pool = newPool(1);
    const [first] = await heldBy(pool, "merchant:a", 1);
    const second = runWithSlot(slotOf("merchant:a"), () => pool.query("SELECT 1 AS one"));
    if (first) await release([first]);
    expect((await second).rows).toEqual([{ one: 1 }]);
    for (let n = 0; n < 5; n++) await runWithSlot(slotOf("merchant:a"), () => pool.query("SELECT 1"));
    await expect(runWithSlot(slotOf("merchant:a"), () => pool.query("SELECT nothing"))).rejects.toThrow("nothing");
    expect((await runWithSlot(slotOf("merchant:a"), () => pool.query("SELECT 3 AS three"))).rows).toHaveLength(1);
  });

  it("control: without a share one caller uses all connections, and another caller's query fails", async () => {
    const pool = newPool(4);
    const taken = await heldBy(pool, "merchant:a", 6);
    await expect(runWithSlot(slotOf("merchant:b"), () => pool.query("SELECT 1"))).rejects.toThrow("timeout exceeded");
    await release(taken);
  });
});

it("a caller with a full queue is refused at once; queued and other callers are served", async () => {
  const pool = newPool(1, 60_000);
  const ofA = <T>(work: () => T) => runWithSlot(slotOf("merchant:a"), work);
  const first = await ofA(() => pool.connect());
  let served = 0;
  const queued = Array.from({ length: 1_280 }, async () => {
    await ofA(() => pool.query("SELECT 1"));
    served += 1;
  });
  await expect(ofA(() => pool.query("SELECT 1"))).rejects.toThrow("timeout exceeded when trying to connect");
  expect(served).toBe(0);
  expect((await runWithSlot(slotOf("merchant:b"), () => pool.query("SELECT 2 AS two"))).rows).toEqual([{ two: 2 }]);
  first.release();
  await Promise.all(queued);
  expect(served).toBe(1_280);
});

it("the product's client uses the share: of 20 transactions of one caller 12 begin, and another caller is served", async () => {
  let begun = 0;
  let finish: () => void = () => undefined;
  const open = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const transactions = Array.from({ length: 20 }, () =>
    runWithSlot(slotOf("merchant:a"), () =>
      db().$transaction(async (tx) => {
        await tx.$queryRaw`SELECT 1`;
        begun += 1;
        await open;
      }),
    ),
  );
  await until(() => begun === 12);
  for (let n = 0; n < 3; n++)
    await runWithSlot(slotOf("merchant:b"), () => db().$queryRaw`SELECT pg_sleep(0.05)::text`);
  expect(begun).toBe(12);
  finish();
  await Promise.all(transactions);
  expect(begun).toBe(20);
});
