import { afterEach, describe, expect, it, vi } from "vitest";
import { setClockOffset } from "../lib/clock";
import { claimOfRows, type Job, periodicJob, type Run } from "../lib/job";
import { until } from "../test/until";
import { runJob } from "./run-job";

/** Rows in memory that a job claims. */
function jobOver(rows: Run[], concurrency: number) {
  const limits: number[] = [];
  const claim = async (limit: number) => {
    limits.push(limit);
    return rows.splice(0, limit);
  };
  return { limits, job: { name: "test", concurrency, claim } };
}

describe("a running job", () => {
  it("has at most `concurrency` runs in flight and claims again when one ends", async () => {
    let open = 0;
    let mostOpen = 0;
    let done = 0;
    const rows = Array.from({ length: 20 }, () => async () => {
      open += 1;
      mostOpen = Math.max(mostOpen, open);
      await new Promise((resolve) => setTimeout(resolve, 2));
      open -= 1;
      done += 1;
    });
    const { job } = jobOver(rows, 3);
    const running = runJob(job);
    await until(() => done === 20);
    await running.stop();
    expect(mostOpen).toBe(3);
  });

  it("survives a rejected run, a run that throws and a claim that throws", async () => {
    let claims = 0;
    let done = 0;
    const claim = async (): Promise<Run[]> => {
      claims += 1;
      if (claims === 1) throw new Error("the database is away");
      if (claims > 2) return [];
      const throws: Run = () => {
        throw new Error("at once");
      };
      const works: Run = async () => {
        done += 1;
      };
      return [() => Promise.reject(new Error("later")), throws, works];
    };
    const running = runJob({ name: "test", concurrency: 3, claim });
    await until(() => claims === 1);
    running.wake();
    await until(() => done === 1);
    await running.stop();
  });

  it("retries a failed row with the next poll, not at once", async () => {
    vi.useFakeTimers();
    let claims = 0;
    const claim = async (): Promise<Run[]> => {
      claims += 1;
      return [() => Promise.reject(new Error("every time"))];
    };
    const running = runJob({ name: "test", concurrency: 1, claim });
    await vi.advanceTimersByTimeAsync(500);
    expect(claims).toBe(1);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(claims).toBe(2);
    await running.stop();
    vi.useRealTimers();
  });

  it("stops after the runs in flight and claims no more", async () => {
    let end: () => void = () => undefined;
    let ended = false;
    const rows: Run[] = [
      async () => {
        await new Promise<void>((resolve) => {
          end = resolve;
        });
        ended = true;
      },
    ];
    const { job, limits } = jobOver(rows, 1);
    const running = runJob(job);
    await until(() => rows.length === 0);
    const stopped = running.stop().then(() => ended);
    rows.push(() => Promise.reject(new Error("claimed after the stop")));
    running.wake();
    end();
    expect(await stopped).toBe(true);
    expect(rows).toHaveLength(1);
    expect(limits).toHaveLength(1);
  });

  describe("with patience", () => {
    /** Runs that hang until they are released, and the claimed ones. */
    function hanging(patience?: { afterMs: number; inFlight: number }) {
      const ends: (() => void)[] = [];
      const claim = async (limit: number) =>
        Array.from({ length: limit }, (): Run => () => new Promise<void>((resolve) => ends.push(resolve)));
      return { ends, job: { name: "test", concurrency: 2, claim, ...(patience && { patience }) } };
    }
    const afterSeconds = async (job: Job, ends: (() => void)[], seconds: number[]) => {
      vi.useFakeTimers();
      const running = runJob(job);
      const started: number[] = [];
      for (const [index, second] of seconds.entries()) {
        await vi.advanceTimersByTimeAsync((second - (seconds[index - 1] ?? 0)) * 1_000);
        started.push(ends.length);
      }
      const stopped = running.stop();
      for (const end of ends) end();
      await vi.advanceTimersByTimeAsync(1_000);
      await stopped;
      vi.useRealTimers();
      return started;
    };

    it("gives the slots of hanging runs to others, up to a limit for all", async () => {
      const { ends, job } = hanging({ afterMs: 2_000, inFlight: 5 });
      expect(await afterSeconds(job, ends, [1, 1.9, 2.1, 3.9, 4.1, 10])).toEqual([2, 2, 4, 4, 5, 5]);
    });

    it("control: without it new runs wait for hanging ones", async () => {
      const { ends, job } = hanging();
      expect(await afterSeconds(job, ends, [1, 1.9, 2.1, 3.9, 4.1, 10])).toEqual([2, 2, 2, 2, 2, 2]);
    });
  });
});

describe("due rows without leases, of which one has not ended", () => {
  it("are claimed one after the other, and it is not claimed again", async () => {
    const due = ["waits", "a", "b"];
    const started: string[] = [];
    let end: () => void = () => undefined;
    const run = async (id: string) => {
      started.push(id);
      if (id === "waits") await new Promise<void>((resolve) => (end = resolve));
      due.splice(due.indexOf(id), 1);
    };
    const running = runJob({
      name: "test",
      concurrency: 2,
      claim: claimOfRows(async (limit) => due.slice(0, limit), run),
    });
    await until(() => started.length === 3);
    expect([started, due]).toEqual([["waits", "a", "b"], ["waits"]]);
    end();
    await running.stop();
    expect([started.length, due]).toEqual([3, []]);
  });
});

describe("due rows without leases, of which one fails", () => {
  const DUE = ["fails", "a", "b"];
  const MINUTE_MS = 60_000;
  const run = async (id: string) => {
    if (id === "fails") throw new Error("a constraint");
    DUE.splice(DUE.indexOf(id), 1);
  };
  const claim = claimOfRows(async (limit) => DUE.slice(0, limit), run);
  afterEach(() => setClockOffset(0));

  it("are passed by it one after the other, and it is run again after a minute", async () => {
    const ended: number[] = [];
    for (let claims = 0; claims < 4; claims++) {
      const outcomes = await Promise.allSettled((await claim(1)).map((claimed) => claimed()));
      ended.push(outcomes.length);
    }
    expect([ended, DUE]).toEqual([[1, 1, 1, 0], ["fails"]]);
    setClockOffset(MINUTE_MS);
    expect(await claim(1)).toHaveLength(1);
  });
});

describe("a daily job", () => {
  const DAY_MS = 86_400_000;
  const MINUTE_MS = 60_000;
  afterEach(() => setClockOffset(0));

  it.each([
    ["fails, is run again after a minute", true, 2],
    ["succeeds, is not run again after a minute (control)", false, 1],
  ])("that %s, and the next day", async (_, fails, afterAMinute) => {
    const run = vi.fn<Run>(async () => undefined);
    if (fails) run.mockRejectedValueOnce(new Error("the database is away"));
    const { claim } = periodicJob("test", run, DAY_MS);
    const poll = async (atMs: number) => {
      setClockOffset(atMs);
      for (const claimed of await claim(1)) await claimed().catch(() => undefined);
      return run.mock.calls.length;
    };
    const counts = [await poll(0), await poll(1_000), await poll(2 * MINUTE_MS), await poll(4 * MINUTE_MS)];
    expect(counts).toEqual([1, 1, afterAMinute, afterAMinute]);
    expect(await poll(DAY_MS + 4 * MINUTE_MS)).toBe(afterAMinute + 1);
  });
});
