import { afterAll, describe, expect, it } from "vitest";
import { DUE_CHANNEL } from "../jobs/leased-rows";
import { listen } from "../jobs/listen";
import { now } from "../lib/clock";
import { closeDb, db } from "../lib/db";
import { newId } from "../lib/ids";
import { moveClock, moveToMiddleOf, query } from "../test/database";
import { until } from "../test/until";
import { noteOutcomes, type Outcome } from "./note-outcomes";

afterAll(closeDb);

const merchantId = newId();
const outcome = (destinationId: string, ok: boolean, hadHealth = false): Outcome => {
  const error = ok ? null : "status 500";
  return { destinationId, merchantId, ok, error, at: now(), durationMs: ok ? 40 : 3, hadHealth };
};
const note = (...outcomes: Outcome[]) => db().$transaction((tx) => noteOutcomes(tx, outcomes));
const healthRow = (id: string) => db().webhookHealth.findUnique({ where: { destinationId: id } });
const hours = (id: string) => db().webhookHour.findMany({ where: { destinationId: id }, orderBy: { hour: "asc" } });

/** So many failures in a row, spread over a minute and a bit. */
async function breakIt(id: string): Promise<void> {
  await note(outcome(id, false));
  await moveClock("61 seconds");
  await note(...Array.from({ length: 19 }, () => outcome(id, false)));
}

describe("outcomes that are noted", () => {
  it("leave no row where nothing goes wrong, and one from the first failure on", async () => {
    const id = newId();
    await note(outcome(id, true), outcome(id, true));
    expect(await healthRow(id)).toBeNull();
    await note(outcome(id, true), outcome(id, false), outcome(id, false));
    expect(await healthRow(id)).toMatchObject({ merchantId, failures: 2, lastError: "status 500", pausedSince: null });
  });

  it("end a run by a success, also one that was prepared before the failure of the same batch", async () => {
    const id = newId();
    await note(outcome(id, false), outcome(id, true), outcome(id, false));
    expect(await healthRow(id)).toMatchObject({ failures: 1 });
    await note(outcome(id, true, true));
    expect(await healthRow(id)).toMatchObject({ failures: 0, failingSince: null, takenSince: expect.any(Date) });
  });

  it("open the breaker and close it again, and the workers hear of the closing", async () => {
    const id = newId();
    await breakIt(id);
    expect(await healthRow(id)).toMatchObject({ failures: 20, pausedSince: expect.any(Date) });
    let heard = 0;
    const ear = listen(DUE_CHANNEL, () => {
      heard += 1;
    });
    await until(() => heard === 1);
    await note(outcome(id, false, true));
    await note(outcome(id, true, true));
    await until(() => heard === 2);
    await ear.stop();
    expect(await healthRow(id)).toMatchObject({ failures: 0, pausedSince: null, probeAt: null });
  });

  it("count into the figures of their hour", async () => {
    const id = newId();
    await moveToMiddleOf("hour");
    await note(outcome(id, true), outcome(id, true), outcome(id, false));
    await note(outcome(id, true));
    await moveClock("1 hour");
    await note(outcome(id, false));
    const [first, second] = await hours(id);
    expect(first).toMatchObject({ ok: 3, failed: 1, lastOkAt: expect.any(Date) });
    expect(first?.took.reduce((sum, one) => sum + one, 0)).toBe(3);
    expect(second).toMatchObject({ ok: 0, failed: 1, lastOkAt: null });
  });
});

describe("workers that note at once", () => {
  const WORKERS = 8;
  const ROUNDS = 25;
  const ids = Array.from({ length: 6 }, () => newId());

  /** Batches over the same destinations, each worker in an order of its own; answers how many failures each got. */
  async function hammer(noteOne: (outcomes: Outcome[]) => Promise<void>): Promise<void> {
    const worker = async (number: number) => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const turned = ids.map((_, index) => ids[(index * (number % 2 ? 1 : 5) + number + round) % ids.length] ?? "");
        await noteOne(turned.map((id) => outcome(id, false)));
      }
    };
    await Promise.all(Array.from({ length: WORKERS }, (_, number) => worker(number)));
  }

  it("lose no failure, and never wait for one another in a circle", async () => {
    await hammer((outcomes) => note(...outcomes));
    for (const id of ids) {
      expect(await healthRow(id)).toMatchObject({ failures: WORKERS * ROUNDS });
      expect((await hours(id)).reduce((sum, { failed }) => sum + failed, 0)).toBe(WORKERS * ROUNDS);
    }
  });

  it("TWIN: without the lock failures are lost, so the test above bites", async () => {
    const [id = ""] = ids;
    const before = (await healthRow(id))?.failures ?? 0;
    const unlocked = async () => {
      const read = (await healthRow(id))?.failures ?? 0;
      await query((client) =>
        client.query("UPDATE webhook_health SET failures = $2 WHERE destination_id = $1", [id, read + 1]),
      );
    };
    await Promise.all(Array.from({ length: WORKERS }, unlocked));
    expect((await healthRow(id))?.failures).toBeLessThan(before + WORKERS);
  });

  it("TWIN: in an order of one's own, two of them wait in a circle", async () => {
    const [one = "", other = ""] = ids;
    const lock = (order: string[], met: () => Promise<void>) =>
      db().$transaction(async (tx) => {
        for (const [index, id] of order.entries()) {
          await tx.$executeRaw`UPDATE webhook_health SET probes = probes WHERE destination_id = ${id}::uuid`;
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
