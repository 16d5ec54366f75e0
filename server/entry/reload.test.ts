import { expect, it, vi } from "vitest";
import { until } from "../test/until";
import { onReload } from "./reload";

it("reloads at each SIGHUP sequentially, and continues after a failed reload", async () => {
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
  await until(() => begun.length === 1);
  process.kill(process.pid, "SIGHUP");
  await until(() => received.mock.calls.length === 2);
  expect(begun).toEqual([0]);
  finish();
  await until(() => begun.length === 2);
  process.kill(process.pid, "SIGHUP");
  await until(() => begun.length === 3);
  process.removeAllListeners("SIGHUP");
});
