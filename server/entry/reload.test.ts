import { expect, it, vi } from "vitest";
import { onReload } from "./reload";

it("reads again at each SIGHUP, one after another, and goes on after one that failed", async () => {
  const begun: number[] = [];
  let finish = () => undefined as unknown;
  onReload(async () => {
    begun.push(begun.length);
    if (begun.length === 1) await new Promise((resolve) => (finish = () => resolve(null)));
    if (begun.length === 2) throw new Error("of the test");
  });
  const received = vi.fn();
  process.on("SIGHUP", received);
  process.kill(process.pid, "SIGHUP");
  await vi.waitFor(() => expect(begun).toEqual([0]));
  process.kill(process.pid, "SIGHUP");
  await vi.waitFor(() => expect(received).toHaveBeenCalledTimes(2));
  expect(begun).toEqual([0]);
  finish();
  await vi.waitFor(() => expect(begun).toEqual([0, 1]));
  process.kill(process.pid, "SIGHUP");
  await vi.waitFor(() => expect(begun).toEqual([0, 1, 2]));
  process.removeAllListeners("SIGHUP");
});
