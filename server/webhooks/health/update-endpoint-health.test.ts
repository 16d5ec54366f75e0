import { afterAll, describe, expect, it } from "vitest";
import { DUE_CHANNEL } from "../../jobs/leased-rows";
import { listen } from "../../jobs/notify-listener";
import { now } from "../../lib/clock";
import { closeDb, db } from "../../lib/db";
import { newId } from "../../lib/ids";
import { moveClock, moveToMiddleOf, query } from "../../test/database";
import { until } from "../../test/until";
import { addIncrements } from "./health-store";
import { type Outcome, updateEndpointHealth } from "./update-endpoint-health";

afterAll(closeDb);

const merchantId = newId();
const outcome = (endpointKey: string, ok: boolean, hadHealth = false): Outcome => {
  const error = ok ? null : "status 500";
  const url = "https://shop.example.com/hook";
  return { endpointKey, merchantId, url, ok, error, at: now(), durationMs: ok ? 40 : 3, hadHealth };
};
const note = (...outcomes: Outcome[]) => db().$transaction((tx) => updateEndpointHealth(tx, outcomes));
const healthRow = (id: string) => db().webhookHealth.findUnique({ where: { endpointKey: id } });
/** The hourly rows of an endpoint, after the increments were added. */
async function hours(id: string) {
  await addIncrements(db());
  return db().webhookEndpointHourlyStats.findMany({ where: { endpointKey: id }, orderBy: { hour: "asc" } });
}
const increments = (id: string) => db().webhookEndpointStatsIncrement.count({ where: { endpointKey: id } });

/** This many failures in a row, over slightly more than a minute. */
async function openCircuit(id: string): Promise<void> {
  await note(outcome(id, false));
  await moveClock("61 seconds");
  await note(...Array.from({ length: 19 }, () => outcome(id, false)));
}

describe("outcomes of attempts", () => {
  it("write no health row without failures, and one from the first failure on", async () => {
    const id = newId();
    await note(outcome(id, true), outcome(id, true));
    expect(await healthRow(id)).toBeNull();
    await note(outcome(id, true), outcome(id, false), outcome(id, false));
    expect(await healthRow(id)).toMatchObject({
      merchantId,
      failures: 2,
      lastError: "status 500",
      circuitOpenedAt: null,
    });
  });

  it("end a run with a success, also one prepared before a failure of the same batch", async () => {
    const id = newId();
    await note(outcome(id, false), outcome(id, true), outcome(id, false));
    expect(await healthRow(id)).toMatchObject({ failures: 1 });
    await note(outcome(id, true, true));
    expect(await healthRow(id)).toMatchObject({ failures: 0, failingSince: null, recoveredAt: expect.any(Date) });
  });

  it("open the circuit and close it again, and wake the workers at closing", async () => {
    const id = newId();
    await openCircuit(id);
    expect(await healthRow(id)).toMatchObject({ failures: 20, circuitOpenedAt: expect.any(Date) });
    let heard = 0;
    const ear = listen(DUE_CHANNEL, () => {
      heard += 1;
    });
    await until(() => heard === 1);
    await note(outcome(id, false, true));
    await note(outcome(id, true, true));
    await until(() => heard === 2);
    await ear.stop();
    expect(await healthRow(id)).toMatchObject({ failures: 0, circuitOpenedAt: null, trialAt: null });
  });

  it("are added to the row of their hour", async () => {
    const id = newId();
    await moveToMiddleOf("hour");
    await note(outcome(id, true), outcome(id, true), outcome(id, false));
    expect(await hours(id)).toMatchObject([{ ok: 2, failed: 1 }]);
    await note(outcome(id, true));
    await moveClock("1 hour");
    await note(outcome(id, false));
    expect(await increments(id)).toBe(2);
    const [first, second] = await hours(id);
    expect(await increments(id)).toBe(0);
    expect(first).toMatchObject({ ok: 3, failed: 1, lastOkAt: expect.any(Date) });
    expect(first?.took.reduce((sum, one) => sum + one, 0)).toBe(3);
    expect(second).toMatchObject({ ok: 0, failed: 1, lastOkAt: null });
  });

  it("count once, although many workers add them while others are recorded", async () => {
    const id = newId();
    await moveToMiddleOf("hour");
    const rounds = Array.from({ length: 20 }, async () => {
      await note(outcome(id, true));
      await addIncrements(db());
    });
    await Promise.all(rounds);
    const [hour, ...others] = await hours(id);
    expect({ ok: hour?.ok, others, left: await increments(id) }).toEqual({ ok: 20, others: [], left: 0 });
  });
});

describe("concurrent workers", () => {
  const WORKERS = 8;
  const ROUNDS = 25;
  const ids = Array.from({ length: 6 }, () => newId());

  /** Concurrent batches over the same endpoints in different orders; answers the failures of each. */
  async function hammer(noteOne: (outcomes: Outcome[]) => Promise<void>): Promise<void> {
    const worker = async (number: number) => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const turned = ids.map((_, index) => ids[(index * (number % 2 ? 1 : 5) + number + round) % ids.length] ?? "");
        await noteOne(turned.map((id) => outcome(id, false)));
      }
    };
    await Promise.all(Array.from({ length: WORKERS }, (_, number) => worker(number)));
  }

  it("lose no failure and never deadlock", async () => {
    await hammer((outcomes) => note(...outcomes));
    for (const id of ids) {
      expect(await healthRow(id)).toMatchObject({ failures: WORKERS * ROUNDS });
      expect((await hours(id)).reduce((sum, { failed }) => sum + failed, 0)).toBe(WORKERS * ROUNDS);
    }
  });

  it("control: without the lock failures are lost", async () => {
    const [id = ""] = ids;
    const before = (await healthRow(id))?.failures ?? 0;
    const unlocked = async () => {
      const read = (await healthRow(id))?.failures ?? 0;
      await query("UPDATE webhook_health SET failures = $2 WHERE endpoint_key = $1", [id, read + 1]);
    };
    await Promise.all(Array.from({ length: WORKERS }, unlocked));
    expect((await healthRow(id))?.failures).toBeLessThan(before + WORKERS);
  });

  it("control: in different orders two of them deadlock", async () => {
    const [one = "", other = ""] = ids;
    const lock = (order: string[], met: () => Promise<void>) =>
      db().$transaction(async (tx) => {
        for (const [index, id] of order.entries()) {
          await tx.$executeRaw`UPDATE webhook_health SET trials = trials WHERE endpoint_key = ${id}::uuid`;
          if (index === 0) await met();
        }
      });
    let arrived = 0;
    const met = async () => {
      arrived += 1;
      await until(() => arrived === 2);
    };
    const ends = await Promise.allSettled([lock([one, other], met), lock([other, one], met)]);
    expect(ends.filter(({ status }) => status === "rejected")).toHaveLength(1);
  });
});
