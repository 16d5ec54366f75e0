import { describe, expect, it, vi } from "vitest";
import type { Run } from "../lib/job";
import { runJob } from "./run-job";

/** Rows in memory: what a job claims here is what is taken from the list. */
function jobOver(rows: Run[], concurrency: number) {
  const limits: number[] = [];
  const claim = async (limit: number) => {
    limits.push(limit);
    return rows.splice(0, limit);
  };
  return { limits, job: { name: "test", concurrency, claim } };
}

describe("a running job", () => {
  it("has at most `concurrency` runs in flight, and goes on when one ends", async () => {
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
    await vi.waitFor(() => expect(done).toBe(20));
    await running.stop();
    expect(mostOpen).toBe(3);
  });

  it("outlives a run that rejects, one that throws at once, and a claim that throws", async () => {
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
    await vi.waitFor(() => expect(claims).toBe(1));
    running.ring();
    await vi.waitFor(() => expect(done).toBe(1));
    await running.stop();
  });

  it("comes back to a row that fails with the next poll, not at once", async () => {
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

  it("stops after the runs in flight, and claims no more", async () => {
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
    await vi.waitFor(() => expect(rows).toHaveLength(0));
    const stopped = running.stop().then(() => ended);
    rows.push(() => Promise.reject(new Error("claimed after the stop")));
    running.ring();
    end();
    expect(await stopped).toBe(true);
    expect(rows).toHaveLength(1);
    expect(limits).toHaveLength(1);
  });
});
