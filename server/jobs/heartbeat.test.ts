import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { setClockOffset } from "../lib/clock";
import { closeDb } from "../lib/db";
import { log } from "../lib/log";
import { query, stopClock } from "../test/database";
import { until } from "../test/until";
import { startHeartbeat } from "./heartbeat";

const error = vi.spyOn(log(), "error");

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  await stopClock();
});
afterEach(() => {
  vi.useRealTimers();
  setClockOffset(0);
  error.mockClear();
});
afterAll(closeDb);

/** What a process with its clock ahead of the database's logs at its first heartbeat, and at its second. */
async function alertsWhenAheadBy(ms: number) {
  setClockOffset(ms);
  const heartbeat = await startHeartbeat("worker");
  const first = error.mock.calls.slice();
  vi.advanceTimersByTime(5_000);
  await heartbeat.stop();
  return { first, second: error.mock.calls.slice(first.length) };
}

describe("the heartbeat of a process", () => {
  it.each([5_001, -5_001])("whose clock is %i ms ahead of the database's logs one alert", async (ms) => {
    const about = { host: expect.any(String), role: "worker", ahead_ms: ms, alert: true };
    const alert = [about, "the clock of this machine differs from the database's"];
    expect(await alertsWhenAheadBy(ms)).toEqual({ first: [alert], second: [] });
  });

  it.each([5_000, 0, -5_000])("whose clock is %i ms ahead of the database's logs none (control)", async (ms) => {
    expect(await alertsWhenAheadBy(ms)).toEqual({ first: [], second: [] });
  });

  it("whose statement waits longer than 5 s logs none", async () => {
    await query(async (client) => {
      await client.query("BEGIN; LOCK TABLE worker_heartbeats");
      const starting = startHeartbeat("worker");
      const waiting = "SELECT 1 FROM pg_locks WHERE relation = 'worker_heartbeats'::regclass AND NOT granted";
      await until(async () => (await query(waiting)).rowCount === 1);
      setClockOffset(60_000);
      await client.query("COMMIT");
      await (await starting).stop();
    });
    expect(error).not.toHaveBeenCalled();
  });
});
